// Of the packs that lie near each other, those that may meet, and what of them is told to whom.
#include "collision/net/listers.h"
#include "collision/net/sweep.h"
#include "device/algorithms.h"

namespace raycloth::RAYCLOTH_DEVICE {

/// How far a correction may put a vertex: parts of `look` and of its own way.
constexpr float kSlackOfLook = 0.15f, kSlackOfWay = 0.1f;

static void measure_slacks(Queue& queue, const SweepView& view) {
  parallel_for(queue, "measure_slacks", view.scene.vertices_count, 3 * bytes<Vec4, int>, [=] RAYCLOTH_KERNEL(int v) {
    if (!*view.go) return;
    Vec3 way = xyz(view.end[v]) - xyz(view.scene.positions[v]);
    if (!view.wide[v]) way = (way - xyz(view.scene.frames[view.scene.vertex_object[v]])) * kSlackOfWay;
    const bool moves = view.corrects && view.mobility(v) > 0;
    view.slacks[v] = moves ? kSlackOfLook * view.look + sqrtf(glm::dot(way, way)) : 0;
  });
}

namespace {

/// Of all packs, or of those whose object moves, what does not stand.
struct MeasureWays {
  SweepView view;
  bool all;
  MeasureRigid measure;

  RAYCLOTH_HD bool is_asked(int pack) const {
    return *view.go && (all || view.scene.objects[view.packs[pack].object].moves);
  }
  RAYCLOTH_HD void operator()(int i) const {
    if (!is_asked(i)) return;
    view.stillness.note_pack(i, view.packs[i]);
    view.stillness.measure(i, Stillness::kRigid, measure);
  }
};

/// Likewise, where they are and whether they have what crosses.
struct MeasurePlaces {
  MeasureWays ways;
  MeasureShapes measure;

  RAYCLOTH_HD void operator()(int i) const {
    if (!ways.is_asked(i)) return;
    const SweepView& view = ways.view;
    view.stillness.measure(i, Stillness::kShape, measure);
    int crossed = 0;
    for (const auto& corner : view.packs[i].corners) {
      for (const int v : corner) crossed |= view.crossed[v];
    }
    view.alarms[i] = crossed ? 1 : 0;
  }
};

/// Where vertices get to if they go on as they do.
struct Foresee {
  Vec4* foreseen;
  const Vec4 *positions, *velocities;
  float interval;

  RAYCLOTH_HD void operator()(int v) const { foreseen[v] = Vec4(xyz(positions[v]) + xyz(velocities[v]) * interval, 0); }
};

}  // namespace

void Sweep::note_vertices(Queue& queue, const SweepView& view, const Vec4* from, const Vec4* to) {
  parallel_for(queue, "note_still", view.scene.vertices_count, 3 * bytes<Vec4> + 1,
               NoteVertices{view.stillness, from, to, view.slacks, view.go});
}

static MeasureWays ways_of(const SweepView& view, bool all) {
  return {view, all, {view.packs, view.motions.rigid, view.scene.positions, view.end, view.slacks}};
}

void Sweep::measure_ways(Queue& queue, const SweepView& view, bool all) {
  note_vertices(queue, view, view.scene.positions, view.end);
  parallel_for(queue, "measure_ways", static_cast<int>(packs_.size()),
               bytes<FeaturePack> + 3 * bytes<Vec4> + 24 * (2 * bytes<Vec4> + bytes<float>), ways_of(view, all));
}

void Sweep::measure_motions(Queue& queue, const SweepView& view, bool all) {
  measure_ways(queue, view, all);
  parallel_for(queue, "measure_shapes", static_cast<int>(packs_.size()),
               bytes<FeaturePack> + 5 * bytes<Vec4> + 24 * (2 * bytes<Vec4> + bytes<int>),
               MeasurePlaces{ways_of(view, all), {view.packs, view.motions, view.scene.positions, view.end}});
  find_flat(queue, view.motions);
}

namespace {

/// Bytes of a pair of packs that is looked at.
constexpr long long kCheckedBytes = bytes<Int2, float, float> + 6 * bytes<Vec4> + 4 * bytes<float>;

/// Which pairs of packs have to be measured: for all that may come nearer than `far` of both half thicknesses.
struct CheckPackPairs {
  SweepView view;
  float far, room;  // room: m besides
  bool heeds_alarms;

  template <class Real>
  RAYCLOTH_HD void operator()(Lanes<Real> at) const {
    const auto a = indices(view.near.pairs, 0, at), b = indices(view.near.pairs, 1, at);
    const bool still = view.motions.rigid.are_still(a, b);
    const Real slack = still ? Real(0) : slack_of<Real>(a, b);
    const Real closing = closing_of<Real>(view.motions.rigid, a, b) + slack;
    const Real thickness = gather(view.thickness, a) + gather(view.thickness, b);
    const Real needed = thickness * Real(far) + Real(room);
    const Real clearance = load(view.near.clearances, at), left = clearance - closing;
    const auto due = left <= needed;
    const auto alarm = gather(view.alarms, a) + gather(view.alarms, b) > Real(heeds_alarms ? 0 : kHuge);
    if (!any(either(due, alarm))) return;
    const Real gap = gap_of(gather(view.motions.lows, a), gather(view.motions.highs, a), gather(view.motions.lows, b),
                            gather(view.motions.highs, b)) -
                     Real(kRounding);
    const Real flat = apart_beside<Real>(view.motions, a, b, load(view.near.beside, at));
    const Real apart = apart_on_the_way<Real>(view.motions, a, b);
    const auto far_apart = either(flat > needed, either(gap - closing > needed, apart > needed + slack));
    const auto told = except(both(due, far_apart), alarm);
    const Real known = larger(larger(gap, clearance), larger(flat, apart));
    if (any(told)) store(view.near.clearances, at, select(told, known, clearance));
    unsigned lanes = lane_bits(except(either(due, alarm), told));
    if (!lanes) return;
    int place = atomic_add(view.near.open_due, count_of(lanes));
    atomic_add(&view.counters->looks, count_of(lanes));
    for (; lanes; lanes &= lanes - 1) add(at.first + trailing_zeros(lanes), place++);
  }

  template <class Real, class Index>
  RAYCLOTH_HD Real slack_of(Index a, Index b) const {
    return gather(view.motions.rigid.middles, a).w + gather(view.motions.rigid.middles, b).w;
  }

  RAYCLOTH_HD void add(int pair, int place) const {
    view.near.clearances[pair] = kHuge;
    view.near.due[place] = pair;
  }
};

/// What was moved is no longer there.
struct SpendClearance {
  PackPairsView near;
  PackMotions motions;
  const int* unless;

  template <class Real>
  RAYCLOTH_HD void operator()(Lanes<Real> at) const {
    if (unless && *unless > 0) return;
    const Real closing = closing_of<Real>(motions.rigid, indices(near.pairs, 0, at), indices(near.pairs, 1, at));
    store(near.clearances, at, larger(load(near.clearances, at) - closing, Real(0)));
  }
};

}  // namespace

/// Those that are near and may meet, in `far` of their thickness and `room`, go to a lister.
template <class Lister>
static void measure_pairs(Queue& queue, const SweepView& view, const CheckPackPairs& check, const Lister& lister) {
  parallel_for_lanes(queue, "check_pack_pairs", DeviceCount{view.near.capacity, view.near.open}, kCheckedBytes, check);
  parallel_for_teams(queue, "measure_pack_pairs", DeviceCount{view.near.capacity, view.near.open_due},
                     2 * bytes<FeaturePack> + 96 * bytes<Vec4>, MeasurePair<Lister>{view, lister});
}

/// The list of what is near, and how its packs move from start to end; first, where corrections may follow, by how
/// much.
void Sweep::bring_near(Queue& queue, const SweepView& now, bool self_collision) {
  near_.measure_frames(queue, now);
  if (now.slacks) measure_slacks(queue, now);
  near_.update(queue, now, plan_, self_collision);
  measure_motions(queue, now, false);
}

namespace {

/// Marks what crosses of the packs whose turn it is. Marks are otherwise handed on from the step before, and what began
/// without: surfaces that only touched at the start, or that something without a net moved through each other, would
/// never be found. Eight indices to a pack: each holds it against every eighth of those near, whose triangles are
/// lanes.
struct LookAgain {
  SweepView view;

  RAYCLOTH_HD void operator()(const Team& team, int i) const {
    const int pack = kTurns * (i / 8) + *view.turn % kTurns;
    if (!*view.go || pack >= view.near.packs) return;
    const bool all = i / 8 % kLaps == *view.turn / kTurns;
    const Box box = view.motions.box(pack);
    for (int k = view.near.offsets[pack] + i % 8; k < view.near.offsets[pack + 1] && k < view.near.capacity; k += 8) {
      const int near = view.near.pairs[k].y;
      if (!all && view.motions.rigid.are_still(pack, near)) continue;
      if (overlaps(box, view.motions.box(near))) team.for_eight([&](auto at) { hold_against(pack, near, at); });
    }
  }

  template <class Real>
  RAYCLOTH_HD void hold_against(int pack, int near, Lanes<Real> at) const {
    const FeaturePack &first = view.packs[pack], &second = view.packs[near];
    const MeetingLister lister{view};
    const LaneBoxes<Real> boxes(LaneFeatures<Real, 3>(
        view.scene.positions, {second.corners[0], second.corners[1], second.corners[2]}, Vec3(0), at));
    for (unsigned own = first.present; own; own &= own - 1) {
      const int lane = trailing_zeros(own);
      const Int3 t = first.triangle(lane);
      const Box box = lister.box_of(t);
      const unsigned others = near == pack ? (1u << lane) - 1 : second.present;
      const LaneBoxes<Real> room{in_lanes<Real>(xyz(box.min)), in_lanes<Real>(xyz(box.max))};
      for (unsigned met = lane_bits(both(set_in(others, at), boxes.overlap(room))); met; met &= met - 1)
        lister.mark_if_crossed(t, second.triangle(at.first + trailing_zeros(met)));
    }
  }
};

}  // namespace

static void look_again(Queue& queue, const SweepView& now) {
  if (!now.turn) return;
  parallel_for_teams(queue, "look_again", 8 * ((now.near.packs + kTurns - 1) / kTurns), 2 * bytes<FeaturePack>,
                     LookAgain{now});
}

/// How much room was asked for, and what a list's count is that is too long: whoever makes it does not end it.
static void finish_list(Queue& queue, const SweepView& view, int too_many) {
  parallel_for(queue, "note_pairs", 1, 3 * bytes<int>, [=] RAYCLOTH_KERNEL(int) {
    if (view.is_full() || view.lacks_packs()) {
      *view.pairs_count = too_many;
    } else if (*view.pairs_count > view.counters->most_pairs) {
      view.counters->most_pairs = *view.pairs_count;
    }
  });
}

void Sweep::find_pairs(Queue& queue, const SweepView& now, bool self_collision) {
  queue.zero(pairs_count_.data(), sizeof(int));
  bring_near(queue, now, self_collision);
  measure_pairs(queue, now, CheckPackPairs{now, 1.1f * kSeparation, 2 * kRounding, true}, MeetingLister{now});
  look_again(queue, now);
  parallel_for(queue, "settle_crossed", scene_.vertices_count, 3 * bytes<int>, [=] RAYCLOTH_KERNEL(int v) {
    if (!*now.go) return;
    now.crossed[v] = now.marks[v] > 0 ? 1 : 0;
    if (now.crossed[v]) atomic_store(&now.counters->any_crossed, 1);
    now.marks[v] = 0;
  });
  finish_list(queue, now, now.most_pairs + 1);
}

/// Nobody lists anything.
struct NoLister {
  RAYCLOTH_HD float is_full() const { return 0; }
  RAYCLOTH_HD float apart(const Packs& packs, PairKind) const { return packs.separation; }
  RAYCLOTH_HD float farthest(const Packs&, PairKind) const { return 0; }
  RAYCLOTH_HD void consider(const Packs&, PairKind, Int4, unsigned) const {}
  template <class Real>
  RAYCLOTH_HD void look(const Packs&, const FeaturePack&, const FeaturePack&, Lanes<Real>) const {}
};

void Sweep::keep_clearances(Queue& queue, const SweepView& view, bool self_collision) {
  SweepView now = view;
  now.slacks = nullptr;
  bring_near(queue, now, self_collision);
  measure_pairs(queue, now, CheckPackPairs{now, 1.1f * kSeparation, 2 * kRounding, false}, NoLister{});
}

void Sweep::find_flat(Queue& queue, const PackMotions& motions) {
  const FindFlatPacks find{{neighbour_offsets_.data(), neighbours_.data()}, motions};
  parallel_for(queue, "find_flat_packs", static_cast<int>(packs_.size()), 10 * (2 * bytes<Vec4> + bytes<Vec2, int>),
               FindChangedFlatPacks{find, stillness_.view(motions.rigid)});
}

void Sweep::foresee(Queue& queue, const Vec4* positions, const Vec4* velocities, float interval) {
  parallel_for(queue, "foresee_ends", scene_.vertices_count, 3 * bytes<Vec4>,
               Foresee{foreseen_.data(), positions, velocities, interval});
}

void Sweep::find_touching(Queue& queue, const SweepView& view, float interval, bool self_collision) {
  SweepView now = view;
  now.end = foreseen_.data();
  now.slacks = nullptr;
  foresee(queue, now.scene.positions, now.velocities, interval);
  queue.zero(pairs_count_.data(), sizeof(int));
  bring_near(queue, now, self_collision);
  measure_pairs(queue, now, CheckPackPairs{now, kSliding, kSliding * kEdgeMargin + 2 * kBoxMargin, false},
                TouchLister{now});
  finish_list(queue, now, 0);
}

void Sweep::spend(Queue& queue, const Vec4* end, bool corrected, const int* unless) {
  SweepView now = view(end, always_.data(), false);
  now.slacks = nullptr;
  if (corrected) measure_ways(queue, now, false);
  parallel_for_lanes(queue, "spend_clearances", DeviceCount{now.near.capacity, now.near.offsets + now.near.packs},
                     kCheckedBytes, SpendClearance{now.near, now.motions, unless});
}

}  // namespace raycloth::RAYCLOTH_DEVICE
