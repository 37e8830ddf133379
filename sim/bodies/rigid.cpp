// Rigid bodies: free motion, what pulls at their vertices, and where pushes take them.
#include "device/parallel.h"
#include "sim/bodies/rigid_rows.h"
#include "sim/solver/step.h"
#include "sim/solver/world.h"

namespace raycloth::RAYCLOTH_DEVICE {

RigidBodies rigid_bodies(World& world) {
  Bodies& bodies = world.bodies;
  return {bodies.rigid_count > 0 ? bodies.vertex_rigid.data() : nullptr, bodies.now.data(), bodies.pushes.data()};
}

RAYCLOTH_HD static RigidNow now_of(const Body& body, const BodyState& state) {
  return {xyz(state.centre), 1.0f / body.mass, rotated(matrix_of(state.rotation), body.inverse_inertia)};
}

/// Puts the vertices of rigid bodies where their bodies are.
static void place_vertices(Queue& queue, World& world) {
  const Int2* listed = world.bodies.rigid_vertices.data();
  const Body* bodies = world.bodies.constants.data();
  const BodyState* states = world.state.bodies.data();
  const Vec4* rest = world.state.rest.data();
  Vec4* x = world.state.positions.data();
  const int count = static_cast<int>(world.bodies.rigid_vertices.size());
  parallel_for(queue, "place_vertices", count, bytes<Int2, BodyState, Vec3> + 2 * bytes<Vec4>,
               [=] RAYCLOTH_KERNEL(int i) {
                 const Int2 entry = listed[i];
                 const BodyState& state = states[entry.y];
                 const Vec3 arm = matrix_of(state.rotation) * (xyz(rest[entry.x]) - bodies[entry.y].centre);
                 x[entry.x] = Vec4(xyz(state.centre) + arm, rest[entry.x].w);
               });
}

/// Free motion of rigid bodies: the centre falls, the angular momentum stays, and the body turns as that asks halfway
/// through the substep (the midpoint rule: a tumbling body keeps its energy to the second order).
void integrate_bodies(Queue& queue, World& world, float h) {
  if (world.bodies.rigid_count == 0) return;
  const Body* bodies = world.bodies.constants.data();
  BodyState* states = world.state.bodies.data();
  RigidNow* now = world.bodies.now.data();
  const Vec3 gravity = world.settings.gravity;
  parallel_for(queue, "integrate_bodies", world.bodies.count, bytes<Body, RigidNow> + 2 * bytes<BodyState>,
               [=] RAYCLOTH_KERNEL(int i) {
                 if (!bodies[i].rigid) return;
                 BodyState state = states[i];
                 const Vec3 velocity = xyz(state.velocity) + gravity * h;
                 state.velocity = Vec4(velocity, 0);
                 state.centre += Vec4(velocity * h, 0);
                 BodyState halfway = state;
                 const Vec3 spin = now_of(bodies[i], state).inverse_inertia * xyz(state.momentum);
                 halfway.rotation = turned(state.rotation, spin * (0.5f * h));
                 const Vec3 spin_halfway = now_of(bodies[i], halfway).inverse_inertia * xyz(state.momentum);
                 state.rotation = turned(state.rotation, spin_halfway * h);
                 states[i] = state;
                 now[i] = now_of(bodies[i], state);
               });
  place_vertices(queue, world);
}

/// Attachments and grabs moved single vertices: what they gave to these goes to the body.
void take_pulls(Queue& queue, World& world, float h) {
  if (world.bodies.rigid_count == 0) return;
  const Int2* listed = world.bodies.rigid_vertices.data();
  const Body* bodies = world.bodies.constants.data();
  const BodyState* states = world.state.bodies.data();
  const Vec4 *rest = world.state.rest.data(), *x = world.state.positions.data();
  const RigidBodies rigid = rigid_bodies(world);
  const int count = static_cast<int>(world.bodies.rigid_vertices.size());
  parallel_for(queue, "take_pulls", count, bytes<Int2, BodyState, Vec3> + 2 * bytes<Vec4, RigidPush>,
               [=] RAYCLOTH_KERNEL(int i) {
                 const Int2 entry = listed[i];
                 const BodyState& state = states[entry.y];
                 const Vec3 arm = matrix_of(state.rotation) * (xyz(rest[entry.x]) - bodies[entry.y].centre);
                 const Vec3 pulled = xyz(x[entry.x]) - (xyz(state.centre) + arm);
                 if (pulled.x == 0 && pulled.y == 0 && pulled.z == 0) return;
                 const Vec3 push = pulled / x[entry.x].w;
                 rigid.push(entry.y, push, glm::cross(arm, push));
               });
  move_rigid(queue, world, h);
}

/// A push moves the body at once, and what moved it in h is in its velocities. Forgets the pushes.
void move_rigid(Queue& queue, World& world, float h) {
  if (world.bodies.rigid_count == 0) return;
  const Body* bodies = world.bodies.constants.data();
  BodyState* states = world.state.bodies.data();
  RigidNow* now = world.bodies.now.data();
  RigidPush* pushes = world.bodies.pushes.data();
  parallel_for(queue, "move_rigid", world.bodies.count, bytes<Body> + 2 * bytes<BodyState, RigidNow, RigidPush>,
               [=] RAYCLOTH_KERNEL(int i) {
                 if (!bodies[i].rigid) return;
                 const RigidPush push = pushes[i];
                 pushes[i] = RigidPush{};
                 const Vec3 linear(from_fixed(push.linear[0]), from_fixed(push.linear[1]), from_fixed(push.linear[2]));
                 const Vec3 angular(from_fixed(push.angular[0]), from_fixed(push.angular[1]),
                                    from_fixed(push.angular[2]));
                 BodyState state = states[i];
                 state.centre += Vec4(linear / bodies[i].mass, 0);
                 state.velocity += Vec4(linear / (bodies[i].mass * h), 0);
                 state.rotation = turned(state.rotation, now[i].inverse_inertia * angular);
                 state.momentum += Vec4(angular / h, 0);
                 states[i] = state;
                 now[i] = now_of(bodies[i], state);
               });
  place_vertices(queue, world);
}

/// Damping and the speed limit, as vertices have them; then the velocities of the vertices are the body's.
void finish_bodies(Queue& queue, World& world, float h) {
  if (world.bodies.rigid_count == 0) return;
  const Body* bodies = world.bodies.constants.data();
  BodyState* states = world.state.bodies.data();
  const float keep = 1.0f / (1.0f + world.settings.damping * h);
  const float limit = world.settings.speed_limit;
  parallel_for(queue, "finish_bodies", world.bodies.count, 2 * bytes<BodyState>, [=] RAYCLOTH_KERNEL(int i) {
    if (!bodies[i].rigid) return;
    const Vec3 velocity = xyz(states[i].velocity) * keep;
    const float speed = sqrtf(glm::dot(velocity, velocity));
    states[i].velocity = Vec4(speed > limit ? velocity * (limit / speed) : velocity, 0);
    states[i].momentum *= keep;
  });
  const Int2* listed = world.bodies.rigid_vertices.data();
  const RigidNow* now = world.bodies.now.data();
  const Vec4* x = world.state.positions.data();
  Vec4* v = world.state.velocities.data();
  const int count = static_cast<int>(world.bodies.rigid_vertices.size());
  parallel_for(queue, "finish_rigid_vertices", count, bytes<Int2, BodyState, RigidNow> + 2 * bytes<Vec4>,
               [=] RAYCLOTH_KERNEL(int i) {
                 const Int2 entry = listed[i];
                 const BodyState& state = states[entry.y];
                 const Vec3 spin = now[entry.y].inverse_inertia * xyz(state.momentum);
                 v[entry.x] = Vec4(xyz(state.velocity) + glm::cross(spin, xyz(x[entry.x]) - now[entry.y].centre), 0);
               });
}

}  // namespace raycloth::RAYCLOTH_DEVICE
