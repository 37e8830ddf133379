// The raw contents of an OBJ file, as tinyobjloader has them once the text was checked. For the readers of meshes and
// of sequences alone.
#pragma once

#include <tiny_obj_loader.h>

#include <filesystem>
#include <vector>

namespace raycloth {

struct ParsedObj {
  tinyobj::attrib_t attrib;
  std::vector<tinyobj::shape_t> shapes;  // faces as they are in the file, not cut into triangles
};

/// Throws InputError naming file and line where it can.
ParsedObj parse_obj(const std::filesystem::path& file);

}  // namespace raycloth
