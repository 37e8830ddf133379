// The net's arrays for its kernels, and what all of them do: check a pair, and add up what is asked of a vertex.
#pragma once

#include "collision/net/meet.h"
#include "collision/net/sides.h"
#include "device/atomic.h"
#include "device/fixed_point.h"
#include "device/parallel.h"
#include "sim/response/net/net.h"

namespace raycloth::RAYCLOTH_DEVICE {

enum : int { kFree, kStopped, kHeld };  // NetMove::stopped

struct NetView {
  SweepView sweep;
  Vec4* x;
  NetRow* rows;
  NetMove* moves;
  int *active, *active_count;
  NetGate* gate;
  NetCounters* counters;
  DeviceCount contacts;
  const int* vertex_object;
  const Material* materials;
  const Vec4* found = nullptr;  // where the correction found the vertices; none: it leaves drawn edges to the solver

  /// Whether a pair has to be checked: it met, or one of its vertices has moved since the last check.
  RAYCLOTH_HD bool is_due(const NearPair& pair, const NetRow& row, int round) const {
    if (round == 0 || row.meets) return true;
    const Int4 v = pair.vertices;
    return moves[v.x].moved == round || moves[v.y].moved == round || moves[v.z].moved == round ||
           moves[v.w].moved == round;
  }

  /// Of the pair now, nearer than `separation`; whether it meets is noted.
  RAYCLOTH_HD Meeting check(int i, int round, float separation) const {
    Meeting meeting{false, 1, Vec4(0), Vec3(0)};
    const NearPair& pair = sweep.pairs[i];
    NetRow& row = rows[i];
    if (!is_due(pair, row, round)) return meeting;
    if (!sweep.is_crossed(pair.kind, pair.vertices)) {
      meeting = meet(moving_pair(pair.kind, sweep.scene.positions, x, pair.vertices), separation);
      if (meeting.meets && is_behind(sweep, pair, meeting.weights, meeting.normal, meeting.time)) meeting.meets = false;
    }
    row.meets = meeting.meets;
    if (meeting.meets) atomic_add(&gate->hits, 1);
    return meeting;
  }

  RAYCLOTH_HD void note_closing(const NearPair& pair) const {
    const MovingPair moving = moving_pair(pair.kind, sweep.scene.positions, x, pair.vertices);
    atomic_max(&counters->closing, static_cast<float>(closing_way(moving)));
  }

  RAYCLOTH_HD Vec3 start_of(int v) const { return xyz(sweep.scene.positions[v]); }

  /// How far a correction may put a vertex from its end; and one that goes no farther.
  RAYCLOTH_HD float reach_of(int v) const { return sweep.slack(v) * 0.999f; }
  RAYCLOTH_HD Vec3 within_reach(int v, Vec3 by) const {
    const float length = sqrtf(glm::dot(by, by)), reach = reach_of(v);
    return length > reach ? by * (reach / length) : by;
  }

  /// A vertex goes so far from where it was when pairs were listed, as far as it may and not into the ground; the next
  /// check looks at it again.
  RAYCLOTH_HD void put(int v, Vec3 by, const float* ground_levels, int round) const {
    NetMove& move = moves[v];
    by = within_reach(v, by);
    if (by == move.by) return;
    const Vec3 end = xyz(x[v]) - move.by;
    Vec3 to = end + by;
    if (ground_levels) to.y = fmaxf(to.y, fminf(end.y, ground_levels[v]));
    move.by = to - end;
    move.moved = round + 1;
    x[v] = Vec4(to, x[v].w);
  }

  RAYCLOTH_HD static void add(NetMove& move, Vec3 by) {
    for (int axis = 0; axis < 3; ++axis) atomic_add(&move.sum[axis], fixed(by[axis]));
  }

  RAYCLOTH_HD static Vec3 take_sum(NetMove& move) {
    const Vec3 sum(from_fixed(move.sum[0]), from_fixed(move.sum[1]), from_fixed(move.sum[2]));
    for (int k = 0; k < 3; ++k) move.sum[k] = 0;
    return sum;
  }
};

NetView view_of(World& world);

inline DeviceCount checked_pairs(const NetView& view) { return {view.sweep.capacity, &view.gate->pairs}; }
inline DeviceCount gated_vertices(const NetView& view) {
  return {view.sweep.scene.vertices_count, &view.gate->vertices};
}

/// What a check of a pair reads.
inline constexpr long long kCheckBytes = bytes<NearPair, NetRow> + 12 * bytes<Vec4>;

// net.cpp: the steps of a correction.
/// Something may have to be done, with no vertex moved farther than a little; unless contacts or, later, pairs had no
/// room, since then the step is done again.
void open(Queue& queue, const NetView& view);
/// What is listed has no row, and the first check is for all of it; of pairs that could have met on their way.
void begin_pairs(Queue& queue, const NetView& view);
void list_pairs(Queue& queue, World& world, const NetView& view);
/// Closes what was opened where no pair meets. Without room for corrections few pairs have to be listed.
void find_whether_any_meet(Queue& queue, World& world, const NetView& view);
/// Lists the pairs, parts in `rounds` those that would meet, and checks once more what became of them.
void stop_pairs(Queue& queue, World& world, const NetView& view, int rounds, int passes);
/// What meets even now, wherever it has been moved, is held where it began, or let go.
void hold_left(Queue& queue, World& world, const NetView& view);

/// After a check: what comes next is for nobody where nothing met.
void note_hits(Queue& queue, const NetView& view);
/// Whether anything still comes nearer than pairs may in the end; of those that are due in this round.
void check_all(Queue& queue, const NetView& view, int round);

// moves.cpp: before and after the correction at the end of detection interval `d`
void begin_moves(Queue& queue, World& world, int d);
void add_moves(Queue& queue, World& world);

// pace.cpp: what the step found, for how the next one is to be done.
void note_outlook(Queue& queue, World& world, const NetView& view);

// impulses.cpp: `rounds` of checks from `round` on, each followed by passes over what met; then velocities
void push_apart(Queue& queue, World& world, const NetView& view, int rounds, int passes, int round = 0);
void press_velocities(Queue& queue, World& world, const NetView& view);

// reach.cpp: what may be moved by as much as its way is long, from the next list on
/// What still meets, what that is near to, and what it draws.
void reach_farther(Queue& queue, World& world, const NetView& view);
void reach_all(Queue& queue, const NetView& view);

// drawn.cpp: edges that the correction has drawn too long
/// What hangs from them goes along; once.
void follow_drawn(Queue& queue, World& world, const NetView& view, int round);
/// Marks their ends.
void mark_drawn(Queue& queue, World& world, const NetView& view);
/// Counts those that it has left much longer than they were.
void count_drawn(Queue& queue, World& world, const NetView& view);

// planes.cpp: what met in the last check is held, with all that it touches; checked again
void hold(Queue& queue, const NetView& view);
/// Where too much is near to be listed, everything is held where it began.
void hold_overfull(Queue& queue, const NetView& view);
/// What was stopped goes on as it went in the interval (s).
void find_stopped_velocities(Queue& queue, World& world, const NetView& view, float interval);

}  // namespace raycloth::RAYCLOTH_DEVICE
