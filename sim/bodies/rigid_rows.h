// Rows of contacts that push rigid bodies. A row has up to four vertices with weights; those of one rigid body act as
// one point of it, sum_i w_i x_i, with the body's mass and inertia (Mueller et al. 2020, "Detailed rigid body
// simulation with extended position based dynamics", eqs. 2 to 9). Many rows push one body in one pass. Each takes it
// for a part of the body with an n-th of its mass, n the rows that act (Tonge et al. 2012, "Mass splitting for
// jitter-free parallel rigid body simulation"): then the sum of what they ask is what the body needs, a heavy body
// rests on light cloth, and momentum is kept. Against a heavy body a cloth vertex is so light that the row moves it
// alone, and the body only by what the cloth's own constraints return substep after substep: the body would sink in by
// M g h^2 w / n, more than the cloth is thick. So a row takes a vertex for at least a 30th of the body's part. All the
// vertices that touch a body then weigh at most a 30th of it more than they do, which is what momentum errs by in a
// blow; and a body at rest sinks in by 30 g h^2, 0.2 mm, whatever it weighs. Kernels only.
#pragma once

#include "device/atomic.h"
#include "device/fixed_point.h"
#include "sim/bodies/rigid_contacts.h"

namespace raycloth::RAYCLOTH_DEVICE {

/// Adds what one row asks of a vertex, in m.
RAYCLOTH_HD inline void add_move(VertexMove* move, Vec3 by) {
  for (int k = 0; k < 3; ++k) atomic_add(&move->sum[k], fixed(by[k]));
  atomic_add(&move->rows, 1);
}

/// The rigid bodies of a scene as rows see them; `vertex_rigid` is null where there is none.
struct RigidBodies {
  const int* vertex_rigid;
  const RigidNow* now;
  RigidPush* pushes;

  RAYCLOTH_HD int of(int vertex) const { return vertex_rigid ? vertex_rigid[vertex] : -1; }

  RAYCLOTH_HD bool any(Int4 v) const {
    return vertex_rigid && (of(v.x) >= 0 || of(v.y) >= 0 || of(v.z) >= 0 || of(v.w) >= 0);
  }

  RAYCLOTH_HD void push(int body, Vec3 linear, Vec3 angular) const {
    for (int k = 0; k < 3; ++k) {
      atomic_add(&pushes[body].linear[k], fixed(linear[k]));
      atomic_add(&pushes[body].angular[k], fixed(angular[k]));
    }
  }

  /// How far a point of a body at `arm` times `weight` goes along the unit `direction` for a unit of push there.
  RAYCLOTH_HD float mobility(int body, float weight, Vec3 arm, Vec3 direction) const {
    const Vec3 torque = glm::cross(arm, direction);
    const float parts = static_cast<float>(pushes[body].acting);
    return parts * (now[body].inverse_mass * weight * weight + glm::dot(torque, now[body].inverse_inertia * torque));
  }
};

RigidBodies rigid_bodies(World& world);

inline constexpr float kMostMassRatio = 30;
inline constexpr float kUnlimited = 1e30f;

/// The side of a row that belongs to one rigid body: sum w_i, and sum w_i (x_i - centre).
struct RigidSide {
  int body;
  float weight;
  Vec3 arm;
};

/// Calls visit(side) for every rigid body in a row (two at most), and alone(k) for every vertex of none.
template <class Visit, class Alone>
RAYCLOTH_HD void for_sides(const RigidBodies& rigid, const Vec4* x, Int4 v, Vec4 w, Visit visit, Alone alone) {
  for (int k = 0; k < 4; ++k) {
    const int body = rigid.of(v[k]);
    if (body < 0) {
      alone(k);
      continue;
    }
    bool first = true;
    for (int j = 0; j < k; ++j) first = first && rigid.of(v[j]) != body;
    if (!first) continue;
    RigidSide side{body, 0, Vec3(0)};
    for (int j = k; j < 4; ++j) {
      if (rigid.of(v[j]) != body) continue;
      side.weight += w[j];
      side.arm += (xyz(x[v[j]]) - rigid.now[body].centre) * w[j];
    }
    visit(side);
  }
}

/// The greatest inverse mass (1/kg) that a row takes its other vertices for, so that its rigid bodies can be held.
RAYCLOTH_HD inline float lightest(const RigidBodies& rigid, Int4 v) {
  float limit = kUnlimited;
  for (int k = 0; k < 4; ++k) {
    const int body = rigid.of(v[k]);
    if (body < 0) continue;
    const float parts = static_cast<float>(rigid.pushes[body].acting);
    limit = fminf(limit, kMostMassRatio * parts * rigid.now[body].inverse_mass);
  }
  return limit;
}

/// How much sum_i w_i x_i moves along the unit `direction` for a unit of push along it; no vertex that is by itself
/// has more than the inverse mass `limit`.
RAYCLOTH_HD inline float row_mobility(const RigidBodies& rigid, const Vec4* x, Int4 v, Vec4 w, Vec3 direction,
                                      float limit) {
  float sum = 0;
  for_sides(
      rigid, x, v, w,
      [&](const RigidSide& side) { sum += rigid.mobility(side.body, side.weight, side.arm, direction); },
      [&](int k) { sum += fminf(x[v[k]].w, limit) * w[k] * w[k]; });
  return sum;
}

/// The direction of `v`; any where it has none.
RAYCLOTH_HD inline Vec3 direction_of(Vec3 v) {
  const float length = sqrtf(glm::dot(v, v));
  return length > 0 ? v / length : Vec3(1, 0, 0);
}

}  // namespace raycloth::RAYCLOTH_DEVICE
