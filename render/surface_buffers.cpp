#include "render/surface_buffers.h"

#include <algorithm>
#include <cstdint>

#include "render/draw_calls.h"

namespace raycloth {
namespace {

uint64_t undirected(Int2 edge) {
  const auto [low, high] = std::minmax(edge.x, edge.y);
  return static_cast<uint64_t>(low) << 32 | static_cast<uint32_t>(high);
}

GlName static_buffer(const void* data, size_t bytes) {
  GlName buffer = make_buffer();
  glNamedBufferData(buffer, static_cast<GLsizeiptr>(bytes), data, GL_STATIC_DRAW);
  return buffer;
}

void add_attribute(GLuint array, GLuint location, GLuint buffer, int components) {
  glVertexArrayVertexBuffer(array, location, buffer, 0, sizeof(Vec4));
  glVertexArrayAttribFormat(array, location, components, GL_FLOAT, GL_FALSE, 0);
  glVertexArrayAttribBinding(array, location, location);
  glEnableVertexArrayAttrib(array, location);
}

std::vector<Vec4> material_of(const DrawableScene& scene) {
  std::vector<Vec4> result(scene.rest_positions.begin(), scene.rest_positions.end());
  for (size_t v = 0; v < scene.material_positions.size(); ++v) result[v] = Vec4(scene.material_positions[v], 1);
  return result;
}

/// Per vertex, w: the factor of the half thickness; xyz: its gradient over the material (1/m), the mean of those of the
/// triangles around, by area.
std::vector<Vec4> thickness_of(const DrawableScene& scene, std::span<const Vec4> material) {
  std::vector<Vec4> thickness(scene.rest_positions.size(), Vec4(0, 0, 0, 1));
  if (scene.thickness_factors.empty()) return thickness;
  for (size_t v = 0; v < thickness.size(); ++v) thickness[v].w = scene.thickness_factors[v];
  std::vector<float> areas(thickness.size(), 0);
  const auto add = [&](const Int3& t) {
    const Vec3 a(material[t.x]), b(material[t.y]), c(material[t.z]);
    const Vec3 cross = glm::cross(b - a, c - a);
    const float area = glm::length(cross);
    if (area == 0) return;
    const Vec3 rise = thickness[t.x].w * (c - b) + thickness[t.y].w * (a - c) + thickness[t.z].w * (b - a);
    for (int k = 0; k < 3; ++k) {
      thickness[t[k]] += Vec4(glm::cross(cross / area, rise), 0);  // the triangle's gradient times its area
      areas[t[k]] += area;
    }
  };
  for (const DrawableSurface& surface : scene.surfaces) std::ranges::for_each(surface.triangles, add);
  for (size_t v = 0; v < thickness.size(); ++v) {
    if (areas[v] > 0) thickness[v] = Vec4(Vec3(thickness[v]) / areas[v], thickness[v].w);
  }
  return thickness;
}

GlName static_buffer(const std::vector<Vec4>& values) {
  return static_buffer(values.data(), values.size() * sizeof(Vec4));
}

}  // namespace

std::vector<Int2> find_border_edges(std::span<const Int3> triangles) {
  std::vector<Int2> edges;
  edges.reserve(3 * triangles.size());
  for (const Int3& t : triangles) edges.insert(edges.end(), {{t.x, t.y}, {t.y, t.z}, {t.z, t.x}});
  std::ranges::sort(edges, {}, undirected);
  std::vector<Int2> borders;
  for (size_t i = 0, next; i < edges.size(); i = next) {
    next = i + 1;
    while (next < edges.size() && undirected(edges[next]) == undirected(edges[i])) ++next;
    if (next == i + 1) borders.push_back(edges[i]);
  }
  return borders;
}

SurfaceBuffers::SurfaceBuffers(const DrawableScene& scene)
    : positions_(make_buffer()),
      normals_(make_buffer()),
      material_positions_(static_buffer(material_of(scene))),
      thickness_(static_buffer(thickness_of(scene, material_of(scene)))),
      colors_(make_buffer()),
      surface_array_(make_vertex_array()),
      empty_array_(make_vertex_array()) {
  std::vector<Int3> triangles;
  std::vector<Int2> borders;
  for (const DrawableSurface& surface : scene.surfaces) {
    SurfaceRange range;
    range.first_index = static_cast<int>(3 * triangles.size());
    range.index_count = static_cast<int>(3 * surface.triangles.size());
    range.first_border_edge = static_cast<int>(borders.size());
    triangles.insert(triangles.end(), surface.triangles.begin(), surface.triangles.end());
    if (surface.cloth) {
      const std::vector<Int2> own = find_border_edges(surface.triangles);
      borders.insert(borders.end(), own.begin(), own.end());
      range.border_edge_count = static_cast<int>(own.size());
    }
    ranges_.push_back(range);
  }
  indices_ = static_buffer(triangles.data(), triangles.size() * sizeof(Int3));
  border_edges_ = static_buffer(borders.data(), borders.size() * sizeof(Int2));

  for (GLuint buffer : {GLuint(positions_), GLuint(normals_)}) upload(buffer, scene.rest_positions, GL_STREAM_DRAW);
  add_attribute(surface_array_, 0, positions_, 4);
  add_attribute(surface_array_, 1, normals_, 4);
  add_attribute(surface_array_, 2, material_positions_, 3);
  add_attribute(surface_array_, 3, thickness_, 4);
  upload(colors_, std::span<const uint32_t>(std::vector<uint32_t>(scene.rest_positions.size())), GL_STREAM_DRAW);
  glVertexArrayVertexBuffer(surface_array_, 4, colors_, 0, sizeof(uint32_t));
  glVertexArrayAttribFormat(surface_array_, 4, 4, GL_UNSIGNED_BYTE, GL_TRUE, 0);
  glVertexArrayAttribBinding(surface_array_, 4, 4);
  glEnableVertexArrayAttrib(surface_array_, 4);
  glVertexArrayElementBuffer(surface_array_, indices_);
}

void SurfaceBuffers::upload_vertices(const DrawableState& state) {
  const auto bytes = static_cast<GLsizeiptr>(state.positions.size_bytes());
  glNamedBufferSubData(positions_, 0, bytes, state.positions.data());
  glNamedBufferSubData(normals_, 0, bytes, state.normals.data());
  glNamedBufferSubData(colors_, 0, static_cast<GLsizeiptr>(state.colors.size_bytes()), state.colors.data());
}

void SurfaceBuffers::bind() const {
  glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, positions_);
  glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 1, normals_);
  glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 2, border_edges_);
  glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 3, thickness_);
  glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 4, colors_);
}

void SurfaceBuffers::draw_triangles(const SurfaceRange& range) const {
  glBindVertexArray(surface_array_);
  draw_indexed(range.index_count, range.first_index);
}

void SurfaceBuffers::draw_border(const SurfaceRange& range) const {
  if (range.border_edge_count == 0) return;
  glBindVertexArray(empty_array_);
  draw_vertices(6 * range.border_edge_count);
}

}  // namespace raycloth
