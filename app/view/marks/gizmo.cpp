#include "app/view/marks/gizmo.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "app/view/picking.h"

namespace raycloth {
namespace {

using Kind = GizmoHandle::Kind;

constexpr float kSize = 0.17f;   // of the picture's height
constexpr float kRing = 0.72f;   // radius, of an arrow's length
constexpr float kReach = 0.02f;  // of the picture's height: how near a mouse has to be
constexpr float kHead = 0.16f;   // of an arrow's length
constexpr int kRingParts = 64;
constexpr float kGrazing = 0.05f;  // sine of an angle below which a ray cannot tell
constexpr uint32_t kColors[] = {rgba(235, 80, 80), rgba(110, 200, 90), rgba(90, 140, 250)};
constexpr uint32_t kBright = rgba(255, 235, 120);

constexpr GizmoHandle kHandles[] = {{Kind::move, 0}, {Kind::move, 1}, {Kind::move, 2},
                                    {Kind::turn, 0}, {Kind::turn, 1}, {Kind::turn, 2}};

Vec3 axis_of(int i) {
  Vec3 axis(0);
  axis[i] = 1;
  return axis;
}

Vec3 on_ring(const Gizmo& gizmo, int axis, float angle) {
  Vec3 point = gizmo.center;
  point[(axis + 1) % 3] += kRing * gizmo.size * std::cos(angle);
  point[(axis + 2) % 3] += kRing * gizmo.size * std::sin(angle);
  return point;
}

/// The points that lines between them draw it with.
std::vector<Vec3> line_of(const Gizmo& gizmo, const GizmoHandle& handle) {
  if (handle.kind == Kind::move) return {gizmo.center, gizmo.center + gizmo.size * axis_of(handle.axis)};
  std::vector<Vec3> points;
  for (int i = 0; i <= kRingParts; ++i)
    points.push_back(on_ring(gizmo, handle.axis, 2 * std::numbers::pi_v<float> * i / kRingParts));
  return points;
}

float distance_to_segment(Vec2 p, Vec2 a, Vec2 b) {
  const Vec2 along = b - a, to = p - a;
  const float squared = along.x * along.x + along.y * along.y;
  const float t = squared > 0 ? std::clamp((to.x * along.x + to.y * along.y) / squared, 0.0f, 1.0f) : 0;
  return std::hypot(to.x - t * along.x, to.y - t * along.y);
}

/// In the picture's heights; infinite where it is behind the eye.
float distance_in_picture(const std::vector<Vec3>& points, const CameraView& view, Vec2 place, float aspect) {
  const auto squared = [&](Vec2 p) { return Vec2(aspect * p.x, p.y); };
  float nearest = INFINITY;
  for (size_t i = 1; i < points.size(); ++i) {
    const auto a = place_in_picture(view, points[i - 1]), b = place_in_picture(view, points[i]);
    if (a && b) nearest = std::min(nearest, distance_to_segment(squared(place), squared(*a), squared(*b)));
  }
  return nearest;
}

/// m that the picture's height is at a point's depth.
float height_at(Vec3 point, const CameraView& view) {
  const float w = (view.projection * view.view * Vec4(point, 1)).w;
  return 2 * std::max(w, 1e-3f) / view.projection[1][1];
}

}  // namespace

Gizmo gizmo_at(Vec3 center, const CameraView& view) { return {center, kSize * height_at(center, view)}; }

std::span<const GizmoHandle> gizmo_handles() { return kHandles; }

std::string name_of(const GizmoHandle& handle) {
  return (handle.kind == Kind::move ? "move " : "turn ") + std::string(1, static_cast<char>('x' + handle.axis));
}

Vec3 place_of(const Gizmo& gizmo, const GizmoHandle& handle) {
  if (handle.kind == Kind::move) return gizmo.center + gizmo.size * axis_of(handle.axis);
  return on_ring(gizmo, handle.axis, 0.25f * std::numbers::pi_v<float>);  // rings cross where an angle is 0
}

std::optional<GizmoHandle> handle_at(const Gizmo& gizmo, const CameraView& view, Vec2 place, float aspect) {
  std::optional<GizmoHandle> nearest;
  float distance = kReach;
  for (const GizmoHandle& handle : kHandles) {
    const float here = distance_in_picture(line_of(gizmo, handle), view, place, aspect);
    if (here >= distance) continue;
    nearest = handle;
    distance = here;
  }
  return nearest;
}

std::optional<float> measure(const Gizmo& gizmo, const GizmoHandle& handle, const ViewRay& ray) {
  const Vec3 axis = axis_of(handle.axis), from = ray.origin - gizmo.center;
  const float along = glm::dot(ray.direction, axis);
  if (handle.kind == Kind::move) {  // the point of the axis nearest to the ray
    const float sine_squared = 1 - along * along;
    if (sine_squared < kGrazing * kGrazing) return {};
    return (glm::dot(from, axis) - along * glm::dot(from, ray.direction)) / sine_squared;
  }
  if (std::abs(along) < kGrazing) return {};
  const Vec3 point = from - glm::dot(from, axis) / along * ray.direction;
  return std::atan2(point[(handle.axis + 2) % 3], point[(handle.axis + 1) % 3]);
}

void add_arrow(Vec3 from, Vec3 to, uint32_t color, LineBatch& lines) {
  const Vec3 way = to - from;
  lines.line(from, to, color);
  const Vec3 other = std::abs(way.y) < 0.9f * glm::length(way) ? Vec3(0, 1, 0) : Vec3(1, 0, 0);
  const Vec3 side = glm::cross(way, other);
  if (glm::length(side) == 0) return;
  const Vec3 across = 0.4f * kHead * glm::length(way) * glm::normalize(side);
  const Vec3 up = 0.4f * kHead * glm::length(way) * glm::normalize(glm::cross(side, way));
  for (const Vec3& out : {across, -across, up, -up}) lines.line(to, to - kHead * way + out, color);
}

void add_gizmo(const Gizmo& gizmo, const std::optional<GizmoHandle>& bright, LineBatch& lines) {
  for (const GizmoHandle& handle : kHandles) {
    const uint32_t color = handle == bright ? kBright : kColors[handle.axis];
    const std::vector<Vec3> points = line_of(gizmo, handle);
    if (handle.kind == Kind::move) {
      add_arrow(points[0], points[1], color, lines);
      continue;
    }
    for (size_t i = 1; i < points.size(); ++i) lines.line(points[i - 1], points[i], color);
  }
}

}  // namespace raycloth
