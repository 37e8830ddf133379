// The passes over the rows in every substep. A contact that is too far apart to be reached by all that the passes have
// moved so far is not looked at again in this substep; what it would have given is exactly nothing.
#include "sim/response.h"

#include "device/atomic.h"
#include "device/parallel.h"
#include "sim/friction.h"
#include "sim/step.h"

namespace raycloth::RAYCLOTH_DEVICE {

namespace {

/// Views of Response's arrays of the same names.
struct Rows {
  const Int4* vertices;
  const Vec4 *weights, *normals;
  const Vec2* friction;
  float *targets, *slacks, *pressed;
  Vec4 *befores, *grips, *corrections;
  unsigned char* acting;
};

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

template <class Real>
RAYCLOTH_HD Real sum_of_magnitudes(const Vector4<Real>& v) {
  return magnitude(v.x) + magnitude(v.y) + magnitude(v.z);
}

/// How far each vertex of a contact may move before the contact can be violated, given by how much it is not. Sums of
/// four products round by less than 4e-6 of the coordinates, this pass's and the later one's together.
template <class Real>
RAYCLOTH_HD Real slack_of(Real distance_left, const Corners<Real>& x, const Vector4<Real>& w) {
  const Real coordinates = sum_of_magnitudes(x.a) + sum_of_magnitudes(x.b) + sum_of_magnitudes(x.c) + sum_of_magnitudes(x.d);
  return (distance_left - Real(4e-6f) * coordinates) / (sum_of_magnitudes(w) + magnitude(w.w));
}

/// What a contact has done in this substep.
template <class Real>
struct Impulse {
  Real pressed;
  Vector3<Real> grip;
};

/// Presses by `violation`, where that or the past asks for it, and holds against sliding.
template <class Real>
RAYCLOTH_HD void press(const Rows& rows, Lanes<Real> at, const Vector3<Real>& n, const Vector3<Real>& now,
                       const Vector4<Real>& before, Real violation, const Impulse<Real>& so_far) {
  const auto acts = either(violation > Real(0), so_far.pressed != Real(0));
  store(rows.acting, at, acts);
  if (!any(acts)) return;
  const Real mobility = before.w;
  const Real pressed = larger(so_far.pressed + violation / mobility, Real(0));   // a contact never pulls
  const Vector3<Real> moved = now - xyz(before);
  const Vector3<Real> slid = moved - n * dot(n, moved);
  const Vector3<Real> grip = limit_grip(so_far.grip - slid / mobility, pressed, load(rows.friction, at));
  store(rows.corrections, at, with_w(n * (pressed - so_far.pressed) + grip - so_far.grip, Real(0)));
  store(rows.grips, at, with_w(grip, Real(0)));
  store(rows.pressed, at, select(acts, pressed, so_far.pressed));
}

/// The first pass of a substep. What C must reach: an overlap at the start of the substep may be corrected at
/// push_out_speed and no faster, or the correction would throw the vertex out.
struct BeginContacts {
  Rows rows;
  const Vec4 *x, *previous;
  float push_out;
  float* moved;
  int passes;

  template <class Real>
  RAYCLOTH_HD void operator()(Lanes<Real> at) const {
    if (at.first == 0) {
      for (int i = 0; i < passes; ++i) moved[i] = 0;
    }
    const Vector4<Real> w = load(rows.weights, at), normal = load(rows.normals, at);
    const Vector3<Real> n = xyz(normal);
    const Vector3<Real> before = corners_of(previous, rows, at).weighted_sum(w);
    const Real target = smaller(Real(0), dot(n, before) - normal.w + Real(push_out));
    const Corners<Real> corners = corners_of(x, rows, at);
    const Vector3<Real> now = corners.weighted_sum(w);
    const Real violation = target - (dot(n, now) - normal.w);
    const Vector4<Real> start = with_w(before, corners.mobility(w));
    store(rows.targets, at, target);
    store(rows.slacks, at, slack_of(-violation, corners, w));
    store(rows.befores, at, start);
    store(rows.pressed, at, Real(0));
    press(rows, at, n, now, start, violation, {Real(0), {Real(0), Real(0), Real(0)}});
  }
};

/// Every further pass.
struct SolveContacts {
  Rows rows;
  const Vec4* x;
  const float* moved;
  int pass;

  template <class Real>
  RAYCLOTH_HD void operator()(Lanes<Real> at) const {
    float reach = 0;   // no vertex has been moved farther than this by the passes before
    for (int i = 0; i < pass; ++i) reach += moved[i];
    if (!any(load(rows.slacks, at) <= Real(reach))) return;   // not violated then, and not now
    const Vector4<Real> w = load(rows.weights, at), normal = load(rows.normals, at);
    const Vector3<Real> n = xyz(normal), zero{Real(0), Real(0), Real(0)};
    const Vector3<Real> now = corners_of(x, rows, at).weighted_sum(w);
    const Real violation = load(rows.targets, at) - (dot(n, now) - normal.w);
    const Real pressed = load(rows.pressed, at);
    const Vector3<Real> grip = select(pressed != Real(0), xyz(load(rows.grips, at)), zero);
    press(rows, at, n, now, load(rows.befores, at), violation, {pressed, grip});
  }
};

Rows rows_of(Response& r) {
  return {r.vertices.data(), r.weights.data(), r.normals.data(), r.friction.data(),    r.targets.data(), r.slacks.data(),
          r.pressed.data(),  r.befores.data(), r.grips.data(),   r.corrections.data(), r.acting.data()};
}

}  // namespace

/// Every vertex takes the mean of what its acting contacts ask of it.
static void apply_contacts(Queue& queue, World& world, int pass) {
  Vec4* x = world.state.positions.data();
  Response& response = world.response;
  const int* offsets = response.incidence_offsets.data();
  const int* incidence = response.incidence.data();
  const unsigned char* acting = response.acting.data();
  const Vec4* weights = response.weights.data();
  const Vec4* corrections = response.corrections.data();
  float* moved = response.moved.data() + pass;
  parallel_for(queue, "apply_contacts", world.state.vertices_count, RAYCLOTH_KERNEL(int i) {
    Vec4 sum(0);
    const int end = offsets[i + 1];
    for (int k = offsets[i]; k < end; ++k) {
      const unsigned entry = incidence[k], row = entry / 4;
      if (!acting[row]) continue;
      sum += Vec4(xyz(corrections[row]) * weights[row][entry % 4], 1);
    }
    if (sum.w == 0) return;
    const Vec4 here = x[i];
    const Vec3 by = xyz(sum) * (here.w / sum.w);
    x[i] = Vec4(xyz(here) + by, here.w);
    atomic_max(moved, 1.001f * sqrtf(glm::dot(by, by)));
  });
}

void respond(Queue& queue, World& world, float h) {
  const Rows rows = rows_of(world.response);
  const Vec4* x = world.state.positions.data();
  float* moved = world.response.moved.data();
  const int passes = world.settings.contact_iterations;
  const BeginContacts begin{rows, x, world.state.previous.data(), world.settings.push_out_speed * h, moved, passes};
  parallel_for_lanes(queue, "begin_contacts", row_count(world.response), begin);
  apply_contacts(queue, world, 0);
  for (int pass = 1; pass < passes; ++pass) {
    parallel_for_lanes(queue, "solve_contacts", row_count(world.response), SolveContacts{rows, x, moved, pass});
    apply_contacts(queue, world, pass);
  }
  stand_on_ground(queue, world);
}

}  // namespace raycloth::RAYCLOTH_DEVICE
