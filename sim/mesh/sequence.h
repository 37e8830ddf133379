// Shapes of one mesh in several OBJ files, as animation programs write them: the same vertices and faces in every
// file, the vertices in other places. Knows nothing of times or scenes.
#pragma once

#include <filesystem>
#include <vector>

#include "sim/mesh/mesh.h"

namespace raycloth {

/// The files that a pattern like "walk/walk_*.obj" names, where * stands for a whole number, by that number. Throws
/// InputError when there is none, or when a number between the first and the last is missing.
std::vector<std::filesystem::path> numbered_files(const std::filesystem::path& pattern);

/// The positions of `mesh`, which load_mesh read from `mesh_file`, in each of `files`. Throws InputError unless a file
/// has as many vertices as `mesh_file` and the same faces in the same order.
std::vector<std::vector<Vec3>> load_shapes(const std::filesystem::path& mesh_file, const Mesh& mesh,
                                           const std::vector<std::filesystem::path>& files);

}  // namespace raycloth
