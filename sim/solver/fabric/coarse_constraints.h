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

/// Of the sides of a triangle: by how many times their lengths they are too long, or tensions.
template <class Real>
struct OfSides {
  Real ab, bc, ca;
};

template <class Real>
RAYCLOTH_HD inline Real dot(const OfSides<Real>& a, const OfSides<Real>& b) {
  return a.ab * b.ab + a.bc * b.bc + a.ca * b.ca;
}
template <class Mask, class Real>
RAYCLOTH_HD inline OfSides<Real> select(Mask mask, const OfSides<Real>& a, const OfSides<Real>& b) {
  return {select(mask, a.ab, b.ab), select(mask, a.bc, b.bc), select(mask, a.ca, b.ca)};
}

/// How a unit of tension along one side strains another.
template <class Real>
struct Straining {
  Real ab_ab, bc_bc, ca_ca, ab_bc, bc_ca, ca_ab;

  RAYCLOTH_HD Straining plus(const Straining& o, Real times) const {
    return {ab_ab + o.ab_ab * times, bc_bc + o.bc_bc * times, ca_ca + o.ca_ca * times,
            ab_bc + o.ab_bc * times, bc_ca + o.bc_ca * times, ca_ab + o.ca_ab * times};
  }

  /// Tensions that take back so much strain.
  RAYCLOTH_HD OfSides<Real> taking_back(const OfSides<Real>& strain) const {
    const Real l = ab_bc / ab_ab, m = ca_ab / ab_ab;
    const Both<Real> left = both_of(strain.bc - l * strain.ab, strain.ca - m * strain.ab, bc_bc - l * ab_bc,
                                    ca_ca - m * ca_ab, bc_ca - l * ca_ab);
    return {(strain.ab - ab_bc * left.one - ca_ab * left.other) / ab_ab, left.one, left.other};
  }

  /// None of them negative, where a side may be longer than it looks (a linear complementarity problem): of all that
  /// take back the strain along some of the sides those that do the most work. Nearly right is not enough: what a few
  /// iterations leave of it drives strips under load to and fro for ever.
  RAYCLOTH_HD OfSides<Real> pulling_back(const OfSides<Real>& strain) const {
    const auto [ab, bc, ca] = strain;
    const Real none(0);
    OfSides<Real> best{none, none, none};
    Real most = none;
    const auto consider = [&](const OfSides<Real>& by) {
      const Real work = dot(strain, by);
      const auto better = both(smaller(smaller(by.ab, by.bc), by.ca) >= none, work > most);
      best = select(better, by, best);
      most = select(better, work, most);
    };
    consider({ab / ab_ab, none, none});
    consider({none, bc / bc_bc, none});
    consider({none, none, ca / ca_ca});
    const Both<Real> but_ca = both_of(ab, bc, ab_ab, bc_bc, ab_bc), but_ab = both_of(bc, ca, bc_bc, ca_ca, bc_ca),
                     but_bc = both_of(ca, ab, ca_ca, ab_ab, ca_ab);
    consider({but_ca.one, but_ca.other, none});
    consider({none, but_ab.one, but_ab.other});
    consider({but_bc.other, none, but_bc.one});
    consider(taking_back(strain));
    return best;
  }

 private:
  template <class R>
  struct Both {
    R one, other;
  };
  RAYCLOTH_HD static Both<Real> both_of(Real one, Real other, Real one_one, Real other_other, Real one_other) {
    const Real ratio = one_other / one_one, by_other = (other - ratio * one) / (other_other - ratio * one_other);
    return {(one - one_other * by_other) / one_one, by_other};
  }
};

/// A triangle that is taut is a membrane, which resists being stretched, sheared and, until it buckles, pressed
/// together. What is bent, or wrinkled on a scale that it knows nothing of, is a tension field, where any side may be
/// longer than it looks: three corners of a bent patch may be wider across than they were, and sheared on the bias, but
/// no chord is longer than it was. Either has the strains of its sides alone, and what holds is the one that has the
/// lesser energy, so no work is gained by going to and fro between them (their implicit steps have the lesser work).
/// The tension field is taken twice as stiff as it is: three sides hold what is pulled between them by less than a
/// membrane does.
struct ShortenCoarseTriangles {
  Vec4* x;
  const int *first, *second, *third;
  const Vec4 *shapes, *softness;  // CoarseTriangleArrays'
  float most;                     // as above

  static constexpr float kBuckles = 0.995f;  // |u| or |v| below which a membrane is pressed together
  static constexpr float kPressed = 100;     // times as soft is it then, along that thread
  static constexpr float kOfField = 2;

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
    const auto& [corners, soft] = constants;
    const Vector4<Real> a = gather(x, corners.a), b = gather(x, corners.b), c = gather(x, corners.c);
    const Sides<Real> sides = sides_of(corners.shape, a, b, c);
    const OfSides<Real> strain = sides.strain(Real(most) * soft.w);
    const auto acts = larger(larger(strain.ab, strain.bc), strain.ca) > Real(kLiesFlat);
    if (!any(acts)) return;
    const Straining<Real> moves = sides.moves(a.w, b.w, c.w);
    const Vector4<Real> buckled = where_pressed(soft, corners.shape, xyz(b) - xyz(a), xyz(c) - xyz(a));
    const OfSides<Real> membrane = moves.plus(sides.gives(buckled), Real(1)).taking_back(strain),
                        field = moves.plus(sides.gives(soft), Real(1 / kOfField)).pulling_back(strain);
    const OfSides<Real> by = select(dot(strain, membrane) < dot(strain, field), membrane, field);
    const Vector3<Real> pull_ab = sides.ab.gradient * by.ab, pull_bc = sides.bc.gradient * by.bc,
                        pull_ca = sides.ca.gradient * by.ca;
    put(corners.a, a, (pull_ab - pull_ca) * a.w, acts);
    put(corners.b, b, (pull_bc - pull_ab) * b.w, acts);
    put(corners.c, c, (pull_ca - pull_bc) * c.w, acts);
  }

 private:
  template <class Real>
  struct Side {
    Real warp, weft, shear;  // what a unit of strain along the threads, and of shear, lengthens it by
    Real strain;
    Vector3<Real> gradient;  // of its strain, by where it ends

    /// `x`, `y`: its way at rest, in (warp, weft).
    RAYCLOTH_HD Side(Real x, Real y, const Vector4<Real>& from, const Vector4<Real>& to) {
      const Real squared = x * x + y * y, rest = square_root(squared);
      warp = x * x / squared;
      weft = y * y / squared;
      shear = x * y / squared;
      const Vector3<Real> way = xyz(to) - xyz(from);
      const Real length = square_root(dot(way, way));
      strain = length / rest - Real(1);
      gradient = way * select(length > Real(0), Real(1) / (length * rest), Real(0));
    }
    /// How much this and the other side are strained by a unit of tension along the other and along this one.
    RAYCLOTH_HD Real gives(const Side& other, const Vector4<Real>& soft) const {
      return warp * other.warp * soft.x + weft * other.weft * soft.y + shear * other.shear * soft.z;
    }
  };

  template <class Real>
  struct Sides {
    Side<Real> ab, bc, ca;

    RAYCLOTH_HD OfSides<Real> strain(Real bound) const {
      return {smaller(ab.strain, bound), smaller(bc.strain, bound), smaller(ca.strain, bound)};
    }
    RAYCLOTH_HD Straining<Real> moves(Real a, Real b, Real c) const {
      return {dot(ab.gradient, ab.gradient) * (a + b), dot(bc.gradient, bc.gradient) * (b + c),
              dot(ca.gradient, ca.gradient) * (c + a), -dot(ab.gradient, bc.gradient) * b,
              -dot(bc.gradient, ca.gradient) * c,      -dot(ca.gradient, ab.gradient) * a};
    }
    RAYCLOTH_HD Straining<Real> gives(const Vector4<Real>& soft) const {
      return {ab.gives(ab, soft), bc.gives(bc, soft), ca.gives(ca, soft),
              ab.gives(bc, soft), bc.gives(ca, soft), ca.gives(ab, soft)};
    }
  };

  /// `s`: the inverse of what a to b and a to c are at rest, in (warp, weft).
  template <class Real>
  RAYCLOTH_HD static Sides<Real> sides_of(const Vector4<Real>& s, const Vector4<Real>& a, const Vector4<Real>& b,
                                          const Vector4<Real>& c) {
    const Real per = Real(1) / (s.x * s.w - s.y * s.z);
    const Real px = s.w * per, py = -s.z * per, qx = -s.y * per, qy = s.x * per;
    return {{px, py, a, b}, {qx - px, qy - py, b, c}, {-qx, -qy, c, a}};
  }

  /// `p`, `q`: what a to b and a to c are now.
  template <class Real>
  RAYCLOTH_HD static Vector4<Real> where_pressed(const Vector4<Real>& soft, const Vector4<Real>& s,
                                                 const Vector3<Real>& p, const Vector3<Real>& q) {
    const auto times = [](const Vector3<Real>& thread) {
      return select(dot(thread, thread) > Real(kBuckles * kBuckles), Real(1), Real(kPressed));
    };
    return {soft.x * times(p * s.x + q * s.z), soft.y * times(p * s.y + q * s.w), soft.z, soft.w};
  }

  template <class Real, class Index, class Mask>
  RAYCLOTH_HD void put(const Index& at, const Vector4<Real>& there, const Vector3<Real>& by, Mask acts) const {
    scatter(x, at, with_w(select(acts, xyz(there) + by, xyz(there)), there.w));
  }
};

}  // namespace raycloth::RAYCLOTH_DEVICE
