#include "app/workbench/tools/wind_handle.h"

#include <cmath>

#include "app/view/picking.h"

namespace raycloth {
namespace {

constexpr float kReach = 0.03f;  // of the picture's height: how near the mouse has to be
constexpr float kStill = 0.05f;  // m/s: slower is no wind
constexpr float kFastest = 100;  // m/s, as the setting has it
constexpr uint32_t kHeldColor = rgba(255, 235, 120);

}  // namespace

bool WindHandle::take(const CameraView& view, Vec2 place, float aspect, Vec3 wind) {
  const auto seen = place_in_picture(view, tip(wind));
  held_ = seen && std::hypot(aspect * (seen->x - place.x), seen->y - place.y) < kReach;
  return held_;
}

std::optional<Vec3> WindHandle::drag(const ViewRay& ray, Vec3 forward, Vec3 wind) const {
  const float towards = glm::dot(ray.direction, forward);
  if (!held_ || towards < 1e-3f) return {};
  const Vec3 there = ray.origin + glm::dot(tip(wind) - ray.origin, forward) / towards * ray.direction;
  const Vec3 pulled = (there - arrow_.base) / (WindArrow::kLength * arrow_.size);
  if (glm::length(pulled) < kStill) return Vec3(0);
  return glm::clamp(pulled, Vec3(-kFastest), Vec3(kFastest));
}

void WindHandle::draw(const Frame& frame, LineBatch& lines) const {
  add_wind(arrow_, frame.settings, frame.time, held_ ? kHeldColor : kWindColor, lines);
}

}  // namespace raycloth
