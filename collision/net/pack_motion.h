// How packs of eight triangles move, and how much nearer two of them can come by it. A pack is taken to move as a rigid
// body does for a moment, by a way and a turn; what its vertices do besides is bounded. Of two packs only what they do
// against each other counts: if all points went to p + w + t x (p - m), any two of them would end farther apart than
// they began, since t x d is at right angles to d; so they come nearer by no more than what both do beside the motion
// of one of them. Cloth that falls, swings and turns as a whole, or bends by little, comes nearer to nothing.
#pragma once

#include "collision/net/feature_pack.h"
#include "device/lanes.h"

namespace raycloth::RAYCLOTH_DEVICE {

/// Rounding of a distance in floats, m.
constexpr float kRounding = 1e-6f;

/// A pack between planes: a box, and a slab along a normal.
struct PackShape {
  Vec3 low, high, normal, middle;
  float bottom, top;  // of the slab, from the middle
};

/// How packs move, as rigid bodies for a moment; m.
struct RigidMotions {
  Vec4* ways;     // xyz: of the middle; w: the most that a vertex does besides
  Vec4* turns;    // xyz: about the middle; w: from there to the farthest vertex
  Vec4* middles;  // xyz: where it was; w: how far a correction may put a vertex from its end
};

/// Per pack, for motions from one place of every vertex to another; m.
struct PackMotions {
  RigidMotions rigid;
  Vec4 *lows, *highs;          // xyz: the box where it was; w: bottom and top of a slab
  Vec4 *ends_low, *ends_high;  // xyz: the box where it comes to
  Vec4* normals;               // of the slab

  RAYCLOTH_HD Box box(int i) const { return {Vec4(xyz(lows[i]), 0), Vec4(xyz(highs[i]), 0)}; }
  RAYCLOTH_HD PackShape shape(int i, bool at_end) const {
    return {xyz((at_end ? ends_low : lows)[i]),
            xyz((at_end ? ends_high : highs)[i]),
            xyz(normals[i]),
            xyz(rigid.middles[i]),
            lows[i].w,
            highs[i].w};
  }
};

/// The turn t for which t x a is about the way of a, and t x b that of b.
RAYCLOTH_HD inline Vec3 turn_of(Vec3 a, Vec3 b, Vec3 way_a, Vec3 way_b) {
  const Vec3 normal = glm::cross(a, b);
  const float area = glm::dot(normal, normal), aa = glm::dot(a, a), bb = glm::dot(b, b);
  if (!(area > 1e-6f * aa * bb)) return Vec3(0);
  const float about_normal =
      0.5f * (glm::dot(glm::cross(a, way_a), normal) / aa + glm::dot(glm::cross(b, way_b), normal) / bb);
  return (a * glm::dot(normal, way_b) - b * glm::dot(normal, way_a) + normal * about_normal) / area;
}

/// The rigid motion of a pack, as its pillars do it, from where they were and their ways.
struct RigidMotion {
  Vec3 middle, way, turn;

  RAYCLOTH_HD RigidMotion(const Vec3 (&from)[3], const Vec3 (&ways)[3])
      : middle((from[0] + from[1] + from[2]) * (1.0f / 3.0f)),
        way((ways[0] + ways[1] + ways[2]) * (1.0f / 3.0f)),
        turn(turn_of(from[1] - from[0], from[2] - from[0], ways[1] - ways[0], ways[2] - ways[0])) {}

  /// What of a way is not the rigid body's.
  template <class Real>
  RAYCLOTH_HD Vector3<Real> strays(const Vector3<Real>& arm, const Vector3<Real>& of) const {
    return of - in_lanes<Real>(way) - cross(in_lanes<Real>(turn), arm);
  }
};

/// Measures how a pack goes from one place to another.
struct MeasureMotion {
  const FeaturePack* packs;
  PackMotions motions;
  const Vec4 *from, *to;
  const Vec4* slab;     // either: where the slab is measured
  const float* slacks;  // m, per vertex; none: 0

  template <class Real, class Index>
  RAYCLOTH_HD Real slack_of(Index v) const {
    return slacks ? gather(slacks, v) : Real(0);
  }

  RAYCLOTH_HD void operator()(int i) const {
    const FeaturePack& pack = packs[i];
    const Int3 p = pack.pillars;
    const Vec3 pillars[3] = {xyz(from[p.x]), xyz(from[p.y]), xyz(from[p.z])};
    const Vec3 ends[3] = {xyz(to[p.x]), xyz(to[p.y]), xyz(to[p.z])};
    const RigidMotion rigid(pillars, {ends[0] - pillars[0], ends[1] - pillars[1], ends[2] - pillars[2]});
    const Vec3(&plane)[3] = slab == from ? pillars : ends;
    const Vec3 across = glm::cross(plane[1] - plane[0], plane[2] - plane[0]);
    const float area = sqrtf(glm::dot(across, across));
    const Vec3 normal = area > 0 ? across / area : Vec3(0);
    const auto most = most_of_eight<17>([&]<class Real>(Lanes<Real> at) {
      Several<Real, 17> most;
      for (int k = 0; k < 17; ++k) most.of[k] = Real(k < 3 ? 0 : -kHuge);
      for (const auto& corner : pack.corners) {
        const auto v = indices(corner, at);
        const Vector3<Real> start = xyz(gather(from, v)), end = xyz(gather(to, v));
        const Vector3<Real> arm = start - in_lanes<Real>(rigid.middle), strays = rigid.strays(arm, end - start);
        const Real height = dot(in_lanes<Real>(normal), (slab == from ? start : end) - in_lanes<Real>(rigid.middle));
        const Real found[17] = {dot(strays, strays),
                                dot(arm, arm),
                                slack_of<Real>(v),
                                start.x,
                                start.y,
                                start.z,
                                -start.x,
                                -start.y,
                                -start.z,
                                end.x,
                                end.y,
                                end.z,
                                -end.x,
                                -end.y,
                                -end.z,
                                -height,
                                height};
        for (int k = 0; k < 17; ++k) most.of[k] = larger(most.of[k], found[k]);
      }
      return most;
    });
    const float(&m)[17] = most.of;
    motions.rigid.ways[i] = Vec4(rigid.way, sqrtf(m[0]));
    motions.rigid.turns[i] = Vec4(rigid.turn, sqrtf(m[1]));
    motions.rigid.middles[i] = Vec4(rigid.middle, m[2]);
    motions.highs[i] = Vec4(m[3], m[4], m[5], m[16]);
    motions.lows[i] = Vec4(-m[6], -m[7], -m[8], -m[15]);
    motions.ends_high[i] = Vec4(m[9], m[10], m[11], 0);
    motions.ends_low[i] = Vec4(-m[12], -m[13], -m[14], 0);
    motions.normals[i] = Vec4(normal, 0);
  }
};

/// Measures how a pack would go on for some time.
struct MeasureSpeed {
  const FeaturePack* packs;
  RigidMotions motions;
  const Vec4 *positions, *velocities;  // m, m/s
  float time;                          // s

  RAYCLOTH_HD void operator()(int i) const {
    const FeaturePack& pack = packs[i];
    const Int3 p = pack.pillars;
    const RigidMotion rigid({xyz(positions[p.x]), xyz(positions[p.y]), xyz(positions[p.z])},
                            {xyz(velocities[p.x]) * time, xyz(velocities[p.y]) * time, xyz(velocities[p.z]) * time});
    const auto most = most_of_eight<2>([&]<class Real>(Lanes<Real> at) {
      Several<Real, 2> most{{Real(0), Real(0)}};
      for (const auto& corner : pack.corners) {
        const auto v = indices(corner, at);
        const Vector3<Real> arm = xyz(gather(positions, v)) - in_lanes<Real>(rigid.middle);
        const Vector3<Real> strays = rigid.strays(arm, xyz(gather(velocities, v)) * Real(time));
        most = {{larger(most.of[0], dot(strays, strays)), larger(most.of[1], dot(arm, arm))}};
      }
      return most;
    });
    motions.ways[i] = Vec4(rigid.way, sqrtf(most.of[0]));
    motions.turns[i] = Vec4(rigid.turn, sqrtf(most.of[1]));
    motions.middles[i] = Vec4(rigid.middle, 0);
  }
};

template <class Real>
RAYCLOTH_HD inline Real length_of(const Vector3<Real>& v) {
  return square_root(dot(v, v));
}

/// The most by which two packs come nearer, without corrections.
template <class Real, class Index>
RAYCLOTH_HD inline Real closing_of(const RigidMotions& motions, Index a, Index b) {
  const Vector4<Real> way_a = gather(motions.ways, a), way_b = gather(motions.ways, b);
  const Vector4<Real> turn_a = gather(motions.turns, a), turn_b = gather(motions.turns, b);
  const Vector3<Real> apart = xyz(gather(motions.middles, b)) - xyz(gather(motions.middles, a));
  const Vector3<Real> drift = xyz(way_b) - xyz(way_a) - cross(xyz(turn_a), apart);
  const Vector3<Real> turn = xyz(turn_b) - xyz(turn_a);
  return (length_of(drift) + length_of(turn) * turn_b.w + way_a.w + way_b.w) * Real(1.0001f) + Real(kRounding);
}

/// How far the boxes of two packs lie apart along some axis where they begin, by `grown` less; negative: nowhere.
template <class Real>
RAYCLOTH_HD inline Real gap_of(const Vector4<Real>& low, const Vector4<Real>& high, const Vector4<Real>& other_low,
                               const Vector4<Real>& other_high) {
  const auto axis = [](Real a, Real b, Real c, Real d) { return larger(c - b, a - d); };
  return larger(axis(low.x, high.x, other_low.x, other_high.x),
                larger(axis(low.y, high.y, other_low.y, other_high.y), axis(low.z, high.z, other_low.z, other_high.z)));
}

/// The same of all that they get to, as seen from the middle of the second.
template <class Real, class Index>
RAYCLOTH_HD inline Real gap_of_ways(const PackMotions& motions, Index a, Index b) {
  const Vector3<Real> along = xyz(gather(motions.rigid.ways, b));
  const auto hull = [&](Index i) {
    const Vector4<Real> low = gather(motions.lows, i), high = gather(motions.highs, i);
    const Vector3<Real> end_low = xyz(gather(motions.ends_low, i)) - along,
                        end_high = xyz(gather(motions.ends_high, i)) - along;
    struct {
      Vector4<Real> low, high;
    } all{{smaller(low.x, end_low.x), smaller(low.y, end_low.y), smaller(low.z, end_low.z), Real(0)},
          {larger(high.x, end_high.x), larger(high.y, end_high.y), larger(high.z, end_high.z), Real(0)}};
    return all;
  };
  const auto first = hull(a), second = hull(b);
  return gap_of(first.low, first.high, second.low, second.high);
}

}  // namespace raycloth::RAYCLOTH_DEVICE
