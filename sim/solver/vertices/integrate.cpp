// Velocities and positions from forces and from each other, without constraints.
#include "device/parallel.h"
#include "sim/solver/step.h"
#include "sim/solver/world.h"

namespace raycloth::RAYCLOTH_DEVICE {
namespace {

struct Integrate {
  Vec4 *x, *previous;
  const Vec4 *v, *accelerations;
  float h;

  template <class Real>
  RAYCLOTH_HD void operator()(Lanes<Real> at) const {
    const Vector4<Real> here = load(x, at);
    store(previous, at, here);
    const Vector3<Real> velocity = xyz(load(v, at)) + xyz(load(accelerations, at)) * Real(h);
    const Vector3<Real> there = xyz(here) + velocity * Real(h);
    store(x, at, with_w(select(here.w != Real(0), there, xyz(here)), here.w));
  }
};

struct FindVelocities {
  const Vec4 *x, *previous;
  Vec4* v;
  float rate, limit;  // 1/s, m/s

  template <class Real>
  RAYCLOTH_HD void operator()(Lanes<Real> at) const {
    const Vector4<Real> here = load(x, at);
    const Vector3<Real> velocity = (xyz(here) - xyz(load(previous, at))) * Real(rate);
    const Real speed = square_root(dot(velocity, velocity));
    const Vector3<Real> limited = select(speed > Real(limit), velocity * (Real(limit) / speed), velocity);
    const Vector4<Real> old = load(v, at);
    const auto moves = here.w != Real(0);
    store(v, at, with_w(select(moves, limited, xyz(old)), select(moves, Real(0), old.w)));
  }
};

}  // namespace

void integrate(Queue& queue, World& world, float h) {
  State& s = world.state;
  parallel_for_lanes(
      queue, "integrate", s.vertices_count, 5 * bytes<Vec4>,
      WhereBusy{Integrate{s.positions.data(), s.previous.data(), s.velocities.data(), s.accelerations.data(), h},
                vertices_to_move(world)});
}

void find_velocities(Queue& queue, World& world, float h) {
  State& s = world.state;
  const float keep = 1.0f / (1.0f + world.settings.damping * h);
  parallel_for_lanes(queue, "find_velocities", s.vertices_count, 4 * bytes<Vec4>,
                     WhereBusy{FindVelocities{s.positions.data(), s.previous.data(), s.velocities.data(), keep / h,
                                              world.settings.speed_limit},
                               free_vertices(world)});
}

}  // namespace raycloth::RAYCLOTH_DEVICE
