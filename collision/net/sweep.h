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

#include "collision/net/sweep_view.h"
#include "device/buffer.h"
#include "device/queue.h"

namespace raycloth::RAYCLOTH_DEVICE {

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
  /// Lists instead what is nearer at the start than the fabric is thick, which is then NearPair::separation.
  void find_touching(Queue& queue, const SweepView& view, bool self_collision);
  /// Takes the motion from start to end, which has been corrected since, from the budgets.
  void spend(Queue& queue, const Vec4* end);

  /// Nothing is known of the positions any more, nor whether they cross; of budgets alone. On the queue.
  void forget(Queue& queue);
  void forget_budgets(Queue& queue);

  SweepView view(const Vec4* end, const int* go, bool corrects);
  // What goes on from step to step: vertices that cross, as the last check found them, and how many, once counted.
  Buffer<int>& crossed() { return crossed_; }
  Buffer<int>& crossed_count() { return crossed_count_; }
  void count_crossed(Queue& queue);

  float median_edge() const;  // of cloth, m; 0 without any
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
  Buffer<int> looking_, looking_count_, wide_, crossed_, crossed_count_, marks_, pairs_count_;
  Buffer<NearPair> pairs_;
  Buffer<SweepCounters> counters_;
  RefitPlan plan_;
};

}  // namespace raycloth::RAYCLOTH_DEVICE
