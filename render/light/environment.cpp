#include "render/light/environment.h"

#include <cmath>

namespace raycloth {
namespace {

constexpr double kPi = 3.14159265358979323846;

/// A soft lamp: 1 in its middle, e^-1 where the cosine has fallen by 1/sharpness.
float lamp(Vec3 direction, Vec3 at, float sharpness) {
  return std::exp(sharpness * (glm::dot(direction, glm::normalize(at)) - 1));
}

std::array<double, 9> harmonics(const glm::dvec3& n) {
  return {1, n.y, n.z, n.x, n.x * n.y, n.y * n.z, 3 * n.z * n.z - 1, n.x * n.z, n.x * n.x - n.y * n.y};
}

// Squares of the normalisation of each, over the unit sphere, and what a cosine lobe leaves of the bands 0, 1, 2, over
// pi.
constexpr std::array<double, 9> kNorms = {1 / (4 * kPi),  3 / (4 * kPi),  3 / (4 * kPi),
                                          3 / (4 * kPi),  15 / (4 * kPi), 15 / (4 * kPi),
                                          5 / (16 * kPi), 15 / (4 * kPi), 15 / (16 * kPi)};
constexpr std::array<double, 9> kLobe = {1, 2.0 / 3, 2.0 / 3, 2.0 / 3, 0.25, 0.25, 0.25, 0.25, 0.25};

}  // namespace

Vec3 studio_radiance(Vec3 direction) {
  const Vec3 floor(0.17f, 0.16f, 0.15f), wall(0.27f, 0.28f, 0.30f), ceiling(0.44f, 0.46f, 0.50f);
  const float height = direction.y;
  const Vec3 room = height < 0 ? glm::mix(wall, floor, std::min(1.0f, -3 * height)) : glm::mix(wall, ceiling, height);
  return room + 0.55f * lamp(direction, Vec3(-0.9f, 0.45f, 0.1f), 6) * Vec3(0.97f, 0.99f, 1.03f) +
         0.30f * lamp(direction, Vec3(0.7f, 0.25f, -0.7f), 8) * Vec3(1.03f, 0.99f, 0.95f);
}

std::array<Vec4, 9> studio_irradiance() {
  constexpr int kHeights = 96, kAngles = 192;  // midpoint rule in height and angle: equal parts of the sphere
  std::array<glm::dvec3, 9> sums{};
  for (int i = 0; i < kHeights; ++i)
    for (int j = 0; j < kAngles; ++j) {
      const double y = 2 * (i + 0.5) / kHeights - 1, angle = 2 * kPi * (j + 0.5) / kAngles;
      const double radius = std::sqrt(1 - y * y);
      const glm::dvec3 direction(radius * std::cos(angle), y, radius * std::sin(angle));
      const glm::dvec3 light(studio_radiance(Vec3(direction)));
      const std::array<double, 9> basis = harmonics(direction);
      for (size_t k = 0; k < sums.size(); ++k) sums[k] += basis[k] * light;
    }
  std::array<Vec4, 9> result;
  for (size_t k = 0; k < sums.size(); ++k) {
    const double share = 4 * kPi / (kHeights * kAngles);
    result[k] = Vec4(Vec3(share * kNorms[k] * kLobe[k] * sums[k]), 0);
  }
  return result;
}

}  // namespace raycloth
