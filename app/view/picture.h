// A PNG of a simulation as it stands, drawn without a window: `raycloth run --picture`, golden pictures.
#pragma once

#include <filesystem>

#include "sim/scene/scene.h"
#include "sim/simulation.h"

namespace raycloth {

/// From the scene's camera; without one, the view frames the present state. Throws std::runtime_error with
/// one line where no picture can be drawn or written.
void save_picture(Simulation& simulation, const Scene& scene, const std::filesystem::path& png);

}  // namespace raycloth
