// What the kernels of a sweep share, and those that go on from its pairs.
#pragma once

#include "collision/bvh/hierarchy.h"
#include "collision/net/moving_pack.h"
#include "collision/net/nearest.h"
#include "device/atomic.h"
#include "device/parallel.h"

namespace raycloth::RAYCLOTH_DEVICE {

/// A pair that could meet: Nearest says which of the four are what. Lengths in m.
struct NearPair {
  Int4 vertices;
  PairKind kind;
  float separation;  // m: what comes nearer is pushed apart
  float least;       // what comes nearer than this in spite of it is stopped
};

/// Counted since the reset, on the device.
struct SweepCounters {
  int most_pairs;  // of any interval, also beyond the capacity
  int looks;       // packs that looked around
};

/// How the vertices of a pack move in the interval, m.
struct PackMotion {
  Vec3 mean;
  float grown;   // how far its boxes reach: what vertices move against the mean, with corrections, and `look`
  float reach;   // what they move in their object's frame, with corrections
  float slack;   // the most of a vertex's
  bool crossed;  // any of them may cross
};

RAYCLOTH_HD inline bool any_of(const int* flags, Int4 v) {
  return flags[v.x] || flags[v.y] || flags[v.z] || flags[v.w];
}

/// The arrays, for kernels.
struct SweepView {
  CollisionScene scene;       // with trees, bounds and frames (m in the interval) of its own; positions are the start's
  const Vec4* end;            // where vertices are at the interval's end
  const unsigned char* held;  // per vertex: 1 where it follows what a net cannot move
  const unsigned char* owned;  // per triangle: bits 0 to 2 its vertices, 3 to 5 its edges ab, bc, ca
  float look;                  // m
  const int* go;
  bool corrects;         // whether what is listed may be corrected afterwards
  int* wide;             // per vertex: a correction may put it as far from its end as its way is long
  PackMotion* motions;   // per pack
  MovingPack* moving;    // likewise
  float* slacks;         // per vertex
  Box8* boxes;           // of the triangles of a pack at the start, grown as its motion says
  float *own, *others;   // budgets per pack, m
  unsigned char* looks;  // per pack: kLookOwn, kLookOthers
  int* looking;          // parts of packs that look, in any order
  int* looking_count;
  int *crossed, *marks;  // per vertex: of a crossing pair, at the start; scratch, 0 between kernels that use it
  NearPair* pairs;
  int* pairs_count;
  int capacity;
  SweepCounters* counters;

  /// What a net may move: 1/kg.
  RAYCLOTH_HD float mobility(int vertex) const { return held[vertex] ? 0 : end[vertex].w; }
  RAYCLOTH_HD DeviceCount pair_count() const { return {capacity, pairs_count}; }
  /// How far a correction may put a vertex from its end, m: more for one that moves; what is held stays on its way.
  RAYCLOTH_HD float slack(int vertex) const { return slacks[vertex]; }
  /// Whether a pair belongs to what crosses at the start, so that nothing can keep it apart: where untangling knows,
  /// both features lie where they cross each other; else both cross something.
  RAYCLOTH_HD bool is_crossed(const NearPair& pair) const {
    if (scene.tangled->any) return scene.tangled->cross(pair.vertices, first_of_second(pair.kind));
    bool any[2] = {};
    for (int k = 0; k < 4; ++k) {
      if (crossed[pair.vertices[k]]) any[k >= first_of_second(pair.kind)] = true;
    }
    return any[0] && any[1];
  }
  RAYCLOTH_HD void mark(Int4 v) const {
    for (int k = 0; k < 4; ++k) atomic_add(&marks[v[k]], 1);
  }
};

}  // namespace raycloth::RAYCLOTH_DEVICE
