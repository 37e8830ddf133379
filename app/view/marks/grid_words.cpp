#include "app/view/marks/grid_words.h"

#include <algorithm>
#include <cmath>

namespace raycloth {
namespace {

// As shaders/ground.frag has them.
constexpr float kFine = 0.1f, kCoarse = 1;  // m between lines
constexpr float kSeen = 0.1f;               // cells over a pixel: more of them, and lines fade
constexpr float kFar = 0.6f;                // of the ground's radius: beyond, it has all but faded

constexpr int kLooks = 16;  // over the picture's width, and over its height

/// x, z where a ray meets the ground.
std::optional<Vec2> hit(const GroundPlane& ground, const ViewRay& ray) {
  const float way = (ground.height - ray.origin.y) / ray.direction.y;
  if (!std::isfinite(way) || way <= 0) return {};
  const Vec3 there = ray.origin + way * ray.direction;
  return Vec2(there.x, there.z);
}

/// m of ground over a pixel there, along x or z, where that is less; nothing where the ground is not seen.
std::optional<float> ground_of_pixel(const GroundPlane& ground, const OrbitCamera& camera, float aspect, int height,
                                     Vec2 place) {
  const float pixel = 1 / static_cast<float>(height);
  const auto here = hit(ground, camera.ray(place, aspect));
  const auto right = hit(ground, camera.ray(place + Vec2(pixel / aspect, 0), aspect));
  const auto below = hit(ground, camera.ray(place + Vec2(0, pixel), aspect));
  if (!here || !right || !below || glm::length(*here - ground.center) > kFar * ground.radius) return {};
  const Vec2 across = glm::abs(*right - *here) + glm::abs(*below - *here);
  return std::min(across.x, across.y);
}

}  // namespace

std::string grid_words(const std::optional<GroundPlane>& ground, const OrbitCamera& camera, float aspect, int height) {
  if (!ground) return "";
  float least = kCoarse;
  for (int i = 0; i < kLooks * kLooks; ++i) {
    const Vec2 place = (Vec2(i % kLooks, i / kLooks) + 0.5f) / static_cast<float>(kLooks);
    least = std::min(least, ground_of_pixel(*ground, camera, aspect, height, place).value_or(least));
  }
  if (least < kSeen * kFine) return "grid 10 cm, 1 m";
  return least < kSeen * kCoarse ? "grid 1 m" : "";
}

}  // namespace raycloth
