// Stretch: the edges of cloth, and which of them run along the warp, the weft or the bias.
#include <cmath>

#include "sim/model/colors.h"
#include "sim/model/parts.h"

namespace raycloth {
namespace {

constexpr float kCosKind = 0.92387953f;  // cos 22.5 degrees: halfway between a thread and the bias

struct Threads {
  Vec3 weft, warp;  // unit directions within a triangle
};

Vec3 unit_or(const Vec3& v, const Vec3& fallback) {
  const float length = glm::length(v);
  return length > 0 ? v / length : fallback;
}

/// From texture coordinates: the derivatives of position along u and v.
bool threads_from_uvs(const Mesh& mesh, const Int3& t, Threads& threads) {
  const Vec3 p = mesh.positions[t.y] - mesh.positions[t.x], q = mesh.positions[t.z] - mesh.positions[t.x];
  const Vec2 a = mesh.uvs[t.y] - mesh.uvs[t.x], b = mesh.uvs[t.z] - mesh.uvs[t.x];
  const float area = a.x * b.y - a.y * b.x;
  if (area == 0 || !std::isfinite(area)) return false;
  const float sign = area > 0 ? 1.0f : -1.0f;
  threads.weft = unit_or(sign * (b.y * p - a.y * q), Vec3(0));
  threads.warp = unit_or(sign * (a.x * q - b.x * p), Vec3(0));
  return true;
}

/// Without them: the warp is the longest horizontal axis of the object, laid into the triangle, or the
/// vertical axis where the triangle stands across that.
Threads threads_from_axis(const Mesh& mesh, const Int3& t, const Vec3& axis) {
  const Vec3 p = mesh.positions[t.y] - mesh.positions[t.x], q = mesh.positions[t.z] - mesh.positions[t.x];
  const Vec3 normal = unit_or(glm::cross(p, q), Vec3(0, 1, 0));
  const bool across = std::abs(glm::dot(normal, axis)) > kCosKind;
  const Vec3 along = across ? Vec3(0, 1, 0) : axis;
  const Vec3 warp = unit_or(along - glm::dot(along, normal) * normal, axis);
  return {glm::cross(normal, warp), warp};
}

EdgeKind kind_of(const Vec3& direction, const Threads& threads) {
  if (std::abs(glm::dot(direction, threads.warp)) >= kCosKind) return EdgeKind::warp;
  if (std::abs(glm::dot(direction, threads.weft)) >= kCosKind) return EdgeKind::weft;
  return EdgeKind::shear;
}

Vec3 longest_horizontal_axis(const Mesh& mesh) {
  const Vec3 size = bounds(mesh).size();
  return size.x >= size.z ? Vec3(1, 0, 0) : Vec3(0, 0, 1);
}

void color_edges(Model& model) {
  std::vector<int> vertices;
  for (const Int2& edge : model.edges) vertices.insert(vertices.end(), {edge.x, edge.y});
  Coloring coloring = color_elements(vertices, 2, static_cast<int>(model.positions.size()));
  reorder(model.edges, coloring.order);
  reorder(model.edge_lengths, coloring.order);
  reorder(model.edge_kinds, coloring.order);
  reorder(model.edge_objects, coloring.order);
  model.edge_colors = std::move(coloring.colors);
}

}  // namespace

void find_edges(const Scene& scene, Model& model) {
  std::vector<Vec3> axes;
  for (const SceneObject& object : scene.objects) axes.push_back(longest_horizontal_axis(object.mesh));
  for_edges(sorted_sides(model), [&](std::span<const Side> sides) {
    const Side& side = sides[0];
    const int object = model.triangle_object[side.triangle];
    if (model.objects[object].kind != ObjectKind::cloth) return;
    const Vec3 along = Vec3(model.positions[side.high]) - Vec3(model.positions[side.low]);
    const float length = glm::length(along);
    if (!(length > 0)) return;

    const Mesh& mesh = scene.objects[object].mesh;
    const Int3 t = model.triangles[side.triangle];
    const Int3 source{model.source_vertex[t.x], model.source_vertex[t.y], model.source_vertex[t.z]};
    Threads threads;
    if (mesh.uvs.empty() || !threads_from_uvs(mesh, source, threads))
      threads = threads_from_axis(mesh, source, axes[object]);
    model.edges.push_back({side.low, side.high});
    model.edge_lengths.push_back(length);
    model.edge_kinds.push_back(kind_of(along / length, threads));
    model.edge_objects.push_back(object);
  });
  color_edges(model);
}

}  // namespace raycloth
