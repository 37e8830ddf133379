// The passes over the rows in every substep. A row starts a substep with the impulse that it ended the last one with
// (rows.cpp carries it from one detection to the next), so that a pile needs no more passes than its state
// changes. At the start all rows are looked at, and those that nearly act are listed, for each vertex; the passes know
// no others. Passes end with one in which no row moves its vertices by what would be seen.
#include "sim/response/response.h"

#include "device/atomic.h"
#include "device/parallel.h"
#include "sim/response/acting.h"
#include "sim/response/friction.h"
#include "sim/solver/step.h"
#include "sim/solver/world.h"

namespace raycloth::RAYCLOTH_DEVICE {

namespace {

/// A row goes on the lists when C is at most this much above its target. Of what else the passes of a substep push
/// together, one in some thousand of all that acts, the next one's begin knows.
constexpr float kNear = 1e-4f;  // m

/// The start of a substep, and what C must reach in it: no overlap, or none larger than there was; push_out.cpp undoes
/// those. What is kept of the last substep's impulse becomes the first correction.
struct BeginContacts {
  ContactRows rows;
  const Vec4 *x, *previous;
  const Vec4* turns;  // Kinematics'; null: nothing turns
  int* outdated;      // of vertices: another of its rows nearly acts than in the last substep
  float warm_start;

  template <class Real>
  RAYCLOTH_HD void operator()(Lanes<Real> at) const {
    const Vector4<Real> w = load(rows.weights, at), normal = load(rows.normals, at);
    const Vector3<Real> n = xyz(normal);
    const Vector3<Real> before = weighted_sum(previous, rows, w, at), now = weighted_sum(x, rows, w, at);
    const Real gap = dot(n, before) - normal.w, target = smaller(Real(0), gap);
    const Real violation = target - (dot(n, now) - normal.w);
    Vector4<Real> impulse = load(rows.impulses, at);
    impulse = with_w(xyz(impulse) * Real(warm_start), impulse.w * Real(warm_start));
    const auto pressed = impulse.w > Real(0);
    const auto listed = load(rows.violations, at) >= Real(-kNear),
               near = either(either(violation >= Real(-kNear), gap <= Real(kNear)), pressed);
    store(rows.violations, at, select(near, Real(0), violation));
    store_flags(rows.flags, at, pressed, near);
    tell_vertices(at.first, lane_bits(either(except(listed, near), except(near, listed))));
    if (!any(near)) return;
    store(rows.targets, at, target);
    store(rows.befores, at, with_w(turns ? before + cross(turn_of(w, at), before) : before, Real(0)));
    store(rows.impulses, at, impulse);
    const Vector3<Real> none = in_lanes<Real>(Vec3(0));
    store(rows.corrections, at, with_w(select(pressed, n * impulse.w + xyz(impulse), none), Real(0)));
  }

  /// What sticks to a surface that turns keeps its place above it, not beside where that was: how the surface turns
  /// between a row's sides, so the way from one to the other. (Without it, cloth of thickness e that a body takes along
  /// lags by e times the angle, and single edges by more than others.)
  template <class Real>
  RAYCLOTH_HD Vector3<Real> turn_of(const Vector4<Real>& w, Lanes<Real> at) const {
    Vector3<Real> sum{Real(0), Real(0), Real(0)};
    Real known(0);
    const auto add = [&](Real weight, int k) {
      const Vector4<Real> turn = gather(turns, indices(rows.vertices, k, at));
      const Real counts = turn.w * larger(weight, -weight);
      sum = sum + xyz(turn) * counts;
      known = known + counts;
    };
    add(w.x, 0);
    add(w.y, 1);
    add(w.z, 2);
    add(w.w, 3);
    return select(known > Real(0), sum * (Real(1) / known), sum);
  }

  /// Those of the rows from `first` on whose bits are set.
  RAYCLOTH_HD void tell_vertices(int first, unsigned bits) const {
    for (; bits != 0; bits &= bits - 1) {
      const Int4 v = rows.vertices[first + trailing_zeros(bits)];
      for (int k = 0; k < 4; ++k) atomic_store(&outdated[v[k]], 1);
    }
  }
};

/// The passes of a substep: the first goes over everything, and each of the others if the one before opened it. Where
/// something else moves vertices between them, all are open from the start.
struct Passes {
  PassSize* sizes;
  int most;
  PassSize all;  // with as many rows as there is room for
  const int* rows;
  bool open;

  RAYCLOTH_HD void begin() const {
    for (int pass = 0; pass <= most; ++pass)
      sizes[pass] = pass == 0 || open ? PassSize{*rows, all.vertices} : PassSize{};
  }
  RAYCLOTH_HD void open_next(int pass) const {
    atomic_store(&sizes[pass + 1].rows, *rows);
    atomic_store(&sizes[pass + 1].vertices, all.vertices);
  }
  DeviceCount rows_of(int pass) const { return {all.rows, &sizes[pass].rows}; }
  DeviceCount vertices_of(int pass) const { return {all.vertices, &sizes[pass].vertices}; }
};

/// Every pass. Each row takes a vertex for the part of it that the rows near to acting leave it (Tonge et al. 2012,
/// "Mass splitting for jitter-free parallel rigid body simulation"), so the sum of what they ask is what it needs.
struct SolveContacts {
  ContactRows rows;
  const Vec4* x;
  VertexParts parts;
  Passes passes;
  int pass;
  float unseen;  // part of a row's distance at rest by which it may move its vertices

  template <class Real>
  RAYCLOTH_HD void operator()(Lanes<Real> at) const {
    const Vector4<Real> w = load(rows.weights, at), normal = load(rows.normals, at);
    const Vector3<Real> n = xyz(normal);
    const Vector3<Real> now = weighted_sum(x, rows, w, at);
    const Real violation = load(rows.targets, at) - (dot(n, now) - normal.w);
    const Vector4<Real> so_far = load(rows.impulses, at);
    const auto listed = load(rows.violations, at) >= Real(-kNear);
    const auto acts = both(listed, either(violation > Real(0), so_far.w > Real(0)));
    store_flags(rows.flags, at, acts, listed);
    const Vector3<Real> none = in_lanes<Real>(Vec3(0));
    if (!any(acts)) return store(rows.corrections, at, with_w(none, Real(0)));
    Vector4<Real> before = load(rows.befores, at);
    if (any(before.w == Real(0))) {
      const Real found = mobility(parts, rows, w, at);
      before.w = select(found > Real(0), found, Real(1));
      store(rows.befores, at, before);
    }
    const Real pressed = larger(so_far.w + violation / before.w, Real(0));  // a contact never pulls
    const Vector3<Real> moved = now - xyz(before);
    const Vector3<Real> slid = moved - n * dot(n, moved);
    const Vector3<Real> grip = limit_grip(xyz(so_far) - slid / before.w, pressed, load(rows.friction, at));
    const Real push = pressed - so_far.w, by = push * before.w;
    store(rows.corrections, at, with_w(select(acts, n * push + grip - xyz(so_far), none), Real(0)));
    if (any(both(acts, larger(by, -by) > normal.w * Real(unseen)))) passes.open_next(pass);
    store(rows.impulses, at, with_w(select(acts, grip, xyz(so_far)), select(acts, pressed, so_far.w)));
  }
};

/// The start of a substep: short lists and parts, where they change, and what was kept of impulses.
struct BeginVertices {
  MoveVertex move;
  VertexParts parts;
  int* outdated;

  RAYCLOTH_HD void operator()(int v) const {
    if (outdated[v]) {
      part_among_rows(move, v, parts);
      outdated[v] = 0;
    }
    if (move.ground.levels) move.ground.lifts[v] = 0;
    move(v);
  }
};

/// Likewise, and of the passes.
struct BeginSubstep {
  WhereBusy<BeginVertices> begin;
  Passes passes;

  RAYCLOTH_HD void operator()(int v) const {
    if (v == 0) passes.begin();
    begin(v);
  }
  int skip_idle(int i, int end) const { return i == 0 ? i : begin.skip_idle(i, end); }
};

}  // namespace

void respond(Queue& queue, World& world, float h) {
  const Settings& settings = world.settings;
  Response& r = world.response;
  const ContactRows rows = rows_of(r);
  const MoveVertex move = move_of(world);
  const int vertices = world.state.vertices_count;
  const ActingRows* acting = r.acting.data();
  const auto moves_lists = [&](long long each) { return Moves(each).per(&acting->entries, bytes<int, float, Vec4>); };
  const DeviceCount all = row_count(r);
  const long long of_turns = world.kinematics.turns.size() > 0 ? 4 * bytes<Vec4> : 0;
  const long long first = bytes<Vec4> + 4 * bytes<float, float>;  // mobilities, where a row acts first
  const Passes passes{
      r.passes.data(), settings.contact_iterations, {all.capacity, vertices}, all.count, world.bodies.rigid_count > 0};
  begin_rigid(queue, world, h);
  parallel_for_lanes(queue, "begin_contacts", row_count(r),
                     Moves(kRowBytes + 5 * bytes<Vec4> + bytes<float, float, unsigned char>)
                         .per(&acting->listed, 3 * bytes<Vec4> + of_turns + bytes<float>),
                     WhereBusy{BeginContacts{rows, move.x, world.state.previous.data(), world.kinematics.turns.data(),
                                             r.outdated.data(), settings.warm_start},
                               busy(world, r.busy)});
  parallel_for(queue, "begin_vertices", vertices,
               moves_lists(4 * bytes<int, float> + 2 * bytes<Vec4>)
                   .per(move.rows.offsets + vertices, 2 * bytes<int> + bytes<unsigned char>),
               BeginSubstep{{BeginVertices{move, parts_of(r), r.outdated.data()}, free_vertices(world)}, passes});
  for (int pass = 0; pass < settings.contact_iterations; ++pass) {
    parallel_for_lanes(queue, "solve_contacts", passes.rows_of(pass),
                       Moves(bytes<unsigned char>)
                           .per(&acting->listed, kRowBytes + bytes<float, float, unsigned char> + 2 * bytes<Vec4>)
                           .per(&acting->rows, bytes<Vec2> + 2 * bytes<Vec4> + (pass == 0 ? first : 0)),
                       WhereListed{SolveContacts{rows, move.x, parts_of(r), passes, pass, settings.contact_tolerance},
                                   r.flags.data()});
    parallel_for(queue, "apply_contacts", passes.vertices_of(pass),
                 moves_lists(3 * bytes<int, float> + 2 * bytes<Vec4>),
                 WhereBusy{ApplyContacts{move}, free_vertices(world)});
    push_rigid(queue, world, h);
  }
  stand_on_ground(queue, world, h);
}

void add_impulses(Response& response, float h, std::vector<Vec3>& impulses) { add_row_impulses(response, h, impulses); }

void count_acting(Response& r) {
  ActingRows acting{};
  const int rows = r.row_offsets.download(r.vertices.size(), 1)[0];
  const std::vector<int> offsets = r.incidence_offsets.download(), ends = r.near_ends.download();
  for (size_t v = 0; v < ends.size() && rows > 0; ++v) acting.entries += ends[v] - offsets[v];
  for (const unsigned char flag : r.flags.download(0, rows)) {
    acting.rows += (flag & kActs) != 0;
    acting.listed += (flag & kListed) != 0;
  }
  r.acting.upload({&acting, 1});
}

}  // namespace raycloth::RAYCLOTH_DEVICE
