// What the kernels of a sweep share, and those that go on from its pairs.
#pragma once

#include "collision/bvh/hierarchy.h"
#include "collision/net/flat_packs.h"
#include "collision/net/nearest.h"
#include "collision/net/stillness.h"
#include "device/atomic.h"
#include "device/parallel.h"

namespace raycloth::RAYCLOTH_DEVICE {

/// A pair that could meet: Nearest says which of the four are what. Lengths in m.
struct NearPair {
  Int4 vertices;
  PairKind kind;
  int solid;         // a triangle of the one that is a solid's, see sides.h; -1: neither, or both
  float separation;  // m: what comes nearer is pushed apart
  float least;       // what comes nearer than this in spite of it is stopped
};

/// A sweep's list, in any order, and its objects, as thick as they are now: for whoever makes contacts of it.
struct NearPairs {
  CollisionObject* objects;
  const NearPair* pairs;
  const int* found;
  int capacity;
  DeviceCount count() const { return {capacity, found}; }
};

/// Counted since the reset, on the device.
struct SweepCounters {
  int most_pairs;       // of any interval, also beyond the capacity; but of lists that are not too long
  int most_pack_pairs;  // likewise, that lie near each other
  int looks;            // pairs of packs that were measured
  int any_crossed;      // whether anything did where a list began
};

/// Steps in which every pack has its turn to be looked at, whatever was known of it; and the laps of turns in which two
/// that stand still have theirs.
inline constexpr int kTurns = 32, kLaps = 8;

RAYCLOTH_HD inline bool any_of(const int* flags, Int4 v) {
  return flags[v.x] || flags[v.y] || flags[v.z] || flags[v.w];
}

/// Pairs of packs, row by row of their first; pair i: packs.x <= packs.y if both are cloth. See pack_pairs.h.
struct PackPairsView {
  int packs, capacity;
  const int* offsets;  // of each pack's row, and the end
  Int2* pairs;
  float* clearances;       // m that all their features keep apart now at least; of what has no vertex in common
  float* edge_clearances;  // likewise of their edges alone, at the last detection
  const float* beside;     // 1: both have a vertex in common, and may be flat; else 0
  int *open, *open_due;    // how many are looked at, all or, where there is nothing to do, none; how many are measured
  int* due;                // those that are measured
};

/// The arrays, for kernels.
struct SweepView {
  CollisionScene scene;  // with trees and bounds of its own; positions are the start's; frames: m in the interval
  const FeaturePack* packs;
  PackNeighbours neighbours;
  PackPairsView near;
  PackMotions motions;     // of packs from the start to the end
  Stillness stillness;     // of these
  const Vec4* end;         // where vertices are at the interval's end
  const Vec4* velocities;  // m/s then; none: nobody knows
  float ahead, expected;   // s: for how long what is near must be known then, and for how long it is likely to be asked
  const unsigned char* held;  // per vertex: 1 where it follows what a net cannot move
  float look;                 // m, a small part of an edge
  float edge;                 // m, the median one of cloth
  const int* go;
  bool corrects;           // whether what is listed may be corrected afterwards
  int* wide;               // per vertex: a correction may put it as far from its end as its way is long
  float* slacks;           // per vertex; none: 0
  const float* thickness;  // per pack: half of it, m
  float* alarms;           // per pack: 1 where it has what may cross, else 0
  int *crossed, *marks;    // per vertex: of a crossing pair, at the start; scratch, 0 between kernels that use it
  const int* crossed_count;
  const int* turn;  // 0 to kTurns kLaps - 1: which packs are looked at whether they cross; none: nobody looks
  NearPair* pairs;
  int* pairs_count;
  int capacity;
  int most_pairs, most_pack_pairs;
  SweepCounters* counters;

  /// What a net may move: 1/kg. What sleeps as well, so not by the present inverse mass.
  RAYCLOTH_HD float mobility(int vertex) const { return held[vertex] ? 0 : scene.rest[vertex].w; }
  RAYCLOTH_HD DeviceCount pair_count() const { return {capacity, pairs_count}; }
  /// Whether more is listed than may be: nothing is done with it then, whatever room there is.
  RAYCLOTH_HD bool is_full() const { return atomic_load(pairs_count) > most_pairs; }
  RAYCLOTH_HD bool lacks_packs() const { return near.offsets[near.packs] > most_pack_pairs; }
  /// How far a correction may put a vertex from its end, m: more for one that moves; what is held stays on its way.
  RAYCLOTH_HD float slack(int vertex) const { return slacks ? slacks[vertex] : 0; }
  RAYCLOTH_HD bool is_cloth(int object) const { return scene.objects[object].kind == ObjectKind::cloth; }
  /// Whether a pair belongs to what crosses at the start, so that nothing can keep it apart: where untangling knows,
  /// both features lie where they cross each other; else both cross something.
  RAYCLOTH_HD bool is_crossed(PairKind kind, Int4 v) const {
    if (scene.tangled->any) return scene.tangled->cross(v, first_of_second(kind));
    bool any[2] = {};
    for (int k = 0; k < 4; ++k) {
      if (crossed[v[k]]) any[k >= first_of_second(kind)] = true;
    }
    return any[0] && any[1];
  }
  RAYCLOTH_HD void mark(Int4 v) const {
    for (int k = 0; k < 4; ++k) atomic_add(&marks[v[k]], 1);
  }
};

/// What verified states keep apart, as a part of both half thicknesses: absolute, or a net that stops what closes in
/// would let the gap shrink until rounding decides; and far below what contacts keep, or both would work.
constexpr float kSeparation = 0.06f;

}  // namespace raycloth::RAYCLOTH_DEVICE
