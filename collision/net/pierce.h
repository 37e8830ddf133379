// Whether a segment meets a triangle, in doubles: exact enough to tell what crosses at a start from what does not.
#pragma once

#include "collision/net/nearest.h"

namespace raycloth::RAYCLOTH_DEVICE {

/// Six times the volume of the tetrahedron; which side of a b c the point is on.
RAYCLOTH_HD inline double side_of(Point<double> p, Point<double> a, Point<double> b, Point<double> c) {
  return glm::dot(p - a, glm::cross(b - a, c - a));
}

/// What only touches, as flat cloth does within its plane, does not count.
RAYCLOTH_HD inline bool pierces(Point<double> p, Point<double> q, Point<double> a, Point<double> b, Point<double> c) {
  if (!(side_of(p, a, b, c) * side_of(q, a, b, c) < 0)) return false;
  const double ab = side_of(q, p, a, b), bc = side_of(q, p, b, c), ca = side_of(q, p, c, a);
  return (ab >= 0 && bc >= 0 && ca >= 0) || (ab <= 0 && bc <= 0 && ca <= 0);
}

/// Whether an edge of one triangle that has no vertex in common with the other meets that.
RAYCLOTH_HD inline bool triangles_cross(const Vec4* x, Int3 s, Int3 t) {
  const auto at = [&](int vertex) -> Point<double> {
    return Point<double>(x[vertex].x, x[vertex].y, x[vertex].z) - Point<double>(x[s.x].x, x[s.x].y, x[s.x].z);
  };
  const auto edge_of = [&](Int3 a, Int3 b) {
    for (int k = 0; k < 3; ++k) {
      const int p = a[k], q = a[(k + 1) % 3];
      const bool shared = p == b.x || p == b.y || p == b.z || q == b.x || q == b.y || q == b.z;
      if (!shared && pierces(at(p), at(q), at(b.x), at(b.y), at(b.z))) return true;
    }
    return false;
  };
  return edge_of(s, t) || edge_of(t, s);
}

}  // namespace raycloth::RAYCLOTH_DEVICE
