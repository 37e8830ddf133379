#include "app/workbench/tools/wind_handle.h"

#include <algorithm>
#include <cmath>

#include "app/view/gizmo.h"
#include "app/view/picking.h"
#include "render/drawable.h"
#include "sim/wind.h"

namespace raycloth {
namespace {

constexpr float kReach = 0.03f;  // of the picture's height: how near the mouse has to be
constexpr float kAbove = 0.15f;  // of the scene's size, over its top
constexpr float kStill = 0.05f;  // m/s: slower is no wind
constexpr float kFastest = 100;  // m/s, as the setting has it
constexpr uint32_t kWindColor = rgba(120, 210, 255), kGustColor = rgba(200, 240, 255, 120);
constexpr uint32_t kHeldColor = rgba(255, 235, 120);

}  // namespace

void WindHandle::place(const Model& model) {
  const ViewBox box = bounds(model.positions);
  const Vec3 size = box.max - box.min, middle = 0.5f * (box.min + box.max);
  size_ = std::max({size.x, size.y, size.z, 0.1f});
  base_ = {middle.x, box.max.y + kAbove * size_, middle.z};
}

bool WindHandle::take(const CameraView& view, Vec2 place, float aspect, Vec3 wind) {
  const auto seen = place_in_picture(view, tip(wind));
  held_ = seen && std::hypot(aspect * (seen->x - place.x), seen->y - place.y) < kReach;
  return held_;
}

std::optional<Vec3> WindHandle::drag(const ViewRay& ray, Vec3 forward, Vec3 wind) const {
  const float towards = glm::dot(ray.direction, forward);
  if (!held_ || towards < 1e-3f) return {};
  const Vec3 there = ray.origin + glm::dot(tip(wind) - ray.origin, forward) / towards * ray.direction;
  const Vec3 pulled = (there - base_) / (kLength * size_);
  if (glm::length(pulled) < kStill) return Vec3(0);
  return glm::clamp(pulled, Vec3(-kFastest), Vec3(kFastest));
}

void WindHandle::draw(const Frame& frame, LineBatch& lines) const {
  const Vec3 wind = frame.settings.wind, now = wind_at(frame.settings, frame.time);
  if (now != wind) add_arrow(base_, tip(now), kGustColor, lines);
  add_arrow(base_, tip(wind), held_ ? kHeldColor : kWindColor, lines);
  lines.dot(tip(wind), held_ ? kHeldColor : kWindColor);
}

}  // namespace raycloth
