// What could have met what in a detection interval: pairs of a vertex and a triangle, and of two edges, whose swept
// volumes come within a separation. Nothing is missed, and little is looked at: every two packs of eight triangles that
// lie near each other have a clearance (pack_pairs.h), and are measured again only where what they moved against each
// other since has used it up (measure.h).
//
// The list's order depends on threads; what is made of it must not. What clearances spare changes no result.
#pragma once

#include <vector>

#include "collision/net/near_packs.h"
#include "collision/net/pack_pairs.h"
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
  /// Takes the motion from start to end from the clearances, unless *unless is more than 0; `corrected`: it is another
  /// one than find_pairs saw.
  void spend(Queue& queue, const Vec4* end, bool corrected, const int* unless);

  /// The same as find_pairs, for the clearances alone: nothing is listed, and what crosses stays as it was.
  void keep_clearances(Queue& queue, const SweepView& view, bool self_collision);

  /// On the queue, between start and end: finds near_packs() for the next `interval` seconds; `expected`: until the
  /// end, about, in s.
  void find_near_edges(Queue& queue, const Vec4* positions, const Vec4* velocities, float interval, float expected,
                       bool self_collision);
  const NearPacks& near_packs() const { return near_edges_; }
  /// Once their bounds were found.
  void take_bounds(Queue& queue);
  /// On the queue, between start and end: touching() are then pairs that may come nearer than the fabric is thick in
  /// the next `interval` seconds; none where there are too many to list.
  void find_touching(Queue& queue, const SweepView& view, float interval, bool self_collision);
  const NearPairs& touching() const { return touching_; }

  /// Nothing is known of the positions any more, nor whether they cross; of clearances alone. On the queue.
  void forget(Queue& queue);
  void forget_clearances(Queue& queue);

  SweepView view(const Vec4* end, const int* go, bool corrects);
  // What goes on from step to step: vertices that cross, as the last check found them, and how many, once counted.
  Buffer<int>& crossed() { return crossed_; }
  Buffer<int>& crossed_count() { return crossed_count_; }
  void count_crossed(Queue& queue);

  float median_edge() const { return edge_; }  // of cloth, m; 0 without any
  int capacity() const { return static_cast<int>(pairs_.size()); }
  int pack_capacity() const { return near_.capacity(); }
  /// What is not to be exceeded, see SweepView::is_full.
  int most_pairs() const;
  int most_pack_pairs() const;
  SweepCounters counters() const { return counters_.download()[0]; }
  void reset_counters(Queue& queue) { queue.zero(counters_.data(), sizeof(SweepCounters)); }
  /// Room for so many pairs, of features and of packs. Between steps.
  void reserve(int pairs);
  void reserve_packs(int pairs);
  void set_half_thickness(int object, float e);
  /// Whether find_touching will be called.
  void expect_touching(bool touching);

 private:
  void upload_thickness();
  void bring_near(Queue& queue, const SweepView& now, bool self_collision);
  void note_vertices(Queue& queue, const SweepView& view, const Vec4* from, const Vec4* to);
  void measure_ways(Queue& queue, const SweepView& view, bool all);
  void measure_motions(Queue& queue, const SweepView& view, bool all);
  void find_flat(Queue& queue, const PackMotions& motions);
  void foresee(Queue& queue, const Vec4* positions, const Vec4* velocities, float interval);

  CollisionScene scene_;
  std::vector<CollisionObject> host_objects_;
  float edge_;
  bool expects_touching_ = true;
  RefitPlan plan_;
  PackPairs near_;
  Buffer<FeaturePack> packs_;
  Buffer<int> neighbour_offsets_, neighbours_;
  Buffer<CollisionObject> objects_;
  Buffer<Box8> nodes_;
  Buffer<Box> bounds_;
  Buffer<Vec4> frames_, start_, last_, foreseen_;  // last: at the last detection; foreseen: until the next
  PackMotionBuffers motions_;
  RigidMotionBuffers going_;    // until the next detection
  StillnessBuffers stillness_;  // of all motions
  Buffer<unsigned char> held_;
  Buffer<float> slacks_, alarms_, thickness_;
  Buffer<int> wide_, crossed_, crossed_count_, marks_, pairs_count_, always_;
  Buffer<NearPair> pairs_;
  NearPairs touching_;
  Buffer<SweepCounters> counters_;
  NearPacks near_edges_;
  Buffer<int> edge_due_, edge_due_count_;
  Buffer<float> edge_touching_, edge_within_, edge_bounds_;
};

}  // namespace raycloth::RAYCLOTH_DEVICE
