// How far corrections may move what, and so how far pairs are listed: a little at first, then as far as is due.
#include "sim/response/net/view.h"
#include "sim/solver/world.h"

namespace raycloth::RAYCLOTH_DEVICE {

/// Pairs over which a list's reach spreads from those that still meet.
constexpr int kSpread = 2;

/// What is marked, from the next list on.
static void widen(Queue& queue, const NetView& view) {
  int *marks = view.sweep.marks, *wide = view.sweep.wide;
  parallel_for(queue, "widen", gated_vertices(view), 2 * bytes<int>, [=] RAYCLOTH_KERNEL(int v) {
    if (marks[v] > 0) wide[v] = 1;
    marks[v] = 0;
  });
}

void reach_farther(Queue& queue, World& world, const NetView& view) {
  const int* wide = view.sweep.wide;
  for (int spread = 0; spread <= kSpread; ++spread) {
    parallel_for(queue, "mark_wide", checked_pairs(view), bytes<NearPair> + 8 * bytes<int>, [=] RAYCLOTH_KERNEL(int i) {
      const Int4 v = view.sweep.pairs[i].vertices;
      if (view.rows[i].meets || any_of(wide, v)) view.sweep.mark(v);
    });
    widen(queue, view);
  }
  if (!view.found) return;
  mark_drawn(queue, world, view);
  widen(queue, view);
}

void reach_all(Queue& queue, const NetView& view) {
  int* wide = view.sweep.wide;
  parallel_for(queue, "widen_all", gated_vertices(view), bytes<int>, [=] RAYCLOTH_KERNEL(int v) { wide[v] = 1; });
}

}  // namespace raycloth::RAYCLOTH_DEVICE
