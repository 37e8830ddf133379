// Stretch: in every triangle of cloth, with the present lengths u of the warp and v of the weft (1 at rest), the
// constraints |u| - 1, |v| - 1 and u . v (D. Baraff, A. Witkin, "Large Steps in Cloth Simulation", 1998, section 4.2,
// with lengths in place of areas) with the energy of a membrane, 1/2 area stiffness C^2: what a fabric does is the same
// on any mesh. XPBD (Macklin et al. 2016), one after the other in a triangle, with a Kelvin-Voigt damping time.
#include "device/loops.h"
#include "sim/solver/fabric/triangle.h"
#include "sim/solver/step.h"
#include "sim/solver/world.h"

namespace raycloth::RAYCLOTH_DEVICE {

void prepare_membrane(Queue& queue, World& world, float h) {
  const int* objects = world.state.membrane.objects.data();
  const float* areas = world.state.membrane.areas.data();
  const Material* materials = world.state.materials.data();
  Vec4* softness = world.state.membrane.softness.data();
  parallel_for(queue, "prepare_membrane", static_cast<int>(world.state.membrane.areas.size()),
               bytes<int, float, Vec4> + 4 * bytes<float>, [=] RAYCLOTH_KERNEL(int i) {
                 const Material& material = materials[objects[i]];
                 const float unit = 1 / (areas[i] * h * h);
                 softness[i] = Vec4(unit / material.warp_stiffness, unit / material.weft_stiffness,
                                    unit / material.shear_stiffness, material.stretch_damping / h);
               });
}

namespace {

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

struct StretchTriangles {
  Vec4* x;
  const Vec4* previous;
  const int *first, *second, *third;
  const Vec4 *shapes, *softness;  // softness: compliance / (area h^2) of warp, weft, shear; damping time / h

  /// What of `u` is the correction of |u| = 1: XPBD's multiplier, with the damping of what it has grown since `before`.
  template <class Real>
  RAYCLOTH_HD static Real of_length(const Vector3<Real>& u, const Vector3<Real>& before, Real mobility, Real soft,
                                    Real damping) {
    const Real squared = dot(u, u), resists = ((Real(1) + damping) * mobility + soft) * squared;
    const Real wanted = square_root(squared) + damping * dot(u, before) - (Real(1) + damping) * squared;
    return select(resists > Real(0), wanted / resists, Real(0));
  }

  /// The same in all passes of a substep.
  template <class Real, class Index>
  struct Constants {
    Corners<Real, Index> corners;
    Vector4<Real> soft;
    Vector3<Real> u_before, v_before;
  };
  template <class Real>
  RAYCLOTH_HD auto constants(Lanes<Real> at) const {
    const auto corners = corners_of(first, second, third, shapes, at);
    const Vector4<Real>& s = corners.shape;
    const Vector3<Real> origin = xyz(gather(previous, corners.a));
    const Vector3<Real> p = xyz(gather(previous, corners.b)) - origin, q = xyz(gather(previous, corners.c)) - origin;
    return Constants<Real, std::remove_const_t<decltype(corners.a)>>{corners, load(softness, at), p * s.x + q * s.z,
                                                                     p * s.y + q * s.w};
  }
  template <class Real>
  RAYCLOTH_HD void operator()(Lanes<Real> at) const {
    (*this)(at, constants(at));
  }

  template <class Real, class Index>
  RAYCLOTH_HD void operator()(Lanes<Real>, const Constants<Real, Index>& constants) const {
    const auto& [corners, soft, u_before, v_before] = constants;
    const Real damping = soft.w;
    Triangle<Real, Index> t(x, corners);
    const Vector3<Real> on_u = t.u * of_length(t.u, u_before, t.mobility.uu, soft.x, damping);
    t.follow_u(on_u);
    const Vector3<Real> on_v = t.v * of_length(t.v, v_before, t.mobility.vv, soft.y, damping);
    t.follow_v(on_v);
    const Real angle = dot(t.u, t.v), grown = angle - dot(u_before, v_before);
    const Real resists = (Real(1) + damping) * t.shear_mobility() + soft.z;
    const Real shear = select(resists > Real(0), -(angle + damping * grown) / resists, Real(0));
    t.put(x, t.moved(on_u + t.v * shear, on_v + t.u * shear));
  }
};

}  // namespace

void stretch(Queue& queue, World& world) {
  State& state = world.state;
  MembraneArrays& m = state.membrane;
  run_colors(queue, "stretch", m.colors, 3 * bytes<int> + 11 * bytes<Vec4>,
             WhereBusy{StretchTriangles{state.positions.data(), state.previous.data(), m.first.data(), m.second.data(),
                                        m.third.data(), m.shapes.data(), m.softness.data()},
                       busy(world, m.busy)});
}

}  // namespace raycloth::RAYCLOTH_DEVICE
