// Pairs joined to contours: two triangles that cross have a piece of a contour in common, whose ends are pairs. Which
// surface of a contour is the first is kept in twofold nodes: a pair as it is, and turned.
#include "collision/untangle/tangles.h"
#include "device/algorithms.h"

namespace raycloth::RAYCLOTH_DEVICE {

void join_contours(Queue& queue, const TangleView& view) {
  parallel_for(queue, "begin_contours", view.pair_count(), 2 * bytes<int>, [=] RAYCLOTH_KERNEL(int i) {
    view.contours.parents[2 * i] = 2 * i;
    view.contours.parents[2 * i + 1] = 2 * i + 1;
    view.gradients[i] = {};
  });
  parallel_for(queue, "join_contours", view.pair_count(), 8 * bytes<TangledPair, Int3>, [=] RAYCLOTH_KERNEL(int i) {
    const TangledPair& pair = view.pairs[i];
    for (const int s : {pair.owner, pair.neighbour}) {
      const ContourLink other = view.link(i, s);
      if (other.pair < 0) continue;
      view.contours.join(2 * i, 2 * other.pair + other.turned);
      view.contours.join(2 * i + 1, 2 * other.pair + !other.turned);
    }
  });
  queue.zero(view.contours_count, sizeof(int));
  parallel_for(queue, "count_contours", view.pair_count(), 2 * bytes<int>, [=] RAYCLOTH_KERNEL(int i) {
    if (view.place_of(i).first == i) atomic_add(view.contours_count, 1);
  });
  note_most(queue, "note_contours", view.contours_count, &view.counters->most_contours);
}

}  // namespace raycloth::RAYCLOTH_DEVICE
