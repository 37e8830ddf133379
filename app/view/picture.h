// A PNG of a simulation as it stands, drawn without a window: `raycloth run --picture`, golden pictures.
#pragma once

#include <filesystem>

#include "app/view/camera.h"
#include "app/view/heat.h"
#include "render/drawable.h"
#include "sim/scene/scene.h"
#include "sim/simulation.h"

namespace raycloth {

/// The scene's camera; without one, a view that frames the present state. `aspect` is width / height.
OrbitCamera camera_of(Simulation& simulation, const Scene& scene, float aspect);

struct PictureOptions {
  Heat heat = Heat::off;
  bool crossings = false, net = false;  // what ViewOptions draws of that name
  int width = 1280, height = 800;       // pixels
};
/// From camera_of. A heat map comes with its legend and a scale bar. Throws std::runtime_error with one line where no
/// picture can be drawn or written.
void save_picture(Simulation& simulation, const Scene& scene, const std::filesystem::path& png,
                  const PictureOptions& options = {});

}  // namespace raycloth
