#include "sim/model/parts/threads.h"

#include <algorithm>
#include <cmath>

#include "sim/mesh/mesh.h"

namespace raycloth {
namespace {

constexpr float kAcross = 0.92387953f;  // cos 22.5 degrees
/// Twice the area below this part of the square of the longest side: shapes that no float calculation survives.
constexpr double kFlattest = 1e-5;

bool has_area(const Sides& sides) {
  const auto squared = [](const glm::dvec3& v) { return glm::dot(v, v); };
  return sides.area2() > kFlattest * std::max({squared(sides.p), squared(sides.q), squared(sides.p - sides.q)});
}

Vec3 unit_or(const Vec3& v, const Vec3& fallback) {
  const float length = glm::length(v);
  return length > 0 ? v / length : fallback;
}

/// From texture coordinates: the warp runs where v grows and u stays.
Vec3 warp_from_uvs(const Mesh& mesh, const Int3& t) {
  const Vec3 p = mesh.positions[t.y] - mesh.positions[t.x], q = mesh.positions[t.z] - mesh.positions[t.x];
  const Vec2 a = mesh.uvs[t.y] - mesh.uvs[t.x], b = mesh.uvs[t.z] - mesh.uvs[t.x];
  const float area = a.x * b.y - a.y * b.x;
  if (area == 0 || !std::isfinite(area)) return Vec3(0);
  return unit_or((area > 0 ? 1.0f : -1.0f) * (a.x * q - b.x * p), Vec3(0));
}

/// Without them: the longest horizontal axis of the object, laid into the triangle, or the vertical axis where the
/// triangle stands across that.
Vec3 warp_from_axis(const Vec3& normal, const Vec3& axis) {
  const Vec3 along = std::abs(glm::dot(normal, axis)) > kAcross ? Vec3(0, 1, 0) : axis;
  return unit_or(along - glm::dot(along, normal) * normal, Vec3(0));
}

Vec3 longest_horizontal_axis(const Mesh& mesh) {
  const Vec3 size = bounds(mesh).size();
  return size.x >= size.z ? Vec3(1, 0, 0) : Vec3(0, 0, 1);
}

}  // namespace

Sides sides_of(const Model& model, const Int3& t) {
  const glm::dvec3 a(model.positions[t.x]);
  return {glm::dvec3(model.positions[t.y]) - a, glm::dvec3(model.positions[t.z]) - a};
}

std::vector<Threads> find_threads(const Scene& scene, const Model& model) {
  std::vector<Vec3> axes;
  for (const SceneObject& object : scene.objects) axes.push_back(longest_horizontal_axis(object.mesh));
  std::vector<Threads> threads(model.triangles.size());
  for (size_t i = 0; i < threads.size(); ++i) {
    const int object = model.triangle_object[i];
    if (model.objects[object].kind != ObjectKind::cloth) continue;
    const Mesh& mesh = scene.objects[object].mesh;
    const Int3 t = model.triangles[i];
    const Vec3 a(model.positions[t.x]), b(model.positions[t.y]), c(model.positions[t.z]);
    const Vec3 normal = unit_or(glm::cross(b - a, c - a), Vec3(0));
    if (normal == Vec3(0) || !has_area(sides_of(model, t))) continue;
    const Int3 source{model.source_vertex[t.x], model.source_vertex[t.y], model.source_vertex[t.z]};
    Vec3 warp = mesh.uvs.empty() ? Vec3(0) : warp_from_uvs(mesh, source);
    if (warp == Vec3(0)) warp = warp_from_axis(normal, axes[object]);
    threads[i] = {warp, glm::cross(normal, warp)};
  }
  return threads;
}

Vec2 direction_of(const Vec3& way, const Threads& threads) {
  const Vec2 flat(glm::dot(way, threads.warp), glm::dot(way, threads.weft));
  const float length = std::sqrt(flat.x * flat.x + flat.y * flat.y);
  return length > 0 ? Vec2(flat.x / length, flat.y / length) : Vec2(1, 0);
}

Vec3 give_along(const Vec2& direction) {
  const float c2 = direction.x * direction.x, s2 = direction.y * direction.y;
  return {c2 * c2, s2 * s2, c2 * s2};
}

}  // namespace raycloth
