// Distance of two segments, for edges against edges.
#pragma once

#include "collision/scene.h"
#include "device/backend.h"
#include "device/lanes.h"
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

/// One edge, as others are held against it.
struct EdgeQuery {
  Vec3 a, b;
  float reach;  // m
};

/// Bit i, of `N`: edge lane + i of the pack has an end in common with `ends`.
template <int N>
RAYCLOTH_HD inline unsigned sharing(const EdgePack& pack, int lane, Int2 ends) {
  return bits_of<N>(lane, [&]<class Real>(Lanes<Real> at) {
    const int *x = pack.ends[0], *y = pack.ends[1];
    return either(either(equal(x, at, ends.x), equal(x, at, ends.y)),
                  either(equal(y, at, ends.x), equal(y, at, ends.y)));
  });
}

template <class Real>
RAYCLOTH_HD inline Vector3<Real> end_of(const EdgePack& pack, int end, Lanes<Real> at) {
  return {load(pack.at[end][0], at), load(pack.at[end][1], at), load(pack.at[end][2], at)};
}

template <class Real>
RAYCLOTH_HD inline Vector3<Real> in_lanes(Vec3 v) {
  return {Real(v.x), Real(v.y), Real(v.z)};
}

/// Bit i, of `N`: edge lane + i of the pack has its feet of the common perpendicular with `f` inside and is no farther
/// than both reaches together. The scalar test's operations in its order; a pair that it takes with a reach no larger
/// is never missed.
template <int N>
RAYCLOTH_HD inline unsigned near(const EdgePack& pack, int lane, const EdgeQuery& f) {
  return bits_of<N>(lane, [&]<class Real>(Lanes<Real> at) {
    const Vector3<Real> a = end_of(pack, 0, at), u = end_of(pack, 1, at) - a;
    const Vector3<Real> v = in_lanes<Real>(f.b - f.a), w = a - in_lanes<Real>(f.a);
    const Real uu = dot(u, u), uv = dot(u, v), vv = dot(v, v), uw = dot(u, w), vw = dot(v, w);
    const Real denominator = uu * vv - uv * uv;
    const Real s = (uv * vw - vv * uw) / denominator, t = (uu * vw - uv * uw) / denominator;
    const Vector3<Real> gap = w + u * s - v * t;
    const Real reach = Real(f.reach) + load(pack.reach, at);
    const auto crosses = both(both(s > Real(0), s < Real(1)), both(t > Real(0), t < Real(1)));
    return both(both(denominator > Real(1e-6f) * uu * vv, crosses), dot(gap, gap) <= reach * reach);
  });
}

/// What lies between two parallel planes: low <= direction . (p - origin) <= high, in m.
struct Slab {
  Vec3 origin, direction;  // unit
  float low, high;

  RAYCLOTH_HD void include(Vec3 p, float reach) {
    const float at = glm::dot(direction, p - origin);
    low = smaller(low, at - reach);
    high = larger(high, at + reach);
  }
};

/// Bit i: edge i of the pack, grown by its reach and by `grown`, comes into the slab.
RAYCLOTH_HD inline unsigned between(const Slab& slab, float grown, const EdgePack& pack) {
  return bits_of<8>(0, [&]<class Real>(Lanes<Real> at) {
    const Vector3<Real> direction = in_lanes<Real>(slab.direction), origin = in_lanes<Real>(slab.origin);
    const Real a = dot(direction, end_of(pack, 0, at) - origin), b = dot(direction, end_of(pack, 1, at) - origin);
    const Real reach = load(pack.reach, at) + Real(grown);
    return both(smaller(a, b) - reach <= Real(slab.high), larger(a, b) + reach >= Real(slab.low));
  });
}

}  // namespace raycloth::RAYCLOTH_DEVICE
