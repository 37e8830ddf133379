// How packs of eight triangles move, and how much nearer two of them can come by it. A pack is taken to move as a rigid
// body does for a moment, by a way and a turn; what its vertices do besides is bounded. Of two packs only what they do
// against each other counts: if all points went to p + w + t x (p - m), any two of them would end farther apart than
// they began, since t x d is at right angles to d; so they come nearer by no more than what both do beside the motion
// of one of them. Cloth that falls, swings and turns as a whole, or bends by little, comes nearer to nothing.
#pragma once

#include "collision/net/feature_pack.h"
#include "device/buffer.h"
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
  float* still;   // 1 where no vertex goes anywhere, nor may be put by a correction; else 0

  /// Whether all of these packs, and of those, are.
  template <class Index, class Other>
  RAYCLOTH_HD bool are_still(Index a, Other b) const {
    const auto both = gather(still, a) * gather(still, b);
    return !any(both != decltype(both)(1.0f));
  }
};

/// Per pack, for motions from one place of every vertex to another; m.
struct PackMotions {
  RigidMotions rigid;
  Vec4 *lows, *highs;          // xyz: the box where it was; w: bottom and top of a slab, from rigid.middles
  Vec4 *ends_low, *ends_high;  // the same where it comes to
  Vec4* normals;               // of the slab, from start to end
  Vec2* facing;  // of triangles seen along the normal, all the way: the least altitude, and cosine to the normal
  float* flat;   // see flat_packs.h

  RAYCLOTH_HD Box box(int i) const { return {Vec4(xyz(lows[i]), 0), Vec4(xyz(highs[i]), 0)}; }
  RAYCLOTH_HD PackShape shape(int i, bool at_end) const {
    const Vec4 low = (at_end ? ends_low : lows)[i], high = (at_end ? ends_high : highs)[i];
    return {xyz(low), xyz(high), xyz(normals[i]), xyz(rigid.middles[i]), low.w, high.w};
  }
};

/// Their arrays.
struct RigidMotionBuffers {
  Buffer<Vec4> ways, turns, middles;
  Buffer<float> still;

  void resize(size_t packs) {
    for (Buffer<Vec4>* each : {&ways, &turns, &middles}) each->resize(packs);
    still.resize(packs);
  }
  RigidMotions view() { return {ways.data(), turns.data(), middles.data(), still.data()}; }
};

struct PackMotionBuffers {
  RigidMotionBuffers rigid;
  Buffer<Vec4> lows, highs, ends_low, ends_high, normals;
  Buffer<Vec2> facing;
  Buffer<float> flat;

  void resize(size_t packs) {
    rigid.resize(packs);
    for (Buffer<Vec4>* each : {&lows, &highs, &ends_low, &ends_high, &normals}) each->resize(packs);
    facing.resize(packs);
    flat.resize(packs);
  }
  PackMotions view() {
    return {rigid.view(),     lows.data(),    highs.data(),  ends_low.data(),
            ends_high.data(), normals.data(), facing.data(), flat.data()};
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

/// Triangles that go straight on, as seen along `normal`: their altitudes and the cosine to it, at least, all the way.
/// The vector product of two sides is a polynomial of the time, which lies between its coefficients after Bernstein.
template <class Real>
struct SeenAlong {
  Real altitude, cosine;

  RAYCLOTH_HD SeenAlong(const Vector3<Real>& normal, const Vector3<Real> (&from)[3], const Vector3<Real> (&to)[3]) {
    const Vector3<Real> u = from[1] - from[0], v = from[2] - from[0], end_u = to[1] - to[0], end_v = to[2] - to[0];
    const Vector3<Real> first = cross(u, v), last = cross(end_u, end_v),
                        middle = (cross(u, end_v) + cross(end_u, v)) * Real(0.5f);
    const auto most = [](const Vector3<Real>& a, const Vector3<Real>& b, const Vector3<Real>& c) {
      return square_root(larger(dot(a, a), larger(dot(b, b), dot(c, c))) + Real(1e-30f));
    };
    const Real area = larger(smaller(dot(normal, first), smaller(dot(normal, middle), dot(normal, last))), Real(0));
    altitude = area / larger(most(u, v, v - u), most(end_u, end_v, end_v - end_u));
    cosine = area / most(first, middle, last);
  }
};

/// How packs go from one place to another, as far as rigid bodies do.
struct MeasureRigid {
  const FeaturePack* packs;
  RigidMotions motions;
  const Vec4 *from, *to;
  const float* slacks;  // m, per vertex; none: 0

  template <class Real, class Index>
  RAYCLOTH_HD Real slack_of(Index v) const {
    return slacks ? gather(slacks, v) : Real(0);
  }

  RAYCLOTH_HD void operator()(int i) const {
    const FeaturePack& pack = packs[i];
    const Int3 p = pack.pillars;
    const Vec3 pillars[3] = {xyz(from[p.x]), xyz(from[p.y]), xyz(from[p.z])};
    const RigidMotion rigid(pillars, {xyz(to[p.x]) - pillars[0], xyz(to[p.y]) - pillars[1], xyz(to[p.z]) - pillars[2]});
    const auto most = most_of_eight<3>([&]<class Real>(Lanes<Real> at) {
      Several<Real, 3> most{{Real(0), Real(0), Real(0)}};
      for (const auto& corner : pack.corners) {
        const auto v = indices(corner, at);
        const Vector3<Real> start = xyz(gather(from, v)), arm = start - in_lanes<Real>(rigid.middle),
                            strays = rigid.strays(arm, xyz(gather(to, v)) - start);
        most = {{larger(most.of[0], dot(strays, strays)), larger(most.of[1], dot(arm, arm)),
                 larger(most.of[2], slack_of<Real>(v))}};
      }
      return most;
    });
    motions.ways[i] = Vec4(rigid.way, sqrtf(most.of[0]));
    motions.turns[i] = Vec4(rigid.turn, sqrtf(most.of[1]));
    motions.middles[i] = Vec4(rigid.middle, most.of[2]);
  }
};

/// Where they are at both ends, and how flat: once their rigid motions are known.
struct MeasureShapes {
  const FeaturePack* packs;
  PackMotions motions;
  const Vec4 *from, *to;

  /// The mean of the triangles' normals, half way.
  RAYCLOTH_HD Vec3 normal_of(const FeaturePack& pack) const {
    const auto middle = [&](int v) { return xyz(from[v]) + xyz(to[v]); };
    Vec3 sum(0);
    for (int lane = 0; lane < 8; ++lane) {
      const Int3 t = pack.triangle(lane);
      const Vec3 first = middle(t.x);
      sum += glm::cross(middle(t.y) - first, middle(t.z) - first);
    }
    const float length = sqrtf(glm::dot(sum, sum));
    return length > 0 ? sum / length : Vec3(0);
  }

  RAYCLOTH_HD void operator()(int i) const {
    const FeaturePack& pack = packs[i];
    const Vec3 normal = normal_of(pack), middle = xyz(motions.rigid.middles[i]);
    const auto most = most_of_eight<18>([&]<class Real>(Lanes<Real> at) {
      Several<Real, 18> most;
      for (Real& of : most.of) of = Real(-kHuge);
      Vector3<Real> starts[3], ends[3];
      for (int corner = 0; corner < 3; ++corner) {
        const auto v = indices(pack.corners[corner], at);
        const Vector3<Real> start = starts[corner] = xyz(gather(from, v)), end = ends[corner] = xyz(gather(to, v));
        const Real height = dot(in_lanes<Real>(normal), start - in_lanes<Real>(middle)),
                   end_height = dot(in_lanes<Real>(normal), end - in_lanes<Real>(middle));
        const Real found[16] = {start.x, start.y, start.z, height,     -start.x, -start.y, -start.z, -height,
                                end.x,   end.y,   end.z,   end_height, -end.x,   -end.y,   -end.z,   -end_height};
        for (int k = 0; k < 16; ++k) most.of[k] = larger(most.of[k], found[k]);
      }
      const SeenAlong<Real> seen(in_lanes<Real>(normal), starts, ends);
      const auto there = set_in(pack.present, at);
      most.of[16] = select(there, -seen.altitude, Real(-kHuge));
      most.of[17] = select(there, -seen.cosine, Real(-kHuge));
      return most;
    });
    const float(&m)[18] = most.of;
    motions.highs[i] = Vec4(m[0], m[1], m[2], m[3]);
    motions.lows[i] = Vec4(-m[4], -m[5], -m[6], -m[7]);
    motions.ends_high[i] = Vec4(m[8], m[9], m[10], m[11]);
    motions.ends_low[i] = Vec4(-m[12], -m[13], -m[14], -m[15]);
    motions.normals[i] = Vec4(normal, 0);
    motions.facing[i] = Vec2(-m[16], -m[17]);
  }
};

template <class Real>
RAYCLOTH_HD inline Real length_of(const Vector3<Real>& v) {
  return square_root(dot(v, v));
}

/// The most by which two packs come nearer, without corrections.
template <class Real, class Index>
RAYCLOTH_HD inline Real closing_of(const RigidMotions& motions, Index a, Index b) {
  if (motions.are_still(a, b)) return Real(kRounding);  // as below, without the way there
  const Vector4<Real> way_a = gather(motions.ways, a), way_b = gather(motions.ways, b);
  const Vector4<Real> turn_a = gather(motions.turns, a), turn_b = gather(motions.turns, b);
  const Vector3<Real> apart = xyz(gather(motions.middles, b)) - xyz(gather(motions.middles, a));
  const Vector3<Real> drift = xyz(way_b) - xyz(way_a) - cross(xyz(turn_a), apart);
  const Vector3<Real> turn = xyz(turn_b) - xyz(turn_a);
  return (length_of(drift) + length_of(turn) * turn_b.w + way_a.w + way_b.w) * Real(1.0001f) + Real(kRounding);
}

/// How far two boxes lie apart along some axis; negative: nowhere.
template <class Real>
RAYCLOTH_HD inline Real gap_of(const Vector4<Real>& low, const Vector4<Real>& high, const Vector4<Real>& other_low,
                               const Vector4<Real>& other_high) {
  const auto axis = [](Real a, Real b, Real c, Real d) { return larger(c - b, a - d); };
  return larger(axis(low.x, high.x, other_low.x, other_high.x),
                larger(axis(low.y, high.y, other_low.y, other_high.y), axis(low.z, high.z, other_low.z, other_high.z)));
}

/// Two packs all the time, if each vertex goes straight on: what lies apart along one direction, and on the same side,
/// at the start and at the end does so between them.
template <class Real, class Index>
struct GapOnTheWay {
  const PackMotions& motions;
  Index a, b;

  /// How far apart along some axis; negative: along none.
  RAYCLOTH_HD Real boxes() const {
    const Vector4<Real> low = gather(motions.lows, a), high = gather(motions.highs, a);
    const Vector4<Real> end_low = gather(motions.ends_low, a), end_high = gather(motions.ends_high, a);
    const Vector4<Real> other_low = gather(motions.lows, b), other_high = gather(motions.highs, b);
    const Vector4<Real> other_end_low = gather(motions.ends_low, b), other_end_high = gather(motions.ends_high, b);
    const auto axis = [](Real above, Real end_above, Real below, Real end_below) {
      return larger(smaller(above, end_above), smaller(below, end_below));
    };
    const auto x = axis(other_low.x - high.x, other_end_low.x - end_high.x, low.x - other_high.x,
                        end_low.x - other_end_high.x),
               y = axis(other_low.y - high.y, other_end_low.y - end_high.y, low.y - other_high.y,
                        end_low.y - other_end_high.y),
               z = axis(other_low.z - high.z, other_end_low.z - end_high.z, low.z - other_high.z,
                        end_low.z - other_end_high.z);
    return larger(x, larger(y, z));
  }

  /// How far the second lies outside of the first's slab; negative: within.
  RAYCLOTH_HD Real slab(Index first, Index second) const {
    const Vector3<Real> normal = xyz(gather(motions.normals, first)), across = xyz(gather(motions.normals, second));
    const Vector4<Real> way = gather(motions.rigid.ways, second), turn = gather(motions.rigid.turns, second);
    const Real top = larger(gather(motions.highs, second).w, -gather(motions.lows, second).w);
    const auto extent = [&](const Vector3<Real>& direction) {  // of its arms
      const Real height = dot(direction, across);
      return larger(height, -height) * top + length_of(direction - across * height) * turn.w;
    };
    const Real there =
        dot(normal, xyz(gather(motions.rigid.middles, second)) - xyz(gather(motions.rigid.middles, first)));
    const Real then = there + dot(normal, xyz(way));
    const Real reach = extent(normal), end_reach = extent(normal + cross(normal, xyz(turn))) + way.w;
    return larger(
        smaller(there - reach - gather(motions.highs, first).w, then - end_reach - gather(motions.ends_high, first).w),
        smaller(gather(motions.lows, first).w - there - reach, gather(motions.ends_low, first).w - then - end_reach));
  }
};

/// How far two packs stay apart, all the way, by some plane between them, m; negative: none is known. Less kRounding.
template <class Real, class Index>
RAYCLOTH_HD inline Real apart_on_the_way(const PackMotions& motions, Index a, Index b) {
  const GapOnTheWay<Real, Index> gap{motions, a, b};
  return larger(gap.boxes(), larger(gap.slab(a, b), gap.slab(b, a))) - Real(kRounding);
}

}  // namespace raycloth::RAYCLOTH_DEVICE
