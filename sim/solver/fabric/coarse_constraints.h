// What keeps the centres of a coarse level's patches together (sim/model/parts/coarse_constraints.cpp): XPBD,
// one-sided.
#pragma once

#include "sim/solver/fabric/triangle.h"
#include "sim/solver/pair.h"

namespace raycloth::RAYCLOTH_DEVICE {

/// Part of a distance that may be the rounding of positions: cloth that lies flat lies still.
constexpr float kLiesFlat = 2e-6f;

/// C = |a - b| - length <= 0
struct ShortenCoarseEdges {
  Vec4* x;
  const Int2* edges;
  const float *lengths, *softness;
  float most;  // m: what is too long by more pulls as if by this

  template <class Real, class Index>
  struct Edge {
    Bound<Real, Index> bound;
    Real soft;
  };
  template <class Real>
  RAYCLOTH_HD auto constants(Lanes<Real> at) const {
    const auto bound = bound_of(edges, lengths, at);
    return Edge<Real, std::remove_const_t<decltype(bound.first)>>{bound, load(softness, at)};
  }
  template <class Real, class Index>
  RAYCLOTH_HD void operator()(Lanes<Real>, const Edge<Real, Index>& edge) const {
    const auto pair = pair_of(x, edge.bound);
    const Real excess = pair.length - edge.bound.length;
    const auto acts = excess > edge.bound.length * Real(kLiesFlat);
    if (any(acts)) pair.shorten(x, smaller(excess, Real(most)), edge.soft, acts);
  }
  template <class Real>
  RAYCLOTH_HD void operator()(Lanes<Real> at) const {
    (*this)(at, constants(at));
  }
};

/// Of a triangle that is taut along both threads, |u| <= 1, |v| <= 1 and u . v = 0, as of the membrane. Any other is
/// bent, wrinkled on a scale that it knows nothing of, or slack: its sides are no longer than along the cloth, each as
/// stiff as the fabric is that way. What is bent may be wider than it was across a thin triangle, and sheared on the
/// bias, but no chord is longer than it was: so both are bounded by what the sides are too long by.
struct ShortenCoarseTriangles {
  Vec4* x;
  const int *first, *second, *third;
  const Vec4 *shapes, *softness;  // CoarseTriangleArrays'
  float most;                     // as above

  static constexpr float kTaut = 0.995f;     // least |u| and |v|
  static constexpr float kOfSides = 1.125f;  // the fourth powers of the cosines between three ways at 60 degrees

  template <class Real, class Index>
  struct Constants {
    Corners<Real, Index> corners;
    Vector4<Real> soft;
  };
  template <class Real>
  RAYCLOTH_HD auto constants(Lanes<Real> at) const {
    const auto corners = corners_of(first, second, third, shapes, at);
    return Constants<Real, std::remove_const_t<decltype(corners.a)>>{corners, load(softness, at)};
  }
  template <class Real>
  RAYCLOTH_HD void operator()(Lanes<Real> at) const {
    (*this)(at, constants(at));
  }

  template <class Real, class Index>
  RAYCLOTH_HD void operator()(Lanes<Real>, const Constants<Real, Index>& constants) const {
    const Triangle<Real, Index> triangle(x, constants.corners);
    const Sides<Real> sides = sides_of(triangle);
    const Real excess =
        larger(larger(sides.ab.stretch(triangle.a, triangle.b), sides.bc.stretch(triangle.b, triangle.c)),
               sides.ca.stretch(triangle.c, triangle.a)) -
        Real(1);
    const auto acts = excess > Real(kLiesFlat);
    if (!any(acts)) return;
    const Real least(kTaut * kTaut);
    const auto taut = both(dot(triangle.u, triangle.u) > least, dot(triangle.v, triangle.v) > least);
    ThreePoints<Real> points = along_sides(triangle, sides, constants.soft);
    if (any(taut)) points = chosen(taut, along_threads(triangle, constants.soft, excess), points);
    points = chosen(acts, points, {xyz(triangle.a), xyz(triangle.b), xyz(triangle.c)});
    triangle.put(x, points);
  }

 private:
  template <class Mask, class Real>
  RAYCLOTH_HD static ThreePoints<Real> chosen(Mask mask, const ThreePoints<Real>& one, const ThreePoints<Real>& other) {
    return {select(mask, one.a, other.a), select(mask, one.b, other.b), select(mask, one.c, other.c)};
  }

  /// Where it goes at rest, in (warp, weft).
  template <class Real>
  struct Side {
    Real warp, weft, squared, length;

    RAYCLOTH_HD Side(Real x, Real y) : warp(x), weft(y), squared(x * x + y * y), length(square_root(squared)) {}
    RAYCLOTH_HD Real stretch(const Vector4<Real>& from, const Vector4<Real>& to) const {
      const Vector3<Real> way = xyz(to) - xyz(from);
      return square_root(dot(way, way)) / length;
    }
  };
  template <class Real>
  struct Sides {
    Side<Real> ab, bc, ca;
  };

  template <class Real, class Index>
  RAYCLOTH_HD static Sides<Real> sides_of(const Triangle<Real, Index>& t) {
    const Vector4<Real>& s = t.corners.shape;  // their inverse
    const Real per = Real(1) / (s.x * s.w - s.y * s.z);
    const Real px = s.w * per, py = -s.z * per, qx = -s.y * per, qy = s.x * per;
    return {{px, py}, {qx - px, qy - py}, {-qx, -qy}};
  }

  /// XPBD's multiplier of what is `length` times as long as at rest.
  template <class Real>
  RAYCLOTH_HD Real shorten(Real length, Real mobility, Real soft, Real bound) const {
    const Real excess = smaller(length - Real(1), bound);
    return select(length > Real(1 + kLiesFlat), -excess / (mobility + soft), Real(0));
  }

  /// One after the other.
  template <class Real, class Index>
  RAYCLOTH_HD ThreePoints<Real> along_sides(const Triangle<Real, Index>& t, const Sides<Real>& sides,
                                            const Vector4<Real>& soft) const {
    ThreePoints<Real> points{xyz(t.a), xyz(t.b), xyz(t.c)};
    const auto pull = [&](const Side<Real>& side, Vector3<Real>& one, Real w_one, Vector3<Real>& other, Real w_other) {
      const Real c2 = side.warp * side.warp / side.squared, s2 = side.weft * side.weft / side.squared;
      const Real along = c2 * c2 * soft.x + s2 * s2 * soft.y + c2 * s2 * soft.z;
      const Vector3<Real> way = other - one;
      const Real length = square_root(dot(way, way)), mobility = (w_one + w_other) / side.squared;
      const Real by = shorten(length / side.length, mobility, along * Real(kOfSides), Real(most) * soft.w);
      const Vector3<Real> push = way * select(length > Real(0), by / (length * side.length), Real(0));
      one = one - push * w_one;
      other = other + push * w_other;
    };
    pull(sides.ab, points.a, t.a.w, points.b, t.b.w);
    pull(sides.bc, points.b, t.b.w, points.c, t.c.w);
    pull(sides.ca, points.c, t.c.w, points.a, t.a.w);
    return points;
  }

  /// One after the other. A tension in any direction strains one of three sides by no less than half of its strain, and
  /// shears by no more than twice that.
  template <class Real, class Index>
  RAYCLOTH_HD ThreePoints<Real> along_threads(Triangle<Real, Index> t, const Vector4<Real>& soft, Real excess) const {
    const Real bound = smaller(Real(most) * soft.w, excess * Real(2)), sheared = bound * Real(2);
    const Vector3<Real> on_u = pull(t.u, t.mobility.uu, soft.x, bound);
    t.follow_u(on_u);
    const Vector3<Real> on_v = pull(t.v, t.mobility.vv, soft.y, bound);
    t.follow_v(on_v);
    const Real angle = smaller(larger(dot(t.u, t.v), -sheared), sheared), resists = t.shear_mobility() + soft.z;
    const Real shear = select(resists > Real(0), -angle / resists, Real(0));
    return t.moved(on_u + t.v * shear, on_v + t.u * shear);
  }

  template <class Real>
  RAYCLOTH_HD Vector3<Real> pull(const Vector3<Real>& thread, Real mobility, Real soft, Real bound) const {
    const Real length = square_root(dot(thread, thread));
    return thread * select(length > Real(0), shorten(length, mobility, soft, bound) / length, Real(0));
  }
};

}  // namespace raycloth::RAYCLOTH_DEVICE
