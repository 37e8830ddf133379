// The plane y = height below everything, exact in every substep. What begins a step below it, where a scene or a larger
// thickness puts it, is not flattened onto it but lifted by and by.
#include "device/parallel.h"
#include "sim/bodies/rigid_rows.h"
#include "sim/response/friction.h"
#include "sim/solver/step.h"
#include "sim/solver/world.h"

namespace raycloth::RAYCLOTH_DEVICE {

constexpr float kLifting = 1;  // m/s, of what begins a step below the ground

void prepare_ground(Queue& queue, World& world) {
  const int* vertex_object = world.state.vertex_object.data();
  const Material* materials = world.state.materials.data();
  const RigidBodies rigid = rigid_bodies(world);
  const float* factors = world.state.thickness_factors.data();
  float* heights = world.state.ground_heights.data();
  Vec2* friction = world.state.ground_friction.data();
  for (const Ground& ground : world.model.ground) {
    parallel_for(queue, "prepare_ground", world.state.vertices_count, 3 * bytes<float> + bytes<Vec2, int>,
                 [=] RAYCLOTH_KERNEL(int i) {
                   const Material& material = materials[vertex_object[i]];
                   const float height = ground.height + material.half_thickness * factors[i];
                   heights[i] = rigid.of(i) < 0 ? height : -kHuge;  // see sim/bodies/rigid_contacts.cpp
                   friction[i] = Vec2(sqrtf(ground.static_friction * material.static_friction),
                                      sqrtf(ground.kinetic_friction * material.kinetic_friction));
                 });
  }
}

namespace {

/// What begins a step below the ground is lifted from where it is.
struct FindSunk {
  const Vec4* x;
  const float* heights;
  float* levels;

  template <class Real>
  RAYCLOTH_HD void operator()(Lanes<Real> at) const {
    store(levels, at, smaller(load(heights, at), load(x, at).y));
  }
};

/// Puts what is below its level onto it, with the friction of all the lift in this substep.
struct StandOnGround {
  Vec4 *x, *previous;
  const float* heights;
  float* levels;
  const float* lifts;
  const Vec2* friction;
  float lifting;  // m, of what is below the ground

  template <class Real>
  RAYCLOTH_HD void operator()(Lanes<Real> at) const {
    const Real height = load(heights, at), low = load(levels, at), level = smaller(height, low + Real(lifting));
    if (any(low < height)) store(levels, at, level);
    const Vector4<Real> here = load(x, at);
    const Real depth = larger(level - here.y, Real(0)), lift = load(lifts, at) + depth;
    const auto below = both(lift > Real(0), here.w != Real(0));
    if (!any(below)) return;
    Vector4<Real> before = load(previous, at);
    if (any(low < height)) {  // what it is lifted by is no velocity
      before.y = select(both(below, depth > Real(0)), before.y + (level - low), before.y);
      store(previous, at, before);
    }
    const Vector3<Real> grip{-(here.x - before.x), Real(0), -(here.z - before.z)};
    const Vector3<Real> held = limit_grip(grip, lift, load(friction, at));
    const Vector3<Real> up{Real(0), depth, Real(0)};
    store(x, at, with_w(select(below, xyz(here) + up + held, xyz(here)), here.w));
  }
};

}  // namespace

void find_sunk(Queue& queue, World& world) {
  State& state = world.state;
  if (world.model.ground.empty()) return;
  parallel_for_lanes(queue, "find_sunk", state.vertices_count, bytes<Vec4> + 2 * bytes<float>,
                     FindSunk{state.positions.data(), state.ground_heights.data(), state.ground_levels.data()});
}

void stand_on_ground(Queue& queue, World& world, float h) {
  if (world.model.ground.empty()) return;
  State& state = world.state;
  parallel_for_lanes(queue, "stand_on_ground", state.vertices_count, 3 * bytes<Vec4> + 3 * bytes<float> + bytes<Vec2>,
                     WhereBusy{StandOnGround{state.positions.data(), state.previous.data(), state.ground_heights.data(),
                                             state.ground_levels.data(), state.ground_lifts.data(),
                                             state.ground_friction.data(), kLifting * h},
                               free_vertices(world)});
}

}  // namespace raycloth::RAYCLOTH_DEVICE
