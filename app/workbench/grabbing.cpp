#include "app/workbench/grabbing.h"

#include <algorithm>
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

bool Grabber::begin(Runner& runner, const Frame& frame, const ViewRay& ray, std::span<const uint8_t> hidden) {
  const Model& model = frame.opened->model;
  const std::optional<Pick> hit = pick(ray, frame.positions, model, hidden);
  if (!hit || model.objects[model.triangle_object[hit->triangle]].kind != ObjectKind::cloth) return false;
  active_ = true;
  ++hand_;
  triangle_ = hit->triangle;
  barycentric_ = hit->barycentric;
  target_ = plane_point_ = ray.origin + hit->distance * ray.direction;
  asked_ = runner.ask([hand = hand_, hit = *hit, target = target_](LiveScene& scene) {
    scene.grab(hand, hit.triangle, hit.barycentric, target);
  });
  return true;
}

void Grabber::move(Runner& runner, const ViewRay& ray, Vec3 forward) {
  const float towards = glm::dot(ray.direction, forward);
  if (!active() || towards < 1e-3f) return;  // the ray runs along the plane
  target_ = ray.origin + glm::dot(plane_point_ - ray.origin, forward) / towards * ray.direction;
  runner.ask(Runner::Kind::value, "hand " + std::to_string(hand_),
             [hand = hand_, target = target_](LiveScene& scene) { scene.move_grab(hand, target); });
}

void Grabber::push(float steps, Vec3 forward, Vec3 eye) {
  const float depth = std::abs(glm::dot(plane_point_ - eye, forward));
  plane_point_ += depth * (std::pow(1 + kPushPerStep, steps) - 1) * forward;
}

void Grabber::end(Runner& runner) {
  if (active()) runner.ask([hand = hand_](LiveScene& scene) { scene.release(hand); });
  forget();
}

void Grabber::follow(const Frame& frame) {
  if (frame.done >= asked_ && std::ranges::find(frame.hands, hand_) == frame.hands.end()) forget();
}

void Grabber::draw(const Frame& frame, LineBatch& lines) const {
  if (!active()) return;
  const Vec3 held = point_on(frame.positions, frame.opened->model.triangles[triangle_], barycentric_);
  lines.line(held, target_, kPull);
  lines.dot(held, kHeld);
  lines.dot(target_, kPull);
}

}  // namespace raycloth
