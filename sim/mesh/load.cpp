// Reading mesh files, and tidying what they hold: welding, dropping what draws nothing.
#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <span>

#include "device/error.h"
#include "sim/mesh/parse.h"
#include "sim/mesh/polygon.h"
#include "sim/mesh/watch.h"

namespace raycloth {
namespace {

constexpr double kParsing = 0.5;  // of the time; then faces are welded

/// Collects welded vertices, triangles and texture coordinates, and counts what is left out.
class MeshBuilder {
 public:
  explicit MeshBuilder(const tinyobj::attrib_t& attrib) : attrib_(attrib) {}

  /// tinyobjloader's own triangulation cuts a concave quad along its shorter diagonal, even an outer one.
  void add_face(std::span<const tinyobj::index_t> corners) {
    ++face_;
    std::vector<int> vertices;
    std::vector<Vec3> places;
    for (const tinyobj::index_t& corner : corners) {
      const int vertex = weld(corner);
      if (!vertices.empty() && (vertex == vertices.back() || vertex == vertices.front())) continue;
      vertices.push_back(vertex);
      places.push_back(mesh_.positions[vertex]);
    }
    if (vertices.size() < 3) {
      ++degenerate_;
      return;
    }
    if (vertices.size() > 3 && !is_new(vertices)) {  // its triangles may be cut otherwise than the first time
      ++repeated_;
      return;
    }
    for (const Int3& t : triangulate_polygon(places)) add_triangle({vertices[t.x], vertices[t.y], vertices[t.z]});
  }

  Mesh finish(const std::string& name, std::vector<std::string>& warnings) {
    if (degenerate_ > 0)
      warnings.push_back(name + ": " + std::to_string(degenerate_) + " faces without an area left out");
    if (repeated_ > 0)
      warnings.push_back(name + ": " + std::to_string(repeated_) + " faces that repeat another left out");
    if (!has_uvs_) mesh_.uvs.clear();
    drop_unused();
    return std::move(mesh_);
  }

 private:
  void add_triangle(const Int3& t) {
    if (t.x == t.y || t.y == t.z || t.z == t.x) {
      ++degenerate_;
      return;
    }
    if (is_new({t.x, t.y, t.z})) {
      mesh_.triangles.push_back(t);
      mesh_.file_faces.push_back(face_);
    } else {
      ++repeated_;
    }
  }

  /// Whether no face with these vertices has been here, whichever way it faced.
  bool is_new(std::vector<int> vertices) {
    std::sort(vertices.begin(), vertices.end());
    return seen_.insert(std::move(vertices)).second;
  }

  int weld(const tinyobj::index_t& corner) {
    const float* at = &attrib_.vertices[3 * static_cast<size_t>(corner.vertex_index)];
    const std::array<float, 3> key{at[0] + 0.0f, at[1] + 0.0f, at[2] + 0.0f};  // -0 becomes 0
    const auto [found, added] = index_.try_emplace(key, static_cast<int>(mesh_.positions.size()));
    const Vec2 uv = texture_coordinate(corner);
    if (added) {
      mesh_.positions.push_back({key[0], key[1], key[2]});
      mesh_.file_vertices.push_back(corner.vertex_index);
      mesh_.uvs.push_back(uv);
    } else if (mesh_.uvs[found->second] != uv) {
      has_uvs_ = false;  // a seam
    }
    return found->second;
  }

  Vec2 texture_coordinate(const tinyobj::index_t& corner) {
    const size_t at = 2 * static_cast<size_t>(corner.texcoord_index);
    if (corner.texcoord_index < 0 || at + 1 >= attrib_.texcoords.size()) {
      has_uvs_ = false;
      return Vec2(0);
    }
    return {attrib_.texcoords[at], attrib_.texcoords[at + 1]};
  }

  /// A vertex may have had nothing but degenerate faces.
  void drop_unused() {
    std::vector<int> renamed(mesh_.positions.size(), -1);
    for (const Int3& t : mesh_.triangles)
      for (int k = 0; k < 3; ++k) renamed[t[k]] = 0;
    int kept = 0;
    for (size_t v = 0; v < renamed.size(); ++v) {
      if (renamed[v] < 0) continue;
      renamed[v] = kept;
      mesh_.positions[kept] = mesh_.positions[v];
      mesh_.file_vertices[kept] = mesh_.file_vertices[v];
      if (!mesh_.uvs.empty()) mesh_.uvs[kept] = mesh_.uvs[v];
      ++kept;
    }
    mesh_.positions.resize(kept);
    mesh_.file_vertices.resize(kept);
    if (!mesh_.uvs.empty()) mesh_.uvs.resize(kept);
    for (Int3& t : mesh_.triangles) t = {renamed[t.x], renamed[t.y], renamed[t.z]};
  }

  const tinyobj::attrib_t& attrib_;
  Mesh mesh_;
  std::map<std::array<float, 3>, int> index_;
  std::set<std::vector<int>> seen_;
  bool has_uvs_ = true;
  int degenerate_ = 0, repeated_ = 0;
  int face_ = -1;  // of the file, the present one
};

/// Those of the mesh's vertices among the file's.
std::vector<Vec3> colors_of(const Mesh& mesh, const std::vector<float>& file_colors) {
  std::vector<Vec3> colors;
  for (const int v : mesh.file_vertices) {
    const float* color = &file_colors[3 * static_cast<size_t>(v)];
    colors.emplace_back(color[0], color[1], color[2]);
  }
  return colors;
}

void add_faces(const ParsedMesh& parsed, MeshBuilder& builder, const Watch& watch) {
  constexpr size_t kOften = 4096;  // faces between two questions
  size_t all = 0, done = 0;
  for (const tinyobj::shape_t& shape : parsed.shapes) all += shape.mesh.num_face_vertices.size();
  for (const tinyobj::shape_t& shape : parsed.shapes) {
    size_t at = 0;
    for (const unsigned char corners : shape.mesh.num_face_vertices) {
      if (done++ % kOften == 0) go_on(watch, static_cast<double>(done) / static_cast<double>(all));
      builder.add_face({shape.mesh.indices.data() + at, corners});
      at += corners;
    }
  }
}

}  // namespace

Mesh load_mesh(const std::filesystem::path& file, std::vector<std::string>& warnings) {
  return load_mesh(file, warnings, {});
}

Mesh load_mesh(const std::filesystem::path& file, std::vector<std::string>& warnings, const Watch& watch) {
  const std::string name = file.string();
  const ParsedMesh parsed = parse_mesh(file, part_of(watch, 0, kParsing));
  warnings.insert(warnings.end(), parsed.warnings.begin(), parsed.warnings.end());
  MeshBuilder builder(parsed.attrib);
  add_faces(parsed, builder, part_of(watch, kParsing, 1));
  Mesh mesh = builder.finish(name, warnings);
  if (!parsed.attrib.colors.empty()) mesh.colors = colors_of(mesh, parsed.attrib.colors);
  mesh.file_size = static_cast<int>(parsed.attrib.vertices.size() / 3);
  check(!mesh.triangles.empty(), name + ": found no faces, expected at least one triangle");
  mesh.source = file.filename().string();
  return mesh;
}

}  // namespace raycloth
