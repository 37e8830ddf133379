// Each triangle asks the trees of all objects for what its own edges may pierce, in an order that topology alone
// decides: first it counts, then it writes.
#include "collision/net/pierce.h"
#include "collision/untangle/tangles.h"
#include "device/algorithms.h"

namespace raycloth::RAYCLOTH_DEVICE {

namespace {

/// Tight boxes of a pack's triangles, and its own in the bottom node.
struct FitPack {
  TangleView view;

  RAYCLOTH_HD void operator()(int pack) const {
    const CollisionObject& object = view.scene.objects[view.pack_objects[pack]];
    const int before = 8 * (pack - object.packs.first_entry);
    Box all = empty_box();
    for (int lane = 0; lane < 8; ++lane) {
      Box box = empty_box();
      if (before + lane < object.triangles) {
        const Int3 t = view.scene.triangles[object.first_triangle + before + lane];
        box = merge(around(view.at(t.x), view.at(t.y)), around(view.at(t.z), view.at(t.z)));
      }
      view.boxes[pack].set(lane, box);
      all = merge(all, box);
    }
    set_entry(view.scene, object.packs, pack, all);
  }
};

/// What an edge of triangle s pierces.
struct PairSearch {
  TangleView view;

  /// Solids have no thickness: what goes through them is cloth, or nothing that is looked for.
  RAYCLOTH_HD bool may_cross(int a, int b) const {
    const CollisionObject &first = view.scene.objects[a], &second = view.scene.objects[b];
    if (a == b) return view.self_collision && first.self_collision && first.kind == ObjectKind::cloth;
    return first.kind == ObjectKind::cloth || second.kind == ObjectKind::cloth;
  }

  RAYCLOTH_HD Point<double> exactly(int vertex, int origin) const {
    const Vec4 x = view.scene.positions[vertex], o = view.scene.positions[origin];
    return Point<double>(x.x, x.y, x.z) - Point<double>(o.x, o.y, o.z);
  }

  RAYCLOTH_HD bool find_pair(int s, int side, int t, TangledPair& pair) const {
    const Int3 corners = view.scene.triangles[s], face = view.scene.triangles[t];
    const int a = corners[side], b = corners[(side + 1) % 3];
    if (a == face.x || a == face.y || a == face.z || b == face.x || b == face.y || b == face.z) return false;
    const Point<double> p(0), q = exactly(b, a), x = exactly(face.x, a), y = exactly(face.y, a), z = exactly(face.z, a);
    if (!pierces(p, q, x, y, z)) return false;
    const double from = side_of(p, x, y, z), to = side_of(q, x, y, z);
    const double of_z = side_of(q, p, x, y), of_x = side_of(q, p, y, z), of_y = side_of(q, p, z, x);
    const double sum = of_x + of_y + of_z;
    if (sum == 0) return false;
    pair.edge = Int2(a, b);
    pair.owner = s;
    pair.neighbour = view.scene.triangle_neighbours[s][side];
    pair.triangle = t;
    pair.along = static_cast<float>(from / (from - to));
    pair.weights = Vec3(static_cast<float>(of_x / sum), static_cast<float>(of_y / sum), static_cast<float>(of_z / sum));
    return true;
  }

  RAYCLOTH_HD bool owns(int s, int side) const {
    const int across = view.scene.triangle_neighbours[s][side];
    return across < 0 || s < across;
  }

  template <class Visit>
  RAYCLOTH_HD void visit_edges(int s, int t, Visit visit) const {
    for (int side = 0; side < 3; ++side) {
      TangledPair pair;
      if (owns(s, side) && find_pair(s, side, t, pair)) visit(pair);
    }
  }

  template <class Visit>
  RAYCLOTH_HD void operator()(int s, Visit visit) const {
    const Int3 corners = view.scene.triangles[s];
    const int a = view.scene.triangle_object[s];
    const Box box =
        merge(around(view.at(corners.x), view.at(corners.y)), around(view.at(corners.z), view.at(corners.z)));
    for (int b = 0; b < view.scene.objects_count; ++b) {
      if (!may_cross(a, b) || !overlaps(box, view.scene.bounds[b])) continue;
      const CollisionObject& target = view.scene.objects[b];
      const auto meets = [&box](const Box8& children) { return overlaps(children, box); };
      visit_nodes(view.scene.nodes, target.packs, meets, [&](const Box8& packs, int first) {
        for (unsigned found = overlaps(packs, box); found; found &= found - 1) {
          const int pack = first + trailing_zeros(found);
          const int triangle = target.first_triangle + 8 * (pack - target.packs.first_entry);
          for (unsigned met = overlaps(view.boxes[pack], box); met; met &= met - 1)
            visit_edges(s, triangle + trailing_zeros(met), visit);
        }
        return true;
      });
    }
  }
};

}  // namespace

void find_tangled_pairs(Queue& queue, const TangleView& view, const RefitPlan& plan) {
  const int triangles = view.scene.triangles_count, vertices = view.scene.vertices_count;
  const PairSearch search{view};
  parallel_for(queue, "fit_tangle_packs", static_cast<int>(plan.pack_objects.size()),
               24 * bytes<Vec4> + 8 * bytes<Int3> + bytes<Box8, Box>, FitPack{view});
  refit_above(queue, view.scene, plan, 0);
  parallel_for(queue, "count_tangled_pairs", triangles, 4 * bytes<Int3> + 9 * bytes<Vec4> + 4 * bytes<Box8>,
               [=] RAYCLOTH_KERNEL(int s) {
                 int count = 0;
                 search(s, [&](const TangledPair&) { ++count; });
                 view.offsets[s] = count;
               });
  exclusive_scan(queue, view.offsets, view.offsets, triangles + 1);
  note_most(queue, "note_tangled_pairs", view.offsets + triangles, &view.counters->most_pairs);
  parallel_for(queue, "open_tangles", 1, 4 * bytes<int>, [=] RAYCLOTH_KERNEL(int) {
    const bool any = view.offsets[triangles] > 0;
    view.tangled->any = view.tangled->any || any;
    *view.vertices_open = any ? vertices : 0;
    *view.triangles_open = any ? triangles : 0;
  });
  parallel_for(queue, "write_tangled_pairs", view.open_triangles(), bytes<Int2>, [=] RAYCLOTH_KERNEL(int s) {
    int slot = view.offsets[s];
    if (slot == view.offsets[s + 1]) return;
    search(s, [&](const TangledPair& pair) {
      if (slot < view.capacity) view.pairs[slot] = pair;
      ++slot;
    });
  });
}

}  // namespace raycloth::RAYCLOTH_DEVICE
