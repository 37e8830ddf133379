// The safety net: whatever the handler, no state that crosses is let through. The straight ways of all vertices since
// the last check are checked (collision/net). A step in which nothing comes near needs no more than that, once, at its
// end. One in which something would meet is done again with care: in shorter detection intervals, where `detections`
// leave the choice, and with a check at the end of each, after which is corrected what would meet:
//
// 1. Impulses with friction at the points of first contact (impulses.cpp). They keep momentum. They reach as far as
//    pairs were listed for: first a little, then, for what still meets and what that touches, as far as it has come.
//    Edges that they draw too long draw along what hangs from them (drawn.cpp).
// 2. What still meets keeps to its side of a plane between both; in the end only as far on its way as all of its planes
//    allow (planes.cpp).
// 3. Where even that does not help, a body that moves has pinched it: the net lets it go, until it is free again.
//
// Steps are done with care until one goes by in which nothing meets, and as long as something crosses: what began to
// cross on the way of a whole step would be taken for that. Where much meets, substeps are finer, as are those of the
// steps after it for a while, and of those after one in which the air drives hard: the solver keeps better together
// what moves so fast, and there is less to correct.
#pragma once

#include <optional>

#include "collision/handler.h"
#include "collision/net/feature_pairs.h"
#include "collision/net/sweep.h"
#include "device/buffer.h"
#include "device/queue.h"
#include "sim/model/model.h"

namespace raycloth::RAYCLOTH_DEVICE {

struct World;

/// How a step is done: in so many detection intervals, each as long as the other, with care or not; whether it looks
/// for what crosses already; whether each interval begins where the net has seen that nothing crosses; in how many
/// times as many substeps as the settings say; and what the solver adds.
struct Pace {
  int detections;
  bool careful, untangles, verified;
  int finer = 1;
  bool hands = false;    // somebody pulls
  bool rests = false;    // what is still may sleep (sim/solver/rest.h)
  bool crosses = false;  // something may, when it begins
  bool warned = false;   // the step before asks for care
  bool operator==(const Pace&) const = default;
};

/// What a pair that met asks for. `impulse` as in Response: friction in xyz, along the normal in w, in kg m.
struct NetRow {
  Vec4 weights, normal_target, impulse;  // or normal and place of the pair's plane
  int active;                            // it met since it was listed
  int meets;                             // it did in the last check of it
};

/// What rows ask of a vertex, in fixed point: the order in which they do does not matter.
struct NetMove {
  unsigned long long sum[3];  // m, or m/s
  int rows;                   // that have it
  Vec3 by;                    // m that it was moved from where it was when pairs were listed
  int moved;                  // the round of checks that has to look at it again
  float stop;                 // part of its way that is left to it
  int stopped;
};

/// What the launches of a net are for, on the device.
struct NetGate {
  int go, hits;         // whether anything is left to do; pairs that met in the present check
  int pairs, vertices;  // all of them, or 0
  int overfull;         // all vertices where more is near than can be listed, since it was opened, or 0
};

/// How the next step is to be done, on the device.
struct NetOutlook {
  int care;         // detections, with care; 0: without
  int fast;         // whether much of what touches moves fast
  int finer;        // Pace::finer of the step that is over; 0: none is
  int steps_finer;  // how many more steps have finer substeps; 0 or less: how many steps ago that ended
  int run;          // how many they were, the last time that care or strain asked for them
  int times;        // how many times as fine those are, but for the settings' care_substeps
  int in_vain;      // whether it was left all the same
};

/// Counted since the reset, on the device.
struct NetCounters {
  int pairs, met;     // that were checked; of them, that met
  int stopped, held;  // vertices that planes kept to their side; of them, that were stopped on their way
  int drawn;          // edges that a correction left much too long
  int pinched;        // pairs that were let go
  int overfull;       // intervals in which more pairs were near than can be listed
  float closing;      // m, the most that vertices of a pair that met closed in on each other in an interval
};

struct SafetyNet {
  SafetyNet(Queue& queue, CollisionScene view, std::vector<CollisionObject> objects, const Model& model);

  Sweep sweep;
  Buffer<NetRow> rows;  // of the pairs
  Buffer<NetMove> moves;
  Buffer<int> active, active_count;  // pairs with a row, in any order
  Buffer<NetGate> gate;
  Buffer<NetOutlook> outlook;  // goes on from step to step
  Buffer<NetCounters> counters;
  // Per vertex, m: where its last correction found it, and by how much all of them moved it in the last step with care.
  Buffer<Vec4> found, moved;

  // Pairs that were parted, and the list before; view: of both. They go on from step to step.
  Buffer<int> caught_offsets, caught_offsets_before, caught_placed;
  Buffer<FeaturePair> caught_pairs, caught_pairs_before;
  FeaturePairs caught, caught_before;
};

/// Room for so many pairs. Between steps.
void reserve(SafetyNet& net, int pairs);

/// Nothing is known of the state any more. On the queue.
void forget(Queue& queue, SafetyNet& net);
void reset_counters(Queue& queue, SafetyNet& net);
std::vector<WorkCount> work(const SafetyNet& net);
/// Of the last step with care; empty where it moved nothing. Waits for the device.
std::vector<Vec3> download_moves(const SafetyNet& net);

/// How the next step is to be done; between steps.
Pace pace_of(const World& world);
/// How the last step has to be done again, as the outlook says, where something met, and it was done without care;
/// where planes had to hold or corrections left edges drawn, with twice the detections or what more the next one would
/// have; where more was near than can be listed, with more of them; where the next one would have finer substeps.
std::optional<Pace> pace_again(const World& world);

/// Whether motions are checked, and whether nothing that crosses gets through.
bool watches_motion(const Settings& settings);
bool lets_nothing_cross(const Settings& settings);

struct NetView;
/// Adds to the list of pairs that were parted what met since pairs were listed, and drops what has come apart.
/// caught.cpp
void keep_caught(Queue& queue, World& world, const NetView& view);

/// Around detection interval `d` of the world's pace, on the queue.
void begin_interval(Queue& queue, World& world, int d);
/// Before a detection: packs whose edges may make contacts, or what touches.
void find_near(Queue& queue, World& world);
/// After it: what it found out about packs.
void take_bounds(Queue& queue, World& world);
void catch_crossings(Queue& queue, World& world, int d);

}  // namespace raycloth::RAYCLOTH_DEVICE
