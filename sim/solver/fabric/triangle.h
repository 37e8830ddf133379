// Triangles of fabric in lanes.
#pragma once

#include "device/lanes.h"

namespace raycloth::RAYCLOTH_DEVICE {

/// Triangles of points, w = inverse mass, with the shapes that they have at rest.
template <class Real, class Index>
struct Corners {
  Index a, b, c;
  Vector4<Real> shape;
};

template <class Real>
RAYCLOTH_HD inline auto corners_of(const int* first, const int* second, const int* third, const Vec4* shapes,
                                   Lanes<Real> at) {
  const auto a = indices(first, at), b = indices(second, at), c = indices(third, at);
  return Corners<Real, std::remove_const_t<decltype(a)>>{a, b, c, load(shapes, at)};
}

}  // namespace raycloth::RAYCLOTH_DEVICE
