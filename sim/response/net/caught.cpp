// The list of pairs that were parted (collision/net/caught.h), made anew from the last one and from what met since.
#include "collision/net/caught.h"

#include "collision/net/touching.h"
#include "device/algorithms.h"
#include "device/atomic.h"
#include "device/sets/sort.h"
#include "sim/response/net/view.h"
#include "sim/solver/world.h"

namespace raycloth::RAYCLOTH_DEVICE {

namespace {

/// What goes on the new list: of the last one, what is nearer than the fabric is thick; and what met.
struct ChooseCaught {
  NetView net;
  CaughtPairs before;
  int* counts;  // per first vertex

  RAYCLOTH_HD bool stays(const CaughtPair& pair) const {
    if (net.sweep.is_crossed(pair.kind, pair.vertices)) return false;
    const Nearest<float> now = nearest_points(pair, net.x);
    const float touching = touching_distance(net.sweep.scene, pair.kind, pair.vertices, now.weights);
    return now.squared < touching * touching;
  }
  RAYCLOTH_HD CaughtPair met(int k) const {
    const NearPair& pair = net.sweep.pairs[net.active[k]];
    return {pair.vertices, pair.kind};
  }
};

/// On the first vertex's part of the new list, in any order.
struct PlaceCaught {
  CaughtPairs now;
  int* placed;  // per first vertex

  RAYCLOTH_HD void operator()(const CaughtPair& pair) const {
    const int place = now.offsets[pair.vertices.x] + atomic_add(&placed[pair.vertices.x], 1);
    if (place < now.capacity) now.pairs[place] = pair;
  }
};

}  // namespace

static void sort_caught(Queue& queue, const CaughtPairs& caught) {
  parallel_for(queue, "sort_caught", caught.vertices, 2 * bytes<int>, [=] RAYCLOTH_KERNEL(int v) {
    const int first = caught.offsets[v];
    const int end = caught.offsets[v + 1] < caught.capacity ? caught.offsets[v + 1] : caught.capacity;
    sort(caught.pairs + first, end - first);
  });
}

void keep_caught(Queue& queue, World& world, const NetView& view) {
  SafetyNet& net = *world.net;
  const CaughtPairs now = net.caught, before = net.caught_before;
  const DeviceCount met{view.sweep.capacity, view.active_count};
  int* placed = net.caught_placed.data();
  const size_t per_vertex = now.vertices * sizeof(int);
  queue.copy(before.offsets, now.offsets, per_vertex + sizeof(int));
  parallel_for(queue, "lay_caught_aside", before.count(), 2 * bytes<CaughtPair>,
               [=] RAYCLOTH_KERNEL(int i) { before.pairs[i] = now.pairs[i]; });
  queue.zero(now.offsets, per_vertex + sizeof(int));
  queue.zero(placed, per_vertex);
  const ChooseCaught choose{view, before, now.offsets};
  const PlaceCaught place{now, placed};
  constexpr long long moved = bytes<CaughtPair> + 8 * bytes<Vec4>;
  parallel_for(queue, "count_kept", before.count(), moved, [=] RAYCLOTH_KERNEL(int i) {
    if (choose.stays(before.pairs[i])) atomic_add(&choose.counts[before.pairs[i].vertices.x], 1);
  });
  parallel_for(queue, "count_met", met, bytes<NearPair, int>, [=] RAYCLOTH_KERNEL(int k) {
    const CaughtPair pair = choose.met(k);
    if (!before.has(pair)) atomic_add(&choose.counts[pair.vertices.x], 1);
  });
  exclusive_scan(queue, now.offsets, now.offsets, now.vertices + 1);
  note_most(queue, "note_caught", now.offsets + now.vertices, &view.sweep.counters->most_pairs);
  parallel_for(queue, "place_kept", before.count(), moved, [=] RAYCLOTH_KERNEL(int i) {
    if (choose.stays(before.pairs[i])) place(before.pairs[i]);
  });
  parallel_for(queue, "place_met", met, bytes<NearPair, int, CaughtPair>, [=] RAYCLOTH_KERNEL(int k) {
    const CaughtPair pair = choose.met(k);
    if (!before.has(pair)) place(pair);
  });
  sort_caught(queue, now);
}

}  // namespace raycloth::RAYCLOTH_DEVICE
