// Sleep: a scene in which everything has been still for a while stays as it is, to the bit, until something changes
// (solver.cpp), and its steps cost nothing. A vertex is still if for half a second it keeps within a quarter of its
// half thickness of its mean place in the half second before (1 mm for cloth of 8 mm): it neither goes nor swings by
// more. An object is while all but one in a hundred of its vertices are: where cloth is squeezed, single ones tremble
// for long. Counts alone decide, so threads and devices agree.
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
  bool strayed, still;
};

struct Rest {
  explicit Rest(const Model& model);

  Buffer<Stay> stays;     // per vertex
  Buffer<int> restless;   // per object: vertices that are not still
  std::vector<int> busy;  // `restless` when nothing is known: all vertices of what moves
};

void list_carried(Rest& rest, CarriedList& list);

/// Nothing has been still so far. Between steps.
void wake(World& world);

/// At the end of a step.
void watch_rest(Queue& queue, World& world);

/// Between steps, waiting for the device: everything is still, nothing crosses, no wind blows in gusts, and no motion
/// is to come after `time`.
bool rests(const World& world, double time);

}  // namespace raycloth::RAYCLOTH_DEVICE
