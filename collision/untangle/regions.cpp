// Regions of cloth and shells between contours: whatever hangs together by edges that pierce no other cloth or shell,
// and not by a vertex at which a contour ends, where a surface is pinched through itself
// (Wicke, Lanker and Gross 2006, "Untangling Cloth with Boundaries", where a flood fill colours them).
#include "collision/untangle/tangles.h"
#include "collision/untangle/ways.h"

namespace raycloth::RAYCLOTH_DEVICE {

/// Whether an edge that triangle s owns pierces cloth or a shell.
RAYCLOTH_HD static bool is_cut(const TangleView& view, int s, int a, int b) {
  for (int i = view.offsets[s]; i < view.offsets[s + 1] && i < view.capacity; ++i) {
    const TangledPair& pair = view.pairs[i];
    if (pair.edge == Int2(a, b) && !view.scene.is_solid(view.scene.triangles[pair.triangle].x)) return true;
  }
  return false;
}

static void find_ends(Queue& queue, const TangleView& view) {
  parallel_for(queue, "find_contour_ends", view.pair_count(), 8 * bytes<TangledPair, Int3>, [=] RAYCLOTH_KERNEL(int i) {
    for (const int s : {view.pairs[i].owner, view.pairs[i].neighbour}) {
      const int vertex = view.link(i, s).vertex;
      if (vertex >= 0) atomic_add(&view.ends[vertex], 1);
    }
  });
}

static void join(Queue& queue, const TangleView& view) {
  parallel_for(queue, "join_regions", view.open_triangles(), 2 * bytes<Int3> + 8 * bytes<int>,
               [=] RAYCLOTH_KERNEL(int s) {
                 const Int3 t = view.scene.triangles[s], across = view.scene.triangle_neighbours[s];
                 if (view.scene.is_solid(t.x)) return;
                 for (int side = 0; side < 3; ++side) {
                   const int a = t[side], b = t[(side + 1) % 3];
                   const bool owned = across[side] < 0 || s < across[side], ends = view.ends[a] || view.ends[b];
                   if (owned && !ends && !is_cut(view, s, a, b)) view.regions.join(a, b);
                 }
               });
}

/// The smaller of two regions that a contour parts has to go through whatever its edges pierce there.
static void note_regions(Queue& queue, const TangleView& view) {
  const WaysOut ways{view};
  parallel_for(queue, "note_regions", view.pair_count(), bytes<TangledPair, Int3> + 12 * bytes<int>,
               [=] RAYCLOTH_KERNEL(int i) {
                 const Int2 e = view.pairs[i].edge;
                 const Int3 t = view.scene.triangles[view.pairs[i].triangle];
                 if (view.scene.is_solid(e.x) || view.scene.is_solid(t.x) || !ways.is_parted(e.x, e.y)) return;
                 const int region = view.regions.root(ways.follows(e.x, e.y) ? e.x : e.y);
                 for (int k = 0; k < 3; ++k) {
                   if (!view.ends[t[k]]) view.tangled->regions.add(region, view.regions.root(t[k]));
                 }
               });
}

void part_regions(Queue& queue, const TangleView& view) {
  parallel_for(queue, "begin_regions", view.open_vertices(), 3 * bytes<int>, [=] RAYCLOTH_KERNEL(int v) {
    view.regions.parents[v] = v;
    view.region_sizes[v] = 0;
    view.ends[v] = 0;
  });
  find_ends(queue, view);
  join(queue, view);
  parallel_for(queue, "measure_regions", view.open_vertices(), 6 * bytes<int>, [=] RAYCLOTH_KERNEL(int v) {
    const int root = view.regions.root(v);
    atomic_store(&view.regions.parents[v], root);
    if (!view.scene.is_solid(v)) atomic_add(&view.region_sizes[root], 1);
  });
  note_regions(queue, view);
}

}  // namespace raycloth::RAYCLOTH_DEVICE
