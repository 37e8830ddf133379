// A vertex or an edge against eight triangles, or an edge of each, at once: which of them does a plane not part from
// it? The plane lies across the way between the middles of both, and must part them at the start and at the end of
// their ways, along which each vertex moves on a straight line; so none is left out that could meet.
#pragma once

#include "collision/net/nearest.h"
#include "device/lanes.h"

namespace raycloth::RAYCLOTH_DEVICE {

/// Eight triangles side by side, at the start (x) and at the end (y): corner, coordinate, triangle.
struct alignas(64) MovingPack {
  float x[3][3][8], y[3][3][8];
};

/// A vertex, both `a` and `b`, or an edge, on its way.
struct MovingFeature {
  Vec3 start_a, start_b, end_a, end_b;
};

/// What planes must part, m: at the start, and at the end with what corrections may do.
struct PartedBy {
  float start, end;
};

template <class Real>
RAYCLOTH_HD inline Vector3<Real> corner_of(const float (&at)[3][3][8], int corner, Lanes<Real> lanes) {
  return {load(at[corner][0], lanes), load(at[corner][1], lanes), load(at[corner][2], lanes)};
}

template <class Real>
RAYCLOTH_HD inline Vector3<Real> the_same(Vec3 v) {
  return {Real(v.x), Real(v.y), Real(v.z)};
}

/// Lane i is set where `feature` and corners [first, first + count) of triangle i, going round, may meet.
template <class Real>
RAYCLOTH_HD inline auto may_meet(const MovingPack& pack, int first, int count, const MovingFeature& feature,
                                 const PartedBy& by, Lanes<Real> at) {
  const Vector3<Real> origin = the_same<Real>(feature.start_a), b = the_same<Real>(feature.start_b - feature.start_a);
  Vector3<Real> sum = corner_of(pack.x, first, at) - origin;
  for (int k = 1; k < count; ++k) sum = sum + (corner_of(pack.x, (first + k) % 3, at) - origin);
  const Vector3<Real> direction = b * Real(0.5f) - sum * Real(count == 3 ? 1.0f / 3.0f : 0.5f);
  const Real start_b = dot(direction, b), end_a = dot(direction, the_same<Real>(feature.end_a - feature.start_a)),
             end_b = dot(direction, the_same<Real>(feature.end_b - feature.start_a));
  const Real low_start = smaller(Real(0), start_b), low_end = smaller(end_a, end_b);
  Real high_start = dot(direction, corner_of(pack.x, first, at) - origin);
  Real high_end = dot(direction, corner_of(pack.y, first, at) - origin);
  for (int k = 1; k < count; ++k) {
    high_start = larger(high_start, dot(direction, corner_of(pack.x, (first + k) % 3, at) - origin));
    high_end = larger(high_end, dot(direction, corner_of(pack.y, (first + k) % 3, at) - origin));
  }
  const Real length = square_root(dot(direction, direction));
  return either(low_start - high_start <= length * Real(by.start), low_end - high_end <= length * Real(by.end));
}

/// Bit i: triangle i and a vertex; the edge from corner `edge` of triangle i and an edge.
RAYCLOTH_HD inline unsigned triangles_near(const MovingPack& pack, const MovingFeature& vertex, const PartedBy& by) {
  return bits_of<8>(0, [&]<class Real>(Lanes<Real> at) { return may_meet(pack, 0, 3, vertex, by, at); });
}
RAYCLOTH_HD inline unsigned edges_near(const MovingPack& pack, int edge, const MovingFeature& other,
                                       const PartedBy& by) {
  return bits_of<8>(0, [&]<class Real>(Lanes<Real> at) { return may_meet(pack, edge, 2, other, by, at); });
}

}  // namespace raycloth::RAYCLOTH_DEVICE
