// Two points and what lies between them, in lanes: what every one-sided distance of the solver is about.
#pragma once

#include "device/lanes.h"

namespace raycloth::RAYCLOTH_DEVICE {

template <class Real, class Index>
struct Pair {
  Index first, second;
  Vector4<Real> a, b;   // w: 1/kg
  Vector3<Real> along;  // from b to a
  Real length;

  /// Where `acts`, they are brought nearer by `excess` (m; negative: apart), by XPBD with a compliance / h^2 of `soft`.
  template <class Mask>
  RAYCLOTH_HD void shorten(Vec4* x, Real excess, Real soft, Mask acts) const {
    const Vector3<Real> push = along * (excess / (length * (a.w + b.w + soft)));
    scatter(x, first, with_w(select(acts, xyz(a) - push * a.w, xyz(a)), a.w));
    scatter(x, second, with_w(select(acts, xyz(b) + push * b.w, xyz(b)), b.w));
  }
};

/// Whose distance, and what it is compared with (m).
template <class Real, class Index>
struct Bound {
  Index first, second;
  Real length;
};

template <class Real>
RAYCLOTH_HD inline auto bound_of(const Int2* pairs, const float* lengths, Lanes<Real> at) {
  const auto first = indices(pairs, 0, at), second = indices(pairs, 1, at);
  return Bound<Real, std::remove_const_t<decltype(first)>>{first, second, load(lengths, at)};
}

template <class Real, class Index>
RAYCLOTH_HD inline Pair<Real, Index> pair_of(const Vec4* x, const Bound<Real, Index>& bound) {
  const Vector4<Real> a = gather(x, bound.first), b = gather(x, bound.second);
  const Vector3<Real> along = xyz(a) - xyz(b);
  return {bound.first, bound.second, a, b, along, square_root(dot(along, along))};
}

}  // namespace raycloth::RAYCLOTH_DEVICE
