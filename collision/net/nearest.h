// Nearest points of a vertex and a triangle, and of two edges, for any scalar: always those of some point of each, so
// that a distance is never too small by more than rounding, whatever the shape of the triangle. Points are relative to
// one of the four, or floats far from the origin would round away what the net keeps apart.
#pragma once

#include "device/backend.h"
#include "device/math.h"

namespace raycloth::RAYCLOTH_DEVICE {

template <class T>
using Point = glm::vec<3, T, glm::defaultp>;

/// What four vertices are to each other.
enum class PairKind : int { vertex_face, edge_edge };

RAYCLOTH_HD inline int first_of_second(PairKind kind) { return kind == PairKind::vertex_face ? 1 : 2; }

/// `way` leads from the second feature's point to the first's: sum_i weights[i] x[i], with weights (1, -u, -v, -w) or
/// (1 - s, s, t - 1, -t).
template <class T>
struct Nearest {
  Point<T> way;
  T squared;
  T weights[4];
};

template <class T>
RAYCLOTH_HD inline T clamped(T s) {
  return s < T(0) ? T(0) : s > T(1) ? T(1) : s;
}

/// Of the segment a + s (b - a), where p is nearest: s.
template <class T>
RAYCLOTH_HD inline T foot_on_segment(Point<T> p, Point<T> a, Point<T> b) {
  const Point<T> u = b - a;
  const T length = glm::dot(u, u);
  return length > T(0) ? clamped(glm::dot(p - a, u) / length) : T(0);
}

template <class T>
RAYCLOTH_HD inline void take_nearer(Nearest<T>& best, const Point<T> (&x)[4], T a, T b, T c, T d) {
  const Point<T> way = x[0] * a + x[1] * b + x[2] * c + x[3] * d;
  const T squared = glm::dot(way, way);
  if (squared < best.squared) best = {way, squared, {a, b, c, d}};
}

template <class T>
inline constexpr T kFar = T(1e30);

/// Vertex x[0] and triangle x[1] x[2] x[3].
template <class T>
RAYCLOTH_HD inline Nearest<T> vertex_to_face(const Point<T> (&x)[4]) {
  Nearest<T> best{Point<T>(0), kFar<T>, {}};
  const Point<T> u = x[2] - x[1], v = x[3] - x[1], w = x[0] - x[1];
  const Point<T> normal = glm::cross(u, v);
  const T area = glm::dot(normal, normal);
  if (area > T(0)) {
    const T second = glm::dot(glm::cross(w, v), normal) / area, third = glm::dot(glm::cross(u, w), normal) / area;
    const T first = T(1) - second - third;
    if (first >= T(0) && second >= T(0) && third >= T(0)) take_nearer(best, x, T(1), -first, -second, -third);
  }
  T s = foot_on_segment(x[0], x[1], x[2]);
  take_nearer(best, x, T(1), s - T(1), -s, T(0));
  s = foot_on_segment(x[0], x[2], x[3]);
  take_nearer(best, x, T(1), T(0), s - T(1), -s);
  s = foot_on_segment(x[0], x[3], x[1]);
  take_nearer(best, x, T(1), -s, T(0), s - T(1));
  return best;
}

/// Edges x[0] x[1] and x[2] x[3].
template <class T>
RAYCLOTH_HD inline Nearest<T> edge_to_edge(const Point<T> (&x)[4]) {
  Nearest<T> best{Point<T>(0), kFar<T>, {}};
  const Point<T> u = x[1] - x[0], v = x[3] - x[2], w = x[0] - x[2];
  const T uu = glm::dot(u, u), uv = glm::dot(u, v), vv = glm::dot(v, v), uw = glm::dot(u, w), vw = glm::dot(v, w);
  const T parallel = uu * vv - uv * uv;
  if (parallel > T(0)) {
    const T s = (uv * vw - vv * uw) / parallel, t = (uu * vw - uv * uw) / parallel;
    if (s >= T(0) && s <= T(1) && t >= T(0) && t <= T(1)) take_nearer(best, x, T(1) - s, s, t - T(1), -t);
  }
  T s = foot_on_segment(x[0], x[2], x[3]);
  take_nearer(best, x, T(1), T(0), s - T(1), -s);
  s = foot_on_segment(x[1], x[2], x[3]);
  take_nearer(best, x, T(0), T(1), s - T(1), -s);
  s = foot_on_segment(x[2], x[0], x[1]);
  take_nearer(best, x, T(1) - s, s, T(-1), T(0));
  s = foot_on_segment(x[3], x[0], x[1]);
  take_nearer(best, x, T(1) - s, s, T(0), T(-1));
  return best;
}

template <class T>
RAYCLOTH_HD inline Nearest<T> nearest(PairKind kind, const Point<T> (&x)[4]) {
  return kind == PairKind::vertex_face ? vertex_to_face(x) : edge_to_edge(x);
}

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

/// How near two points come within `time` that lie `gap` apart and go on with relative velocity `closing`.
RAYCLOTH_HD inline float nearest_until(Vec3 gap, Vec3 closing, float time) {
  const float squared = glm::dot(closing, closing), approach = -glm::dot(gap, closing);
  const float until = approach > 0 ? (approach < squared * time ? approach / squared : time) : 0;
  const Vec3 then = gap + closing * until;
  return sqrtf(glm::dot(then, then));
}

/// How near, in parts of what touches, features have to be for `come_within` to tell that they come within that.
inline constexpr float kSliding = 1.25f;

/// Whether two features that go straight on from `x` to `y` come nearer than `touching` (m): by the way that their
/// nearest points at the start, `gap` apart, go against each other; or within kSliding of it at the time at which these
/// are no farther apart along `gap`: where surfaces meet at a slant, points slide along them, and others are nearest
/// then.
RAYCLOTH_HD inline bool come_within(PairKind kind, const Point<float> (&x)[4], const Point<float> (&y)[4], Vec3 gap,
                                    Vec3 way, float touching) {
  if (nearest_until(gap, way, 1) < touching) return true;
  const float distance = sqrtf(glm::dot(gap, gap)), left = distance - touching;
  const float approach = distance > 0 ? -glm::dot(gap, way) / distance : 0;
  if (approach <= left) return false;
  Point<float> then[4];
  for (int k = 0; k < 4; ++k) then[k] = x[k] + (y[k] - x[k]) * (left / approach);
  const float near = kSliding * touching;
  return nearest(kind, then).squared < near * near;
}

}  // namespace raycloth::RAYCLOTH_DEVICE
