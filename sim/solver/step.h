// One step of the simulation as a list of verbs, each a file of kernels. Everything here only puts work on the queue.
#pragma once

#include "device/queue.h"

namespace raycloth::RAYCLOTH_DEVICE {

struct State;
struct World;

/// Divides out once what every substep needs of the settings and materials. After either has changed, on the queue.
void prepare(Queue& queue, World& world);

/// Advances by settings.time_step.
void step(Queue& queue, World& world);

// forces.cpp
void find_forces(Queue& queue, World& world, float interval);  // that hold for so long, after a detection
// integrate.cpp
void integrate(Queue& queue, World& world, float h);        // velocities and positions, without constraints
void find_velocities(Queue& queue, World& world, float h);  // from positions, damped and limited
// membrane.cpp
void prepare_membrane(Queue& queue, World& world, float h);
void stretch(Queue& queue, World& world);
// levels.cpp
void prepare_levels(Queue& queue, World& world, float h);
void weigh_centres(Queue& queue, World& world);  // of nodes, by who sleeps
void find_anchors(Queue& queue, World& world);   // after a detection
void carry_load(Queue& queue, World& world);
// bend.cpp
void prepare_bend(Queue& queue, World& world, float h);
void bend(Queue& queue, World& world);
void forget_bends(Queue& queue, World& world);  // what yarns were set to
// creases.cpp
void prepare_creases(Queue& queue, World& world);
void open_creases(Queue& queue, World& world);
// limits.cpp
void prepare_limits(Queue& queue, World& world);
void limit_before_contacts(Queue& queue, World& world);
void forget_limits(Queue& queue, World& world);  // what contacts have left of it is no velocity
void limit_after_contacts(Queue& queue, World& world);
// hold.cpp
void fasten(Queue& queue, World& world, float h);                // what goes wherever a body that nothing moves goes
void hold(Queue& queue, World& world, float h, float progress);  // attachments and grabs; progress: 0 to 1 of the step
// ground.cpp
void prepare_ground(Queue& queue, World& world);
void find_sunk(Queue& queue, World& world);  // at a step's beginning
void stand_on_ground(Queue& queue, World& world, float h);
// displacement.cpp: how far the response moves the inspected vertex
void begin_displacement(Queue& queue, World& world, bool step);  // at a detection; step: the first of a step
void before_displacement(Queue& queue, World& world);
enum class Mover { response, net, untangling };
void after_displacement(Queue& queue, World& world, Mover by);
// normals.cpp
/// `groups`: flags of those of vertices that are asked (device/busy_groups.h); none: all.
void find_normals(Queue& queue, State& state, const unsigned char* groups = nullptr);

}  // namespace raycloth::RAYCLOTH_DEVICE
