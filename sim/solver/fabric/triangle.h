// Triangles of fabric in lanes: what every constraint on the lengths of warp and weft (Membrane's u and v) is about.
#pragma once

#include "device/lanes.h"

namespace raycloth::RAYCLOTH_DEVICE {

/// How unit forces on u and v move them: w sums of inverse masses, as the sides go into u and v.
template <class Real>
struct Mobility {
  Real uu, uv, vv;

  RAYCLOTH_HD Mobility(Real a, Real b, Real c, const Vector4<Real>& s) {
    const Real u = s.x + s.z, v = s.y + s.w;
    uu = a * u * u + b * s.x * s.x + c * s.z * s.z;
    uv = a * u * v + b * s.x * s.y + c * s.z * s.w;
    vv = a * v * v + b * s.y * s.y + c * s.w * s.w;
  }
};

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

template <class Real>
struct ThreePoints {
  Vector3<Real> a, b, c;
};

/// A triangle as it is now.
template <class Real, class Index>
struct Triangle {
  Corners<Real, Index> corners;
  Vector4<Real> a, b, c;
  Vector3<Real> u, v;  // lengths of the warp and the weft
  Mobility<Real> mobility;

  RAYCLOTH_HD Triangle(const Vec4* x, const Corners<Real, Index>& of)
      : corners(of), a(gather(x, of.a)), b(gather(x, of.b)), c(gather(x, of.c)), mobility(a.w, b.w, c.w, of.shape) {
    const Vector3<Real> p = xyz(b) - xyz(a), q = xyz(c) - xyz(a);
    u = p * of.shape.x + q * of.shape.z;
    v = p * of.shape.y + q * of.shape.w;
  }

  /// Where the corners come to by impulses on u and on v.
  RAYCLOTH_HD ThreePoints<Real> moved(const Vector3<Real>& on_u, const Vector3<Real>& on_v) const {
    const Vector4<Real>& s = corners.shape;
    const Vector3<Real> on_b = on_u * s.x + on_v * s.y, on_c = on_u * s.z + on_v * s.w;
    return {xyz(a) - (on_b + on_c) * a.w, xyz(b) + on_b * b.w, xyz(c) + on_c * c.w};
  }

  RAYCLOTH_HD void put(Vec4* x, const ThreePoints<Real>& points) const {
    scatter(x, corners.a, with_w(points.a, a.w));
    scatter(x, corners.b, with_w(points.b, b.w));
    scatter(x, corners.c, with_w(points.c, c.w));
  }

  /// u and v go to where such impulses bring them.
  RAYCLOTH_HD void follow_u(const Vector3<Real>& on_u) {
    u = u + on_u * mobility.uu;
    v = v + on_u * mobility.uv;
  }
  RAYCLOTH_HD void follow_v(const Vector3<Real>& on_v) {
    u = u + on_v * mobility.uv;
    v = v + on_v * mobility.vv;
  }

  /// How a unit force on u . v moves it.
  RAYCLOTH_HD Real shear_mobility() const {
    return mobility.uu * dot(v, v) + mobility.vv * dot(u, u) + Real(2) * mobility.uv * dot(u, v);
  }
};

}  // namespace raycloth::RAYCLOTH_DEVICE
