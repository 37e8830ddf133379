#include "collision/net/sweep.h"

#include <algorithm>
#include <utility>

#include "collision/net/listers.h"
#include "collision/thickness.h"
#include "device/algorithms.h"

namespace raycloth::RAYCLOTH_DEVICE {

/// SweepView::look as a part of the median edge.
constexpr float kLook = 0.2f;
/// How far a correction may put a vertex: parts of `look` and of its own way.
constexpr float kSlackOfLook = 0.15f, kSlackOfWay = 0.1f;
/// How far beyond what makes contacts edges are measured, as a part of the median edge.
constexpr float kEdgesFarthest = 0.15f;
/// Pairs that there is room for at first, per vertex.
constexpr int kPairsPerVertex = 4;

static float median_edge_of(const std::vector<Vec4>& x, const std::vector<CollisionObject>& objects,
                            const std::vector<Int3>& triangles) {
  std::vector<float> lengths;
  for (const CollisionObject& object : objects) {
    if (object.kind != ObjectKind::cloth) continue;
    for (int t = object.first_triangle; t < object.first_triangle + object.triangles; ++t) {
      for (int k = 0; k < 3; ++k)
        lengths.push_back(glm::distance(xyz(x[triangles[t][k]]), xyz(x[triangles[t][(k + 1) % 3]])));
    }
  }
  if (lengths.empty()) return 0;
  std::nth_element(lengths.begin(), lengths.begin() + lengths.size() / 2, lengths.end());
  return lengths[lengths.size() / 2];
}

static int packs_of(const std::vector<CollisionObject>& objects) {
  int packs = 0;
  for (const CollisionObject& object : objects) packs += (object.triangles + 7) / 8;
  return packs;
}

Sweep::Sweep(Queue& queue, CollisionScene view, std::vector<CollisionObject> objects,
             const std::vector<unsigned char>& held)
    : scene_(view),
      host_objects_(std::move(objects)),
      near_(packs_of(host_objects_), view.vertices_count, static_cast<int>(host_objects_.size())),
      held_(held),
      crossed_count_(1),
      pairs_count_(1),
      always_(std::vector<int>{1}),
      counters_(1),
      edge_lanes_(1) {
  std::vector<Int3> triangles(scene_.triangles_count), neighbours(scene_.triangles_count);
  std::vector<Vec4> rest(scene_.vertices_count);
  memory::copy_out(triangles.data(), scene_.triangles, triangles.size() * sizeof(Int3));
  memory::copy_out(neighbours.data(), scene_.triangle_neighbours, neighbours.size() * sizeof(Int3));
  memory::copy_out(rest.data(), scene_.rest, rest.size() * sizeof(Vec4));
  edge_ = median_edge_of(rest, host_objects_, triangles);
  nodes_.resize(lay_out_trees(host_objects_));
  plan_ = plan_refit(host_objects_);
  packs_ = Buffer<FeaturePack>(list_feature_packs(triangles, neighbours, rest, host_objects_));
  objects_ = Buffer<CollisionObject>(host_objects_);
  bounds_.resize(host_objects_.size());
  frames_.resize(host_objects_.size());
  for (Buffer<Vec4>* motions : {&ways_, &turns_, &middles_, &lows_, &highs_, &normals_, &ends_low_, &ends_high_,
                                &going_ways_, &going_turns_, &going_middles_})
    motions->resize(packs_.size());
  alarms_.resize(packs_.size());
  thickness_.resize(packs_.size());
  const size_t vertices = scene_.vertices_count;
  start_ = Buffer<Vec4>(vertices);
  last_ = Buffer<Vec4>(vertices);
  slacks_.resize(vertices);
  wide_.resize(vertices);
  crossed_.resize(vertices);
  marks_.resize(vertices);
  pairs_.resize(kPairsPerVertex * vertices);
  scene_.objects_count = static_cast<int>(host_objects_.size());
  scene_.objects = objects_.data();
  scene_.nodes = nodes_.data();
  scene_.bounds = bounds_.data();
  scene_.frames = frames_.data();
  const Vec4* positions = scene_.positions;
  scene_.positions = start_.data();
  upload_thickness();
  reserve_packs(near_.capacity());
  queue.run([&] {
    begin(queue, positions);
    measure_motions(queue, this->view(start_.data(), always_.data(), false), true, start_.data());
    forget(queue);
  });
  queue.synchronize();
}

void Sweep::reserve_packs(int pairs) {
  near_.reserve(pairs);
  edge_due_.resize(pairs);
  edge_touching_.resize(pairs);
  edge_within_.resize(pairs);
  edge_bounds_.resize(pairs);
  const SweepView now = view(nullptr, nullptr, false);
  near_edges_ = {packs_.data(),
                 now.motions,
                 now.near.pairs,
                 edge_due_.data(),
                 edge_touching_.data(),
                 edge_within_.data(),
                 edge_bounds_.data(),
                 edge_lanes_.data(),
                 pairs,
                 edge_,
                 kEdgesFarthest * edge_};
}

void Sweep::set_half_thickness(int object, float e) {
  host_objects_[object].half_thickness = e;
  upload_thickness();
}

void Sweep::expect_touching(bool touching) {
  touching_ = touching;
  near_.set_reach(host_objects_, touching);
}

void Sweep::upload_thickness() {
  objects_.upload(host_objects_);
  near_.set_reach(host_objects_, touching_);
  std::vector<float> thickness;
  for (const CollisionObject& object : host_objects_)
    thickness.insert(thickness.end(), object.packs.entries, most_half_thickness(object));
  thickness_.upload(thickness);
}

SweepView Sweep::view(const Vec4* end, const int* go, bool corrects) {
  return {.scene = scene_,
          .packs = packs_.data(),
          .near = near_.view(),
          .motions = {{ways_.data(), turns_.data(), middles_.data()},
                      lows_.data(),
                      highs_.data(),
                      ends_low_.data(),
                      ends_high_.data(),
                      normals_.data()},
          .end = end,
          .velocities = nullptr,
          .ahead = 0,
          .expected = 0,
          .held = held_.data(),
          .look = kLook * edge_,
          .edge = edge_,
          .go = go,
          .corrects = corrects,
          .wide = wide_.data(),
          .slacks = slacks_.data(),
          .thickness = thickness_.data(),
          .alarms = alarms_.data(),
          .crossed = crossed_.data(),
          .marks = marks_.data(),
          .crossed_count = crossed_count_.data(),
          .pairs = pairs_.data(),
          .pairs_count = pairs_count_.data(),
          .capacity = capacity(),
          .counters = counters_.data()};
}

void Sweep::begin(Queue& queue, const Vec4* positions) {
  queue.copy(start_.data(), positions, start_.size() * sizeof(Vec4));
}

/// Every vertex may belong to what crosses, until it was looked at.
void Sweep::forget(Queue& queue) {
  int* crossed = crossed_.data();
  parallel_for(queue, "doubt_vertices", scene_.vertices_count, bytes<int>,
               [=] RAYCLOTH_KERNEL(int v) { crossed[v] = 1; });
  count_crossed(queue);
  forget_clearances(queue);
}

void Sweep::forget_clearances(Queue& queue) { near_.forget(queue); }

void Sweep::count_crossed(Queue& queue) {
  const int* crossed = crossed_.data();
  int* count = crossed_count_.data();
  queue.zero(count, sizeof(int));
  parallel_for(queue, "count_crossed", scene_.vertices_count, bytes<int>, [=] RAYCLOTH_KERNEL(int v) {
    if (crossed[v]) atomic_add(count, 1);
  });
}

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

/// Of all packs, or of those whose object moves.
struct MeasureMotions {
  SweepView view;
  bool all;
  MeasureMotion measure;

  RAYCLOTH_HD void operator()(int i) const {
    const FeaturePack& pack = view.packs[i];
    if (!*view.go || !(all || view.scene.objects[pack.object].moves)) return;
    measure(i);
    int crossed = 0;
    for (const auto& corner : pack.corners) {
      for (const int v : corner) crossed |= view.crossed[v];
    }
    view.alarms[i] = crossed ? 1 : 0;
  }
};

}  // namespace

void Sweep::measure_motions(Queue& queue, const SweepView& view, bool all, const Vec4* slab) {
  parallel_for(
      queue, "measure_motions", static_cast<int>(packs_.size()),
      bytes<FeaturePack> + 3 * bytes<Vec4> + 24 * (2 * bytes<Vec4> + bytes<float, int>),
      MeasureMotions{view, all, {view.packs, view.motions, view.scene.positions, view.end, slab, view.slacks}});
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
    const Real closing = closing_of<Real>(view.motions.rigid, a, b) + gather(view.motions.rigid.middles, a).w +
                         gather(view.motions.rigid.middles, b).w;
    const Real thickness = gather(view.thickness, a) + gather(view.thickness, b);
    const Real needed = thickness * Real(far) + Real(room);
    const Real clearance = load(view.near.clearances, at), left = clearance - closing;
    const auto due = left <= needed;
    const auto alarm = gather(view.alarms, a) + gather(view.alarms, b) > Real(heeds_alarms ? 0 : kHuge);
    if (!any(either(due, alarm))) return;
    const Real gap = gap_of(gather(view.motions.lows, a), gather(view.motions.highs, a), gather(view.motions.lows, b),
                            gather(view.motions.highs, b)) -
                     Real(kRounding);
    const auto far_apart =
        either(gap - closing > needed, both(closing >= Real(kFarthest * view.edge),
                                            gap_of_ways<Real>(view.motions, a, b) > needed + closing_slack(a, b)));
    const auto told = except(both(due, far_apart), alarm);
    if (any(told)) store(view.near.clearances, at, select(told, larger(larger(gap, Real(0)), clearance), clearance));
    unsigned lanes = lane_bits(except(either(due, alarm), told));
    if (!lanes) return;
    int place = atomic_add(view.near.open_due, 8 * count_of(lanes)) / 8;
    atomic_add(&view.counters->looks, count_of(lanes));
    for (; lanes; lanes &= lanes - 1) add(at.first + trailing_zeros(lanes), place++);
  }

  template <class Index>
  RAYCLOTH_HD auto closing_slack(Index a, Index b) const {
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
  parallel_for_lanes(queue, "measure_pack_pairs", DeviceCount{8 * view.near.capacity, view.near.open_due},
                     bytes<FeaturePack> / 4 + 12 * bytes<Vec4>, MeasurePair<Lister>{view, lister});
}

void Sweep::find_pairs(Queue& queue, const SweepView& now, bool self_collision) {
  queue.zero(pairs_count_.data(), sizeof(int));
  near_.measure_frames(queue, now);
  measure_slacks(queue, now);
  near_.update(queue, now, plan_, self_collision);
  measure_motions(queue, now, false, start_.data());
  measure_pairs(queue, now, CheckPackPairs{now, 1.1f * kSeparation, 2 * kRounding, true}, MeetingLister{now});
  parallel_for(queue, "settle_crossed", scene_.vertices_count, 3 * bytes<int>, [=] RAYCLOTH_KERNEL(int v) {
    if (!*now.go) return;
    now.crossed[v] = now.marks[v] > 0 ? 1 : 0;
    now.marks[v] = 0;
  });
  note_most(queue, "note_pairs", now.pairs_count, &now.counters->most_pairs);
}

/// Nobody lists anything.
struct NoLister {
  RAYCLOTH_HD float farthest(const Packs&) const { return 0; }
  RAYCLOTH_HD void consider(const Packs&, PairKind, Int4) const {}
  template <class Real>
  RAYCLOTH_HD void look(const Packs&, const FeaturePack&, const FeaturePack&, Lanes<Real>) const {}
};

void Sweep::keep_clearances(Queue& queue, const SweepView& view, bool self_collision) {
  SweepView now = view;
  now.slacks = nullptr;
  near_.measure_frames(queue, now);
  near_.update(queue, now, plan_, self_collision);
  measure_motions(queue, now, false, start_.data());
  measure_pairs(queue, now, CheckPackPairs{now, 1.1f * kSeparation, 2 * kRounding, false}, NoLister{});
}

/// As it lies at the start: nothing moves.
void Sweep::find_touching(Queue& queue, const SweepView& moving, bool self_collision) {
  SweepView now = moving;
  now.end = moving.scene.positions;
  now.slacks = nullptr;
  queue.zero(pairs_count_.data(), sizeof(int));
  near_.measure_frames(queue, now);
  near_.update(queue, now, plan_, self_collision);
  measure_motions(queue, now, false, start_.data());
  measure_pairs(queue, now, CheckPackPairs{now, 1, 2 * kBoxMargin, false}, TouchLister{now});
  note_most(queue, "note_pairs", now.pairs_count, &now.counters->most_pairs);
}

void Sweep::spend(Queue& queue, const Vec4* end, bool corrected, const int* unless) {
  SweepView now = view(end, always_.data(), false);
  now.slacks = nullptr;
  if (corrected) measure_motions(queue, now, false, start_.data());
  parallel_for_lanes(queue, "spend_clearances", DeviceCount{now.near.capacity, now.near.offsets + now.near.packs},
                     kCheckedBytes, SpendClearance{now.near, now.motions, unless});
}

}  // namespace raycloth::RAYCLOTH_DEVICE
