#include "app/workbench/tools/grabbing.h"

#include <algorithm>
#include <cmath>

#include "app/view/picking.h"
#include "sim/model/cuts.h"
#include "sim/text.h"

namespace raycloth {
namespace {

constexpr float kPushPerStep = 0.05f;  // of the distance to the eye
constexpr float kTakeAgain = 0.012f;   // rad between a ray and a target that it takes
constexpr Vec3 kGentle(255, 190, 60), kHard(255, 60, 40);
constexpr uint32_t kHeld = rgba(255, 255, 255), kKept = rgba(120, 200, 255);

Vec3 point_on(std::span<const Vec4> positions, Int3 t, Vec3 barycentric) {
  return Vec3(barycentric.x * positions[t.x] + barycentric.y * positions[t.y] + barycentric.z * positions[t.z]);
}

uint32_t pull_color(float force) {
  const Vec3 color = kGentle + (kHard - kGentle) * std::min(force / Simulation::kMostGrabForce, 1.0f);
  return rgba(static_cast<int>(color.x), static_cast<int>(color.y), static_cast<int>(color.z));
}

}  // namespace

Grabber::Hold* Grabber::near_target(const ViewRay& ray) {
  for (Hold& hold : holds_) {
    const Vec3 way = hold.target - ray.origin;
    const float along = glm::dot(way, ray.direction);
    const bool near = along > 0 && glm::length(way - along * ray.direction) < kTakeAgain * along;
    if (near && !hold.pulled) return &hold;
  }
  return nullptr;
}

const Grabber::Hold* Grabber::pulled(Puller by) const {
  const auto found = std::ranges::find_if(holds_, [&](const Hold& hold) { return hold.pulled && hold.by == by; });
  return found == holds_.end() ? nullptr : &*found;
}

bool Grabber::begin(Puller by, Runner& runner, const Frame& frame, const ViewRay& ray,
                    std::span<const uint8_t> hidden) {
  if (Hold* const again = near_target(ray)) {
    again->by = by;
    again->pulled = true;
    return true;
  }
  const Model& model = frame.opened->model;
  const std::optional<Pick> hit = pick(ray, frame.positions, model, hidden);
  if (!hit || model.objects[model.triangle_object[hit->triangle]].kind != ObjectKind::cloth) return false;
  const int hand = ++hands_;
  const Vec3 target = ray.origin + hit->distance * ray.direction;
  const Ticket asked =
      runner.ask([=, hit = *hit](LiveScene& scene) { scene.grab(hand, hit.triangle, hit.barycentric, target); });
  holds_.push_back({hand, asked, hit->triangle, hit->barycentric, target, target, 1, by, true, false});
  return true;
}

void Grabber::move(Puller by, Runner& runner, const ViewRay& ray, Vec3 forward, float strength) {
  Hold* const hold = pulled(by);
  const float towards = glm::dot(ray.direction, forward);
  if (!hold || towards < 1e-3f) return;  // the ray runs along the plane
  const Vec3 target = ray.origin + glm::dot(hold->plane_point - ray.origin, forward) / towards * ray.direction;
  if (hold->kept) strength = std::max(strength, hold->strength);  // what pulls may be on its way to let go
  if (target == hold->target && strength == hold->strength) return;
  hold->target = target;
  hold->strength = strength;
  runner.ask(Runner::Kind::value, "hand " + std::to_string(hold->hand),
             [=, hand = hold->hand](LiveScene& scene) { scene.move_grab(hand, target, strength); });
}

void Grabber::push(Puller by, float steps, Vec3 forward, Vec3 eye) {
  Hold* const hold = pulled(by);
  if (!hold) return;
  Vec3& point = hold->plane_point;
  point += std::abs(glm::dot(point - eye, forward)) * (std::pow(1 + kPushPerStep, steps) - 1) * forward;
}

void Grabber::let_go(Runner& runner, const std::function<bool(const Hold&)>& which) {
  for (const Hold& hold : holds_) {
    if (which(hold)) runner.ask([hand = hold.hand](LiveScene& scene) { scene.release(hand); });
  }
  std::erase_if(holds_, which);
}

void Grabber::end(Puller by, Runner& runner) {
  Hold* const hold = pulled(by);
  if (!hold) return;
  if (!hold->kept) return let_go(runner, [hand = hold->hand](const Hold& other) { return other.hand == hand; });
  hold->pulled = false;
}

bool Grabber::hold_on(Puller by) {
  Hold* const hold = pulled(by);
  if (hold) hold->kept = !hold->kept;
  return hold != nullptr;
}

void Grabber::let_all_go(Runner& runner) {
  let_go(runner, [](const Hold&) { return true; });
}

void Grabber::let_all_go(Puller by, Runner& runner) {
  let_go(runner, [by](const Hold& hold) { return hold.by == by; });
}

void Grabber::follow(const Frame& frame) {
  std::erase_if(holds_, [&](const Hold& hold) {
    return frame.done >= hold.asked && std::ranges::count(frame.hands, hold.hand, &HandView::hand) == 0;
  });
}

void Grabber::follow(const Model& before, const Model& after) {
  for (Hold& hold : holds_) {
    const SurfacePoint held = carried_over(before, after, {hold.triangle, hold.barycentric});
    hold.triangle = held.triangle;
    hold.barycentric = held.barycentric;
  }
}

float Grabber::force_of(const Hold& hold, const Frame& frame) {
  const auto view = std::ranges::find(frame.hands, hold.hand, &HandView::hand);
  return view == frame.hands.end() ? 0 : view->force;
}

void Grabber::draw(const Frame& frame, LineBatch& lines) const {
  for (const Hold& hold : holds_) {
    const Vec3 held = point_on(frame.positions, frame.opened->model.triangles[hold.triangle], hold.barycentric);
    const uint32_t color = pull_color(force_of(hold, frame));
    lines.line(held, hold.target, color);
    lines.dot(held, kHeld);
    lines.dot(hold.target, hold.kept ? kKept : color);
  }
}

std::vector<Grabber::Label> Grabber::labels(const Frame& frame) const {
  std::vector<Label> labels;
  for (const Hold& hold : holds_)
    labels.push_back({hold.target, printed(hold.kept ? "%.1f N, held" : "%.1f N", force_of(hold, frame))});
  return labels;
}

}  // namespace raycloth
