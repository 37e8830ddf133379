// The line-triangle test every ray tracer shares, so that all of them give the same bits for the same hit.
#pragma once

#include "device/backend.h"
#include "device/math.h"

namespace raycloth::RAYCLOTH_DEVICE {

/// Where a line meets a triangle: origin + t * direction = u a + v b + (1 - u - v) c.
struct LineHit {
  float t;      // m when the direction is a unit vector; negative behind the origin
  float u, v;   // barycentric weights of the triangle's first and second vertex
};

/// Edge functions by triple products about the origin of the line. Two triangles that share an edge compute the
/// same value for it but for the sign, to the last bit, so a line cannot slip through between them; one that runs
/// through the edge itself meets both. Lines in the triangle's plane miss.
RAYCLOTH_HD inline bool intersect_line(Vec3 origin, Vec3 direction, Vec3 a, Vec3 b, Vec3 c, LineHit& hit) {
  a -= origin;
  b -= origin;
  c -= origin;
  const float u = glm::dot(direction, glm::cross(c, b));
  const float v = glm::dot(direction, glm::cross(a, c));
  const float w = glm::dot(direction, glm::cross(b, a));
  const bool inside = (u >= 0 && v >= 0 && w >= 0) || (u <= 0 && v <= 0 && w <= 0);
  const float sum = u + v + w;
  if (!inside || sum == 0) return false;
  hit.u = u / sum;
  hit.v = v / sum;
  hit.t = glm::dot(direction, a * hit.u + b * hit.v + c * (w / sum));
  return true;
}

/// Unit normal; zero for a triangle without area.
RAYCLOTH_HD inline Vec3 triangle_normal(Vec3 a, Vec3 b, Vec3 c) {
  const Vec3 n = glm::cross(b - a, c - a);
  const float length = sqrtf(glm::dot(n, n));
  return length > 0 ? n / length : Vec3(0);
}

}  // namespace raycloth::RAYCLOTH_DEVICE
