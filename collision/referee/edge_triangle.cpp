#include "collision/referee/edge_triangle.h"

#include <algorithm>
#include <cmath>

#include "collision/referee/exact_predicates.h"

namespace raycloth::exact {
namespace {

/// The point without its coordinate `axis`.
Vec2 project(const Vec3& v, int axis) { return {v[(axis + 1) % 3], v[(axis + 2) % 3]}; }

bool in_box(const Vec2& point, const Vec2& a, const Vec2& b) {
  return std::min(a.x, b.x) <= point.x && point.x <= std::max(a.x, b.x) && std::min(a.y, b.y) <= point.y &&
         point.y <= std::max(a.y, b.y);
}

bool segments_meet_2d(const Vec2& p, const Vec2& q, const Vec2& a, const Vec2& b) {
  const int pqa = orient2d(p, q, a), pqb = orient2d(p, q, b), abp = orient2d(a, b, p), abq = orient2d(a, b, q);
  if (pqa * pqb < 0 && abp * abq < 0) return true;
  return (pqa == 0 && in_box(a, p, q)) || (pqb == 0 && in_box(b, p, q)) || (abp == 0 && in_box(p, a, b)) ||
         (abq == 0 && in_box(q, a, b));
}

/// For points of one plane. Along at least one axis the projection keeps points of that plane apart, and
/// there the answer is the one in space; the other projections of segments that meet meet too. So: all three.
bool coplanar_segments_meet(const Vec3& p, const Vec3& q, const Vec3& a, const Vec3& b) {
  for (int axis = 0; axis < 3; ++axis) {
    if (!segments_meet_2d(project(p, axis), project(q, axis), project(a, axis), project(b, axis))) return false;
  }
  return true;
}

bool segments_meet(const Vec3& p, const Vec3& q, const Vec3& a, const Vec3& b) {
  return orient3d(p, q, a, b) == 0 && coplanar_segments_meet(p, q, a, b);
}

/// For p in the plane of the triangle, seen along an axis that does not flatten it.
bool inside_2d(const Vec2& p, const Vec2& a, const Vec2& b, const Vec2& c) {
  const int ab = orient2d(a, b, p), bc = orient2d(b, c, p), ca = orient2d(c, a, p);
  return (ab >= 0 && bc >= 0 && ca >= 0) || (ab <= 0 && bc <= 0 && ca <= 0);
}

/// Everything in one plane, or the triangle without area.
bool meets_in_plane(const Vec3& p, const Vec3& q, const Vec3& a, const Vec3& b, const Vec3& c) {
  if (segments_meet(p, q, a, b) || segments_meet(p, q, b, c) || segments_meet(p, q, c, a)) return true;
  for (int axis = 0; axis < 3; ++axis) {
    const Vec2 a2 = project(a, axis), b2 = project(b, axis), c2 = project(c, axis);
    if (orient2d(a2, b2, c2) != 0) return inside_2d(project(p, axis), a2, b2, c2);
  }
  return false;
}

/// The axis along which the triangle looks largest, near enough: any axis is right, this one is quick.
int facing_axis(const Vec3& a, const Vec3& b, const Vec3& c) {
  const Vec3 normal = glm::abs(glm::cross(b - a, c - a));
  if (normal.x >= normal.y && normal.x >= normal.z) return 0;
  return normal.y >= normal.z ? 1 : 2;
}

/// True only when, seen along the facing axis, a side of the triangle or the edge itself separates the two:
/// then they do not meet. Spares most neighbours in a flat sheet the undecided determinants of coplanar
/// points.
bool apart_in_view(const Vec3& p3, const Vec3& q3, const Vec3& a3, const Vec3& b3, const Vec3& c3) {
  const int axis = facing_axis(a3, b3, c3);
  const Vec2 p = project(p3, axis), q = project(q3, axis);
  const Vec2 a = project(a3, axis), b = project(b3, axis), c = project(c3, axis);
  const int pqa = orient2d(p, q, a);
  if (pqa != 0 && pqa == orient2d(p, q, b) && pqa == orient2d(p, q, c)) return true;
  const int turn = orient2d(a, b, c);
  if (turn == 0) return false;
  const auto outside = [&](const Vec2& from, const Vec2& to) {
    return orient2d(from, to, p) == -turn && orient2d(from, to, q) == -turn;
  };
  return outside(a, b) || outside(b, c) || outside(c, a);
}

}  // namespace

bool edge_meets_triangle(const Vec3& p, const Vec3& q, const Vec3& a, const Vec3& b, const Vec3& c) {
  if (apart_in_view(p, q, a, b, c)) return false;
  const int side_p = orient3d(a, b, c, p), side_q = orient3d(a, b, c, q);
  if (side_p * side_q > 0) return false;
  if (side_p == 0 && side_q == 0) return meets_in_plane(p, q, a, b, c);
  // The line pq crosses the plane in one point, inside when the line passes all three sides on the same hand.
  const int ab = orient3d(p, q, a, b), bc = orient3d(p, q, b, c), ca = orient3d(p, q, c, a);
  return (ab >= 0 && bc >= 0 && ca >= 0) || (ab <= 0 && bc <= 0 && ca <= 0);
}

}  // namespace raycloth::exact
