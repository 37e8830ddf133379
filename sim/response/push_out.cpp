// Overlaps that are there when a detection begins are undone by moving positions alone: what is undone within a substep
// would be a velocity from then on, and a pile that is thrown apart again and again never rests (M. Macklin, M.
// Mueller, N. Chentanez, T.-Y. Kim, "Unified Particle Physics for Real-Time Applications", 2014, section 4.4, stabilise
// so too). One pass that splits masses; what it leaves is the next detection's.
#include "device/parallel.h"
#include "sim/response/acting.h"
#include "sim/solver/step.h"
#include "sim/solver/world.h"

namespace raycloth::RAYCLOTH_DEVICE {

namespace {

/// Part of a tolerated overlap that is undone in a second: faster, rows that contradict each other keep cloth moving.
constexpr float kRecovery = 4;  // 1/s

/// How much of a row's overlap is to be undone, as its violation: what is tolerated slowly, the rest at once.
struct FindOverlaps {
  ContactRows rows;
  const Vec4* x;
  float most;                  // m
  float tolerance, recovered;  // parts of the rest distance, and of the overlap

  template <class Real>
  RAYCLOTH_HD void operator()(Lanes<Real> at) const {
    const Vector4<Real> normal = load(rows.normals, at);
    const Real overlap = normal.w - dot(xyz(normal), weighted_sum(x, rows, load(rows.weights, at), at));
    const Real undone = larger(overlap * Real(recovered), overlap - normal.w * Real(tolerance));
    const auto overlaps = overlap > Real(0);
    store(rows.violations, at, smaller(undone, Real(most)));
    store_flags(rows.flags, at, overlaps, overlaps);
  }
};

struct ListOverlaps {
  MoveVertex move;
  float* parts;

  RAYCLOTH_HD void operator()(int v) const { parts[v] = part_of_rows(move, v); }
};

struct AskForMoves {
  ContactRows rows;
  const float* parts;

  template <class Real>
  RAYCLOTH_HD void operator()(Lanes<Real> at) const {
    const Real undone = load(rows.violations, at);
    if (!any(undone > Real(0))) return;
    const Real found = mobility(parts, rows, load(rows.weights, at), at);
    const Real impulse = undone / select(found > Real(0), found, Real(1));
    store(rows.corrections, at, with_w(xyz(load(rows.normals, at)) * impulse, Real(0)));
  }
};

}  // namespace

void push_out(Queue& queue, World& world, float interval) {
  const Settings& settings = world.settings;
  Response& r = world.response;
  const ContactRows rows = rows_of(r);
  const MoveVertex move = move_of(world);
  const int vertices = world.state.vertices_count;
  parallel_for_lanes(queue, "find_overlaps", row_count(r), kRowBytes + bytes<float, unsigned char>,
                     WhereBusy{FindOverlaps{rows, move.x, settings.push_out_speed * interval,
                                            settings.overlap_tolerance, kRecovery * interval},
                               busy(world, r.busy)});
  parallel_for(queue, "list_overlaps", vertices,
               Moves(4 * bytes<int>).per(move.rows.offsets + vertices, 2 * bytes<int> + bytes<unsigned char>),
               ListOverlaps{move, r.parts.data()});
  parallel_for_lanes(queue, "ask_for_moves", row_count(r), bytes<Int4> + 3 * bytes<Vec4> + 5 * bytes<float>,
                     WhereBusy{AskForMoves{rows, r.parts.data()}, busy(world, r.busy)});
  parallel_for(queue, "apply_moves", vertices,
               Moves(3 * bytes<int> + 2 * bytes<Vec4>).per(move.rows.offsets + vertices, bytes<int, float, Vec4>),
               ApplyContacts{move});
}

}  // namespace raycloth::RAYCLOTH_DEVICE
