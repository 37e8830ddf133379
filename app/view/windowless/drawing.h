// A moment of a simulation, made ready to be drawn into a picture: its surfaces, and over them what ViewOptions
// chooses, as the window has it. Several are drawn beside each other, with one legend. Pictures and videos without a
// window, and those that the window makes, are all drawn so.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/view/camera.h"
#include "app/view/marks/lines.h"
#include "app/view/marks/wind_arrow.h"
#include "app/view/picture_size.h"
#include "render/picture_painter.h"
#include "sim/scene/scene.h"
#include "sim/simulation.h"

namespace raycloth {

/// How a picture without a window is looked at: from where the scene's camera is, from elsewhere, or from a side of its
/// target.
struct ViewChoice {
  std::optional<OrbitCamera::Side> side{};
  bool orthographic = false;                // from a side it always is
  std::optional<OrbitCamera::Free> free{};  // and not from a side
};

/// What is said of pictures and videos alike.
struct DrawnOptions {
  ViewChoice view{};
  ViewOptions shown{};
  std::string boxes_of{};  // whose boxes are shown: as find_boxes() reads it; empty: nobody's
};

/// Of the words "OBJECT:LEVEL", which of the hierarchy's boxes are shown. Throws InputError.
void find_boxes(const Model& model, DrawnOptions& drawn);

/// The scene's camera; without one, a view that frames the present state. `aspect` is width / height.
OrbitCamera camera_of(Simulation& simulation, const Scene& scene, float aspect, const ViewChoice& choice = {});

class Drawing {
 public:
  /// Of the present state, until the next step. `twin`: of the run that it is compared with, in the same frame; empty:
  /// none.
  Drawing(Simulation& simulation, const ViewOptions& shown, std::span<const Vec4> twin = {});
  /// Of a frame, as long as it lives, as far as it has what is to be shown.
  Drawing(const Frame& frame, const ViewOptions& shown, std::span<const Vec4> twin = {});

  /// Of the heat map's legend, by these values; 0: there is none.
  float heat_range() const;
  /// With the legend's range, from there to there of the picture's width. Valid as long as this.
  PicturePainter::Part part(float range, float from, float to);
  const WindArrow& arrow() const { return arrow_; }
  Vec3 wind() const { return wind_; }

 private:
  Drawing(const Frame& frame, const Model& model, DrawableState state, const ViewOptions& shown,
          std::span<const Vec4> twin);

  ViewOptions shown_;
  DrawableState state_;
  Tangle tangle_;
  std::vector<float> values_;
  std::vector<uint32_t> colors_;
  ViewLines lines_;
  WindArrow arrow_;
  Vec3 wind_;
  LineBatch wind_lines_;
  std::vector<LineLayer> layers_;
};

/// How two are beside each other: their words, each at the upper left corner of its part, and where the first one's
/// part ends, from 0 to 1 of the picture's width.
struct Beside {
  std::string label_a{}, label_b{};
  float divider = 0.5f;
};

/// A part of a picture, from there to there of its width, and its words at its upper left corner.
struct PicturePart {
  Drawing drawing;
  float from = 0, to = 1;
  std::string label{};  // empty: none
};

/// A and B.
std::array<PicturePart, 2> beside_each_other(Drawing a, Drawing b, const Beside& beside);

/// All of them, beside each other, with what is written over them. `range`: what the upper end of a heat map's legend
/// is not below, SI; afterwards what it is.
Image paint(PicturePainter& painter, std::span<PicturePart> parts, const OrbitCamera& camera, const ViewOptions& shown,
            PictureSize size, float& range);

}  // namespace raycloth
