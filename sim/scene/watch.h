// Reading a scene while somebody watches.
#pragma once

#include "sim/scene/document.h"
#include "sim/scene/scene.h"
#include "sim/watch.h"

namespace raycloth {

// As load_scene(files, as) and read_document(document, path); `watch` is told how much of the meshes' files is read.
// Throw Cancelled.
Scene load_scene(const std::vector<std::filesystem::path>& files, LoneMesh as, const Watch& watch);
Scene read_document(const std::string& document, const std::filesystem::path& path, const Watch& watch);

}  // namespace raycloth
