// The passes over the rows in every substep. All rows are looked at in every pass; what follows for the vertices goes by
// a short list for each, made in the first pass, of the rows that nearly act. A row that acts without being on the lists
// marks its vertices, which then go by all of their rows: the lists never change a sum.
#include "sim/response.h"

#include "device/atomic.h"
#include "device/parallel.h"
#include "sim/friction.h"
#include "sim/rows.h"
#include "sim/step.h"

namespace raycloth::RAYCLOTH_DEVICE {

namespace {

/// Views of Response's arrays of the same names.
struct Rows {
  const Int4* vertices;
  const Vec4 *weights, *normals;
  const Vec2* friction;
  float *targets, *violations, *pressed;
  Vec4 *befores, *grips, *corrections;
  unsigned char* flags;
};

constexpr unsigned char kActs = 1, kListed = 2;

/// A row goes on the lists when C is at most this much above its target. It changes how long a pass takes, nothing else.
constexpr float kNear = 1e-4f;   // m

/// The four vertices of a contact.
template <class Real>
struct Corners {
  Vector4<Real> a, b, c, d;

  /// sum_i weights_i x_i
  RAYCLOTH_HD Vector3<Real> weighted_sum(const Vector4<Real>& w) const {
    return xyz(a) * w.x + xyz(b) * w.y + xyz(c) * w.z + xyz(d) * w.w;
  }
  /// What an impulse of 1 moves the sum by: sum_i weights_i^2 / m_i.
  RAYCLOTH_HD Real mobility(const Vector4<Real>& w) const {
    return a.w * w.x * w.x + b.w * w.y * w.y + c.w * w.z * w.z + d.w * w.w * w.w;
  }
};

template <class Real>
RAYCLOTH_HD Corners<Real> corners_of(const Vec4* x, const Rows& rows, Lanes<Real> at) {
  return {gather(x, indices(rows.vertices, 0, at)), gather(x, indices(rows.vertices, 1, at)),
          gather(x, indices(rows.vertices, 2, at)), gather(x, indices(rows.vertices, 3, at))};
}

/// What a contact has done in this substep.
template <class Real>
struct Impulse {
  Real pressed;
  Vector3<Real> grip;
};

/// Presses by `violation` and holds against sliding, in the lanes of `acts`.
template <class Real, class Mask>
RAYCLOTH_HD void press(const Rows& rows, Lanes<Real> at, const Mask& acts, const Vector3<Real>& n,
                       const Vector3<Real>& now, const Vector4<Real>& before, Real violation,
                       const Impulse<Real>& so_far) {
  const Real mobility = before.w;
  const Real pressed = larger(so_far.pressed + violation / mobility, Real(0));   // a contact never pulls
  const Vector3<Real> moved = now - xyz(before);
  const Vector3<Real> slid = moved - n * dot(n, moved);
  const Vector3<Real> grip = limit_grip(so_far.grip - slid / mobility, pressed, load(rows.friction, at));
  store(rows.corrections, at, with_w(n * (pressed - so_far.pressed) + grip - so_far.grip, Real(0)));
  store(rows.grips, at, with_w(grip, Real(0)));
  store(rows.pressed, at, select(acts, pressed, so_far.pressed));
}

/// The first pass of a substep, from which the rows take what they must reach.
struct BeginContacts {
  Rows rows;
  const Vec4 *x, *previous;
  float push_out;

  template <class Real>
  RAYCLOTH_HD void operator()(Lanes<Real> at) const {
    const Vector4<Real> w = load(rows.weights, at), normal = load(rows.normals, at);
    const Vector3<Real> n = xyz(normal);
    const Vector3<Real> before = corners_of(previous, rows, at).weighted_sum(w);
    const Real target = push_out_target(dot(n, before) - normal.w, Real(push_out));
    const Corners<Real> corners = corners_of(x, rows, at);
    const Vector3<Real> now = corners.weighted_sum(w);
    const Real violation = target - (dot(n, now) - normal.w);
    const Vector4<Real> start = with_w(before, corners.mobility(w));
    store(rows.targets, at, target);
    const auto acts = violation > Real(0);
    store(rows.violations, at, violation);
    store(rows.befores, at, start);
    store(rows.pressed, at, Real(0));
    store_flags(rows.flags, at, acts, violation >= Real(-kNear));
    if (any(acts)) press(rows, at, acts, n, now, start, violation, {Real(0), {Real(0), Real(0), Real(0)}});
  }
};

/// Every further pass.
struct SolveContacts {
  Rows rows;
  const Vec4* x;
  int* unlisted;

  template <class Real>
  RAYCLOTH_HD void operator()(Lanes<Real> at) const {
    const Vector4<Real> w = load(rows.weights, at), normal = load(rows.normals, at);
    const Vector3<Real> n = xyz(normal), zero{Real(0), Real(0), Real(0)};
    const Vector3<Real> now = corners_of(x, rows, at).weighted_sum(w);
    const Real violation = load(rows.targets, at) - (dot(n, now) - normal.w);
    const Real pressed = load(rows.pressed, at);
    const Vector3<Real> grip = select(pressed != Real(0), xyz(load(rows.grips, at)), zero);
    const auto acts = either(violation > Real(0), pressed != Real(0));
    store_flags(rows.flags, at, acts, acts);
    if (!any(acts)) return;
    press(rows, at, acts, n, now, load(rows.befores, at), violation, {pressed, grip});
    mark_vertices(at.first, lane_bits(both(acts, load(rows.violations, at) < Real(-kNear))));
  }

  /// Those of the rows from `first` on whose bits are set.
  RAYCLOTH_HD void mark_vertices(int first, unsigned bits) const {
    for (int row = first; bits != 0; ++row, bits >>= 1) {
      if (!(bits & 1)) continue;
      for (int k = 0; k < 4; ++k) atomic_add(&unlisted[rows.vertices[row][k]], 1);
    }
  }
};

Rows rows_of(Response& r) {
  return {r.vertices.data(), r.weights.data(), r.normals.data(), r.friction.data(),    r.targets.data(), r.violations.data(),
          r.pressed.data(),  r.befores.data(), r.grips.data(),   r.corrections.data(), r.flags.data()};
}

}  // namespace

namespace {

/// Every vertex takes the mean of what its acting contacts ask of it.
struct ApplyContacts {
  Vec4* x;
  const float* weights;             // of corner k in row r: [4 r + k], where entries point
  const Vec4* corrections;
  const unsigned char* flags;
  bool first_pass;
  const int *offsets, *incidence;   // all rows of a vertex
  int *near, *near_ends;            // those that nearly act, from offsets[v] on
  int* unlisted;                    // not 0: another one acts

  RAYCLOTH_HD void list(int v) const {
    int end = offsets[v];
    for (int k = offsets[v]; k < offsets[v + 1]; ++k) {
      near[end] = incidence[k];
      end += flags[incidence[k] / 4] / kListed;   // 1 or 0: no branch, which nobody could foresee
    }
    near_ends[v] = end;
    unlisted[v] = 0;
  }

  /// What acting contacts ask of the vertex, and in w how many they are.
  RAYCLOTH_HD Vec4 sum_of(const int* entries, int begin, int end) const {
    Vec4 sum(0);
    for (int k = begin; k < end; ++k) {
      const unsigned row = static_cast<unsigned>(entries[k]) / 4;
      if (flags[row] & kActs) sum += Vec4(xyz(corrections[row]) * weights[entries[k]], 1);
    }
    return sum;
  }

  RAYCLOTH_HD void operator()(int v) const {
    if (first_pass) list(v);
    const Vec4 sum = unlisted[v] ? sum_of(incidence, offsets[v], offsets[v + 1]) : sum_of(near, offsets[v], near_ends[v]);
    if (sum.w > 0) x[v] = Vec4(xyz(x[v]) + xyz(sum) * (x[v].w / sum.w), x[v].w);
  }
};

}  // namespace

void respond(Queue& queue, World& world, float h) {
  State& state = world.state;
  Response& r = world.response;
  const Rows rows = rows_of(r);
  Vec4* x = state.positions.data();
  begin_rigid(queue, world, h);
  for (int pass = 0; pass < world.settings.contact_iterations; ++pass) {
    const bool first = pass == 0;
    if (first) {
      const float push_out = world.settings.push_out_speed * h;
      parallel_for_lanes(queue, "begin_contacts", row_count(r), BeginContacts{rows, x, state.previous.data(), push_out});
    } else {
      parallel_for_lanes(queue, "solve_contacts", row_count(r), SolveContacts{rows, x, r.unlisted.data()});
    }
    parallel_for(queue, "apply_contacts", state.vertices_count,
                 ApplyContacts{x, &r.weights.data()->x, rows.corrections, rows.flags, first, r.incidence_offsets.data(),
                               r.incidence.data(), r.near.data(), r.near_ends.data(), r.unlisted.data()});
    push_rigid(queue, world, h);
  }
  stand_on_ground(queue, world);
}

}  // namespace raycloth::RAYCLOTH_DEVICE
