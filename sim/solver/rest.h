// Sleep. A vertex is still if for half a second it keeps within a quarter of its half thickness of its mean place in
// the half second before (1 mm for cloth of 8 mm): it neither goes nor swings by more; and restless if not.
//
// By regions: a still vertex of cloth sleeps, that is, it is taken for one that nothing moves, where nothing is
// restless that it is joined to, touches or may touch in the next step. What becomes restless there wakes it, so waking
// runs through cloth from ring to ring. An object of which more than a quarter is restless sends nothing to sleep, so
// that a swing is not held in its midst; one of which more than half is, or that a hand holds, is awake as a whole.
//
// As a whole: a scene of which every object is still, but for one vertex in a hundred (where cloth is squeezed, single
// ones tremble for long), stays as it is, to the bit, until something changes (run.cpp), and its steps cost nothing.
//
// Counts and flags alone decide, so threads and devices agree.
#pragma once

#include "device/buffer.h"
#include "device/carried.h"
#include "device/queue.h"
#include "sim/model/model.h"

namespace raycloth::RAYCLOTH_DEVICE {

struct World;

/// Where a vertex has been.
struct Stay {
  Vec3 middle;  // m, over the last half second
  int steps;    // of the present one, so far
  Vec3 ways;    // m, from there, summed over them
  bool strayed, still, restless, sleeps;
};

struct Rest {
  explicit Rest(const Model& model);

  Buffer<Stay> stays;               // per vertex
  Buffer<int> restless;             // per object: vertices that are
  std::vector<int> busy;            // `restless` when nothing is known: all vertices of what moves
  Buffer<int> most_calm, most_any;  // per object: so many may be restless where any falls asleep, and where any sleeps
  Buffer<int> stirred;              // per vertex: it meets what is restless; of the present step
  Buffer<int> sleepers = Buffer<int>(1);  // vertices that sleep

  Buffer<unsigned char> fixed;                   // per object: nothing moves it
  Buffer<unsigned char> movable;                 // per vertex, in this step: it has a mass
  Buffer<int> beside_offsets, beside;            // per group of vertices: those with which it has triangles in common
  Buffer<unsigned char> free, to_move, to_turn;  // flags of groups of vertices, see below
};

void list_carried(Rest& rest, CarriedList& list);

/// Nothing has been still so far. Between steps.
void wake(World& world);

// Around a step.
void hold_sleepers(Queue& queue, World& world);
void watch_rest(Queue& queue, World& world);

/// The flags of groups for this step's loops (device/busy_groups.h); none where nothing sleeps.
const unsigned char* busy(const World& world, const Buffer<unsigned char>& groups);
/// Those of vertices that forces and constraints move, of those that anything but the safety net does, and of those
/// whose normals it turns.
const unsigned char* free_vertices(const World& world);
const unsigned char* vertices_to_move(const World& world);
const unsigned char* vertices_to_turn(const World& world);

/// Whether anything may sleep: nothing crosses, no wind blows in gusts, and no motion is to come after `time`. Between
/// steps, waiting for the device, as what follows.
bool may_rest(const World& world, double time);
/// Everything is still.
bool rests(const World& world);

}  // namespace raycloth::RAYCLOTH_DEVICE
