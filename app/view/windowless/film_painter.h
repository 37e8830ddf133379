// Draws one moment of a scene after the other, from one place, also where the scene is cut meanwhile. The legend of a
// heat map only grows, so that colours keep their meaning. Needs a current OpenGL context; one thread.
#pragma once

#include <memory>
#include <optional>

#include "app/view/windowless/drawing.h"

namespace raycloth {

class FilmPainter {
 public:
  /// `heat_range`: what the legend's upper end is not below, SI.
  FilmPainter(PictureSize size, const OrbitCamera& camera, ViewOptions shown, float heat_range = 0);

  /// Who is hidden is as the scene has it. `second`: at the right, where there is one.
  Image paint(Simulation& simulation, Simulation* second = nullptr, const Beside& beside = {});
  /// Who is hidden is as ViewOptions has it.
  Image paint(const Frame& frame);
  /// A, which `frame` is, and its B, beside each other.
  Image paint_both(const Frame& frame, const Beside& beside);

 private:
  bool knows(const Model& model) const { return painter_ && scene_ == model.scene; }
  void open(const Model& model, const DrawableScene& drawable);
  void open(const Frame& frame);
  Image paint(std::span<PicturePart> parts);

  PictureSize size_;
  OrbitCamera camera_;
  ViewOptions shown_;
  float heat_range_;                    // SI
  std::shared_ptr<const Scene> scene_;  // of which the painter draws, as it is cut
  std::optional<PicturePainter> painter_;
};

}  // namespace raycloth
