// The safety net: whatever the handler, at the end of a step, or of every detection interval where things meet, no
// state that crosses is let through. The straight ways of all vertices since the last check are checked
// (collision/net), and where features would come nearer than their separation, corrected:
//
// 1. Impulses with friction at the points of first contact, as rows of C = normal . sum_i weights_i x_i - target >= 0
//    over the ends of the ways, solved by Jacobi passes that split masses, a few rounds of checks and passes (Bridson,
//    Fedkiw and Anderson 2002, "Robust treatment of collisions, contact and friction for cloth animation"). They keep
//    momentum. Velocities go through the same rows afterwards: what met does not go on closing in.
// 2. What still meets stops short of its meeting, again and again; and is held where the interval began, as is what
//    then meets it.
// 3. Where even that does not help, a body that moves has pinched it: the net lets it go, until it is free again.
#pragma once

#include "collision/handler.h"
#include "collision/net/sweep.h"
#include "device/buffer.h"
#include "device/carried.h"
#include "device/queue.h"
#include "sim/model/model.h"

namespace raycloth::RAYCLOTH_DEVICE {

struct World;

/// What a pair that met asks for. `impulse` as in Response: friction in xyz, along the normal in w, in kg m.
struct NetRow {
  Vec4 weights, normal_target, impulse;
  int active;  // it met in this interval
  int meets;   // it did in the last check of it
};

/// What rows ask of a vertex, in fixed point: the order in which they do does not matter.
struct NetMove {
  unsigned long long sum[3];  // m, or m/s
  int rows;                   // that have it
  Vec3 by;                    // m that it was moved from its end
  int moved;                  // the round of checks that has to look at it again
  float stop;                 // part of its way that is left to it
  int stopped;
};

/// What the launches of a net are for, on the device.
struct NetGate {
  int runs;             // whether it runs at all in this interval
  int go, hits;         // whether anything is left to do; pairs that met in the present check
  int pairs, vertices;  // all of them, or 0
};

/// Counted since the reset, on the device.
struct NetCounters {
  int pairs, stopped, held, pinched;  // that met; vertices that were stopped, or held; pairs that were let go
};

struct SafetyNet {
  SafetyNet(Queue& queue, CollisionScene view, std::vector<CollisionObject> objects, const Model& model);

  Sweep sweep;
  Buffer<NetRow> rows;  // of the pairs
  Buffer<NetMove> moves;
  Buffer<int> active, active_count;  // pairs with a row, in any order
  Buffer<NetGate> gate;
  Buffer<int> alert;  // whether anything met in the last step; goes on to the next
  Buffer<NetCounters> counters;
};

/// Room for so many pairs. Between steps.
void reserve(SafetyNet& net, int pairs);

/// Nothing is known of the state any more. On the queue.
void forget(Queue& queue, SafetyNet& net);
void reset_counters(Queue& queue, SafetyNet& net);
std::vector<WorkCount> work(const SafetyNet& net);

/// Around a detection interval, on the queue. The net runs once a step, over all of its intervals together, until
/// something meets: then it runs in each of them, until a step goes by in which nothing does.
void begin_interval(Queue& queue, World& world, bool first);
void catch_crossings(Queue& queue, World& world, bool last);

}  // namespace raycloth::RAYCLOTH_DEVICE
