#include "collision/net/pack_pairs.h"

#include "collision/contacts/contacts.h"
#include "collision/thickness.h"
#include "device/algorithms.h"

namespace raycloth::RAYCLOTH_DEVICE {

/// Pairs that there is room for at first, per pack.
constexpr int kPairsPerPack = 24, kFewestPairs = 1024;
/// Of those near a pack, so many are kept while they are counted; where there are more, all are looked up again.
constexpr int kNoted = 48;

PackPairs::PackPairs(int packs, int vertices, int objects)
    : packs_(packs),
      vertices_(vertices),
      objects_(objects),
      list_(1),
      counts_(packs + 1),
      noted_(static_cast<size_t>(kNoted) * packs),
      offsets_(packs + 1),
      old_offsets_(packs + 1),
      open_(1),
      open_due_(1),
      reach_(objects),
      from_(vertices),
      ahead_(vertices),
      drifts_(static_cast<size_t>(objects) * objects),
      places_(objects),
      old_places_(objects),
      speeds_(objects) {
  reserve(kFewestPairs + kPairsPerPack * packs);
}

void PackPairs::reserve(int pairs) {
  pairs_.grow(pairs), old_pairs_.resize(pairs);
  clearances_.grow(pairs), old_clearances_.resize(pairs);
  edge_clearances_.grow(pairs), old_edge_clearances_.resize(pairs);
  beside_.grow(pairs);
  due_.resize(pairs);
}

PackPairsView PackPairs::view() {
  return {packs_,         capacity(),   offsets_.data(),  pairs_.data(), clearances_.data(), edge_clearances_.data(),
          beside_.data(), open_.data(), open_due_.data(), due_.data()};
}

void PackPairs::forget(Queue& queue) { queue.zero(list_.data(), sizeof(PackList)); }

void PackPairs::set_reach(const std::vector<CollisionObject>& objects, bool touching) {
  std::vector<float> reach;
  for (const CollisionObject& object : objects)
    reach.push_back(touching ? kSliding * (most_half_thickness(object) + kEdgeMargin)
                             : most_half_thickness(object) * kEdgeRest + kEdgeMargin);
  reach_.upload(reach);
  list_.upload(std::vector<PackList>(1));
}

namespace {

struct NearAsWatched {
  ListWatch watch;
  bool self_collision;

  /// Calls visit(other) for every pack near to this one, in ascending order, for each two packs of cloth once.
  template <class Visit>
  RAYCLOTH_HD void operator()(const Team& team, int pack, Visit visit) const {
    const SweepView& view = watch.view;
    const int a = view.packs[pack].object;
    if (!view.is_cloth(a)) return;
    const Tree& own = view.scene.objects[a].packs;
    const Box room = bottom_node(view.scene, own, pack).get((pack - own.first_entry) % 8);
    for (int b = 0; b < view.scene.objects_count; ++b) {
      if (!may_meet(view, a, b, self_collision) || (b < a && view.is_cloth(b))) continue;
      visit_packs(team, view.scene, watch.seen_from(room, a, b), b, [&](int other) {
        if (a != b || other >= pack) visit(other);
      });
    }
  }
};

/// What the list as it was says of one of its rows, asked for ascending packs.
struct OldRow {
  PackPairsView old;
  bool known;  // whether it says anything
  int next, end;

  RAYCLOTH_HD OldRow(const PackPairsView& list, bool is_known, int pack)
      : old(list), known(is_known), next(list.offsets[pack]), end(next) {
    if (known) end = list.offsets[pack + 1] < list.capacity ? list.offsets[pack + 1] : list.capacity;
  }

  /// What was on the list keeps its clearances, what was not keeps at least both reaches.
  RAYCLOTH_HD Vec2 clearances_of(int other, float reaches) {
    while (next < end && old.pairs[next].y < other) ++next;
    if (next < end && old.pairs[next].y == other) return {old.clearances[next], old.edge_clearances[next]};
    return Vec2(known ? reaches : 0);
  }
};

}  // namespace

ListWatch PackPairs::watch(const SweepView& view) {
  return {view,           list_.data(),   reach_.data(),      from_.data(),  ahead_.data(),
          drifts_.data(), places_.data(), old_places_.data(), speeds_.data()};
}

void PackPairs::measure_frames(Queue& queue, const SweepView& view) {
  const ListWatch watch = this->watch(view);
  parallel_for(queue, "measure_frames", objects_, 2 * kFrameSamples * bytes<Vec4>, [=] RAYCLOTH_KERNEL(int o) {
    if (*view.go) watch.measure_frame(o);
  });
}

static void find_stale(Queue& queue, const ListWatch& watch, int packs, int capacity, const int* offsets) {
  PackList* list = watch.list;
  const int *go = watch.view.go, objects = watch.view.scene.objects_count, vertices = watch.view.scene.vertices_count;
  parallel_for(queue, "watch_vertices", vertices, 3 * bytes<Vec4, int>, [=] RAYCLOTH_KERNEL(int v) {
    if (*go && list->known && watch.has_left(v)) atomic_store(&list->stale, 1);
  });
  parallel_for(queue, "watch_frames", objects * objects, 4 * bytes<Vec4> + bytes<float>, [=] RAYCLOTH_KERNEL(int i) {
    if (*go && list->known && watch.have_drifted(i / objects, i % objects)) atomic_store(&list->stale, 1);
  });
  parallel_for(queue, "begin_list", 1, bytes<PackList>, [=] RAYCLOTH_KERNEL(int) {
    const bool stale = *go && (list->stale || !list->known);
    const int pairs = offsets[packs] < capacity ? offsets[packs] : capacity;
    list->stale = 0;
    list->packs = stale ? packs : 0;
    list->vertices = stale ? vertices : 0;
    list->pairs = stale && list->known ? pairs : 0;  // old ones; then new ones
  });
}

void PackPairs::update(Queue& queue, const SweepView& view, const RefitPlan& plan, bool self_collision) {
  PackList* list = list_.data();
  const ListWatch watch = this->watch(view);
  const NearAsWatched near{watch, self_collision};
  const DeviceCount packs{packs_, &list->packs}, vertices{vertices_, &list->vertices};
  const int objects = objects_;
  find_stale(queue, watch, packs_, capacity(), offsets_.data());

  const PackPairsView now = this->view();
  Int2* old_pairs = old_pairs_.data();
  float *old_clearances = old_clearances_.data(), *old_edge_clearances = old_edge_clearances_.data();
  int *old_offsets = old_offsets_.data(), *counts = counts_.data(), *noted = noted_.data();
  parallel_for(queue, "keep_pairs", DeviceCount{capacity(), &list->pairs}, 2 * bytes<Int2, float, float>,
               [=] RAYCLOTH_KERNEL(int i) {
                 old_pairs[i] = now.pairs[i];
                 old_clearances[i] = now.clearances[i];
                 old_edge_clearances[i] = now.edge_clearances[i];
               });
  parallel_for(queue, "begin_rooms", vertices, 3 * bytes<Vec4> + bytes<float>,
               [=] RAYCLOTH_KERNEL(int v) { watch.begin_vertex(v); });
  parallel_for(queue, "begin_drifts", objects * objects, 2 * bytes<Vec4>, [=] RAYCLOTH_KERNEL(int i) {
    if (list->packs) watch.begin_drift(i / objects, i % objects);
  });
  parallel_for(queue, "place_packs", packs, bytes<FeaturePack, Box> + 24 * (2 * bytes<Vec4> + bytes<float>),
               [=] RAYCLOTH_KERNEL(int i) {
                 const FeaturePack& pack = view.packs[i];
                 set_entry(view.scene, view.scene.objects[pack.object].packs, i, watch.box_of(pack));
                 old_offsets[i] = now.offsets[i];
                 if (i + 1 == now.packs) old_offsets[i + 1] = now.offsets[i + 1];
               });
  refit_above(queue, view.scene, plan, 0);
  parallel_for_teams(queue, "count_near_packs", packs, bytes<FeaturePack, int> + 8 * bytes<Box8>,
                     [=] RAYCLOTH_KERNEL(const Team& team, int i) {
                       int count = 0;
                       near(team, i, [&](int other) {
                         if (team.leads() && count < kNoted) noted[kNoted * i + count] = other;
                         ++count;
                       });
                       if (team.leads()) counts[i] = count;
                     });
  exclusive_scan(queue, counts, offsets_.data(), packs_ + 1);
  const PackNeighbours neighbours = view.neighbours;
  const float* reach = reach_.data();
  float* beside = beside_.data();
  PackPairsView old = now;
  old.offsets = old_offsets, old.pairs = old_pairs;
  old.clearances = old_clearances, old.edge_clearances = old_edge_clearances;
  parallel_for_teams(queue, "list_near_packs", packs, bytes<FeaturePack, Int2, float> + 8 * bytes<Box8>,
                     [=] RAYCLOTH_KERNEL(const Team& team, int i) {
                       int place = now.offsets[i], next = neighbours.offsets[i];
                       OldRow row(old, list->known != 0, i);
                       const auto list_pair = [&](int other) {
                         while (next < neighbours.offsets[i + 1] && neighbours.packs[next] < other) ++next;
                         if (team.leads() && place < now.capacity) {
                           const float reaches = reach[view.packs[i].object] + reach[view.packs[other].object];
                           const Vec2 clearances = row.clearances_of(other, reaches);
                           now.pairs[place] = Int2(i, other);
                           now.clearances[place] = clearances.x;
                           now.edge_clearances[place] = clearances.y;
                           beside[place] = next < neighbours.offsets[i + 1] && neighbours.packs[next] == other;
                         }
                         ++place;
                       };
                       if (counts[i] > kNoted) near(team, i, list_pair);
                       for (int k = 0; counts[i] <= kNoted && k < counts[i]; ++k) list_pair(noted[kNoted * i + k]);
                       if (team.leads() && i + 1 == now.packs) list->pairs = now.offsets[now.packs];
                     });
  parallel_for(queue, "finish_list", objects_, 2 * bytes<Vec4>, [=] RAYCLOTH_KERNEL(int o) {
    if (list->packs) watch.old_places[o] = watch.places[o];
  });
  SweepCounters* counters = view.counters;
  const int capacity = this->capacity();
  parallel_for(queue, "open_pairs", 1, bytes<PackList>, [=] RAYCLOTH_KERNEL(int) {
    const int found = now.offsets[now.packs];
    if (list->packs) list->known = found <= capacity;
    if (found <= view.most_pack_pairs && found > counters->most_pack_pairs) counters->most_pack_pairs = found;
    *now.open = !*view.go ? 0 : found < capacity ? found : capacity;
    *now.open_due = 0;
  });
}

}  // namespace raycloth::RAYCLOTH_DEVICE
