#include "app/view/camera.h"

#include <algorithm>
#include <cmath>
#include <glm/gtc/matrix_transform.hpp>

namespace raycloth {
namespace {

constexpr float kFieldOfView = 0.66f;                  // rad, vertical
constexpr float kSteepest = 1.55f;                     // rad: just short of the pole
constexpr float kNearest = 0.02f, kFarthest = 200.0f;  // m
constexpr float kFlight = 0.5f;                        // s
constexpr float kTurnPerHeight = 3.6f;                 // rad for a drag over the picture's height
constexpr float kHeadRoom = 0.03f;                     // of the distance, between the eye and the floor
const Vec3 kUp(0, 1, 0);

}  // namespace

void OrbitCamera::frame(const ViewBox& box, float aspect) {
  const float radius = std::max(0.01f, 0.5f * glm::length(box.max - box.min));
  const float across = std::tan(0.5f * kFieldOfView) * std::min(aspect, 1.0f);
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
  if (!floor_) return;
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
  const Vec3 to_right = glm::normalize(glm::cross(forward(), kUp));
  const Vec3 to_head = glm::cross(to_right, forward());
  const float height = 2.0f * distance_ * std::tan(0.5f * kFieldOfView);  // m seen at the target's depth
  target_ += height * (down * to_head - right * to_right);
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

Vec3 OrbitCamera::eye() const { return target_ - distance_ * forward(); }

CameraView OrbitCamera::view(float aspect) const {
  const float near_plane = std::max(0.002f, 0.02f * distance_);
  return {glm::lookAt(eye(), target_, kUp),
          glm::perspective(kFieldOfView, aspect, near_plane, 100.0f * distance_ + 10.0f), eye()};
}

ViewRay OrbitCamera::ray(Vec2 place, float aspect) const {
  const Vec3 to_right = glm::normalize(glm::cross(forward(), kUp));
  const Vec3 to_head = glm::cross(to_right, forward());
  const float half = std::tan(0.5f * kFieldOfView);
  const Vec3 direction = forward() + (2 * place.x - 1) * half * aspect * to_right + (1 - 2 * place.y) * half * to_head;
  return {eye(), glm::normalize(direction)};
}

}  // namespace raycloth
