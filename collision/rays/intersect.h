// The line-triangle test every ray tracer shares, so that all of them give the same bits for the same hit.
#pragma once

#include "collision/scene.h"
#include "device/backend.h"
#include "device/lanes.h"
#include "device/math.h"
#include "device/team.h"

namespace raycloth::RAYCLOTH_DEVICE {

/// Where a line meets a triangle: origin + t * direction = u a + v b + (1 - u - v) c.
struct LineHit {
  float t;     // in lengths of the direction; negative behind the origin
  float u, v;  // barycentric weights of the triangle's first and second vertex
};

/// A line, sheared so that it becomes the last axis (Woop, Benthin and Wald 2013, "Watertight Ray/Triangle
/// Intersection"): a line through an edge or a vertex meets at least one of the triangles around it.
struct Line {
  Vec3 origin;  // rotated
  int axis;     // the largest component of the direction
  float shear_x, shear_y, scale;
};

/// `v` with its components rotated so that component `axis` comes last.
RAYCLOTH_HD inline Vec3 rotated(Vec3 v, int axis) {
  return axis == 2 ? v : axis == 1 ? Vec3(v.z, v.x, v.y) : Vec3(v.y, v.z, v.x);
}

RAYCLOTH_HD inline Line line_through(Vec3 origin, Vec3 direction) {
  const Vec3 d = glm::abs(direction);
  const int axis = d.x > d.y ? (d.x > d.z ? 0 : 2) : (d.y > d.z ? 1 : 2);
  const Vec3 r = rotated(direction, axis);
  return {rotated(origin, axis), axis, r.x / r.z, r.y / r.z, 1.0f / r.z};
}

/// A triangle as the line sees it: twice the areas of the triangles that the line makes with the edges opposite of a, b
/// and c, and the corners' coordinates along the line.
struct Seen {
  float u, v, w;
  float az, bz, cz;
};

RAYCLOTH_HD inline Seen seen_along(const Line& line, Vec3 a, Vec3 b, Vec3 c) {
  a = rotated(a, line.axis) - line.origin;
  b = rotated(b, line.axis) - line.origin;
  c = rotated(c, line.axis) - line.origin;
  const float ax = a.x - line.shear_x * a.z, ay = a.y - line.shear_y * a.z;
  const float bx = b.x - line.shear_x * b.z, by = b.y - line.shear_y * b.z;
  const float cx = c.x - line.shear_x * c.z, cy = c.y - line.shear_y * c.z;
  return {cx * by - cy * bx, ax * cy - ay * cx, bx * ay - by * ax, a.z, b.z, c.z};
}

/// Lines in the triangle's plane miss.
RAYCLOTH_HD inline bool intersect(const Line& line, Vec3 a, Vec3 b, Vec3 c, LineHit& hit) {
  const Seen s = seen_along(line, a, b, c);
  const bool inside = (s.u >= 0 && s.v >= 0 && s.w >= 0) || (s.u <= 0 && s.v <= 0 && s.w <= 0);
  const float sum = s.u + s.v + s.w;
  if (!inside || sum == 0) return false;
  hit.u = s.u / sum;
  hit.v = s.v / sum;
  hit.t = line.scale * (s.az * hit.u + s.bz * hit.v + s.cz * (s.w / sum));
  return true;
}

/// The edge (0: ab, 1: bc, 2: ca) beyond which a line passes that misses the triangle, the farthest in barycentric
/// coordinates; -1 for lines in its plane.
RAYCLOTH_HD inline int edge_towards(const Line& line, Vec3 a, Vec3 b, Vec3 c) {
  const Seen s = seen_along(line, a, b, c);
  const float sum = s.u + s.v + s.w;
  if (sum == 0) return -1;
  const float u = s.u / sum, v = s.v / sum, w = s.w / sum;
  return u < v ? (u < w ? 1 : 0) : (v < w ? 2 : 0);
}

/// The same for the eight triangles of a pack, apart from those that have the vertex `own`: calls take(hit, place in
/// the pack) for those met. Nothing but the scalar test's operations in its order, so its bits are the same; what most
/// packs need ends before the divisions.
template <class Real, class Take>
RAYCLOTH_HD inline void intersect(const Team& team, const Line& line, const TrianglePack& pack, int own, Lanes<Real> at,
                                  Take take) {
  const int z = line.axis, x = z == 2 ? 0 : z + 1, y = z == 0 ? 2 : z - 1;
  const Real ox = line.origin.x, oy = line.origin.y, oz = line.origin.z, sx = line.shear_x, sy = line.shear_y;
  const auto corner = [&](int k) {
    const Real along = load(pack.at[z][k], at) - oz;
    return Vector3<Real>{(load(pack.at[x][k], at) - ox) - sx * along, (load(pack.at[y][k], at) - oy) - sy * along,
                         along};
  };
  const Vector3<Real> a = corner(0), b = corner(1), c = corner(2);
  const Real u = c.x * b.y - c.y * b.x, v = a.x * c.y - a.y * c.x, w = b.x * a.y - b.y * a.x;
  const Real zero = 0.0f, least = smaller(smaller(u, v), w), most = larger(larger(u, v), w);
  const auto owned =
      either(either(equal(pack.corners[0], at, own), equal(pack.corners[1], at, own)), equal(pack.corners[2], at, own));
  const auto inside = except(either(least >= zero, most <= zero), owned);
  if (!team.bits(inside)) return;
  const Real sum = u + v + w, part_u = u / sum, part_v = v / sum;
  const Real t = Real(line.scale) * (a.z * part_u + b.z * part_v + c.z * (w / sum));
  const Told ts(team, t), us(team, part_u), vs(team, part_v);
  for (unsigned met = team.bits(both(inside, sum != zero)); met; met &= met - 1) {
    const int i = trailing_zeros(met);
    take(LineHit{ts[i], us[i], vs[i]}, i);
  }
}

/// Unit normal; zero for a triangle without area.
RAYCLOTH_HD inline Vec3 triangle_normal(Vec3 a, Vec3 b, Vec3 c) {
  const Vec3 n = glm::cross(b - a, c - a);
  const float length = sqrtf(glm::dot(n, n));
  return length > 0 ? n / length : Vec3(0);
}

}  // namespace raycloth::RAYCLOTH_DEVICE
