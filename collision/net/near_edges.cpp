// Where edges may make contacts, by what a sweep knows: most of cloth lies too far from all else, its own folds
// included.
#include "collision/contacts/contacts.h"
#include "collision/net/sweep.h"

namespace raycloth::RAYCLOTH_DEVICE {

namespace {

/// What may come near before the next detection.
struct Foresight {
  ListWatch watch;
  NearPacks near;

  /// The most by which points `within` of each other close in: what both packs do against each other, and what turns of
  /// the first take one around the other; or the most that either does.
  template <class Real, class Index>
  RAYCLOTH_HD Real most_closing(Index a, Index b, Real within) const {
    const RigidMotions& going = near.motions.rigid;
    if (going.are_still(a, b)) return Real(kRounding);  // as below, without the way there
    const Vector4<Real> way_a = gather(going.ways, a), way_b = gather(going.ways, b);
    const Vector4<Real> turn_a = gather(going.turns, a), turn_b = gather(going.turns, b);
    const Real turn = length_of(xyz(turn_a));
    const Real apart =
        length_of(xyz(way_b) - xyz(way_a)) + way_a.w + way_b.w + turn * turn_a.w + length_of(xyz(turn_b)) * turn_b.w;
    const Real against = closing_of<Real>(going, a, b);
    const Real around = (against + turn * within) / (Real(1) - smaller(turn, Real(0.5f)));
    return select(turn < Real(0.5f), smaller(apart, around), apart) * Real(kBoxSlack) + Real(kRounding);
  }

  /// Lists two packs whose edges may come as near as contacts of edges are made.
  template <class Real>
  RAYCLOTH_HD void operator()(Lanes<Real> at) const {
    const SweepView& view = watch.view;
    const auto a = indices(view.near.pairs, 0, at), b = indices(view.near.pairs, 1, at);
    const Real thickness = gather(view.thickness, a) + gather(view.thickness, b);
    const Real touching = thickness * Real(kEdgeRest) + Real(kEdgeMargin);
    const Real within = touching + most_closing(a, b, touching);
    const Real known =
        larger(load(view.near.edge_clearances, at) - closing_of<Real>(view.motions.rigid, a, b), Real(0));
    const auto may_meet = known <= within;
    if (!any(may_meet)) return store(view.near.edge_clearances, at, known);
    const Real apart = larger(apart_beside<Real>(near.motions, a, b, load(view.near.beside, at)),
                              apart_on_the_way<Real>(near.motions, a, b));
    const auto told = both(may_meet, apart > touching);
    store(view.near.edge_clearances, at, select(told, larger(known, apart), known));
    unsigned lanes = lane_bits(except(may_meet, told));
    if (!lanes) return;
    for (int place = atomic_add(near.due_count, count_of(lanes)); lanes; lanes &= lanes - 1, ++place) {
      const int lane = trailing_zeros(lanes);
      near.due[place] = at.first + lane;
      near.touching[place] = lane_of(touching, lane);
      near.within[place] = lane_of(within, lane);
      near.bounds[place] = near.are_measured(place) ? near.within[place] + near.farthest : 0;
    }
  }
};

}  // namespace

void Sweep::find_near_edges(Queue& queue, const Vec4* positions, const Vec4* velocities, float interval, float expected,
                            bool self_collision) {
  SweepView now = view(positions, always_.data(), false);
  now.velocities = velocities;
  now.ahead = interval;
  now.expected = expected;
  now.slacks = nullptr;
  near_.measure_frames(queue, now);
  near_.update(queue, now, plan_, self_collision);
  SweepView since = now;
  since.scene.positions = last_.data();
  measure_ways(queue, since, false);
  foresee(queue, positions, velocities, interval);
  const PackMotions going = near_edges_.motions;
  const MeasureRigid measure_ways{now.packs, going.rigid, positions, foreseen_.data(), nullptr};
  const MeasureShapes measure_shapes{now.packs, going, positions, foreseen_.data()};
  const Stillness stillness = stillness_.view(going.rigid);
  note_vertices(queue, now, positions, foreseen_.data());
  parallel_for(queue, "measure_speeds", now.near.packs, bytes<FeaturePack> + (4 * 24 + 11) * bytes<Vec4>,
               [=] RAYCLOTH_KERNEL(int i) {
                 stillness.note_pack(i, now.packs[i]);
                 stillness.measure(i, Stillness::kGoing, measure_ways);
                 stillness.measure(i, Stillness::kShape, measure_shapes);
               });
  find_flat(queue, near_edges_.motions);
  queue.zero(near_edges_.due_count, sizeof(int));
  parallel_for_lanes(queue, "find_near_edges", DeviceCount{now.near.capacity, now.near.open},
                     bytes<Int2, float> + 20 * bytes<Vec4>, Foresight{near_.watch(now), near_edges_});
  queue.copy(last_.data(), positions, last_.size() * sizeof(Vec4));
}

void Sweep::take_bounds(Queue& queue) {
  const NearPacks near = near_edges_;
  float* clearances = near_.view().edge_clearances;
  parallel_for(queue, "take_bounds", DeviceCount{near.capacity, near.due_count}, bytes<int> + 2 * bytes<float>,
               [=] RAYCLOTH_KERNEL(int i) {
                 float& clearance = clearances[near.due[i]];
                 clearance = larger(clearance, near.bounds[i]);
               });
}

}  // namespace raycloth::RAYCLOTH_DEVICE
