#include "app/workbench/grabbing.h"

#include <cmath>

#include "app/view/picking.h"

namespace raycloth {
namespace {

constexpr float kPushPerStep = 0.05f;  // of the distance to the eye
constexpr uint32_t kHeld = rgba(255, 255, 255), kPull = rgba(255, 190, 60);

Vec3 point_on(std::span<const Vec4> positions, Int3 t, Vec3 barycentric) {
  return Vec3(barycentric.x * positions[t.x] + barycentric.y * positions[t.y] + barycentric.z * positions[t.z]);
}

}  // namespace

bool Grabber::begin(Timeline& timeline, Simulation& simulation, const ViewRay& ray) {
  const Model& model = simulation.model();
  const std::optional<Pick> hit = pick(ray, simulation.positions(), model.triangles);
  if (!hit || model.objects[model.triangle_object[hit->triangle]].kind != ObjectKind::cloth) return false;
  id_ = timeline.grab(hit->triangle, hit->barycentric);
  if (!active()) return false;
  triangle_ = hit->triangle;
  barycentric_ = hit->barycentric;
  eye_ = ray.origin;
  target_ = plane_point_ = ray.origin + hit->distance * ray.direction;
  timeline.move_grab(id_, target_);
  return true;
}

void Grabber::move(Timeline& timeline, const ViewRay& ray, Vec3 forward) {
  const float towards = glm::dot(ray.direction, forward);
  if (!active() || towards < 1e-3f) return;  // the ray runs along the plane
  eye_ = ray.origin;
  target_ = ray.origin + glm::dot(plane_point_ - ray.origin, forward) / towards * ray.direction;
  timeline.move_grab(id_, target_);
}

void Grabber::push(float steps, Vec3 forward) {
  const float depth = glm::dot(plane_point_ - eye_, forward);
  plane_point_ += depth * (std::pow(1 + kPushPerStep, steps) - 1) * forward;
}

void Grabber::end(Timeline& timeline) {
  if (active()) timeline.release(id_);
  forget();
}

void Grabber::draw(Simulation& simulation, LineBatch& lines) const {
  if (!active()) return;
  const Vec3 held = point_on(simulation.positions(), simulation.model().triangles[triangle_], barycentric_);
  lines.line(held, target_, kPull);
  lines.dot(held, kHeld);
  lines.dot(target_, kPull);
}

}  // namespace raycloth
