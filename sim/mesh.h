// Triangle surfaces on the host: reading OBJ, what is wrong with them, and the sheets scenes ask for.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "device/math.h"

namespace raycloth {

struct Mesh {
  std::string source;              // file name or "sheet"
  std::vector<Vec3> positions;     // m
  std::vector<Int3> triangles;     // indices into positions, counter-clockwise seen from outside
  std::vector<Vec2> uvs;           // per vertex, metres along weft and warp; empty when the mesh has none
};

/// What a mesh is, found by `inspect`. `where` names the first place ("edge 12-40, a border").
struct MeshReport {
  bool closed = false;       // every edge has exactly two triangles
  bool oriented = false;     // and they run along it in opposite directions
  bool outward = false;      // closed, oriented, and its signed volume is positive
  bool manifold = false;     // no edge has more than two triangles
  int components = 0;
  std::string where;         // empty when closed, oriented and outward
};
MeshReport inspect(const Mesh& mesh);

/// Reads an OBJ: triangles, quads, n-gons, several objects; duplicate vertices are welded and unused ones
/// dropped. Degenerate faces (repeated vertices after welding) are dropped with a warning.
/// Throws InputError naming file and line where it can.
Mesh load_obj(const std::filesystem::path& file, std::vector<std::string>& warnings);

/// A flat sheet in the xz-plane centred on the origin, normal +y, cells.x by cells.y squares with alternating
/// diagonals, size in metres.
Mesh make_sheet(Vec2 size, Int2 cells);

}  // namespace raycloth
