// The broad phase: which objects the vertices of an object may touch.
#pragma once

#include "collision/options.h"
#include "collision/scene.h"
#include "device/buffer.h"
#include "device/queue.h"

namespace raycloth::RAYCLOTH_DEVICE {

/// Ordered pairs of objects, source by source.
struct ObjectPairs {
  const int *targets, *counts;
  int objects;

  /// Calls visit(target) for every object that vertices of `source` may touch, in ascending order.
  template <class Visit>
  RAYCLOTH_HD void operator()(int source, Visit visit) const {
    for (int k = 0; k < counts[source]; ++k) visit(targets[source * objects + k]);
  }
};

class BroadPhase {
 public:
  explicit BroadPhase(int objects) : targets_(static_cast<size_t>(objects) * objects), counts_(objects) {}

  /// On the queue, after a refit. `stretch`: how much longer a way may be than the distance that it covers.
  void find_pairs(Queue& queue, const CollisionScene& scene, const CollisionOptions& options, float stretch);
  ObjectPairs pairs() const { return {targets_.data(), counts_.data(), static_cast<int>(counts_.size())}; }

 private:
  Buffer<int> targets_, counts_;
};

}  // namespace raycloth::RAYCLOTH_DEVICE
