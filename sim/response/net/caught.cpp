// Pairs that the net had to part: the list is made anew from the last one and from what met since. Nothing else saw
// them come, most of them where a border or a vertex meets a sharp fold beside the one ray, so they are contacts of the
// detections that follow, half as far apart as the fabric is thick, until they have come apart: or the net would have
// to part them again in every step.
#include "collision/net/touching.h"
#include "device/algorithms.h"
#include "device/atomic.h"
#include "sim/response/net/view.h"
#include "sim/solver/world.h"

namespace raycloth::RAYCLOTH_DEVICE {

namespace {

/// What goes on the new list: of the last one, what is nearer than the fabric is thick; and what met.
struct ChooseCaught {
  NetView net;
  FeaturePairs before;
  int* counts;  // per first vertex

  RAYCLOTH_HD bool stays(const FeaturePair& pair) const {
    if (net.sweep.is_crossed(pair.kind, pair.vertices)) return false;
    const Nearest<float> now = nearest_points(pair, net.x);
    const float touching = touching_distance(net.sweep.scene, pair.kind, pair.vertices, now.weights);
    return now.squared < touching * touching;
  }
  RAYCLOTH_HD FeaturePair met(int k) const {
    const NearPair& pair = net.sweep.pairs[net.active[k]];
    return {pair.vertices, pair.kind};
  }
};

}  // namespace

void keep_caught(Queue& queue, World& world, const NetView& view) {
  SafetyNet& net = *world.net;
  const FeaturePairs now = net.caught, before = net.caught_before;
  const DeviceCount met{view.sweep.capacity, view.active_count};
  int* placed = net.caught_placed.data();
  const size_t per_vertex = now.vertices * sizeof(int);
  queue.copy(before.offsets, now.offsets, per_vertex + sizeof(int));
  parallel_for(queue, "lay_caught_aside", before.count(), 2 * bytes<FeaturePair>,
               [=] RAYCLOTH_KERNEL(int i) { before.pairs[i] = now.pairs[i]; });
  queue.zero(now.offsets, per_vertex + sizeof(int));
  queue.zero(placed, per_vertex);
  const ChooseCaught choose{view, before, now.offsets};
  constexpr long long moved = bytes<FeaturePair> + 8 * bytes<Vec4>;
  parallel_for(queue, "count_kept", before.count(), moved, [=] RAYCLOTH_KERNEL(int i) {
    if (choose.stays(before.pairs[i])) atomic_add(&choose.counts[before.pairs[i].vertices.x], 1);
  });
  parallel_for(queue, "count_met", met, bytes<NearPair, int>, [=] RAYCLOTH_KERNEL(int k) {
    const FeaturePair pair = choose.met(k);
    if (!before.has(pair)) atomic_add(&choose.counts[pair.vertices.x], 1);
  });
  exclusive_scan(queue, now.offsets, now.offsets, now.vertices + 1);
  note_most(queue, "note_caught", now.offsets + now.vertices, &view.sweep.counters->most_pairs);
  parallel_for(queue, "place_kept", before.count(), moved, [=] RAYCLOTH_KERNEL(int i) {
    if (choose.stays(before.pairs[i])) now.place(before.pairs[i], placed);
  });
  parallel_for(queue, "place_met", met, bytes<NearPair, int, FeaturePair>, [=] RAYCLOTH_KERNEL(int k) {
    const FeaturePair pair = choose.met(k);
    if (!before.has(pair)) now.place(pair, placed);
  });
  sort_pairs(queue, now);
}

}  // namespace raycloth::RAYCLOTH_DEVICE
