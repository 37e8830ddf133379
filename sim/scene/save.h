// A scene file that has been changed: the file it came from, with the settings and materials of now.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>

#include "sim/scene/scene.h"

namespace raycloth {

/// The text of a scene file that is to lie in `folder` and, read, has these settings and materials (of scene.objects,
/// in their order) to the bit; all else is as in scene.path, with the paths of meshes, sequences and sessions seen from
/// there. Where `pins` has a list for an object, those vertices (by their numbers in its file) are its pins. Throws
/// InputError where the scene has no document.
std::string edited_scene(const Scene& scene, const Settings& settings, std::span<const Material> materials,
                         std::span<const std::optional<std::vector<int>>> pins, const std::filesystem::path& folder);

}  // namespace raycloth
