// Reading a mesh while somebody watches.
#pragma once

#include "sim/mesh/mesh.h"
#include "sim/watch.h"

namespace raycloth {

/// As load_mesh(file, warnings); `watch` is told of an OBJ's bytes and then of faces, of a glTF of faces alone. Throws
/// Cancelled.
Mesh load_mesh(const std::filesystem::path& file, std::vector<std::string>& warnings, const Watch& watch);

}  // namespace raycloth
