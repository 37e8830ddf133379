#include "sim/scene/placement.h"

#include <algorithm>
#include <cmath>
#include <glm/gtc/matrix_transform.hpp>
#include <glm/gtc/quaternion.hpp>

namespace raycloth {
namespace {

constexpr double kNone = 1e-6;  // degrees that are no rotation

glm::dmat3 matrix_of(const Rotation& rotation) {
  return glm::dmat3(
      glm::rotate(glm::dmat4(1), glm::radians(static_cast<double>(rotation.degrees)), glm::dvec3(rotation.axis)));
}

/// One rotation, or none.
std::vector<Rotation> rotations_of(const glm::dmat3& matrix) {
  glm::dquat q = glm::normalize(glm::quat_cast(matrix));
  if (q.w < 0) q = -q;
  const double degrees = glm::degrees(2 * std::acos(std::clamp(q.w, -1.0, 1.0)));
  const glm::dvec3 axis(q.x, q.y, q.z);
  if (degrees < kNone || glm::length(axis) == 0) return {};
  return {{Vec3(glm::normalize(axis)), static_cast<float>(degrees)}};
}

glm::dmat4 whole_matrix(const Placement& placement, const glm::dvec3& scale) {
  const glm::dmat4 there = glm::translate(glm::dmat4(1), glm::dvec3(placement.translation));
  return glm::scale(there * glm::dmat4(turn_of(placement)), scale);
}

/// The place after `turn` about a point.
Vec3 carried(const glm::dmat3& turn, Vec3 place, Vec3 about) {
  return Vec3(turn * (glm::dvec3(place) - glm::dvec3(about)) + glm::dvec3(about));
}

}  // namespace

glm::dmat3 turn_of(const Placement& placement) {
  glm::dmat3 turn(1);
  for (const Rotation& rotation : placement.rotations) turn = matrix_of(rotation) * turn;
  return turn;
}

Placement moved(Placement placement, Vec3 by) {
  placement.translation += by;
  return placement;
}

Placement turned(Placement placement, const Rotation& by, Vec3 about) {
  const glm::dmat3 turn = matrix_of(by);
  placement.translation = carried(turn, placement.translation, about);
  placement.rotations = rotations_of(turn * turn_of(placement));
  return placement;
}

Placement enlarged(Placement placement, float factor, Vec3 about) {
  if (placement.fit)
    *placement.fit *= factor;
  else
    placement.scale *= factor;
  placement.translation = about + factor * (placement.translation - about);
  return placement;
}

Vec3 angles_of(const Placement& placement) {
  const glm::dmat3 m = turn_of(placement);  // columns; m[0][2] is the third number of the first
  const double y = std::asin(std::clamp(-m[0][2], -1.0, 1.0));
  const bool upright = std::abs(m[0][2]) < 1 - 1e-9;
  const double x = upright ? std::atan2(m[1][2], m[2][2]) : 0;
  const double z = upright ? std::atan2(m[0][1], m[0][0]) : std::atan2(-m[1][0], m[1][1]);
  return Vec3(glm::degrees(glm::dvec3(x, y, z))) + Vec3(0);  // no zero has a sign
}

Placement with_angles(const Placement& placement, Vec3 degrees, Vec3 about) {
  glm::dmat3 wanted(1);
  for (const Rotation& one : {Rotation{{1, 0, 0}, degrees.x}, {{0, 1, 0}, degrees.y}, {{0, 0, 1}, degrees.z}})
    wanted = matrix_of(one) * wanted;
  Placement result = placement;
  result.translation = carried(wanted * glm::transpose(turn_of(placement)), placement.translation, about);
  result.rotations = rotations_of(wanted);
  return result;
}

glm::dmat4 change_between(const Placement& from, const Placement& to) {
  const bool fitted = from.fit && to.fit;
  const glm::dvec3 larger = fitted ? glm::dvec3(static_cast<double>(*to.fit) / static_cast<double>(*from.fit))
                                   : glm::dvec3(to.scale) / glm::dvec3(from.scale);
  return whole_matrix(to, larger) * glm::inverse(whole_matrix(from, glm::dvec3(1)));
}

}  // namespace raycloth
