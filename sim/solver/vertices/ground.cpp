// The plane y = height below everything, exact in every substep.
#include "device/parallel.h"
#include "sim/bodies/rigid_rows.h"
#include "sim/response/friction.h"
#include "sim/solver/step.h"
#include "sim/solver/world.h"

namespace raycloth::RAYCLOTH_DEVICE {

void prepare_ground(Queue& queue, World& world) {
  const int* vertex_object = world.state.vertex_object.data();
  const Material* materials = world.state.materials.data();
  const RigidBodies rigid = rigid_bodies(world);
  const float* factors = world.state.thickness_factors.data();
  float* levels = world.state.ground_levels.data();
  Vec2* friction = world.state.ground_friction.data();
  for (const Ground& ground : world.model.ground) {
    parallel_for(queue, "prepare_ground", world.state.vertices_count, 3 * bytes<float> + bytes<Vec2, int>,
                 [=] RAYCLOTH_KERNEL(int i) {
                   const Material& material = materials[vertex_object[i]];
                   const float level = ground.height + material.half_thickness * factors[i];
                   levels[i] = rigid.of(i) < 0 ? level : -kHuge;  // see sim/bodies/rigid_contacts.cpp
                   friction[i] = Vec2(sqrtf(ground.static_friction * material.static_friction),
                                      sqrtf(ground.kinetic_friction * material.kinetic_friction));
                 });
  }
}

namespace {

/// Puts what is below its level onto it, with the friction of all the lift in this substep.
struct StandOnGround {
  Vec4* x;
  const Vec4* previous;
  const float *levels, *lifts;
  const Vec2* friction;

  template <class Real>
  RAYCLOTH_HD void operator()(Lanes<Real> at) const {
    const Vector4<Real> here = load(x, at);
    const Real depth = larger(load(levels, at) - here.y, Real(0)), lift = load(lifts, at) + depth;
    const auto below = both(lift > Real(0), here.w != Real(0));
    if (!any(below)) return;
    const Vector4<Real> before = load(previous, at);
    const Vector3<Real> grip{-(here.x - before.x), Real(0), -(here.z - before.z)};
    const Vector3<Real> held = limit_grip(grip, lift, load(friction, at));
    const Vector3<Real> up{Real(0), depth, Real(0)};
    store(x, at, with_w(select(below, xyz(here) + up + held, xyz(here)), here.w));
  }
};

}  // namespace

void stand_on_ground(Queue& queue, World& world) {
  if (world.model.ground.empty()) return;
  const State& state = world.state;
  parallel_for_lanes(
      queue, "stand_on_ground", state.vertices_count, 3 * bytes<Vec4> + 2 * bytes<float> + bytes<Vec2>,
      WhereBusy{StandOnGround{world.state.positions.data(), state.previous.data(), state.ground_levels.data(),
                              state.ground_lifts.data(), state.ground_friction.data()},
                free_vertices(world)});
}

}  // namespace raycloth::RAYCLOTH_DEVICE
