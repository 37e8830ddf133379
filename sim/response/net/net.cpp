#include "sim/response/net/net.h"

#include <span>

#include "sim/response/bridson/bridson.h"
#include "sim/response/net/view.h"
#include "sim/solver/world.h"

namespace raycloth::RAYCLOTH_DEVICE {

/// What is done with a list of pairs: rounds of checks and passes over rows; then what still meets is held. Each list
/// reaches farther than the one before.
struct Attempt {
  int rounds, passes;
  bool follows, holds;  // follows: so does what hangs from drawn edges, as long as there is a choice
};
constexpr Attempt kAttempts[] = {{4, 6, true, false},   {6, 12, true, false}, {8, 24, true, false},
                                 {8, 24, false, false}, {8, 24, false, true}, {4, 24, false, true},
                                 {4, 24, false, true},  {4, 24, false, true}};
/// What pinched pairs do not keep of NearPair::least.
constexpr float kPinched = 0.5f;
/// Vertices that follow what the net cannot move: those of rigid bodies, and what is attached to them.
static std::vector<unsigned char> held_vertices(const Model& model) {
  std::vector<unsigned char> held(model.positions.size());
  for (const ModelObject& object : model.objects) {
    if (object.motion != MotionKind::rigid) continue;
    for (int v = object.vertices.begin; v < object.vertices.end; ++v) held[v] = 1;
  }
  for (const Attachment& attachment : model.attachments)
    if (held[attachment.triangle.x]) held[attachment.vertex] = 1;
  return held;
}

/// As much as for pairs.
static void make_room_for_caught(SafetyNet& net) {
  const int vertices = static_cast<int>(net.caught_placed.size()), pairs = net.sweep.capacity();
  net.caught_pairs.grow(pairs);
  net.caught_pairs_before.grow(pairs);
  net.caught = {vertices, pairs, net.caught_offsets.data(), net.caught_pairs.data()};
  net.caught_before = {vertices, pairs, net.caught_offsets_before.data(), net.caught_pairs_before.data()};
}

SafetyNet::SafetyNet(Queue& queue, CollisionScene view, std::vector<CollisionObject> objects, const Model& model)
    : sweep(queue, view, std::move(objects), held_vertices(model)),
      rows(sweep.capacity()),
      moves(model.positions.size()),
      active(sweep.capacity()),
      active_count(1),
      gate(1),
      outlook(1),
      counters(1),
      found(moves.size()),
      moved(moves.size()),
      caught_offsets(moves.size() + 1),
      caught_offsets_before(caught_offsets.size()),
      caught_placed(moves.size()) {
  std::vector<NetMove> idle(moves.size());
  for (NetMove& move : idle) move.stop = 1;
  moves.upload(idle);
  make_room_for_caught(*this);
}

void reserve(SafetyNet& net, int pairs) {
  net.sweep.reserve(pairs);
  net.rows.resize(pairs);
  net.active.resize(pairs);
  make_room_for_caught(net);
}

void forget(Queue& queue, SafetyNet& net) {
  net.sweep.forget(queue);
  queue.zero(net.outlook.data(), sizeof(NetOutlook));
  queue.zero(net.caught_offsets.data(), net.caught_offsets.size() * sizeof(int));
}

void reset_counters(Queue& queue, SafetyNet& net) {
  net.sweep.reset_counters(queue);
  queue.zero(net.counters.data(), sizeof(NetCounters));
}

std::vector<WorkCount> work(const SafetyNet& net) {
  const NetCounters counts = net.counters.download()[0];
  return {{"net_looks", net.sweep.counters().looks}, {"net_pairs", counts.pairs}, {"net_met", counts.met},
          {"net_stopped", counts.stopped},           {"net_held", counts.held},   {"net_pinched", counts.pinched}};
}

NetView view_of(World& world) {
  SafetyNet& net = *world.net;
  SweepView sweep = net.sweep.view(world.state.positions.data(), &net.gate.data()->go, world.pace.careful);
  sweep.velocities = world.state.velocities.data();
  sweep.turn = &world.state.inputs.data()->turn;
  sweep.expected = world.settings.time_step;
  return {sweep,
          world.state.positions.data(),
          net.rows.data(),
          net.moves.data(),
          net.active.data(),
          net.active_count.data(),
          net.gate.data(),
          net.counters.data(),
          world.handler->contacts().list().count(),
          world.state.vertex_object.data(),
          world.state.materials.data()};
}

void note_hits(Queue& queue, const NetView& view) {
  NetGate* gate = view.gate;
  const int vertices = view.sweep.scene.vertices_count;
  parallel_for(queue, "note_hits", 1, 2 * bytes<NetGate>, [=] RAYCLOTH_KERNEL(int) {
    gate->go = gate->hits > 0;
    gate->vertices = gate->go ? vertices : 0;
    if (!gate->go) gate->pairs = 0;
    gate->hits = 0;
  });
}

/// More is near than can be listed: hold_overfull.
RAYCLOTH_HD static void note_overfull(const NetView& view) {
  if (!view.gate->go || !view.sweep.is_full()) return;
  view.gate->go = 0;
  view.gate->overfull = view.sweep.scene.vertices_count;
  ++view.counters->overfull;
}

void begin_pairs(Queue& queue, const NetView& view) {
  queue.zero(view.active_count, sizeof(int));
  parallel_for(queue, "begin_net_rows", view.sweep.pair_count(), bytes<NetRow>, [=] RAYCLOTH_KERNEL(int i) {
    view.rows[i].active = 0;
    view.rows[i].meets = 0;
  });
  const int vertices = view.sweep.scene.vertices_count;
  parallel_for(queue, "open_pairs", 1, 2 * bytes<NetGate>, [=] RAYCLOTH_KERNEL(int) {
    note_overfull(view);
    if (*view.sweep.pairs_count > view.sweep.capacity) view.gate->go = 0;
    view.gate->pairs = view.gate->go ? *view.sweep.pairs_count : 0;
    view.gate->vertices = view.gate->go ? vertices : 0;
    view.gate->hits = 0;
    view.counters->pairs += view.gate->pairs;
  });
  parallel_for(queue, "begin_net_moves", gated_vertices(view), bytes<NetMove>, [=] RAYCLOTH_KERNEL(int v) {
    view.moves[v].by = Vec3(0);
    view.moves[v].moved = 0;
  });
}

void list_pairs(Queue& queue, World& world, const NetView& view) {
  world.net->sweep.find_pairs(queue, view.sweep, world.settings.self_collision);
  begin_pairs(queue, view);
}

void check_all(Queue& queue, const NetView& view, int round) {
  parallel_for(queue, "check_net", checked_pairs(view), kCheckBytes,
               [=] RAYCLOTH_KERNEL(int i) { view.check(i, round, view.sweep.pairs[i].least); });
  note_hits(queue, view);
}

/// Nothing more can be done for what meets even now.
static void let_go(Queue& queue, const NetView& view) {
  parallel_for(queue, "find_pinched", checked_pairs(view), kCheckBytes, [=] RAYCLOTH_KERNEL(int i) {
    if (!view.check(i, 0, view.sweep.pairs[i].least * kPinched).meets) return;
    atomic_add(&view.counters->pinched, 1);
    view.sweep.mark(view.sweep.pairs[i].vertices);
  });
  note_hits(queue, view);
  parallel_for(queue, "let_go", gated_vertices(view), 2 * bytes<int>, [=] RAYCLOTH_KERNEL(int v) {
    if (view.sweep.marks[v] == 0) return;
    view.sweep.crossed[v] = 1;
    view.sweep.marks[v] = 0;
  });
}

void open(Queue& queue, const NetView& view) {
  parallel_for(queue, "open_net", 1, bytes<NetGate>, [=] RAYCLOTH_KERNEL(int) {
    view.gate->go = *view.contacts.count <= view.contacts.capacity;
    view.gate->overfull = 0;
  });
  queue.zero(view.sweep.wide, view.sweep.scene.vertices_count * sizeof(int));
}

void hold_left(Queue& queue, World& world, const NetView& view) {
  reach_all(queue, view);
  list_pairs(queue, world, view);
  check_all(queue, view, 0);
  hold(queue, view);
  let_go(queue, view);
}

void find_whether_any_meet(Queue& queue, World& world, const NetView& view) {
  NetView here = view;
  here.sweep.corrects = false;
  list_pairs(queue, world, here);
  parallel_for(queue, "find_meeting", checked_pairs(here), kCheckBytes,
               [=] RAYCLOTH_KERNEL(int i) { here.check(i, 0, here.sweep.pairs[i].separation); });
  note_hits(queue, here);
}

/// Only whether anything would meet.
static void look(Queue& queue, World& world, const NetView& view) {
  open(queue, view);
  list_pairs(queue, world, view);
  parallel_for(queue, "look_net", checked_pairs(view), kCheckBytes, [=] RAYCLOTH_KERNEL(int i) {
    if (!view.check(i, 0, view.sweep.pairs[i].separation).meets) return;
    atomic_add(&view.counters->met, 1);
    view.note_closing(view.sweep.pairs[i]);
  });
  keep_caught(queue, world, view);
}

void stop_pairs(Queue& queue, World& world, const NetView& view, int rounds, int passes) {
  list_pairs(queue, world, view);
  push_apart(queue, world, view, rounds, passes);
  check_all(queue, view, rounds);
  press_velocities(queue, world, view);
}

/// Each attempt for what the one before it has left.
static void try_all(Queue& queue, World& world, const NetView& view, std::span<const Attempt> attempts) {
  if (attempts.empty()) return hold_left(queue, world, view);
  const Attempt& attempt = attempts.front();
  NetView here = view;
  if (!attempt.follows) here.found = nullptr;
  stop_pairs(queue, world, here, attempt.rounds, attempt.passes);
  if (attempts.data() == kAttempts) keep_caught(queue, world, view);  // all that met
  queue.run_if(&view.gate->go, [&] {
    if (attempt.holds) hold(queue, view);
    reach_farther(queue, world, view);
    try_all(queue, world, view, attempts.subspan(1));
  });
}

static void correct(Queue& queue, World& world, const NetView& view, int d) {
  begin_moves(queue, world, d);
  open(queue, view);
  try_all(queue, world, view, kAttempts);
  hold_overfull(queue, view);
  find_stopped_velocities(queue, world, view, world.settings.time_step / world.pace.detections);
  count_drawn(queue, world, view);
  add_moves(queue, world);
}

bool watches_motion(const Settings& settings) { return settings.safety_net || parts_of(settings).any(); }

static bool finds_edges(const Settings& settings) {
  return settings.edge_contacts && settings.handler == HandlerKind::rays;
}

bool lets_nothing_cross(const Settings& settings) { return settings.safety_net || parts_of(settings).zones; }

void begin_interval(Queue& queue, World& world, int d) {
  const Settings& settings = world.settings;
  if (!(watches_motion(settings) || finds_edges(settings)) || (d > 0 && !world.pace.careful)) return;
  world.net->sweep.begin(queue, world.state.positions.data());
}

void find_near(Queue& queue, World& world) {
  const Settings& settings = world.settings;
  const float interval = settings.time_step / world.pace.detections;
  if (finds_edges(settings)) {
    queue.begin_stage("edges");
    world.net->sweep.find_near_edges(queue, world.state.positions.data(), world.state.velocities.data(), interval,
                                     interval, settings.self_collision);
  } else if (parts_of(settings).proximity) {
    queue.begin_stage("proximity");
    const NetView view = view_of(world);
    open(queue, view);
    world.net->sweep.find_touching(queue, view.sweep, interval, settings.self_collision);
  }
}

void take_bounds(Queue& queue, World& world) {
  if (finds_edges(world.settings)) world.net->sweep.take_bounds(queue);
}

void catch_crossings(Queue& queue, World& world, int d) {
  const bool last = d + 1 == world.pace.detections;
  if (!(watches_motion(world.settings) || finds_edges(world.settings)) || !(last || world.pace.careful)) return;
  NetView view = view_of(world);
  alter_motion(queue, world);
  if (parts_of(world.settings).zones) {
    view.counters = world.bridson->stopped.data();
  } else if (world.settings.safety_net) {
    queue.begin_stage("net");
    view.found = world.net->found.data();
    world.pace.careful ? correct(queue, world, view, d) : look(queue, world, view);
  } else if (!parts_of(world.settings).any()) {
    queue.begin_stage("edges");
    open(queue, view);
    world.net->sweep.keep_clearances(queue, view.sweep, world.settings.self_collision);
  }
  const bool once_more = !world.pace.careful;  // where anything met, from the start: nobody will have moved
  world.net->sweep.spend(queue, world.state.positions.data(), world.pace.careful,
                         once_more ? &world.net->counters.data()->met : nullptr);
  if (!last) return;
  world.net->sweep.count_crossed(queue);
  if (lets_nothing_cross(world.settings)) note_outlook(queue, world, view);
}

}  // namespace raycloth::RAYCLOTH_DEVICE
