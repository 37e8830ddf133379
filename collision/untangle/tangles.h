// What crosses now: the pairs of an edge and a triangle that it pierces, cloth with cloth and cloth with obstacles,
// joined to contours; and the regions into which contours part cloth and shells. Order and numbers do not depend on
// threads. For whoever wants it, whatever finds the contacts.
#pragma once

#include <vector>

#include "collision/untangle/view.h"
#include "device/buffer.h"
#include "device/queue.h"

namespace raycloth::RAYCLOTH_DEVICE {

class Tangles {
 public:
  /// `view` and `objects` as a handler gets them; `tangled` is for those who read it.
  Tangles(CollisionScene view, std::vector<CollisionObject> objects, Buffer<TangledVertices>& tangled);

  /// On the queue: finds everything anew for the present positions. In the end, nothing is tangled any more.
  void look(Queue& queue, bool self_collision);
  void finish(Queue& queue);
  TangleView view(bool self_collision);

  int capacity() const { return static_cast<int>(pairs_.size()); }
  /// How many the last look met, those without room included. Between steps, waiting for the device.
  int pairs() const { return offsets_.download(scene_.triangles_count, 1)[0]; }
  TangleCounters counters() const { return counters_.download()[0]; }
  void reset_counters(Queue& queue) { queue.zero(counters_.data(), sizeof(TangleCounters)); }
  /// Room for so many pairs. Between steps.
  void reserve(int pairs);

 private:
  CollisionScene scene_;
  Buffer<CollisionObject> objects_;
  Buffer<Vec4> middles_;  // of objects at rest
  Buffer<Box8> nodes_, boxes_;
  Buffer<Box> bounds_;
  RefitPlan plan_;
  Buffer<int> offsets_, open_, regions_, region_sizes_, ends_, contours_;
  Buffer<ContourGradient> gradients_;
  Buffer<TangledPair> pairs_;
  Buffer<Vec4> ways_;
  Buffer<unsigned long long> all_keys_, sheet_keys_, region_keys_;
  Buffer<TangledVertices>& tangled_;
  Buffer<TangleCounters> counters_;
};

// The phases of a look, in order.
void find_tangled_pairs(Queue& queue, const TangleView& view, const RefitPlan& plan);  // pairs.cpp
void part_regions(Queue& queue, const TangleView& view);                               // regions.cpp
void join_contours(Queue& queue, const TangleView& view);                              // contours.cpp
void find_ways_out(Queue& queue, const TangleView& view);                              // ways.cpp
void note_tangled(Queue& queue, const TangleView& view);                               // tangles.cpp

}  // namespace raycloth::RAYCLOTH_DEVICE
