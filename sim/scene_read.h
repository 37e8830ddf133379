// The two ways to a scene, behind load_scene: a scene file, and meshes with a scene put around them.
#pragma once

#include <filesystem>
#include <vector>

#include "sim/scene.h"

namespace raycloth {

Scene read_scene_file(const std::filesystem::path& json, float sheet_factor);
Scene scene_around(const std::vector<std::filesystem::path>& meshes, LoneMesh as);

}  // namespace raycloth
