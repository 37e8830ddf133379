// Soft bodies: shape matching (Mueller et al. 2005, "Meshless deformations based on shape matching"). The rest shape,
// turned and in part stretched as the vertices are on the whole, gives every vertex a goal; an implicit spring of a
// given frequency draws it there, so that neither mesh, mass nor substeps change how soft a body is. The goals keep the
// volume: what presses a body flat makes it wide.
#include "device/parallel.h"
#include "sim/solver/step.h"
#include "sim/solver/world.h"

namespace raycloth::RAYCLOTH_DEVICE {

/// How much of the stretch of the whole goes into the goals; the rest of them is rigid (beta, Section 4.2).
static constexpr float kStretchShare = 0.6f;
/// Turns towards the rotation in each substep; it starts from the last one's and is there after two or three.
static constexpr int kPolarTurns = 6;
/// A body pressed to less or pulled to more than this part of its volume is drawn to its rigid shape.
static constexpr float kLeastVolume = 0.2f, kMostVolume = 5;

void weigh_bodies(Queue& queue, World& world) {
  const Int2* listed = world.bodies.soft_vertices.data();
  Vec4* accelerations = world.state.accelerations.data();
  const Vec4 gravity(world.settings.gravity, 0);
  parallel_for(queue, "weigh_bodies", static_cast<int>(world.bodies.soft_vertices.size()), bytes<Int2, Vec4>,
               [=] RAYCLOTH_KERNEL(int i) { accelerations[listed[i].x] = gravity; });
}

/// Pieces of the sums of m d and of m d q^T, with d from the last centre, in a fixed order.
static void sum_chunks(Queue& queue, World& world) {
  const Int2* chunks = world.bodies.soft_chunks.data();
  const Body* bodies = world.bodies.constants.data();
  const BodyState* states = world.state.bodies.data();
  const Vec4 *x = world.state.positions.data(), *rest = world.state.rest.data();
  Vec4* sums = world.bodies.chunk_sums.data();
  parallel_for(queue, "sum_chunks", static_cast<int>(world.bodies.soft_chunks.size()),
               bytes<Int2> + (2 * kChunk + 4) * bytes<Vec4>, [=] RAYCLOTH_KERNEL(int i) {
                 const Body& body = bodies[chunks[i].x];
                 const Vec3 centre = xyz(states[chunks[i].x].centre);
                 const int first = chunks[i].y, end = body.first_vertex + body.vertices;
                 Vec3 moment(0);
                 Matrix3 moved{Vec3(0), Vec3(0), Vec3(0)};
                 for (int v = first; v < end && v < first + kChunk; ++v) {
                   const Vec3 d = (xyz(x[v]) - centre) / x[v].w, q = xyz(rest[v]) - body.centre;
                   moment += d;
                   moved = moved + Matrix3{q * d.x, q * d.y, q * d.z};
                 }
                 sums[4 * i] = Vec4(moment, 0);
                 sums[4 * i + 1] = Vec4(moved.x, 0);
                 sums[4 * i + 2] = Vec4(moved.y, 0);
                 sums[4 * i + 3] = Vec4(moved.z, 0);
               });
}

/// The rotation nearest to `a`, from one that is near already (Mueller et al. 2016, with Cayley's map for the
/// exponential).
RAYCLOTH_HD static Vec4 nearest_rotation(const Matrix3& a, Vec4 q) {
  const Matrix3 columns = transpose(a);
  for (int i = 0; i < kPolarTurns; ++i) {
    const Matrix3 r = transpose(matrix_of(q));
    const float along = glm::dot(r.x, columns.x) + glm::dot(r.y, columns.y) + glm::dot(r.z, columns.z);
    if (along == 0) return q;
    const Vec3 across = glm::cross(r.x, columns.x) + glm::cross(r.y, columns.y) + glm::cross(r.z, columns.z);
    q = turned(q, across / fabsf(along));
  }
  return q;
}

/// By Newton's method, for values about 1.
RAYCLOTH_HD static float cube_root(float value) {
  float root = 1;
  for (int i = 0; i < 12; ++i) root = (2 * root + value / (root * root)) / 3;
  return root;
}

/// Centre, rotation and goals of every soft body from its sums.
static void find_goals(Queue& queue, World& world) {
  const Body* bodies = world.bodies.constants.data();
  BodyState* states = world.state.bodies.data();
  const Vec4* sums = world.bodies.chunk_sums.data();
  LastGoal* last = world.bodies.last_goals.data();
  parallel_for(queue, "find_goals", world.bodies.count, bytes<Body, LastGoal> + 2 * bytes<BodyState>,
               [=] RAYCLOTH_KERNEL(int i) {
                 const Body& body = bodies[i];
                 if (body.rigid) return;
                 Vec4 moment(0);
                 Matrix3 moved{Vec3(0), Vec3(0), Vec3(0)};
                 for (int c = body.first_chunk; c < body.first_chunk + body.chunks; ++c) {
                   moment += sums[4 * c];
                   moved = moved + Matrix3{xyz(sums[4 * c + 1]), xyz(sums[4 * c + 2]), xyz(sums[4 * c + 3])};
                 }
                 last[i] = {xyz(states[i].centre), states[i].goal};
                 states[i].centre += moment / body.mass;
                 states[i].rotation = nearest_rotation(moved, states[i].rotation);
                 const Matrix3 rotation = matrix_of(states[i].rotation);
                 const Matrix3 stretch = moved * body.inverse_spread;
                 const float volume = determinant(stretch);
                 states[i].goal = volume < kLeastVolume || volume > kMostVolume
                                      ? rotation
                                      : stretch * (kStretchShare / cube_root(volume)) + rotation * (1 - kStretchShare);
               });
}

/// With d the way from the goal, w = 2 pi f, and t the relaxation time: d'' = -w^2 (d + t d'), by implicit Euler.
void match_shapes(Queue& queue, World& world, float h) {
  if (world.bodies.soft_count == 0) return;
  sum_chunks(queue, world);
  find_goals(queue, world);
  const Int2* listed = world.bodies.soft_vertices.data();
  const Body* bodies = world.bodies.constants.data();
  const BodyState* states = world.state.bodies.data();
  const LastGoal* last = world.bodies.last_goals.data();
  const Material* materials = world.state.materials.data();
  const Vec4 *rest = world.state.rest.data(), *previous = world.state.previous.data();
  Vec4* x = world.state.positions.data();
  const int count = static_cast<int>(world.bodies.soft_vertices.size());
  parallel_for(queue, "match_shapes", count, bytes<Int2, BodyState, LastGoal> + 4 * bytes<Vec4>,
               [=] RAYCLOTH_KERNEL(int i) {
                 const int v = listed[i].x, b = listed[i].y;
                 const Vec3 q = xyz(rest[v]) - bodies[b].centre;
                 const Vec3 goal = xyz(states[b].centre) + states[b].goal * q;
                 const Vec3 off_before = xyz(previous[v]) - (last[b].centre + last[b].goal * q);
                 const Material& material = materials[bodies[b].object];
                 const float angle = 6.2831853f * material.shape_frequency * h;
                 const float spring = angle * angle, damper = spring * material.shape_damping / h;
                 const Vec3 off = (xyz(x[v]) - goal + off_before * damper) / (1 + spring + damper);
                 x[v] = Vec4(goal + off, x[v].w);
               });
}

}  // namespace raycloth::RAYCLOTH_DEVICE
