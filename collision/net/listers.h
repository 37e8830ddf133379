// What is listed of the features of two packs (measure.h): pairs that could meet in the interval, or pairs that may
// come nearer in it than the fabric is thick.
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

  RAYCLOTH_HD float is_full() const { return view.is_full(); }
  RAYCLOTH_HD float apart(const Packs& packs, PairKind) const { return packs.separation; }
  RAYCLOTH_HD float farthest(const Packs& packs, PairKind) const {
    return packs.closing + 1.1f * packs.separation + kRounding;
  }

  RAYCLOTH_HD void consider(const Packs& packs, PairKind kind, Int4 v, unsigned /*own*/) const {
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

  /// Of a triangle at the start.
  RAYCLOTH_HD Box box_of(Int3 t) const {
    const Vec4* x = view.scene.positions;
    return merge(around(xyz(x[t.x]), xyz(x[t.y])), around(xyz(x[t.z]), xyz(x[t.z])));
  }

  RAYCLOTH_HD void mark_if_crossed(Int3 s, Int3 t) const {
    const Vec4* x = view.scene.positions;
    if (!overlaps(box_of(s), box_of(t)) || !triangles_cross(x, s, t)) return;
    for (int k = 0; k < 3; ++k) {
      atomic_add(&view.marks[s[k]], 1);
      atomic_add(&view.marks[t[k]], 1);
    }
  }
};

/// Lists what comes nearer than half thicknesses allow, straight on from the start to the end.
struct TouchLister {
  SweepView view;

  RAYCLOTH_HD float is_full() const { return view.is_full(); }
  RAYCLOTH_HD const CollisionScene& scene() const { return view.scene; }
  RAYCLOTH_HD static float part(PairKind kind) {
    constexpr Rests rests = kProximityRests;
    return rests.of(kind);
  }
  RAYCLOTH_HD float apart(const Packs& packs, PairKind kind) const {
    return kSliding * ((view.thickness[packs.first] + view.thickness[packs.second]) * part(kind) + kEdgeMargin);
  }
  RAYCLOTH_HD float farthest(const Packs& packs, PairKind kind) const {
    return packs.closing + apart(packs, kind) + kBoxMargin;
  }

  /// Whether a triangle is the one to tell of points of it that are nearest to a vertex. Those of an edge or a vertex
  /// are nearest on all triangles around it; the one whose it is may have nearer ones, never none so near. Of two
  /// vertices the lower tells.
  RAYCLOTH_HD static bool tells(Int4 v, const float (&w)[4], unsigned own) {
    constexpr float kOnBorder = 1e-4f;
    int corners = 0, last = 0;
    for (int k = 0; k < 3; ++k) {
      if (-w[1 + k] <= kOnBorder) continue;
      ++corners;
      last = k;
    }
    if (corners == 3) return true;
    if (corners == 1) return (own >> last & 1) && v.x < v[1 + last];
    const bool around = last == 2 && -w[1] > kOnBorder;  // the edge from the last corner to the first
    return own >> (3 + (around ? 2 : last - 1)) & 1;
  }

  /// The weights of the nearest points (Nearest); none where another pair has the same.
  RAYCLOTH_HD static bool find_points(PairKind kind, Int4 v, const Point<float> (&x)[4], unsigned own, float (&w)[4]) {
    if (kind == PairKind::edge_edge) {
      float s, t;
      if (!common_perpendicular(x[0], x[1], x[2], x[3], s, t)) return false;
      w[0] = 1 - s, w[1] = s, w[2] = t - 1, w[3] = -t;
      return true;
    }
    const Nearest<float> now = vertex_to_face(x);
    for (int k = 0; k < 4; ++k) w[k] = now.weights[k];
    return tells(v, w, own);
  }

  RAYCLOTH_HD void consider(const Packs& packs, PairKind kind, Int4 v, unsigned own) const {
    const Features pair(view, kind, v);
    float w[4];
    if (!find_points(kind, v, pair.x, own, w)) return;
    Vec3 gap(0), way(0);
    for (int k = 0; k < 4; ++k) {
      gap += pair.x[k] * w[k];
      way += (pair.y[k] - pair.x[k]) * w[k];
    }
    const float touching = touching_distance(scene(), kind, v, w) * part(kind) + kEdgeMargin;
    if (!come_within(kind, pair.x, pair.y, gap, way, touching) || !can_be_moved(view, v)) return;
    const NearPair near{v, kind, triangle_of_solid(view, packs.first, packs.second, kind, v), touching, touching};
    if (is_behind(view, near, Vec4(w[0], w[1], w[2], w[3]), gap, 0)) return;
    if (scene().tangled->cross(v, first_of_second(kind)) || scene().tangled->on_wrong_side(v, first_of_second(kind)))
      return;
    list(view, near);
  }

  template <class Real>
  RAYCLOTH_HD void look(const Packs&, const FeaturePack&, const FeaturePack&, Lanes<Real>) const {}
};

}  // namespace raycloth::RAYCLOTH_DEVICE
