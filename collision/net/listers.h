// What is listed of the features of two packs (measure.h): pairs that could meet in the interval, or pairs that are
// nearer at its start than the fabric is thick.
#pragma once

#include "collision/contacts/contacts.h"
#include "collision/net/measure.h"
#include "collision/net/pierce.h"
#include "collision/net/sides.h"
#include "collision/net/touching.h"

namespace raycloth::RAYCLOTH_DEVICE {

/// Of what lies nearer already than the separation: pushing wins it back.
constexpr float kKept = 0.999f;
/// Features are stopped at half of it, since what turns comes nearer on its way than at its end; and where they lie
/// nearer already, so slowly that they never get there.
constexpr float kLeast = 0.5f, kHeldBack = 0.99f;

/// Where four vertices are at the start and at the end, relative to the first's start.
struct Features {
  PairKind kind;
  Point<float> x[4], y[4];
  float slack;  // of both

  RAYCLOTH_HD Features(const SweepView& view, PairKind of, Int4 v) : kind(of) {
    float slacks[2] = {};
    const Vec3 origin = xyz(view.scene.positions[v.x]);
    for (int k = 0; k < 4; ++k) {
      x[k] = xyz(view.scene.positions[v[k]]) - origin;
      y[k] = xyz(view.end[v[k]]) - origin;
      float& most = slacks[k >= first_of_second(kind)];
      most = larger(most, view.slack(v[k]));
    }
    slack = slacks[0] + slacks[1];
  }

  /// The most that both can come nearer in the interval.
  RAYCLOTH_HD float closing() const {
    Vec3 ways[4];
    for (int k = 0; k < 4; ++k) ways[k] = y[k] - x[k];
    const Vec3 mean = (ways[0] + ways[1] + ways[2] + ways[3]) * 0.25f;
    float first = 0, second = 0;
    for (int k = 0; k < 4; ++k) {
      const Vec3 own = ways[k] - mean;
      float& most = k < first_of_second(kind) ? first : second;
      most = larger(most, glm::dot(own, own));
    }
    return (sqrtf(first) + sqrtf(second)) * kBoxSlack + slack;
  }

  /// Whether a plane across `direction` parts both at the start and at the end, whatever corrections do.
  RAYCLOTH_HD bool stay_apart(Vec3 direction, float separation) const {
    const float length = sqrtf(glm::dot(direction, direction));
    if (length == 0) return false;
    const Vec3 normal = direction / length;
    float low[2] = {kHuge, kHuge}, high[2] = {-kHuge, -kHuge};  // at the start and at the end
    for (int k = 0; k < 4; ++k) {
      const float start = glm::dot(normal, x[k]), end = glm::dot(normal, y[k]);
      if (k < first_of_second(kind)) {
        low[0] = smaller(low[0], start), low[1] = smaller(low[1], end);
      } else {
        high[0] = larger(high[0], start), high[1] = larger(high[1], end);
      }
    }
    const float apart = separation + slack + kRounding;
    return low[0] - high[0] > separation + kRounding && low[1] - high[1] > apart;
  }
};

RAYCLOTH_HD inline void list(const SweepView& view, const NearPair& pair) {
  const int place = atomic_add(view.pairs_count, 1);
  if (place < view.capacity) view.pairs[place] = pair;
}

RAYCLOTH_HD inline bool can_be_moved(const SweepView& view, Int4 v) {
  return view.mobility(v.x) + view.mobility(v.y) + view.mobility(v.z) + view.mobility(v.w) > 0;
}

/// Lists what could meet, wherever corrections put it, and marks what crosses at the start.
struct MeetingLister {
  SweepView view;

  RAYCLOTH_HD float farthest(const Packs& packs) const { return packs.closing + 1.1f * packs.separation + kRounding; }

  RAYCLOTH_HD void consider(const Packs& packs, PairKind kind, Int4 v) const {
    const Features pair(view, kind, v);
    const Nearest<float> now = nearest(kind, pair.x);
    const float distance = sqrtf(now.squared);
    if (distance > pair.closing() + packs.separation * 1.1f + kRounding || !can_be_moved(view, v)) return;
    const float separation = smaller(packs.separation, distance * kKept);
    const float least = smaller(packs.separation * kLeast, distance * kHeldBack);
    if (pair.stay_apart(now.way, separation)) return;
    list(view, {v, kind, triangle_of_solid(view, packs.first, packs.second, kind, v), separation, least});
  }

  RAYCLOTH_HD bool any_crossed(Int3 t) const { return view.crossed[t.x] || view.crossed[t.y] || view.crossed[t.z]; }

  template <class Real>
  RAYCLOTH_HD void look(const Packs& packs, const FeaturePack& first, const FeaturePack& second, Lanes<Real> at) const {
    if (view.alarms[packs.first] == 0 && view.alarms[packs.second] == 0) return;
    for (unsigned lanes = lane_bits(set_in(second.present, at)); lanes; lanes &= lanes - 1) {
      const int lane = at.first + trailing_zeros(lanes);
      const Int3 t = second.triangle(lane);
      for (unsigned others = first.present; others; others &= others - 1) {
        const Int3 s = first.triangle(trailing_zeros(others));
        if (packs.first == packs.second && trailing_zeros(others) >= lane) break;
        if (any_crossed(s) || any_crossed(t)) mark_if_crossed(s, t);
      }
    }
  }

  RAYCLOTH_HD void mark_if_crossed(Int3 s, Int3 t) const {
    const Vec4* x = view.scene.positions;
    const auto box_of = [x](Int3 t) {
      return merge(around(xyz(x[t.x]), xyz(x[t.y])), around(xyz(x[t.z]), xyz(x[t.z])));
    };
    if (!overlaps(box_of(s), box_of(t)) || !triangles_cross(x, s, t)) return;
    for (int k = 0; k < 3; ++k) {
      atomic_add(&view.marks[s[k]], 1);
      atomic_add(&view.marks[t[k]], 1);
    }
  }
};

/// Lists what is nearer at the start than half thicknesses allow: NearPair::separation is what it should be.
struct TouchLister {
  SweepView view;

  RAYCLOTH_HD const CollisionScene& scene() const { return view.scene; }
  RAYCLOTH_HD float farthest(const Packs& packs) const { return touching(packs.first, packs.second); }
  RAYCLOTH_HD float touching(int first, int second) const {
    return most_half_thickness(scene().objects[view.packs[first].object]) +
           most_half_thickness(scene().objects[view.packs[second].object]) + kBoxMargin;
  }

  /// Where the end of an edge is nearest, that is a vertex's business.
  RAYCLOTH_HD static bool is_vertex_of_edge(PairKind kind, const float (&w)[4]) {
    return kind == PairKind::edge_edge && (w[0] == 0 || w[1] == 0 || w[2] == 0 || w[3] == 0);
  }

  RAYCLOTH_HD void consider(const Packs& packs, PairKind kind, Int4 v) const {
    const Features pair(view, kind, v);
    const Nearest<float> now = nearest(kind, pair.x);
    if (is_vertex_of_edge(kind, now.weights)) return;
    const float touching = touching_distance(scene(), kind, v, now.weights);
    if (now.squared >= touching * touching || !can_be_moved(view, v)) return;
    const NearPair near{v, kind, triangle_of_solid(view, packs.first, packs.second, kind, v), touching, touching};
    const auto& w = now.weights;
    if (is_behind(view, near, Vec4(w[0], w[1], w[2], w[3]), now.way, 0)) return;
    if (scene().tangled->cross(v, first_of_second(kind)) || scene().tangled->on_wrong_side(v, first_of_second(kind)))
      return;
    list(view, near);
  }

  template <class Real>
  RAYCLOTH_HD void look(const Packs&, const FeaturePack&, const FeaturePack&, Lanes<Real>) const {}
};

}  // namespace raycloth::RAYCLOTH_DEVICE
