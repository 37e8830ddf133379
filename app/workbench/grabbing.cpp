#include "app/workbench/grabbing.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "app/view/picking.h"
#include "sim/model/cuts.h"

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

int Grabber::near_target(const ViewRay& ray) const {
  for (size_t i = 0; i < holds_.size(); ++i) {
    const Vec3 way = holds_[i].target - ray.origin;
    const float along = glm::dot(way, ray.direction);
    if (along > 0 && glm::length(way - along * ray.direction) < kTakeAgain * along) return static_cast<int>(i);
  }
  return -1;
}

bool Grabber::begin(Runner& runner, const Frame& frame, const ViewRay& ray, std::span<const uint8_t> hidden) {
  pulled_ = near_target(ray);
  if (active()) return true;
  const Model& model = frame.opened->model;
  const std::optional<Pick> hit = pick(ray, frame.positions, model, hidden);
  if (!hit || model.objects[model.triangle_object[hit->triangle]].kind != ObjectKind::cloth) return false;
  const int hand = ++hands_;
  const Vec3 target = ray.origin + hit->distance * ray.direction;
  const Ticket asked =
      runner.ask([=, hit = *hit](LiveScene& scene) { scene.grab(hand, hit.triangle, hit.barycentric, target); });
  pulled_ = static_cast<int>(holds_.size());
  holds_.push_back({hand, asked, hit->triangle, hit->barycentric, target, target});
  return true;
}

void Grabber::move(Runner& runner, const ViewRay& ray, Vec3 forward) {
  const float towards = glm::dot(ray.direction, forward);
  if (!active() || towards < 1e-3f) return;  // the ray runs along the plane
  Hold& hold = holds_[pulled_];
  hold.target = ray.origin + glm::dot(hold.plane_point - ray.origin, forward) / towards * ray.direction;
  runner.ask(Runner::Kind::value, "hand " + std::to_string(hold.hand),
             [hand = hold.hand, target = hold.target](LiveScene& scene) { scene.move_grab(hand, target); });
}

void Grabber::push(float steps, Vec3 forward, Vec3 eye) {
  if (!active()) return;
  Vec3& point = holds_[pulled_].plane_point;
  point += std::abs(glm::dot(point - eye, forward)) * (std::pow(1 + kPushPerStep, steps) - 1) * forward;
}

void Grabber::end(Runner& runner) {
  if (!active()) return;
  const Hold hold = holds_[pulled_];
  if (!hold.kept) {
    runner.ask([hand = hold.hand](LiveScene& scene) { scene.release(hand); });
    holds_.erase(holds_.begin() + pulled_);
  }
  pulled_ = -1;
}

void Grabber::hold_on(Runner& runner) {
  if (active()) {
    holds_[pulled_].kept = !holds_[pulled_].kept;
    return;
  }
  for (const Hold& hold : holds_) runner.ask([hand = hold.hand](LiveScene& scene) { scene.release(hand); });
  holds_.clear();
}

void Grabber::forget() {
  holds_.clear();
  pulled_ = -1;
}

void Grabber::follow(const Frame& frame) {
  const int pulled = active() ? holds_[pulled_].hand : 0;
  std::erase_if(holds_, [&](const Hold& hold) {
    return frame.done >= hold.asked && std::ranges::count(frame.hands, hold.hand, &HandView::hand) == 0;
  });
  const auto still = std::ranges::find(holds_, pulled, &Hold::hand);
  pulled_ = still == holds_.end() ? -1 : static_cast<int>(still - holds_.begin());
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
  for (const Hold& hold : holds_) {
    char text[32];
    std::snprintf(text, sizeof text, hold.kept ? "%.1f N, held" : "%.1f N", force_of(hold, frame));
    labels.push_back({hold.target, text});
  }
  return labels;
}

}  // namespace raycloth
