// Which packs of eight triangles lie near which, and what clearance each two of them have: a distance that all their
// features keep at least. A list is good until a vertex has left the room that it was given then: what is not on it
// stays farther apart than two packs' `reach`. Until then nothing but clearances changes, by what two packs move
// against each other (pack_motion.h); a pair is measured anew where its clearance would not last.
//
// Room is measured in the frame of an object: what it does as a whole is its frame's way. Frames of different objects
// drift apart, for which there is room as well.
#pragma once

#include <vector>

#include "collision/net/list_watch.h"
#include "device/buffer.h"

namespace raycloth::RAYCLOTH_DEVICE {

class PackPairs {
 public:
  PackPairs(int packs, int vertices, int objects);

  PackPairsView view();

  /// On the queue: what objects do as a whole between view.scene.positions and view.end.
  void measure_frames(Queue& queue, const SweepView& view);
  /// Then: makes the list anew if it has to, for all ways between both and corrections.
  void update(Queue& queue, const SweepView& view, const RefitPlan& plan, bool self_collision);
  /// Nothing is known any more. On the queue.
  void forget(Queue& queue);
  /// What the list is for: what may touch, or only edges that may make a contact. It has to be made anew.
  void set_reach(const std::vector<CollisionObject>& objects, bool touching);

  int capacity() const { return static_cast<int>(pairs_.size()); }
  void reserve(int pairs);

  /// The list's room, for kernels that ask whether it is still good.
  ListWatch watch(const SweepView& view);

 private:
  int packs_, vertices_, objects_;
  Buffer<PackList> list_;
  Buffer<int> counts_, noted_, offsets_, old_offsets_, due_, open_, open_due_;
  Buffer<Int2> pairs_, old_pairs_;
  Buffer<float> clearances_, edge_clearances_, old_clearances_, old_edge_clearances_, beside_;
  Buffer<float> reach_;
  Buffer<Vec4> from_, ahead_, drifts_, places_, old_places_, speeds_;  // see ListWatch
};

}  // namespace raycloth::RAYCLOTH_DEVICE
