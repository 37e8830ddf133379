// A scene on its device: everything that a step works on, and what of it goes on from step to step.
#pragma once

#include <atomic>
#include <memory>
#include <vector>

#include "collision/handler.h"
#include "device/buffer.h"
#include "sim/bodies/bodies.h"
#include "sim/bodies/kinematic.h"
#include "sim/bodies/rigid_contacts.h"
#include "sim/inspection.h"
#include "sim/response/bridson/bridson.h"
#include "sim/response/net/net.h"
#include "sim/response/response.h"
#include "sim/response/untangle/untangle.h"
#include "sim/snapshot.h"
#include "sim/solver/rest.h"
#include "sim/solver/state.h"

namespace raycloth::RAYCLOTH_DEVICE {

/// All that a step carries over to the next, copied on the device: enough to do a step again, to the bit.
struct Checkpoint {
  std::vector<Buffer<unsigned char>> arrays;
};

/// What the response, the safety net and untangling did to the inspected vertex, in m.
struct Displacement {
  Vec4 from, since_detection, of_step, by_net, by_untangling;
};

struct World {
  World(Queue& queue, const Model& model, const Settings& settings, HandlerFactory handlers,
        const std::atomic<bool>& abandoned);

  const Model& model;
  Settings settings;
  Pace pace;  // of the present step, or the last
  State state;
  Kinematics kinematics;
  Bodies bodies;
  std::unique_ptr<Handler> handler;
  Response response;
  RigidContacts rigid_contacts;
  std::unique_ptr<SafetyNet> net;
  std::unique_ptr<Bridson> bridson;  // of that handler alone
  std::unique_ptr<Untangler> untangler;
  Rest rest;
  Checkpoint start_of_step;
  Buffer<Displacement> displacement;
  const std::atomic<bool>& abandoned;  // by any thread (Simulation::abandon): nobody wants the step's outcome
};

CollisionOptions collision_options(const World& world);

/// Of the present step, or the last; in s.
int substeps_of(const World& world);
float substep_of(const World& world);

/// Another handler, that of world.settings, which knows nothing of the past. Between steps.
void set_handler(Queue& queue, World& world, HandlerFactory handlers);

/// Gives an object the masses of another material, in the model and wherever they are copied to; velocities stay.
/// Between steps. masses.cpp
void change_masses(World& world, Model& model, int object, const Material& material);

/// Gives the model these pins, and what copies it on the device; what is pinned has no velocity. Between steps.
/// pins.cpp
void change_pins(World& world, Model& model, std::span<const int> pinned, std::span<const Material> materials);

/// What may be short: the handler's, then the net's pairs, then those that cross. Between steps.
std::vector<Room> rooms(const World& world);
/// Makes room for so many of each, keeping what is carried. Between steps.
void make_room(World& world, const std::vector<long long>& capacities);

// What is carried. Room for it in world.start_of_step, between steps; copies, on the queue.
void fit(World& world, Checkpoint& checkpoint);
void save(Queue& queue, World& world, Checkpoint& checkpoint);
/// `keeps_clearances`: what the net has measured since holds there as well.
void restore(Queue& queue, World& world, const Checkpoint& checkpoint, bool keeps_clearances);

/// The same between the world and the host, between steps: the arrays of a snapshot and nothing else of it.
void save(World& world, Snapshot& snapshot);
void restore(Queue& queue, World& world, const Snapshot& snapshot);

// inspect.cpp: what people look at, waiting for the device
std::vector<ContactView> download_contacts(const World& world);
VertexInspection download_inspection(World& world);  // of the inspected vertex
/// Of the last look at what crosses. show_tangle.cpp
Tangle download_tangle(World& world);

}  // namespace raycloth::RAYCLOTH_DEVICE
