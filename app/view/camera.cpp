#include "app/view/camera.h"

#include <algorithm>
#include <cmath>
#include <glm/gtc/matrix_transform.hpp>

namespace raycloth {
namespace {

constexpr float kSteepest = 1.57079633f;  // rad: the pole
constexpr float kFlight = 0.5f;           // s
constexpr float kTurnPerHeight = 3.6f;    // rad for a drag over the picture's height
constexpr float kHeadRoom = 0.03f;        // of the distance, between the eye and the floor
constexpr float kBelowFloor = 0.15f;      // of the height above it, for what falls to lie above the timeline
constexpr float kHair = 2e-4f;            // rad beside the pole
constexpr float kFarOff = 100;            // m between the eye and the target, without perspective

}  // namespace

void OrbitCamera::frame(ViewBox box, float aspect) {
  if (floor_ && box.min.y > *floor_ && box.min.y - *floor_ < glm::length(box.max - box.min))
    box.min.y = *floor_ - kBelowFloor * (box.max.y - *floor_);
  const float radius = std::max(0.01f, 0.5f * glm::length(box.max - box.min));
  const float across = std::tan(0.5f * field_) * std::min(aspect, 1.0f);
  flown_ = 1;
  target_ = 0.5f * (box.min + box.max);
  distance_ = std::clamp(1.02f * radius / std::sin(std::atan(across)), kNearest, kFarthest);
  rise_above_floor();
}

void OrbitCamera::stay_above(std::optional<float> floor) {
  floor_ = floor;
  rise_above_floor();
}

void OrbitCamera::rise_above_floor() {
  if (!floor_ || orthographic_) return;
  const float rise = (*floor_ - target_.y) / distance_ + kHeadRoom;
  pitch_ = std::max(pitch_, std::asin(std::clamp(rise, -1.0f, std::sin(kSteepest))));
}

void OrbitCamera::look(Vec3 eye, Vec3 target) {
  const Vec3 back = eye - target;
  const float length = glm::length(back);
  if (!(length > 0)) return;
  flown_ = 1;
  target_ = target;
  distance_ = std::clamp(length, kNearest, kFarthest);
  pitch_ = std::clamp(std::asin(std::clamp(back.y / length, -1.0f, 1.0f)), -kSteepest, kSteepest);
  yaw_ = std::atan2(back.x, back.z);
  rise_above_floor();
}

void OrbitCamera::look(const Free& from) {
  field_ = from.field;
  look(from.eye, from.target);
}

OrbitCamera::Free OrbitCamera::free() const {
  OrbitCamera beside = *this;
  beside.pitch_ = std::clamp(pitch_, kHair - kSteepest, kSteepest - kHair);
  return {beside.eye(), target_, field_};
}

void OrbitCamera::take(const Pose& pose) {
  flown_ = 1;
  target_ = pose.target;
  yaw_ = pose.yaw;
  pitch_ = std::clamp(pose.pitch, -kSteepest, kSteepest);
  distance_ = std::clamp(pose.distance, kNearest, kFarthest);
  set_orthographic(pose.orthographic);
}

void OrbitCamera::look_from(Side side) {
  constexpr float kQuarter = 1.57079633f;
  const auto turn = [&](float yaw, float pitch) {
    yaw_ = yaw;
    pitch_ = pitch;
  };
  set_orthographic(true);
  switch (side) {
    case Side::front:
      return turn(0, 0);
    case Side::back:
      return turn(2 * kQuarter, 0);
    case Side::right:
      return turn(kQuarter, 0);
    case Side::left:
      return turn(-kQuarter, 0);
    case Side::top:
      return turn(0, kSteepest);
    case Side::bottom:
      return turn(0, -kSteepest);
  }
}

void OrbitCamera::set_orthographic(bool on) {
  orthographic_ = on;
  rise_above_floor();
}

void OrbitCamera::fly_to(Vec3 target, float distance) {
  from_ = {target_, distance_};
  to_ = {target, std::clamp(distance, kNearest, kFarthest)};
  flown_ = 0;
}

void OrbitCamera::advance(double seconds) {
  if (!flying()) return;
  flown_ = std::min(1.0f, flown_ + static_cast<float>(seconds) / kFlight);
  const float s = flown_ * flown_ * (3 - 2 * flown_);
  target_ = glm::mix(from_.target, to_.target, s);
  distance_ = from_.distance * std::pow(to_.distance / from_.distance, s);
  rise_above_floor();
}

void OrbitCamera::orbit(float right, float down) {
  yaw_ -= kTurnPerHeight * right;
  pitch_ = std::clamp(pitch_ + kTurnPerHeight * down, -kSteepest, kSteepest);
  rise_above_floor();
}

void OrbitCamera::pan(float right, float down) {
  flown_ = 1;
  target_ += height() * (down * to_head() - right * to_right());
  rise_above_floor();
}

void OrbitCamera::zoom(float steps) {
  flown_ = 1;
  distance_ = std::clamp(distance_ * std::pow(0.9f, steps), kNearest, kFarthest);
  rise_above_floor();
}

Vec3 OrbitCamera::forward() const {
  return -Vec3(std::cos(pitch_) * std::sin(yaw_), std::sin(pitch_), std::cos(pitch_) * std::cos(yaw_));
}

// By the angles alone: at the poles there is no other way to tell.
Vec3 OrbitCamera::to_right() const { return {std::cos(yaw_), 0, -std::sin(yaw_)}; }

Vec3 OrbitCamera::to_head() const { return glm::cross(to_right(), forward()); }

Vec3 OrbitCamera::eye() const { return target_ - distance_ * forward(); }

float OrbitCamera::height() const { return 2 * distance_ * std::tan(0.5f * field_); }

CameraView OrbitCamera::view(float aspect) const {
  if (orthographic_) {
    const float up = 0.5f * height(), across = aspect * up;
    return {glm::lookAt(target_ - kFarOff * forward(), target_, to_head()),
            glm::ortho(-across, across, -up, up, 0.0f, 2 * kFarOff), Vec4(-forward(), 0)};
  }
  const float near_plane = std::max(0.002f, 0.02f * distance_);
  return {glm::lookAt(eye(), target_, to_head()),
          glm::perspective(field_, aspect, near_plane, 100.0f * distance_ + 10.0f), Vec4(eye(), 1)};
}

ViewRay OrbitCamera::ray(Vec2 place, float aspect) const {
  const float half = 0.5f * height();
  const Vec3 shift = (2 * place.x - 1) * half * aspect * to_right() + (1 - 2 * place.y) * half * to_head();
  if (orthographic_) return {target_ - kFarOff * forward() + shift, forward()};
  return {eye(), glm::normalize(distance_ * forward() + shift)};
}

}  // namespace raycloth
