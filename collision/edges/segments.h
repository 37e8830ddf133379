// The common perpendicular of two segments, for edges against edges.
#pragma once

#include "device/backend.h"
#include "device/math.h"

namespace raycloth::RAYCLOTH_DEVICE {

/// Where the common perpendicular of the lines a-b and c-d meets them: a + s (b - a) and c + t (d - c). False for
/// parallel lines and where a foot lies outside of its segment: then an end is nearer, which is a vertex's business.
RAYCLOTH_HD inline bool common_perpendicular(Vec3 a, Vec3 b, Vec3 c, Vec3 d, float& s, float& t) {
  const Vec3 u = b - a, v = d - c, w = a - c;
  const float uu = glm::dot(u, u), uv = glm::dot(u, v), vv = glm::dot(v, v);
  const float uw = glm::dot(u, w), vw = glm::dot(v, w);
  const float denominator = uu * vv - uv * uv;
  if (denominator <= 1e-6f * uu * vv) return false;
  s = (uv * vw - vv * uw) / denominator;
  t = (uu * vw - uv * uw) / denominator;
  return s > 0 && s < 1 && t > 0 && t < 1;
}

}  // namespace raycloth::RAYCLOTH_DEVICE
