// The line-triangle test every ray tracer shares, so that all of them give the same bits for the same hit.
#pragma once

#include "device/backend.h"
#include "device/math.h"

namespace raycloth::RAYCLOTH_DEVICE {

/// Where a line meets a triangle: origin + t * direction = u a + v b + (1 - u - v) c.
struct LineHit {
  float t;      // in lengths of the direction; negative behind the origin
  float u, v;   // barycentric weights of the triangle's first and second vertex
};

/// A line, sheared so that it becomes the last axis (Woop, Benthin and Wald 2013, "Watertight Ray/Triangle
/// Intersection"): a line through an edge or a vertex meets at least one of the triangles around it.
struct Line {
  Vec3 origin;
  int axis;                    // the largest component of the direction
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
  return {origin, axis, r.x / r.z, r.y / r.z, 1.0f / r.z};
}

/// Lines in the triangle's plane miss.
RAYCLOTH_HD inline bool intersect(const Line& line, Vec3 a, Vec3 b, Vec3 c, LineHit& hit) {
  a = rotated(a - line.origin, line.axis);
  b = rotated(b - line.origin, line.axis);
  c = rotated(c - line.origin, line.axis);
  const float ax = a.x - line.shear_x * a.z, ay = a.y - line.shear_y * a.z;
  const float bx = b.x - line.shear_x * b.z, by = b.y - line.shear_y * b.z;
  const float cx = c.x - line.shear_x * c.z, cy = c.y - line.shear_y * c.z;
  const float u = cx * by - cy * bx, v = ax * cy - ay * cx, w = bx * ay - by * ax;
  const bool inside = (u >= 0 && v >= 0 && w >= 0) || (u <= 0 && v <= 0 && w <= 0);
  const float sum = u + v + w;
  if (!inside || sum == 0) return false;
  hit.u = u / sum;
  hit.v = v / sum;
  hit.t = line.scale * (a.z * hit.u + b.z * hit.v + c.z * (w / sum));
  return true;
}

/// The same for a line that meets one triangle only.
RAYCLOTH_HD inline bool intersect_line(Vec3 origin, Vec3 direction, Vec3 a, Vec3 b, Vec3 c, LineHit& hit) {
  return intersect(line_through(origin, direction), a, b, c, hit);
}

/// Unit normal; zero for a triangle without area.
RAYCLOTH_HD inline Vec3 triangle_normal(Vec3 a, Vec3 b, Vec3 c) {
  const Vec3 n = glm::cross(b - a, c - a);
  const float length = sqrtf(glm::dot(n, n));
  return length > 0 ? n / length : Vec3(0);
}

}  // namespace raycloth::RAYCLOTH_DEVICE
