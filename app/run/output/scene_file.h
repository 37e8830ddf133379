// The scene file of what runs, as it has been changed.
#pragma once

#include <filesystem>
#include <string>

#include "sim/scene/scene.h"
#include "sim/simulation.h"

namespace raycloth {

/// The text of a file that is to be `file`: `scene` with the simulation's settings, materials and pins. Throws
/// InputError where it came from no scene file.
std::string scene_text(const Scene& scene, const Simulation& simulation, const std::filesystem::path& file);

}  // namespace raycloth
