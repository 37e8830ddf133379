#include "app/view/picking.h"

#include <cmath>

namespace raycloth {
namespace {

// Möller and Trumbore 1997, without culling.
std::optional<Pick> intersect(const ViewRay& ray, Vec3 a, Vec3 b, Vec3 c) {
  const Vec3 ab = b - a, ac = c - a;
  const Vec3 p = glm::cross(ray.direction, ac);
  const float determinant = glm::dot(ab, p);
  if (determinant == 0) return {};
  const Vec3 from_a = ray.origin - a;
  const float v = glm::dot(from_a, p) / determinant;
  const Vec3 q = glm::cross(from_a, ab);
  const float w = glm::dot(ray.direction, q) / determinant;
  const float distance = glm::dot(ac, q) / determinant;
  if (!(v >= 0 && w >= 0 && v + w <= 1 && distance > 0)) return {};
  return Pick{0, Vec3(1 - v - w, v, w), distance};
}

}  // namespace

std::optional<Pick> pick(const ViewRay& ray, std::span<const Vec4> positions, std::span<const Int3> triangles) {
  std::optional<Pick> nearest;
  for (size_t i = 0; i < triangles.size(); ++i) {
    const Int3 t = triangles[i];
    std::optional<Pick> hit = intersect(ray, Vec3(positions[t.x]), Vec3(positions[t.y]), Vec3(positions[t.z]));
    if (!hit || (nearest && nearest->distance <= hit->distance)) continue;
    hit->triangle = static_cast<int>(i);
    nearest = hit;
  }
  return nearest;
}

std::optional<Pick> pick(const ViewRay& ray, std::span<const Vec4> positions, const Model& model,
                         std::span<const uint8_t> hidden) {
  std::optional<Pick> nearest;
  for (size_t object = 0; object < model.objects.size(); ++object) {
    if (!hidden.empty() && hidden[object]) continue;
    const Range range = model.objects[object].triangles;
    std::optional<Pick> hit = pick(ray, positions, std::span(model.triangles).subspan(range.begin, range.size()));
    if (!hit || (nearest && nearest->distance <= hit->distance)) continue;
    hit->triangle += range.begin;
    nearest = hit;
  }
  return nearest;
}

int nearest_corner(Vec3 weights) {
  const int corner = weights.y > weights.x ? 1 : 0;
  return weights.z > weights[corner] ? 2 : corner;
}

std::optional<Vec2> place_in_picture(const CameraView& view, Vec3 point) {
  const Vec4 clip = view.projection * view.view * Vec4(point, 1);
  if (clip.w <= 0) return {};
  return Vec2(0.5f + 0.5f * clip.x / clip.w, 0.5f - 0.5f * clip.y / clip.w);
}

}  // namespace raycloth
