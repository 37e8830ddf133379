// The raw contents of a mesh file, in the arrays in which tinyobjloader has those of an OBJ, once they were checked.
// For the readers of meshes and of sequences alone.
#pragma once

#include <tiny_obj_loader.h>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "sim/watch.h"

namespace raycloth {

struct ParsedMesh {
  tinyobj::attrib_t attrib;
  std::vector<tinyobj::shape_t> shapes;  // faces as they are in the file, not cut into triangles
  std::vector<std::string> warnings;     // what of the file is not followed
};

/// The mesh of a file at rest, and where its vertices are at ascending times, linear between two.
struct ParsedAnimation {
  ParsedMesh mesh;
  std::vector<double> times;                 // s
  std::vector<std::vector<float>> vertices;  // for each time, as those of mesh.attrib
};

/// Whether a file with this ending (".obj") is a mesh that can be read; which there are, for messages.
bool is_mesh_ending(const std::string& ending);
inline constexpr const char* kMeshEndings = ".obj, .glb or .gltf";

/// Whether it is a glTF 2.0, by its ending.
bool is_gltf_file(const std::filesystem::path& file);

/// An OBJ, or a glTF 2.0 by its ending. Throws InputError naming file and place.
ParsedMesh parse_mesh(const std::filesystem::path& file, const Watch& watch = {});

/// Of a file's text; `name` begins messages, with the line where it can. `watch` is told of its bytes.
ParsedMesh parse_obj(const std::string& text, const std::string& name, const Watch& watch = {});

/// Of a file's bytes: the triangles of the scene that it shows, every mesh under its nodes' transforms, vertices
/// counted on through primitives in the order of nodes, morph targets as far in as the file says. `folder` has the
/// files that it names. Points and lines are passed over.
ParsedMesh parse_gltf(const std::string& bytes, const std::string& name, const std::filesystem::path& folder);

/// The animation of that name of a glTF; without a name, its only one that moves what parse_gltf reads. Weights of
/// morph targets and nodes are followed, skins are not. Throws InputError naming file and place.
ParsedAnimation parse_animation(const std::filesystem::path& file, const std::optional<std::string>& name);
/// The names of all that it could be told.
std::vector<std::string> parse_animation_names(const std::filesystem::path& file);

}  // namespace raycloth
