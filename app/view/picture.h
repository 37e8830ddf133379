// A PNG of a simulation as it stands, drawn without a window: `raycloth run --picture`, golden pictures.
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "app/view/camera.h"
#include "app/view/heat.h"
#include "app/view/overlay.h"
#include "render/drawable.h"
#include "sim/scene/scene.h"
#include "sim/simulation.h"

namespace raycloth {

/// How a picture without a window is looked at: from where the scene's camera is, or from a side of its target.
struct ViewChoice {
  std::optional<OrbitCamera::Side> side;
  bool orthographic = false;  // from a side it always is
};

/// The scene's camera; without one, a view that frames the present state. `aspect` is width / height.
OrbitCamera camera_of(Simulation& simulation, const Scene& scene, float aspect, const ViewChoice& choice = {});

/// Colours of the cloth, and their legend.
struct HeatPicture {
  std::vector<uint32_t> colors;  // RGBA8 per vertex
  Overlay overlay;
};
/// `least`: what the legend's upper end is not below, SI. `height` of the picture in pixels.
HeatPicture heat_picture(Heat heat, Simulation& simulation, const OrbitCamera& camera, int height, float least = 0);

struct PictureOptions {
  ViewChoice view{};
  Heat heat = Heat::off;
  bool crossings = false, net = false;  // what ViewOptions draws of that name
  int width = 1280, height = 800;       // pixels
};
/// From camera_of. A heat map comes with its legend and a scale bar. Throws std::runtime_error with one line where no
/// picture can be drawn or written.
void save_picture(Simulation& simulation, const Scene& scene, const std::filesystem::path& png,
                  const PictureOptions& options = {});

}  // namespace raycloth
