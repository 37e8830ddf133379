// Rigid and soft solids on their device. A rigid body has a state of its own (centre, rotation, velocity, angular
// momentum), and its vertices follow it; contacts push the body, not its vertices. A soft body is its vertices, which
// shape matching draws to where the rest shape would be (soft.cpp). Both leave cloth as it is: without bodies nothing
// here runs.
#pragma once

#include <span>
#include <vector>

#include "device/buffer.h"
#include "device/queue.h"
#include "sim/bodies/rotation.h"
#include "sim/model/model.h"

namespace raycloth::RAYCLOTH_DEVICE {

struct World;

/// What a body is; about its centre at rest.
struct Body {
  int object, rigid;
  int first_vertex, vertices;
  float mass;                        // kg
  Vec3 centre;                       // m, at rest; of a soft body that of its vertices
  Matrix3 inertia, inverse_inertia;  // kg m^2, of a rigid body at rest
  Matrix3 inverse_spread;            // of a soft body: inverse of the sum of m q q^T over its vertices (A_qq)
  float volume;                      // m^3, at rest
  int first_chunk, chunks;           // of a soft body: its sums are made in pieces
  int first_soft;                    // where its vertices begin among those of soft bodies
};

/// What a body carries from step to step. A soft one has neither velocity nor momentum: its vertices have.
struct BodyState {
  Vec4 centre;    // m
  Vec4 rotation;  // unit quaternion from the shape at rest
  Vec4 velocity;  // m/s, of the centre
  Vec4 momentum;  // kg m^2/s, angular
  Matrix3 goal;   // of a soft body: from the rest shape to the goals
};

/// The centre and the goal of a soft body in the last substep.
struct LastGoal {
  Vec3 centre;
  Matrix3 goal;
};

/// Of the present substep, for rows of contacts to read.
struct RigidNow {
  Vec3 centre;
  float inverse_mass;
  Matrix3 inverse_inertia;  // in the world
};

/// What pushes a rigid body, in 64-bit fixed point: the order of the sum does not matter. `acting`: how many rows push.
struct RigidPush {
  unsigned long long linear[3], angular[3];  // kg m and kg m^2 (momenta times h), see fixed()
  int acting;
};

struct Bodies {
  explicit Bodies(const Model& model);

  std::vector<Body> host;
  int count, rigid_count, soft_count;
  Buffer<Body> constants;
  Buffer<RigidNow> now;
  Buffer<RigidPush> pushes;
  Buffer<int> vertex_rigid;       // per vertex of the scene: its rigid body, or -1; empty when there is none
  Buffer<Int2> rigid_vertices;    // vertex, body
  Buffer<Vec4> ground_impulses;   // per rigid vertex and substep, in kg m: xyz friction, w along the normal
  Buffer<Int2> soft_vertices;     // vertex, body
  Buffer<Int2> soft_chunks;       // body, first vertex: kChunk vertices or what is left of them
  Buffer<Vec4> chunk_sums;        // four per chunk: of m d, and the rows of m d q^T; or of the volume
  Buffer<Vec4> volume_gradients;  // per soft vertex, m^2
  Buffer<float> volume_pushes;    // per body, kg/m
  Buffer<LastGoal> last_goals;    // per body
};

inline constexpr int kChunk = 64;

/// The masses of an object that is a body have changed in the model. It goes on as fast and as it turns. Between steps.
void weigh_again(Bodies& bodies, const Model& model, std::vector<BodyState>& states, int object);

/// The states that positions and velocities of all vertices stand for. Between steps.
std::vector<BodyState> fit_bodies(const Model& model, const std::vector<Body>& bodies, std::span<const Vec4> positions,
                                  std::span<const Vec4> velocities);

/// In every step, after `predict`: gravity is all that acts on solids, air does not.
void weigh_bodies(Queue& queue, World& world);

// In every substep, in this order; h is its length.
void integrate_bodies(Queue& queue, World& world, float h);  // after the integration of vertices
void take_pulls(Queue& queue, World& world, float h);        // after what pulled at vertices of rigid bodies
void match_shapes(Queue& queue, World& world, float h);      // soft.cpp
void keep_volumes(Queue& queue, World& world);               // soft_volume.cpp
void finish_bodies(Queue& queue, World& world, float h);     // after find_velocities

/// By all pushes so far, which are forgotten.
void move_rigid(Queue& queue, World& world, float h);

}  // namespace raycloth::RAYCLOTH_DEVICE
