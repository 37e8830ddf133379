// Distance of two segments, for edges against edges.
#pragma once

#include "device/backend.h"
#include "collision/scene.h"
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

/// One edge, as eight others are held against it.
struct EdgeQuery {
  Vec3 a, b;
  Int2 ends;
  float reach;   // m
};

/// -1 in `near` where an edge of the pack shares no vertex with the query, has its feet of the common perpendicular
/// inside, and is no farther than both reaches together; else 0. The scalar test's operations in its order; a pair that
/// it takes with a reach no larger is never missed.
RAYCLOTH_HD inline void find_near(const EdgeQuery& e, const EdgePack& pack, int (&near)[8]) {
  const Vec3 u = e.b - e.a;
  const float uu = glm::dot(u, u);
  for (int i = 0; i < 8; ++i) {
    const float cx = pack.at[0][0][i], cy = pack.at[0][1][i], cz = pack.at[0][2][i];
    const float vx = pack.at[1][0][i] - cx, vy = pack.at[1][1][i] - cy, vz = pack.at[1][2][i] - cz;
    const float wx = e.a.x - cx, wy = e.a.y - cy, wz = e.a.z - cz;
    const float uv = u.x * vx + u.y * vy + u.z * vz, vv = vx * vx + vy * vy + vz * vz;
    const float uw = u.x * wx + u.y * wy + u.z * wz, vw = vx * wx + vy * wy + vz * wz;
    const float denominator = uu * vv - uv * uv;
    const float s = (uv * vw - vv * uw) / denominator, t = (uu * vw - uv * uw) / denominator;
    const float gx = wx + u.x * s - vx * t, gy = wy + u.y * s - vy * t, gz = wz + u.z * s - vz * t;
    const float reach = e.reach + pack.reach[i];
    const bool inside = (denominator > 1e-6f * uu * vv) & (s > 0) & (s < 1) & (t > 0) & (t < 1);
    const bool apart = (pack.ends[0][i] != e.ends.x) & (pack.ends[0][i] != e.ends.y) & (pack.ends[1][i] != e.ends.x) &
                       (pack.ends[1][i] != e.ends.y);
    near[i] = -static_cast<int>(inside & apart & (gx * gx + gy * gy + gz * gz <= reach * reach));
  }
}

}  // namespace raycloth::RAYCLOTH_DEVICE
