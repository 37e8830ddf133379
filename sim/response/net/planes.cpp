// Planes between the features of pairs that impulses did not part. A feature that stays on its side of a plane does not
// cross what stays on the other: no matter how far either goes, and half-spaces are convex, so straight ways between
// points of one stay in it.
#include "sim/response/net/view.h"
#include "sim/solver/world.h"

namespace raycloth::RAYCLOTH_DEVICE {

constexpr int kPasses = 6;
/// Of checks, for NetMove::moved: after any of impulses.
constexpr int kRound = 1000;

/// What planes keep apart, as a part of NearPair::least: more than what meets.
constexpr float kDivided = 1.01f;
/// Rounding of a place, m.
constexpr float kOnPlane = 1e-7f;

namespace {

/// What the first feature of a pair stays in front of, and the second behind, by `half` each: relative to where the
/// first vertex began.
struct Plane {
  Vec3 normal;
  float place, half;
};

struct Divider {
  NetView net;

  /// Unit, from the second feature's nearest point to the first's where both began.
  RAYCLOTH_HD Vec3 way_at_start(const NearPair& pair) const {
    Point<float> at[4];
    for (int k = 0; k < 4; ++k) at[k] = net.start_of(pair.vertices[k]) - net.start_of(pair.vertices.x);
    const Vec3 way = nearest(pair.kind, at).way;
    const float length = sqrtf(glm::dot(way, way));
    return length > 0 ? way / length : Vec3(0, 1, 0);
  }

  /// Both features along a normal: the first's least and the second's greatest, where they began and at their
  /// end; and whether they can be moved.
  struct Extent {
    float start[2] = {kHuge, -kHuge}, end[2] = {kHuge, -kHuge};
    bool yields[2] = {};
  };

  RAYCLOTH_HD Extent extent_of(const NearPair& pair, Vec3 normal) const {
    const Vec3 origin = net.start_of(pair.vertices.x);
    Extent extent;
    for (int k = 0; k < 4; ++k) {
      const int v = pair.vertices[k], side = k >= first_of_second(pair.kind);
      const float from = glm::dot(normal, net.start_of(v) - origin);
      const float to = glm::dot(normal, xyz(net.x[v]) - origin);
      extent.start[side] = side ? larger(extent.start[side], from) : smaller(extent.start[side], from);
      extent.end[side] = side ? larger(extent.end[side], to) : smaller(extent.end[side], to);
      extent.yields[side] = extent.yields[side] || net.sweep.mobility(v) > 0;
    }
    return extent;
  }

  RAYCLOTH_HD static float half_of(const NearPair& pair) { return 0.5f * kDivided * pair.least; }

  /// The plane across the way between the nearest points where both began, so placed that each
  /// side gets of the gap what it goes into it, and all of what it cannot help.
  RAYCLOTH_HD Plane divide(const NearPair& pair) const {
    const float half = half_of(pair);
    const Vec3 normal = way_at_start(pair);
    const Extent at = extent_of(pair, normal);
    if (!at.yields[1]) return {normal, larger(at.start[1], at.end[1]) + half, half};
    if (!at.yields[0]) return {normal, smaller(at.start[0], at.end[0]) - half, half};
    const float first = larger(at.start[0] - at.end[0], 0.0f), second = larger(at.end[1] - at.start[1], 0.0f);
    const float share = first + second > 0 ? second / (first + second) : 0.5f;
    return {normal, at.start[1] + half + (at.start[0] - at.start[1] - 2 * half) * share, half};
  }

  RAYCLOTH_HD Plane plane_of(int i) const {
    const NetRow& row = net.rows[i];
    return {xyz(row.normal_target), row.normal_target.w, half_of(net.sweep.pairs[i])};
  }

  /// How far vertex k of the pair would be on the wrong side of the plane at `at`, m; negative on its own.
  RAYCLOTH_HD float beyond(const NearPair& pair, const Plane& plane, int k, Vec3 at) const {
    const float distance = glm::dot(plane.normal, at - net.start_of(pair.vertices.x)) - plane.place;
    return plane.half + (k < first_of_second(pair.kind) ? -distance : distance);
  }

  /// Every vertex that ends on the wrong side is to go to its own.
  RAYCLOTH_HD void ask(const NearPair& pair, const Plane& plane) const {
    for (int k = 0; k < 4; ++k) {
      const int v = pair.vertices[k];
      const float by = beyond(pair, plane, k, xyz(net.x[v]));
      if (by <= 0 || net.sweep.mobility(v) == 0) continue;
      atomic_add(&net.moves[v].rows, 1);
      net.add(net.moves[v], plane.normal * (k < first_of_second(pair.kind) ? by : -by));
    }
  }

  /// Every vertex that ends on the wrong side goes no farther than its own.
  RAYCLOTH_HD void stop(const NearPair& pair, const Plane& plane) const {
    for (int k = 0; k < 4; ++k) {
      const int v = pair.vertices[k];
      const float end = beyond(pair, plane, k, xyz(net.x[v])), start = beyond(pair, plane, k, net.start_of(v));
      if (end <= kOnPlane || net.sweep.mobility(v) == 0) continue;
      atomic_min(&net.moves[v].stop, start < 0 ? start / (start - end) : 0.0f);
    }
  }

  /// Whether pairs were listed for a vertex that is moved so far.
  RAYCLOTH_HD bool reaches(int v, Vec3 by) const {
    return net.sweep.wide[v] || glm::length(by + net.moves[v].by) <= net.reach_of(v);
  }

  RAYCLOTH_HD void note_stop(NetMove& move, int how) const {
    if (move.stopped == kFree) atomic_add(&net.counters->stopped, 1);
    if (how == kHeld && move.stopped != kHeld) atomic_add(&net.counters->held, 1);
    if (move.stopped != kHeld) move.stopped = how;
  }
};

/// A vertex goes to the mean of what its planes ask for.
struct MoveToPlanes {
  Divider divider;

  RAYCLOTH_HD void operator()(int v) const {
    const NetView& net = divider.net;
    NetMove& move = net.moves[v];
    if (move.rows == 0) return;
    const Vec3 by = net.within_reach(v, net.take_sum(move) / static_cast<float>(move.rows) + move.by);
    move.rows = 0;
    move.moved = kRound;
    divider.note_stop(move, kStopped);
    net.x[v] += Vec4(by - move.by, 0);
    move.by = by;
  }
};

}  // namespace

/// Marks what meets, and gives every pair a plane that stays where it is; one of a body that moves lies before its end.
static void place_planes(Queue& queue, const NetView& view) {
  const Divider divider{view};
  parallel_for(queue, "place_planes", checked_pairs(view), kCheckBytes, [=] RAYCLOTH_KERNEL(int i) {
    const NearPair pair = view.sweep.pairs[i];
    if (view.rows[i].meets) view.sweep.mark(pair.vertices);
    const Plane plane = divider.divide(pair);
    view.rows[i].normal_target = Vec4(plane.normal, plane.place);
  });
}

/// Whatever each vertex then does on its own sides is safe. First every one goes to them, as do those that these then
/// touch; then only so far on its way as all of its planes allow.
void hold(Queue& queue, const NetView& view) {
  const Divider divider{view};
  int* marks = view.sweep.marks;
  place_planes(queue, view);
  for (int pass = 0; pass < kPasses; ++pass) {
    parallel_for(queue, "find_sides", checked_pairs(view), kCheckBytes, [=] RAYCLOTH_KERNEL(int i) {
      const NearPair pair = view.sweep.pairs[i];
      if (any_of(marks, pair.vertices)) divider.ask(pair, divider.plane_of(i));
    });
    parallel_for(queue, "mark_held", gated_vertices(view), 2 * bytes<int>, [=] RAYCLOTH_KERNEL(int v) {
      if (view.moves[v].rows > 0) marks[v] = 1;
    });
    parallel_for(queue, "move_to_planes", gated_vertices(view), bytes<NetMove> + 2 * bytes<Vec4>,
                 MoveToPlanes{divider});
  }
  for (int pass = 0; pass < kPasses; ++pass) {
    const bool all = pass + 1 == kPasses;
    parallel_for(queue, "find_stops", checked_pairs(view), kCheckBytes, [=] RAYCLOTH_KERNEL(int i) {
      const NearPair pair = view.sweep.pairs[i];
      if (all || any_of(marks, pair.vertices)) divider.stop(pair, divider.plane_of(i));
    });
    parallel_for(queue, "stop_vertices", gated_vertices(view), bytes<NetMove> + 3 * bytes<Vec4>,
                 [=] RAYCLOTH_KERNEL(int v) {
                   NetMove& move = view.moves[v];
                   const float left = move.stop;
                   move.stop = 1;
                   if (left == 1) return;
                   const Vec3 back = (view.start_of(v) - xyz(view.x[v])) * (1 - left);
                   if (!divider.reaches(v, back)) return;
                   divider.note_stop(move, kHeld);
                   move.moved = kRound;
                   move.by += back;
                   marks[v] = 1;
                   view.x[v] += Vec4(back, 0);
                 });
  }
  parallel_for(queue, "unmark_held", gated_vertices(view), bytes<int>, [=] RAYCLOTH_KERNEL(int v) { marks[v] = 0; });
  check_all(queue, view, kRound);
}

/// What goes on all the same may have gone through cloth, and where not even packs have been listed, anything may
/// cross. What crosses already would be held so for ever: it is let go, to come apart.
void hold_overfull(Queue& queue, const NetView& view) {
  const Divider divider{view};
  parallel_for(queue, "hold_overfull", DeviceCount{view.sweep.scene.vertices_count, &view.gate->overfull},
               bytes<NetMove> + 2 * bytes<Vec4>, [=] RAYCLOTH_KERNEL(int v) {
                 const bool goes_on = view.sweep.counters->any_crossed || view.sweep.mobility(v) == 0;
                 const bool doubted = goes_on && xyz(view.x[v]) != view.start_of(v);
                 if (doubted || view.sweep.lacks_packs()) view.sweep.crossed[v] = 1;
                 if (goes_on) return;
                 divider.note_stop(view.moves[v], kHeld);
                 view.x[v] = Vec4(view.start_of(v), view.x[v].w);
               });
}

void find_stopped_velocities(Queue& queue, World& world, const NetView& view, float interval) {
  Vec4* velocities = world.state.velocities.data();
  parallel_for(queue, "finish_net", world.state.vertices_count, bytes<NetMove>, [=] RAYCLOTH_KERNEL(int v) {
    NetMove& move = view.moves[v];
    if (move.stopped) velocities[v] = Vec4((xyz(view.x[v]) - view.start_of(v)) / interval, velocities[v].w);
    move.stopped = kFree;
  });
}

}  // namespace raycloth::RAYCLOTH_DEVICE
