// Shapes of one mesh, as animation programs write them: several files with the same vertices and faces, the vertices in
// other places, or the animation of a glTF. Knows nothing of scenes.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
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

/// Whether a name is of one file with its own times, a glTF.
bool is_animated_file(const std::filesystem::path& file);

struct TimedShapes {
  std::vector<double> times;              // s, ascending, one per shape
  std::vector<std::vector<Vec3>> shapes;  // the mesh goes straight from one to the next
};

/// The positions of `mesh`, which load_mesh read from `mesh_file`, in the animation of a glTF: the one of that name, or
/// the only one. Vertices that load_mesh welded go where the first of them goes. Throws InputError unless the file has
/// the vertices and faces of `mesh_file`, and an animation that moves them.
TimedShapes load_animation(const std::filesystem::path& mesh_file, const Mesh& mesh, const std::filesystem::path& file,
                           const std::optional<std::string>& name);

/// The animations of a glTF that load_animation can be told, in their order: the only one, whatever its name, or those
/// whose names are no other's. None of any other file. Throws InputError for one that cannot be read.
std::vector<std::string> animations_of(const std::filesystem::path& file);

}  // namespace raycloth
