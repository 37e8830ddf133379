// What is nearer at the start than the fabric is thick (Bridson et al. 2002, Sections 7.2 and 7.3; Ross 2014, Section
// 4.6): an inelastic impulse takes away the speed at which a pair closes in, and a repulsion pushes it apart, as far in
// an interval as a part of the overlap. Bridson's repulsion is a spring under that limit; as stiff as cloth stretches
// it is always beyond it, so the limit alone is computed. Both are one row: the gap is not to become less than it is by
// more than the limit. The impulses of a vertex's pairs are summed and divided by their number; by splitting masses, so
// that what one vertex gets another loses, also where their numbers differ.
#include "sim/response/bridson/bridson.h"
#include "sim/response/net/press.h"
#include "sim/solver/world.h"

namespace raycloth::RAYCLOTH_DEVICE {

/// Part of an overlap that is undone in an interval.
constexpr float kUndone = 0.1f;
/// Jacobi passes: with one, as Ross has it, a layer on the ground sinks into it by what it carries.
constexpr int kPasses = 4;

namespace {

/// A pair that would be nearer at the end than it is to be gets a row.
struct FindTouchingRow {
  NetView net;

  RAYCLOTH_HD void operator()(int i) const {
    const NearPair pair = net.sweep.pairs[i];
    const Int4 v = pair.vertices;
    Point<float> at[4];
    for (int k = 0; k < 4; ++k) at[k] = net.start_of(v[k]) - net.start_of(v.x);
    const Nearest<float> now = nearest(pair.kind, at);
    const float gap = sqrtf(now.squared);
    if (gap == 0) return;  // nothing tells to which side
    NetRow& row = net.rows[i];
    row.weights = Vec4(now.weights[0], now.weights[1], now.weights[2], now.weights[3]);
    row.normal_target = Vec4(now.way / gap, gap + kUndone * (pair.separation - gap));
    row.impulse = Vec4(0);
    if (glm::dot(xyz(row.normal_target), sum_of_row(net.x, v, row.weights)) >= row.normal_target.w) return;
    row.active = 1;
    net.active[atomic_add(net.active_count, 1)] = i;
    for (int k = 0; k < 4; ++k) atomic_add(&net.moves[v[k]].rows, 1);
  }
};

/// The ground does not give way.
struct MoveTouching {
  NetView net;
  const float* ground_levels;

  RAYCLOTH_HD void operator()(int v) const {
    NetMove& move = net.moves[v];
    if (move.rows == 0) return;
    const Vec3 end = xyz(net.x[v]);
    Vec3 to = end + net.take_sum(move);
    if (ground_levels) to.y = fmaxf(to.y, fminf(end.y, ground_levels[v]));
    net.x[v] = Vec4(to, net.x[v].w);
  }
};

}  // namespace

void push_touching(Queue& queue, World& world) {
  NetView view = view_of(world);
  view.counters = world.bridson->pushed.data();
  const float* levels = world.model.ground.empty() ? nullptr : world.state.ground_levels.data();
  const DeviceCount active{view.sweep.capacity, view.active_count};
  const PressRow press{view, view.x, view.sweep.scene.positions};
  open(queue, view);
  world.net->sweep.find_touching(queue, view.sweep, world.settings.self_collision);
  begin_pairs(queue, view);
  parallel_for(queue, "find_touching_rows", view.sweep.pair_count(), kCheckBytes, FindTouchingRow{view});
  for (int pass = 0; pass < kPasses; ++pass) {
    parallel_for(queue, "press_touching_rows", active, bytes<NetRow, NearPair> + 12 * bytes<Vec4>,
                 [=] RAYCLOTH_KERNEL(int k) {
                   const int i = view.active[k];
                   press(view.sweep.pairs[i].vertices, view.rows[i], view.rows[i].normal_target.w);
                 });
    parallel_for(queue, "move_touching", gated_vertices(view), bytes<NetMove> + 2 * bytes<Vec4>,
                 MoveTouching{view, levels});
  }
  press_velocities(queue, world, view);
}

}  // namespace raycloth::RAYCLOTH_DEVICE
