// A simulation as it stands, made ready to be drawn without a window: its surfaces, and over them what ViewOptions
// chooses, as the window has it. Several are drawn beside each other, with one legend.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/view/camera.h"
#include "app/view/lines.h"
#include "render/offscreen_painter.h"
#include "sim/scene/scene.h"
#include "sim/simulation.h"

namespace raycloth {

/// Pixels.
struct PictureSize {
  int width = 1280, height = 800;
  float aspect() const { return static_cast<float>(width) / static_cast<float>(height); }
};

/// How a picture without a window is looked at: from where the scene's camera is, or from a side of its target.
struct ViewChoice {
  std::optional<OrbitCamera::Side> side;
  bool orthographic = false;  // from a side it always is
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

  /// Of the heat map's legend, by these values; 0: there is none.
  float heat_range() const;
  /// With the legend's range, from there to there of the picture's width. Valid as long as this.
  OffscreenPainter::Part part(float range, float from, float to);

 private:
  ViewOptions shown_;
  DrawableState state_;
  Tangle tangle_;
  std::vector<float> values_;
  std::vector<uint32_t> colors_;
  ViewLines lines_;
  std::vector<LineLayer> layers_;
};

/// How two are beside each other: their words, each at the upper left corner of its part, and where the first one's
/// part ends, from 0 to 1 of the picture's width.
struct Beside {
  std::vector<std::string> labels{};
  float divider = 0.5f;
};

/// One, or two beside each other. A heat map comes with its legend and a scale bar. `range`: what the legend's upper
/// end is not below, SI; afterwards what it is.
Image paint(OffscreenPainter& painter, std::span<Drawing> drawings, const OrbitCamera& camera, const ViewOptions& shown,
            PictureSize size, float& range, const Beside& beside = {});

}  // namespace raycloth
