// A pass over a pair's row, for kernels: of what met on its way (impulses.cpp), and of what is nearer than the fabric
// is thick (sim/response/bridson/proximity.cpp).
#pragma once

#include "sim/response/friction.h"
#include "sim/response/net/view.h"
#include "sim/response/rows.h"

namespace raycloth::RAYCLOTH_DEVICE {

/// A pass over rows for positions or velocities: what C lacks of `target`, and friction against what slid since
/// `before`.
struct PressRow {
  NetView net;
  const Vec4 *y, *before;

  RAYCLOTH_HD Vec2 friction_of(Int4 v) const {
    const Material &a = net.materials[net.vertex_object[v.x]], &b = net.materials[net.vertex_object[v.w]];
    return Vec2(sqrtf(a.static_friction * b.static_friction), sqrtf(a.kinetic_friction * b.kinetic_friction));
  }

  /// How far an impulse of 1 moves sum_i weights_i y_i of the parts that other rows leave it.
  RAYCLOTH_HD float mobility(Int4 v, Vec4 w) const {
    float sum = 0;
    for (int k = 0; k < 4; ++k) {
      sum += net.sweep.mobility(v[k]) * static_cast<float>(net.moves[v[k]].rows) * w[k] * w[k];
    }
    return sum;
  }

  RAYCLOTH_HD void give(Int4 v, Vec4 w, Vec3 impulse) const {
    for (int k = 0; k < 4; ++k) {
      const float share = net.sweep.mobility(v[k]) * w[k];
      if (share != 0) net.add(net.moves[v[k]], impulse * share);
    }
  }

  RAYCLOTH_HD void operator()(Int4 v, NetRow& row, float target) const {
    const float mobile = mobility(v, row.weights);
    if (mobile == 0) return;
    const Vec3 n = xyz(row.normal_target), now = sum_of_row(y, v, row.weights);
    const float pressed = fmaxf(row.impulse.w + (target - glm::dot(n, now)) / mobile, 0.0f);
    const Vec3 moved = before ? now - sum_of_row(before, v, row.weights) : now;
    const Vec3 slid = moved - n * glm::dot(n, moved), wanted = xyz(row.impulse) - slid / mobile;
    const Vec2 friction = friction_of(v);
    const Vector3<float> grip =
        limit_grip(Vector3<float>{wanted.x, wanted.y, wanted.z}, pressed, Vector2<float>{friction.x, friction.y});
    const Vec3 gripped(grip.x, grip.y, grip.z);
    give(v, row.weights, n * (pressed - row.impulse.w) + gripped - xyz(row.impulse));
    row.impulse = Vec4(gripped, pressed);
  }
};

}  // namespace raycloth::RAYCLOTH_DEVICE
