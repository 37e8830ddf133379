// Overlaps that are there when a detection begins are undone by moving positions alone: what is undone within a substep
// would be a velocity from then on, and a pile that is thrown apart again and again never rests (M. Macklin, M.
// Mueller, N. Chentanez, T.-Y. Kim, "Unified Particle Physics for Real-Time Applications", 2014, section 4.4, stabilise
// so too). One pass that splits masses; what it leaves is the next detection's.
#include "collision/net/nearest.h"
#include "device/parallel.h"
#include "sim/response/acting.h"
#include "sim/solver/step.h"
#include "sim/solver/world.h"

namespace raycloth::RAYCLOTH_DEVICE {

namespace {

/// Part of a tolerated overlap that is undone in a second: faster, rows that contradict each other keep cloth moving.
constexpr float kRecovery = 4;  // 1/s

/// How much of a row's overlap is to be undone, as its violation: what is tolerated slowly, the rest at once. The plane
/// of a triangle goes on beyond it: what lies beside the tip of a solid is behind the planes of flanks that it is
/// nowhere near to, and pushed out of them it would never rest. So a vertex in front of its triangle overlaps it by
/// what their nearest points lack. Not while anything may cross: planes part it.
struct FindOverlaps {
  ContactRows rows;
  const Vec4* x;
  float most;                  // m
  float tolerance, recovered;  // parts of the rest distance, and of the overlap
  bool by_planes;

  template <class Real>
  RAYCLOTH_HD void operator()(Lanes<Real> at) const {
    const Vector4<Real> normal = load(rows.normals, at), w = load(rows.weights, at);
    const Real gap = dot(xyz(normal), weighted_sum(x, rows, w, at)), overlap = normal.w - gap;
    const Real by = undone(overlap, normal.w);
    const auto overlaps = by > Real(0);
    store(rows.violations, at, by);
    store_flags(rows.flags, at, overlaps, overlaps);
    if (by_planes) return;
    const auto in_front = both(both(overlaps, gap > Real(0)), w.x == Real(1));
    int row = at.first;
    for (unsigned bits = lane_bits(in_front); bits != 0; ++row, bits >>= 1)
      if (bits & 1) measure(row);
  }

  template <class Real>
  RAYCLOTH_HD Real undone(Real overlap, Real rest) const {
    return smaller(larger(overlap * Real(recovered), overlap - rest * Real(tolerance)), Real(most));
  }

  RAYCLOTH_HD void measure(int row) const {
    const Int4 v = rows.vertices[row];
    Point<float> corners[4];
    for (int k = 0; k < 4; ++k) corners[k] = xyz(x[v[k]]) - xyz(x[v.x]);
    const float rest = rows.normals[row].w, by = undone(rest - sqrtf(vertex_to_face(corners).squared), rest);
    rows.violations[row] = by;
    if (!(by > 0)) rows.flags[row] = 0;
  }
};

/// On the short lists as well; the substeps that follow make their own.
struct ListOverlaps {
  MoveVertex move;
  VertexParts parts;
  int* outdated;

  RAYCLOTH_HD void operator()(int v) const {
    part_among_rows(move, v, parts);
    outdated[v] = 1;
  }
};

struct AskForMoves {
  ContactRows rows;
  VertexParts parts;

  template <class Real>
  RAYCLOTH_HD void operator()(Lanes<Real> at) const {
    const Real undone = load(rows.violations, at);
    if (!any(undone > Real(0))) return;
    const Real found = mobility(parts, rows, load(rows.weights, at), at);
    const Real impulse = larger(undone, Real(0)) / select(found > Real(0), found, Real(1));
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
                                            settings.overlap_tolerance, kRecovery * interval, world.pace.crosses},
                               busy(world, r.busy)});
  parallel_for(queue, "list_overlaps", vertices,
               Moves(4 * bytes<int>).per(move.rows.offsets + vertices, 2 * bytes<int> + bytes<unsigned char>),
               ListOverlaps{move, parts_of(r), r.outdated.data()});
  parallel_for_lanes(queue, "ask_for_moves", row_count(r), bytes<Int4> + 3 * bytes<Vec4> + 5 * bytes<float>,
                     WhereBusy{AskForMoves{rows, parts_of(r)}, busy(world, r.busy)});
  parallel_for(queue, "apply_moves", vertices,
               Moves(3 * bytes<int> + 2 * bytes<Vec4>).per(move.rows.offsets + vertices, bytes<int, float, Vec4>),
               ApplyContacts{move});
}

}  // namespace raycloth::RAYCLOTH_DEVICE
