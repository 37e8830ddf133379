// Rows of C = normal . sum_i weights_i x_i - target >= 0 over the ends of the ways, at the points where pairs first
// meet, solved by Jacobi passes that split masses, a few rounds of checks and passes (Bridson, Fedkiw and Anderson
// 2002, "Robust treatment of collisions, contact and friction for cloth animation"). Velocities go through the same
// rows afterwards: what met does not go on closing in.
#include "sim/response/friction.h"
#include "sim/response/net/view.h"
#include "sim/response/rows.h"
#include "sim/solver/world.h"

namespace raycloth::RAYCLOTH_DEVICE {

constexpr int kVelocityPasses = 4;

/// Beyond the separation by this part of it, so that the next check does not meet by rounding.
constexpr float kClear = 1.15f;

namespace {

/// A pass over rows for positions or velocities: what C lacks of `target`, and friction against what slid since
/// `before`.
struct PressRow {
  NetView net;
  const Vec4 *y, *before;

  RAYCLOTH_HD Vec2 friction_of(Int4 v) const {
    const Material &a = net.materials[net.vertex_object[v.x]], &b = net.materials[net.vertex_object[v.w]];
    return Vec2(sqrtf(a.static_friction * b.static_friction), sqrtf(a.kinetic_friction * b.kinetic_friction));
  }

  /// How far an impulse of 1 moves sum_i weights_i y_i of the parts that other rows leave it.
  RAYCLOTH_HD float mobility(Int4 v, Vec4 w) const {
    float sum = 0;
    for (int k = 0; k < 4; ++k) {
      sum += net.sweep.mobility(v[k]) * static_cast<float>(net.moves[v[k]].rows) * w[k] * w[k];
    }
    return sum;
  }

  RAYCLOTH_HD void give(Int4 v, Vec4 w, Vec3 impulse) const {
    for (int k = 0; k < 4; ++k) {
      const float share = net.sweep.mobility(v[k]) * w[k];
      if (share != 0) net.add(net.moves[v[k]], impulse * share);
    }
  }

  RAYCLOTH_HD void operator()(Int4 v, NetRow& row, float target) const {
    const float mobile = mobility(v, row.weights);
    if (mobile == 0) return;
    const Vec3 n = xyz(row.normal_target), now = sum_of_row(y, v, row.weights);
    const float pressed = fmaxf(row.impulse.w + (target - glm::dot(n, now)) / mobile, 0.0f);
    const Vec3 moved = before ? now - sum_of_row(before, v, row.weights) : now;
    const Vec3 slid = moved - n * glm::dot(n, moved), wanted = xyz(row.impulse) - slid / mobile;
    const Vec2 friction = friction_of(v);
    const Vector3<float> grip =
        limit_grip(Vector3<float>{wanted.x, wanted.y, wanted.z}, pressed, Vector2<float>{friction.x, friction.y});
    const Vec3 gripped(grip.x, grip.y, grip.z);
    give(v, row.weights, n * (pressed - row.impulse.w) + gripped - xyz(row.impulse));
    row.impulse = Vec4(gripped, pressed);
  }
};

/// Where a pair meets, its row begins anew from there.
struct FindRow {
  NetView net;
  int round;

  RAYCLOTH_HD void operator()(int i) const {
    const NearPair pair = net.sweep.pairs[i];
    const Meeting meeting = net.check(i, round, pair.separation);
    if (!meeting.meets) return;
    NetRow& row = net.rows[i];
    if (!row.active) {
      net.active[atomic_add(net.active_count, 1)] = i;
      for (int k = 0; k < 4; ++k) atomic_add(&net.moves[pair.vertices[k]].rows, 1);
      net.note_closing(pair);
    }
    row.active = 1;
    row.weights = meeting.weights;
    row.normal_target = Vec4(meeting.normal, pair.separation * kClear);
    row.impulse = Vec4(0);
  }
};

/// A vertex goes where its rows ask it to, within its slack.
struct MoveByRows {
  NetView net;
  const float* ground_levels;
  int round;

  RAYCLOTH_HD void operator()(int v) const {
    NetMove& move = net.moves[v];
    if (move.rows == 0) return;
    net.put(v, net.take_sum(move) + move.by, ground_levels, round);
  }
};

}  // namespace

static void press_positions(Queue& queue, World& world, const NetView& view, int round, int passes) {
  const DeviceCount active{view.sweep.capacity, view.active_count};
  const float* levels = world.state.ground_levels.data();
  const PressRow press{view, view.x, view.sweep.scene.positions};
  for (int pass = 0; pass < passes; ++pass) {
    if (view.found) follow_drawn(queue, world, view, round);
    parallel_for(queue, "press_net_rows", active, bytes<NetRow, NearPair> + 12 * bytes<Vec4>,
                 [=] RAYCLOTH_KERNEL(int k) {
                   if (!view.gate->go) return;
                   const int i = view.active[k];
                   press(view.sweep.pairs[i].vertices, view.rows[i], view.rows[i].normal_target.w);
                 });
    parallel_for(queue, "move_by_net_rows", gated_vertices(view), bytes<NetMove> + 2 * bytes<Vec4>,
                 MoveByRows{view, levels, round});
  }
}

void push_apart(Queue& queue, World& world, const NetView& view, int rounds, int passes, int round) {
  if (round == rounds) return;
  parallel_for(queue, "find_net_rows", checked_pairs(view), kCheckBytes, FindRow{view, round});
  note_hits(queue, view);
  queue.run_if(&view.gate->go, [&] {
    press_positions(queue, world, view, round, passes);
    push_apart(queue, world, view, rounds, passes, round + 1);
  });
}

void press_velocities(Queue& queue, World& world, const NetView& view) {
  Vec4* velocities = world.state.velocities.data();
  const DeviceCount active{view.sweep.capacity, view.active_count};
  const PressRow press{view, velocities, nullptr};
  parallel_for(queue, "begin_net_velocities", active, bytes<NetRow>, [=] RAYCLOTH_KERNEL(int k) {
    NetRow& row = view.rows[view.active[k]];
    row.active = row.impulse.w > 0;
    row.impulse = Vec4(0);
    atomic_add(&view.counters->met, 1);
  });
  NetGate* gate = view.gate;
  const int vertices = world.state.vertices_count;
  parallel_for(queue, "open_net_velocities", 1, bytes<NetGate>,
               [=] RAYCLOTH_KERNEL(int) { gate->vertices = *view.active_count > 0 ? vertices : 0; });
  for (int pass = 0; pass < kVelocityPasses; ++pass) {
    parallel_for(queue, "press_net_velocities", active, bytes<NetRow, NearPair> + 8 * bytes<Vec4>,
                 [=] RAYCLOTH_KERNEL(int k) {
                   const int i = view.active[k];
                   if (view.rows[i].active) press(view.sweep.pairs[i].vertices, view.rows[i], 0);
                 });
    parallel_for(queue, "move_net_velocities", gated_vertices(view), bytes<NetMove> + 2 * bytes<Vec4>,
                 [=] RAYCLOTH_KERNEL(int v) {
                   NetMove& move = view.moves[v];
                   if (move.rows > 0) velocities[v] += Vec4(view.take_sum(move), 0);
                 });
  }
  parallel_for(queue, "finish_net_rows", gated_vertices(view), bytes<NetMove>,
               [=] RAYCLOTH_KERNEL(int v) { view.moves[v].rows = 0; });
}

}  // namespace raycloth::RAYCLOTH_DEVICE
