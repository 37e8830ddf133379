// Triangle surfaces on the host: reading them from files, what is wrong with them, and the sheets scenes ask for.
// Knows nothing of scenes, materials or devices.
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
  std::vector<Vec2> uvs;           // per vertex, along weft (x) and warp (y); empty when the mesh has none
  std::vector<Vec3> colors;        // per vertex, red, green, blue as in the file; empty unless every vertex has one
  std::vector<int> file_vertices;  // per vertex: which of the file's it is, from 0; empty without a file
  std::vector<int> file_faces;     // per triangle: which of the file's faces it is, or is cut from, from 0; likewise
  int file_size = 0;               // vertices in the file

  // The numbers that people know: of the file, or the mesh's own where there is none.
  int vertex_number(int vertex) const { return file_vertices.empty() ? vertex : file_vertices[vertex]; }
  int face_number(int triangle) const { return file_faces.empty() ? triangle : file_faces[triangle]; }
};

/// Axis-aligned box of all positions; min > max where there are none.
struct Bounds {
  Vec3 min, max;
  Vec3 size() const { return max - min; }
  Vec3 center() const { return 0.5f * (min + max); }
};
Bounds bounds(const Mesh& mesh);

/// What a mesh is, found by `inspect`. `where` names the first place ("edge 12-40 near (0, 1, 0), a border").
struct MeshReport {
  bool closed = false;    // every edge has exactly two triangles
  bool oriented = false;  // and they run along it in opposite directions
  bool outward = false;   // closed, oriented, and its signed volume is positive
  bool manifold = false;  // no edge has more than two triangles
  int components = 0;     // parts that share no vertex
  double volume = 0;      // m^3, signed; means something only when closed and oriented
  std::string where;      // empty when closed, oriented and outward
};
MeshReport inspect(const Mesh& mesh);

/// How many triangles are lower than a twentieth of their longest side.
int slivers(const Mesh& mesh);

/// Turns every triangle over.
void flip(Mesh& mesh);

/// Turns triangles over until those that share an edge face the same way, as far as that is possible; in
/// every connected patch the majority stays. Returns how many were turned.
int orient(Mesh& mesh);

/// Reads an OBJ or a glTF 2.0 (.glb, .gltf): triangles, quads, n-gons, several objects; duplicate vertices are welded
/// and unused ones dropped. Degenerate faces (repeated vertices after welding) and repeated faces are dropped with a
/// warning. Texture coordinates are kept where every vertex has one (no seams), colours where every vertex has one; of
/// welded vertices the first's.
/// Throws InputError naming file and line where it can.
Mesh load_mesh(const std::filesystem::path& file, std::vector<std::string>& warnings);

/// Whether load_mesh would read it, by its ending.
bool is_mesh_file(const std::filesystem::path& file);

/// A flat sheet in the xz-plane centred on the origin, normal +y, cells.x by cells.y squares with alternating
/// diagonals, size in metres.
Mesh make_sheet(Vec2 size, Int2 cells);

}  // namespace raycloth
