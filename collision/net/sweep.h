// What could have met what in a detection interval: pairs of a vertex and a triangle, and of two edges, whose swept
// volumes come within a separation. Nothing is missed, and little is looked at:
//
// Every pack of eight triangles has a budget, in m, of motion in the frame of its object, so that for any two packs the
// nearest points of their features lie farther apart than both budgets and the separation. Motion is taken from the
// budgets; a pack whose budget would not last the interval looks around, through a tree of its own over boxes that hold
// what triangles can reach, and takes half of the least distance that it finds as its new budget, at most half of
// `look`, as does whoever it finds there. Two budgets, really: against the own object, whose frame is shared, and
// against all others, where the frame's motion counts.
//
// Features belong to the lowest triangle that has them, so that no pair is listed twice (Curtis, Tamstorf and Manocha
// 2008, "Fast collision detection for deformable models using representative-triangles"). The list's order depends on
// threads; what is made of it must not.
#pragma once

#include <vector>

#include "collision/bvh/hierarchy.h"
#include "collision/net/moving_pack.h"
#include "collision/net/nearest.h"
#include "device/buffer.h"
#include "device/parallel.h"
#include "device/queue.h"

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
  int *crossed, *marks;  // per vertex: of a crossing pair, at the start; likewise, while they are being found
  NearPair* pairs;
  int* pairs_count;
  int capacity;
  SweepCounters* counters;

  /// What a net may move: 1/kg.
  RAYCLOTH_HD float mobility(int vertex) const { return held[vertex] ? 0 : end[vertex].w; }
  RAYCLOTH_HD DeviceCount pair_count() const { return {capacity, pairs_count}; }
  /// How far a correction may put a vertex from its end, m: more for one that moves; what is held stays on its way.
  RAYCLOTH_HD float slack(int vertex) const { return slacks[vertex]; }
  /// Whether a pair belongs to what crosses at the start: nothing can keep it apart.
  RAYCLOTH_HD bool is_crossed(Int4 v) const { return crossed[v.x] || crossed[v.y] || crossed[v.z] || crossed[v.w]; }
};

class Sweep {
 public:
  /// `view` and `objects` as a handler gets them; `held` per vertex.
  Sweep(Queue& queue, CollisionScene view, std::vector<CollisionObject> objects,
        const std::vector<unsigned char>& held);

  /// On the queue: from here everything moves.
  void begin(Queue& queue, const Vec4* positions);
  /// At its end, unless *view.go is 0: lists what could have met on the way to view.end, wherever corrections then put
  /// vertices within their slack of it.
  void find_pairs(Queue& queue, const SweepView& view, bool self_collision);
  /// Takes the motion from start to end, which has been corrected since, from the budgets.
  void spend(Queue& queue, const Vec4* end);

  /// Nothing is known of the positions any more, nor whether they cross; of budgets alone. On the queue.
  void forget(Queue& queue);
  void forget_budgets(Queue& queue);

  SweepView view(const Vec4* end, const int* go, bool corrects);
  Buffer<int>& crossed() { return crossed_; }  // goes on from step to step
  int capacity() const { return static_cast<int>(pairs_.size()); }
  SweepCounters counters() const { return counters_.download()[0]; }
  void reset_counters(Queue& queue) { queue.zero(counters_.data(), sizeof(SweepCounters)); }
  /// Room for so many pairs. Between steps.
  void reserve(int pairs) { pairs_.resize(pairs); }
  void set_half_thickness(int object, float e);

 private:
  CollisionScene scene_;
  std::vector<CollisionObject> host_objects_;
  float look_;
  Buffer<CollisionObject> objects_;
  Buffer<Box8> nodes_, boxes_;
  Buffer<Box> bounds_;
  Buffer<Vec4> frames_, start_;
  Buffer<unsigned char> held_, owned_, looks_;
  Buffer<float> own_, others_, slacks_;
  Buffer<PackMotion> motions_;
  Buffer<MovingPack> moving_;
  Buffer<int> looking_, looking_count_, wide_, crossed_, marks_, pairs_count_;
  Buffer<NearPair> pairs_;
  Buffer<SweepCounters> counters_;
  RefitPlan plan_;
};

}  // namespace raycloth::RAYCLOTH_DEVICE
