// One step of the simulation as a list of verbs, each a file of kernels. Everything here only puts work on the queue.
#pragma once

#include <atomic>

#include "collision/rays/detection.h"
#include "device/buffer.h"
#include "sim/bodies/bodies.h"
#include "sim/bodies/kinematic.h"
#include "sim/bodies/rigid_contacts.h"
#include "sim/response/response.h"
#include "sim/snapshot.h"
#include "sim/solver/state.h"

namespace raycloth::RAYCLOTH_DEVICE {

/// All that a step carries over to the next: enough to do a step again, to the bit. Which arrays these
/// are says each_carried in world.cpp.
struct Checkpoint {
  Buffer<Vec4> positions, velocities, before;
  Buffer<BodyState> bodies;
  Buffer<int> remembered_offsets, remembered_triangles, remembered_sides;
  Buffer<int> remembered_edge_offsets;
  Buffer<Int2> remembered_edges;
  Buffer<Vec4> remembered_normals;
  Buffer<Int4> row_vertices;
  Buffer<Vec4> impulses;
  Buffer<int> row_starts;
  Buffer<int> ray_offsets, ray_triangles;  // of the iterative tracer: the others' hits don't depend on the past
  Buffer<GroupJob> ray_jobs;
};

/// What the response did to the inspected vertex, in m.
struct PushRecord {
  Vec4 from, since_detection, of_step;
};

/// A scene on its device.
struct World {
  World(Queue& queue, const Model& model, const Settings& settings);

  const Model& model;
  Settings settings;
  State state;
  Kinematics kinematics;
  Bodies bodies;
  Detection detection;
  Response response;
  RigidContacts rigid_contacts;
  Checkpoint start_of_step;
  Buffer<PushRecord> push;
  std::atomic<bool> abandoned = false;  // by any thread (Simulation::abandon): nobody wants the step's outcome
};

/// Divides out once what every substep needs of the settings and materials. After either has changed, on the queue.
void prepare(Queue& queue, World& world);

/// Advances by settings.time_step.
void step(Queue& queue, World& world);

/// Copies between the world and a checkpoint, on the queue.
void save(Queue& queue, const World& world, Checkpoint& checkpoint);
void restore(Queue& queue, World& world, const Checkpoint& checkpoint);

/// The same between the world and the host, between steps: the arrays of a snapshot and nothing else of it.
void save(const World& world, Snapshot& snapshot);
void restore(Queue& queue, World& world, const Snapshot& snapshot);

/// Makes every array that holds contacts, or jobs of the ray queue, as large as asked, keeping what is remembered.
/// Between steps.
void grow_contacts(World& world, int contacts);
void grow_jobs(World& world, int jobs);

DetectOptions detect_options(const Settings& settings);

// predict.cpp
void predict(Queue& queue, World& world);                   // forces that hold for the whole step
void integrate(Queue& queue, World& world, float h);        // velocities and positions, without constraints
void find_velocities(Queue& queue, World& world, float h);  // from positions, damped and limited
// stretch.cpp, tether.cpp, bend.cpp, hold.cpp: XPBD constraints (Macklin et al. 2016), one iteration per substep
void prepare_stretch(Queue& queue, World& world, float h);
void stretch(Queue& queue, World& world);
void prepare_tether(Queue& queue, World& world);
void tether(Queue& queue, World& world);
void prepare_bend(Queue& queue, World& world, float h);
void bend(Queue& queue, World& world);
void hold(Queue& queue, World& world, float h, float progress);  // attachments and grabs; progress: 0 to 1 of the step
// ground.cpp
void prepare_ground(Queue& queue, World& world);
void stand_on_ground(Queue& queue, World& world);
// inspect.cpp: what people look at, waiting for the device
std::vector<ContactView> download_contacts(Detection& detection);
VertexInspection download_inspection(World& world);
// displacement.cpp: what the response does to the inspected vertex
void begin_push(Queue& queue, World& world, bool step);  // at a detection; step: the first of a step
void before_push(Queue& queue, World& world);
void after_push(Queue& queue, World& world);
void find_held_vertices(const Model& model, StepInputs& inputs);  // what the grabs take hold of, on the host
// normals.cpp
void find_normals(Queue& queue, State& state);

}  // namespace raycloth::RAYCLOTH_DEVICE
