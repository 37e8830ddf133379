// Eight triangles, or eight edges, in lanes: their boxes, and how far they lie from a vertex, an edge, or a whole pack.
// nearest.h knows the points as well.
#pragma once

#include "collision/net/pack_motion.h"
#include "device/lanes.h"

namespace raycloth::RAYCLOTH_DEVICE {

/// Features of N vertices each, relative to an origin.
template <class Real, int N>
struct LaneFeatures {
  Vector3<Real> x[N];

  RAYCLOTH_HD LaneFeatures(const Vec4* positions, const int* const (&vertices)[N], Vec3 origin, Lanes<Real> at) {
    for (int k = 0; k < N; ++k) x[k] = xyz(gather(positions, indices(vertices[k], at))) - in_lanes<Real>(origin);
  }

  RAYCLOTH_HD Vector3<Real> middle() const {
    Vector3<Real> sum = x[0];
    for (int k = 1; k < N; ++k) sum = sum + x[k];
    return sum * Real(1.0f / N);
  }
  RAYCLOTH_HD Real lowest(const Vector3<Real>& direction) const {
    Real low = dot(direction, x[0]);
    for (int k = 1; k < N; ++k) low = smaller(low, dot(direction, x[k]));
    return low;
  }
  RAYCLOTH_HD Real highest(const Vector3<Real>& direction) const {
    Real high = dot(direction, x[0]);
    for (int k = 1; k < N; ++k) high = larger(high, dot(direction, x[k]));
    return high;
  }
};

/// Which of eight edges of a pack end where edge `e` does.
template <class Real>
RAYCLOTH_HD inline auto shares_vertex(const FeaturePack& pack, Lanes<Real> at, Int2 e) {
  return either(either(equal(pack.ends[0], at, e.x), equal(pack.ends[0], at, e.y)),
                either(equal(pack.ends[1], at, e.x), equal(pack.ends[1], at, e.y)));
}

/// Their boxes.
template <class Real>
struct LaneBoxes {
  Vector3<Real> low, high;

  RAYCLOTH_HD LaneBoxes(const Vector3<Real>& least, const Vector3<Real>& most) : low(least), high(most) {}
  template <int N>
  RAYCLOTH_HD explicit LaneBoxes(const LaneFeatures<Real, N>& of) : low(of.x[0]), high(of.x[0]) {
    include(of, Vec3(0));
  }

  template <int N>
  RAYCLOTH_HD void include(const LaneFeatures<Real, N>& of, Vec3 shift) {
    for (const Vector3<Real>& corner : of.x) {
      const Vector3<Real> p = corner - in_lanes<Real>(shift);
      low = {smaller(low.x, p.x), smaller(low.y, p.y), smaller(low.z, p.z)};
      high = {larger(high.x, p.x), larger(high.y, p.y), larger(high.z, p.z)};
    }
  }

  RAYCLOTH_HD LaneBoxes widened(float by) const {
    const Vector3<Real> more = in_lanes<Real>(Vec3(by));
    return {low - more, high + more};
  }

  /// Where a box overlaps theirs: one for all lanes, or one in each.
  template <class Other>
  RAYCLOTH_HD auto overlap(const LaneBoxes<Other>& box) const {
    const auto axis = [](const Real& from, const Real& to, const Real& least, const Real& most) {
      return both(from <= most, to >= least);
    };
    return both(axis(box.low.x, box.high.x, low.x, high.x),
                both(axis(box.low.y, box.high.y, low.y, high.y), axis(box.low.z, box.high.z, low.z, high.z)));
  }
};

/// The boxes of a pack's features, at most 24, `by` larger on every side: each is held against eight others'. A thread
/// of CUDA, for which they would lie in memory, makes one whenever it asks for it; lanes make all of them first. BoxOf:
/// the LaneBoxes of Lanes.
template <class Real, class BoxOf>
class WidenedBoxes {
 public:
  RAYCLOTH_HD WidenedBoxes(const BoxOf& box_of, int /* rows */, float by) : box_of_(box_of), by_(by) {}
  RAYCLOTH_HD LaneBoxes<Real> operator[](int i) const { return box_of_(Lanes<Real>{i}).widened(by_); }

 private:
  BoxOf box_of_;
  float by_;
};

#if !RAYCLOTH_ON_CUDA
template <class BoxOf>
class WidenedBoxes<Float8, BoxOf> {
 public:
  WidenedBoxes(const BoxOf& box_of, int rows, float by) {
    for (int first = 0; first < 8 * rows; first += 8) {
      const LaneBoxes<Float8> boxes = box_of(Lanes<Float8>{first}).widened(by);
      store(low_, first, boxes.low);
      store(high_, first, boxes.high);
    }
  }
  LaneBoxes<float> operator[](int i) const { return {at(low_, i), at(high_, i)}; }

 private:
  using Places = float[3][24];
  static void store(Places& places, int first, const Vector3<Float8>& v) {
    store8(places[0] + first, v.x), store8(places[1] + first, v.y), store8(places[2] + first, v.z);
  }
  static Vector3<float> at(const Places& places, int i) { return {places[0][i], places[1][i], places[2][i]}; }

  Places low_, high_;
};
#endif

/// How far they lie outside of each side of a pack's box, and of its slab; negative: within.
template <class Real>
struct SidesApart {
  Real of[8];

  template <int N>
  RAYCLOTH_HD SidesApart(const PackShape& shape, const LaneFeatures<Real, N>& features, const LaneBoxes<Real>& boxes,
                         Vec3 origin) {
    const Vector3<Real> below = in_lanes<Real>(shape.low - origin) - boxes.high,
                        above = boxes.low - in_lanes<Real>(shape.high - origin), normal = in_lanes<Real>(shape.normal);
    const float middle = glm::dot(shape.normal, shape.middle - origin);
    const Real sides[8] = {below.x,
                           above.x,
                           below.y,
                           above.y,
                           below.z,
                           above.z,
                           Real(middle + shape.bottom) - features.highest(normal),
                           features.lowest(normal) - Real(middle + shape.top)};
    for (int k = 0; k < 8; ++k) of[k] = sides[k];
  }

  RAYCLOTH_HD Real most() const {
    Real most = of[0];
    for (int k = 1; k < 8; ++k) most = larger(most, of[k]);
    return most;
  }

  /// Of what goes straight on from here to there: outside of one side at both ends it is so all the way.
  RAYCLOTH_HD SidesApart all_the_way(const SidesApart& end) const {
    SidesApart both = *this;
    for (int k = 0; k < 8; ++k) both.of[k] = smaller(of[k], end.of[k]);
    return both;
  }
};

/// How far they lie from a pack's box or slab; 0 or less where neither tells.
template <class Real, int N>
RAYCLOTH_HD inline Real apart_from(const PackShape& shape, const LaneFeatures<Real, N>& features,
                                   const LaneBoxes<Real>& boxes, Vec3 origin) {
  return SidesApart<Real>(shape, features, boxes, origin).most() - Real(kRounding);
}

/// m^2, from p to where the segment from the origin to u is nearest.
template <class Real>
RAYCLOTH_HD inline Real squared_to_segment(const Vector3<Real>& p, const Vector3<Real>& u) {
  const Real s = larger(smaller(dot(p, u) / larger(dot(u, u), Real(1e-30f)), Real(1)), Real(0));
  const Vector3<Real> way = p - u * s;
  return dot(way, way);
}

/// Vertex p and triangle a b c.
template <class Real>
RAYCLOTH_HD inline Real squared_to_face(const Vector3<Real>& p, const Vector3<Real>& a, const Vector3<Real>& b,
                                        const Vector3<Real>& c) {
  const Vector3<Real> u = b - a, v = c - a, w = p - a, normal = cross(u, v);
  const Real area = dot(normal, normal), height = dot(w, normal);
  const Real second = dot(cross(w, v), normal), third = dot(cross(u, w), normal);
  const auto inside = both(both(area > Real(0), second >= Real(0)), both(third >= Real(0), second + third <= area));
  const Real border =
      smaller(squared_to_segment(w, u), smaller(squared_to_segment(w, v), squared_to_segment(p - b, c - b)));
  return select(inside, smaller(height * height / larger(area, Real(1e-30f)), border), border);
}

/// How much too large a distance may be, as a part of an edge's length: of edges that are parallel but for an angle of
/// the root of a float's precision, rounding decides where the lines are nearest.
constexpr float kParallel = 5e-4f;

/// Edges a b and c d.
template <class Real>
RAYCLOTH_HD inline Real squared_to_edge(const Vector3<Real>& a, const Vector3<Real>& b, const Vector3<Real>& c,
                                        const Vector3<Real>& d) {
  const Vector3<Real> u = b - a, v = d - c, w = a - c, normal = cross(u, v);
  const Real area = dot(normal, normal), height = dot(w, normal);
  const Real s = dot(cross(v, w), normal), t = dot(cross(u, w), normal);  // feet, times area
  const auto inside = both(both(area > Real(0), both(s >= Real(0), s <= area)), both(t >= Real(0), t <= area));
  const Real ends = smaller(smaller(squared_to_segment(w, v), squared_to_segment(b - c, v)),
                            smaller(squared_to_segment(c - a, u), squared_to_segment(d - a, u)));
  return select(inside, smaller(height * height / larger(area, Real(1e-30f)), ends), ends);
}

}  // namespace raycloth::RAYCLOTH_DEVICE
