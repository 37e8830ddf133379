#include "sim/response/net.h"

#include <utility>

#include "collision/net/meet.h"
#include "device/atomic.h"
#include "device/fixed_point.h"
#include "device/parallel.h"
#include "sim/response/friction.h"
#include "sim/response/rows.h"
#include "sim/solver/world.h"

namespace raycloth::RAYCLOTH_DEVICE {

constexpr int kImpulseRounds = 8, kPasses = 6, kVelocityPasses = 4, kStopRounds = 6, kHoldRounds = 6;

enum : int { kFree, kStopped, kHeld };  // NetMove::stopped

/// Beyond the separation by this part of it, so that the next check does not meet by rounding.
constexpr float kClear = 1.15f;
/// Part of the way to a meeting after which what meets is stopped.
constexpr float kStopShort = 0.8f;

/// Vertices that follow what the net cannot move: those of rigid bodies, and what is attached to them or to solids.
static std::vector<unsigned char> held_vertices(const Model& model) {
  std::vector<unsigned char> held(model.positions.size());
  for (const ModelObject& object : model.objects) {
    if (object.motion != MotionKind::rigid) continue;
    for (int v = object.vertices.begin; v < object.vertices.end; ++v) held[v] = 1;
  }
  for (const Attachment& attachment : model.attachments) {
    const ModelObject& to = model.objects[model.vertex_object[attachment.triangle.x]];
    if (to.kind != ObjectKind::cloth && to.motion != MotionKind::soft) held[attachment.vertex] = 1;
  }
  return held;
}

SafetyNet::SafetyNet(Queue& queue, CollisionScene view, std::vector<CollisionObject> objects, const Model& model)
    : sweep(queue, view, std::move(objects), held_vertices(model)),
      rows(sweep.capacity()),
      moves(model.positions.size()),
      active(sweep.capacity()),
      active_count(1),
      gate(1),
      alert(1),
      counters(1) {
  std::vector<NetMove> idle(moves.size());
  for (NetMove& move : idle) move.stop = 1;
  moves.upload(idle);
}

void reserve(SafetyNet& net, int pairs) {
  net.sweep.reserve(pairs);
  net.rows.resize(pairs);
  net.active.resize(pairs);
}

void forget(Queue& queue, SafetyNet& net) {
  net.sweep.forget(queue);
  queue.zero(net.alert.data(), sizeof(int));
}

void reset_counters(Queue& queue, SafetyNet& net) {
  net.sweep.reset_counters(queue);
  queue.zero(net.counters.data(), sizeof(NetCounters));
}

std::vector<WorkCount> work(const SafetyNet& net) {
  const NetCounters counts = net.counters.download()[0];
  return {{"net_looks", net.sweep.counters().looks},
          {"net_pairs", counts.pairs},
          {"net_stopped", counts.stopped},
          {"net_held", counts.held},
          {"net_pinched", counts.pinched}};
}

void begin_interval(Queue& queue, World& world, bool first) {
  if (!world.settings.safety_net) return;
  NetGate* gate = world.net->gate.data();
  const int* alert = world.net->alert.data();
  parallel_for(queue, "begin_net", 1, bytes<NetGate, int>, [=] RAYCLOTH_KERNEL(int) { gate->runs = first || *alert; });
  world.net->sweep.begin(queue, world.state.positions.data(), &gate->runs);
}

namespace {

/// The net's arrays, for kernels.
struct NetView {
  SweepView sweep;
  Vec4* x;
  NetRow* rows;
  NetMove* moves;
  int *active, *active_count;
  NetGate* gate;
  NetCounters* counters;
  const int* vertex_object;
  const Material* materials;

  /// Whether a pair has to be checked: it met, or one of its vertices has moved since the last check.
  RAYCLOTH_HD bool is_due(const NearPair& pair, const NetRow& row, int round) const {
    if (round == 0 || row.meets) return true;
    const Int4 v = pair.vertices;
    return moves[v.x].moved == round || moves[v.y].moved == round || moves[v.z].moved == round ||
           moves[v.w].moved == round;
  }

  /// Of the pair now, and whether it meets is noted.
  RAYCLOTH_HD Meeting check(int i, int round, bool stop) const {
    Meeting meeting{false, 1, Vec4(0), Vec3(0)};
    const NearPair& pair = sweep.pairs[i];
    NetRow& row = rows[i];
    if (!is_due(pair, row, round)) return meeting;
    if (!sweep.is_crossed(pair.vertices)) {
      meeting =
          meet(moving_pair(pair.kind, sweep.scene.positions, x, pair.vertices), stop ? pair.least : pair.separation);
    }
    row.meets = meeting.meets;
    if (meeting.meets) atomic_add(&gate->hits, 1);
    return meeting;
  }

  RAYCLOTH_HD Vec2 friction_of(Int4 v) const {
    const Material &a = materials[vertex_object[v.x]], &b = materials[vertex_object[v.w]];
    return Vec2(sqrtf(a.static_friction * b.static_friction), sqrtf(a.kinetic_friction * b.kinetic_friction));
  }

  /// How far an impulse of 1 moves sum_i weights_i x_i of the parts that other rows leave it.
  RAYCLOTH_HD float mobility(Int4 v, Vec4 w) const {
    float sum = 0;
    for (int k = 0; k < 4; ++k) {
      sum += sweep.mobility(v[k]) * static_cast<float>(moves[v[k]].rows) * w[k] * w[k];
    }
    return sum;
  }

  RAYCLOTH_HD void give(Int4 v, Vec4 w, Vec3 impulse) const {
    for (int k = 0; k < 4; ++k) {
      const float share = sweep.mobility(v[k]) * w[k];
      for (int axis = 0; share != 0 && axis < 3; ++axis) {
        atomic_add(&moves[v[k]].sum[axis], fixed(impulse[axis] * share));
      }
    }
  }
};

/// Where a pair meets, its row begins anew from there.
struct FindRow {
  NetView net;
  int round;

  RAYCLOTH_HD void operator()(int i) const {
    const Meeting meeting = net.check(i, round, false);
    if (!meeting.meets) return;
    const NearPair pair = net.sweep.pairs[i];
    NetRow& row = net.rows[i];
    if (!row.active) {
      net.active[atomic_add(net.active_count, 1)] = i;
      for (int k = 0; k < 4; ++k) atomic_add(&net.moves[pair.vertices[k]].rows, 1);
    }
    row.active = 1;
    row.weights = meeting.weights;
    row.normal_target = Vec4(meeting.normal, pair.separation * kClear);
    row.impulse = Vec4(0);
  }
};

RAYCLOTH_HD Vec3 take_sum(NetMove& move) {
  const Vec3 sum(from_fixed(move.sum[0]), from_fixed(move.sum[1]), from_fixed(move.sum[2]));
  for (int k = 0; k < 3; ++k) move.sum[k] = 0;
  return sum;
}

/// A pass over rows for positions or velocities: what C = normal . sum_i weights_i y_i lacks of `target`, and friction
/// against what slid since `before`.
RAYCLOTH_HD void press(const NetView& net, Int4 v, NetRow& row, const Vec4* y, const Vec4* before, float target) {
  const float mobility = net.mobility(v, row.weights);
  if (mobility == 0) return;
  const Vec3 n = xyz(row.normal_target), now = sum_of_row(y, v, row.weights);
  const float pressed = fmaxf(row.impulse.w + (target - glm::dot(n, now)) / mobility, 0.0f);
  const Vec3 moved = before ? now - sum_of_row(before, v, row.weights) : now;
  const Vec3 slid = moved - n * glm::dot(n, moved), wanted = xyz(row.impulse) - slid / mobility;
  const Vec2 friction = net.friction_of(v);
  const Vector3<float> grip =
      limit_grip(Vector3<float>{wanted.x, wanted.y, wanted.z}, pressed, Vector2<float>{friction.x, friction.y});
  const Vec3 gripped(grip.x, grip.y, grip.z);
  net.give(v, row.weights, n * (pressed - row.impulse.w) + gripped - xyz(row.impulse));
  row.impulse = Vec4(gripped, pressed);
}

/// A vertex goes where its rows ask it to, within its slack.
struct MoveByRows {
  NetView net;
  const float* ground_levels;
  int round;

  RAYCLOTH_HD void operator()(int v) const {
    NetMove& move = net.moves[v];
    if (move.rows == 0) return;
    Vec3 by = take_sum(move) + move.by;
    const float length = sqrtf(glm::dot(by, by)), slack = net.sweep.slack(v) * 0.999f;
    if (length > slack) by *= slack / length;
    if (by == move.by) return;
    const Vec3 end = xyz(net.x[v]) - move.by;
    Vec3 to = end + by;
    if (ground_levels) to.y = fmaxf(to.y, fminf(end.y, ground_levels[v]));
    move.by = to - end;
    move.moved = round + 1;
    net.x[v] = Vec4(to, net.x[v].w);
  }
};

NetView view_of(World& world, bool stopping) {
  SafetyNet& net = *world.net;
  return {net.sweep.view(world.state.positions.data(), &net.gate.data()->go, stopping),
          world.state.positions.data(),
          net.rows.data(),
          net.moves.data(),
          net.active.data(),
          net.active_count.data(),
          net.gate.data(),
          net.counters.data(),
          world.state.vertex_object.data(),
          world.state.materials.data()};
}

}  // namespace

/// All pairs are listed, none has a row, and the first check is for all.
static void list_pairs(Queue& queue, World& world, const NetView& view) {
  world.net->sweep.find_pairs(queue, world.state.positions.data(), view.sweep.go, view.sweep.stopping,
                              world.settings.self_collision);
  queue.zero(view.active_count, sizeof(int));
  parallel_for(queue, "begin_net_rows", view.sweep.pair_count(), bytes<NetRow>, [=] RAYCLOTH_KERNEL(int i) {
    view.rows[i].active = 0;
    view.rows[i].meets = 0;
  });
  parallel_for(queue, "open_net", 1, 2 * bytes<NetGate>, [=] RAYCLOTH_KERNEL(int) {
    view.gate->pairs = view.gate->go ? *view.sweep.pairs_count : 0;
    view.gate->hits = 0;
  });
}

/// After a check: what comes next is for nobody where nothing met.
static void note_hits(Queue& queue, const NetView& view, int vertices) {
  NetGate* gate = view.gate;
  parallel_for(queue, "note_hits", 1, 2 * bytes<NetGate>, [=] RAYCLOTH_KERNEL(int) {
    gate->go = gate->hits > 0;
    gate->vertices = gate->go ? vertices : 0;
    if (!gate->go) gate->pairs = 0;
    gate->hits = 0;
  });
}

static DeviceCount checked_pairs(const NetView& view) { return {view.sweep.capacity, &view.gate->pairs}; }

/// What a check of a pair reads.
constexpr long long kCheckBytes = bytes<NearPair, NetRow> + 12 * bytes<Vec4>;

static void push_apart(Queue& queue, World& world, const NetView& view) {
  const State& state = world.state;
  const DeviceCount gated{state.vertices_count, &view.gate->vertices}, active{view.sweep.capacity, view.active_count};
  const float* levels = world.model.ground.empty() ? nullptr : state.ground_levels.data();
  for (int round = 0; round < kImpulseRounds; ++round) {
    parallel_for(queue, "find_net_rows", checked_pairs(view), kCheckBytes, FindRow{view, round});
    note_hits(queue, view, state.vertices_count);
    for (int pass = 0; pass < kPasses; ++pass) {
      parallel_for(
          queue, "press_net_rows", active, bytes<NetRow, NearPair> + 12 * bytes<Vec4>, [=] RAYCLOTH_KERNEL(int k) {
            if (!view.gate->go) return;
            const int i = view.active[k];
            NetRow& row = view.rows[i];
            press(view, view.sweep.pairs[i].vertices, row, view.x, view.sweep.scene.positions, row.normal_target.w);
          });
      parallel_for(queue, "move_by_net_rows", gated, bytes<NetMove> + 2 * bytes<Vec4>, MoveByRows{view, levels, round});
    }
  }
  parallel_for(queue, "check_net", checked_pairs(view), kCheckBytes,
               [=] RAYCLOTH_KERNEL(int i) { view.check(i, kImpulseRounds, true); });
  note_hits(queue, view, state.vertices_count);
}

/// What pressed does not go on closing in.
static void press_velocities(Queue& queue, World& world, const NetView& view) {
  Vec4* velocities = world.state.velocities.data();
  const DeviceCount active{view.sweep.capacity, view.active_count};
  parallel_for(queue, "begin_net_velocities", active, bytes<NetRow>, [=] RAYCLOTH_KERNEL(int k) {
    NetRow& row = view.rows[view.active[k]];
    row.active = row.impulse.w > 0;
    row.impulse = Vec4(0);
    atomic_add(&view.counters->pairs, 1);
  });
  const DeviceCount moved{world.state.vertices_count, &view.gate->vertices};
  parallel_for(queue, "open_net", 1, bytes<NetGate>, [=, vertices = world.state.vertices_count] RAYCLOTH_KERNEL(int) {
    view.gate->vertices = *view.active_count > 0 ? vertices : 0;
  });
  for (int pass = 0; pass < kVelocityPasses; ++pass) {
    parallel_for(queue, "press_net_velocities", active, bytes<NetRow, NearPair> + 8 * bytes<Vec4>,
                 [=] RAYCLOTH_KERNEL(int k) {
                   const int i = view.active[k];
                   NetRow& row = view.rows[i];
                   if (row.active) press(view, view.sweep.pairs[i].vertices, row, velocities, nullptr, 0);
                 });
    parallel_for(queue, "move_net_velocities", moved, bytes<NetMove> + 2 * bytes<Vec4>, [=] RAYCLOTH_KERNEL(int v) {
      NetMove& move = view.moves[v];
      if (move.rows > 0) velocities[v] += Vec4(take_sum(move), 0);
    });
  }
  parallel_for(queue, "finish_net_rows", moved, bytes<NetMove>, [=] RAYCLOTH_KERNEL(int v) {
    NetMove& move = view.moves[v];
    move.rows = 0;
    move.moved = 0;
    move.by = Vec3(0);
  });
}

/// By the part of its way that is left to each.
static void stop_vertices(Queue& queue, World& world, const NetView& view, int round) {
  const DeviceCount gated{world.state.vertices_count, &view.gate->vertices};
  parallel_for(queue, "stop_vertices", gated, bytes<NetMove> + 3 * bytes<Vec4>, [=] RAYCLOTH_KERNEL(int v) {
    NetMove& move = view.moves[v];
    const float left = move.stop;
    move.stop = 1;
    if (left == 1 || view.sweep.mobility(v) == 0) return;
    if (move.stopped == kFree) atomic_add(&view.counters->stopped, 1);
    if (left == 0 && move.stopped != kHeld) atomic_add(&view.counters->held, 1);
    move.stopped = left == 0 || move.stopped == kHeld ? kHeld : kStopped;
    move.moved = round + 1;
    const Vec3 start = xyz(view.sweep.scene.positions[v]), way = xyz(view.x[v]) - start;
    view.x[v] = Vec4(start + way * left, view.x[v].w);
  });
}

/// Everything that still meets, by `part` of its way to the meeting, or where it began.
static void stop_short(Queue& queue, World& world, const NetView& view, int first, int rounds, float part) {
  for (int round = first; round < first + rounds; ++round) {
    parallel_for(queue, "find_stops", checked_pairs(view), kCheckBytes, [=] RAYCLOTH_KERNEL(int i) {
      const Meeting meeting = view.check(i, round, true);
      if (!meeting.meets) return;
      const Int4 v = view.sweep.pairs[i].vertices;
      for (int k = 0; k < 4; ++k) atomic_min(&view.moves[v[k]].stop, meeting.time * part);
    });
    note_hits(queue, view, world.state.vertices_count);
    stop_vertices(queue, world, view, round);
  }
}

/// Where that was not enough, everything that could have met stays where it began.
static void hold_all(Queue& queue, World& world, const NetView& view, int round) {
  parallel_for(queue, "check_stops", checked_pairs(view), kCheckBytes,
               [=] RAYCLOTH_KERNEL(int i) { view.check(i, round, true); });
  note_hits(queue, view, world.state.vertices_count);
  parallel_for(queue, "hold_all", checked_pairs(view), bytes<NearPair> + 4 * bytes<NetMove>,
               [=] RAYCLOTH_KERNEL(int i) {
                 const Int4 v = view.sweep.pairs[i].vertices;
                 for (int k = 0; k < 4; ++k) atomic_min(&view.moves[v[k]].stop, 0);
               });
  stop_vertices(queue, world, view, round);
}

/// Nothing more can be done for what still meets.
static void let_go(Queue& queue, World& world, const NetView& view, int round) {
  parallel_for(queue, "find_pinched", checked_pairs(view), kCheckBytes, [=] RAYCLOTH_KERNEL(int i) {
    if (!view.check(i, round, true).meets) return;
    atomic_add(&view.counters->pinched, 1);
    const Int4 v = view.sweep.pairs[i].vertices;
    for (int k = 0; k < 4; ++k) atomic_add(&view.sweep.marks[v[k]], 1);
  });
  note_hits(queue, view, world.state.vertices_count);
  parallel_for(queue, "let_go", DeviceCount{world.state.vertices_count, &view.gate->vertices}, 2 * bytes<int>,
               [=] RAYCLOTH_KERNEL(int v) {
                 if (view.sweep.marks[v] == 0) return;
                 view.sweep.crossed[v] = 1;
                 view.sweep.marks[v] = 0;
               });
}

/// What was stopped goes on as it went.
static void find_stopped_velocities(Queue& queue, World& world, const NetView& view) {
  const float step = world.settings.time_step, interval = step / world.settings.detections;
  const int* alert = world.net->alert.data();
  Vec4* velocities = world.state.velocities.data();
  parallel_for(queue, "finish_net", world.state.vertices_count, bytes<NetMove>, [=] RAYCLOTH_KERNEL(int v) {
    NetMove& move = view.moves[v];
    if (move.stopped)
      velocities[v] = (view.x[v] - view.sweep.scene.positions[v]) * Vec4(Vec3(1 / (*alert ? interval : step)), 0);
    move.stopped = kFree;
    move.moved = 0;
  });
}

/// Whether the next step has to be careful.
static void note_alert(Queue& queue, World& world) {
  const NetCounters* counters = world.net->counters.data();
  int* alert = world.net->alert.data();
  parallel_for(queue, "note_alert", 1, bytes<NetCounters, int>, [=] RAYCLOTH_KERNEL(int) {
    *alert = counters->pairs > 0 || counters->stopped > 0 || counters->pinched > 0;
  });
}

void catch_crossings(Queue& queue, World& world, bool last) {
  if (!world.settings.safety_net) return;
  queue.begin_stage("net");
  NetGate* gate = world.net->gate.data();
  const int* alert = world.net->alert.data();
  parallel_for(queue, "open_net", 1, bytes<NetGate, int>,
               [=] RAYCLOTH_KERNEL(int) { gate->go = gate->runs = last || *alert; });
  const NetView pushing = view_of(world, false), stopping = view_of(world, true);
  list_pairs(queue, world, pushing);
  push_apart(queue, world, pushing);
  press_velocities(queue, world, pushing);
  list_pairs(queue, world, stopping);
  stop_short(queue, world, stopping, 0, kStopRounds, kStopShort);
  stop_short(queue, world, stopping, kStopRounds, kHoldRounds, 0);
  hold_all(queue, world, stopping, kStopRounds + kHoldRounds);
  let_go(queue, world, stopping, kStopRounds + kHoldRounds + 1);
  find_stopped_velocities(queue, world, stopping);
  world.net->sweep.spend(queue, world.state.positions.data(), &gate->runs);
  if (last) note_alert(queue, world);
}

}  // namespace raycloth::RAYCLOTH_DEVICE
