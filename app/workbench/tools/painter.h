// Thickness painted on cloth with the mouse: strokes of a round brush over an object as it lies at rest, so that folds
// are painted on one layer alone. What is painted is shown at once and goes into the scene when a stroke has ended.
// Knows neither window nor panels.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/view/picking.h"
#include "render/line_renderer.h"
#include "sim/scene/brush.h"

namespace raycloth {

class Painter {
 public:
  Brush brush;

  /// A stroke goes on, or begins, at a point of a triangle of cloth. False: of something else, or of another
  /// object than it began on.
  bool stroke(const Scene& scene, const Model& model, const Pick& hit, bool erase);
  void end_stroke() {
    painting_ = false;
    last_.reset();
  }
  bool painting() const { return painting_; }
  void forget() {
    end_stroke();
    painted_.reset();
  }

  /// What is painted and not in the scene yet: the object by its name, and factors per vertex of its mesh.
  struct Painted {
    std::string object;
    std::vector<float> factors;
  };
  const std::optional<Painted>& painted() const { return painted_; }
  /// It is in the scene.
  void take() { painted_.reset(); }

  /// The model's factors with what is painted; empty: nothing is.
  std::vector<float> factors(const Scene& scene, const Model& model) const;

  /// Where the mouse is over cloth: the brush's rim.
  void draw(std::span<const Vec4> positions, const Model& model, const std::optional<Pick>& hover,
            LineBatch& lines) const;

 private:
  bool painting_ = false;
  std::optional<Vec3> last_;  // of the stroke, at rest
  std::optional<Painted> painted_;
};

}  // namespace raycloth
