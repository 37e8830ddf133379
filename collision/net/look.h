// A pack's look around: features of its triangles against those of all packs whose boxes it meets. Measures budgets,
// lists pairs that could meet, and marks what crosses.
#pragma once

#include "collision/net/measure_pack.h"
#include "collision/net/pierce.h"
#include "device/lanes.h"

namespace raycloth::RAYCLOTH_DEVICE {

/// What verified states keep apart, as a part of both half thicknesses: absolute, or a net that stops what closes in
/// would let the gap shrink until rounding decides; and far below what contacts keep, or both would work.
constexpr float kSeparation = 0.06f;
/// Of what lies nearer already: pushing wins it back.
constexpr float kKept = 0.999f;
/// Features are stopped at half of it, since what turns comes nearer on its way than at its end; and where they lie
/// nearer already, so slowly that they never get there.
constexpr float kLeast = 0.5f, kHeldBack = 0.99f;

/// A pack that looks around, and the packs that it finds.
struct Look {
  SweepView view;
  const int* pack_objects;

  /// Two packs whose features are held against each other.
  struct Packs {
    int first, second;
    PackRange first_range, second_range;
    Vec3 apart;  // m: what the frame of the first moves against that of the second
    float separation;
    bool own;        // of one object
    bool measuring;  // budgets: neither is fast
    bool crossed;    // either holds what crosses
    PartedBy parted_by;
  };

  /// Where four vertices are at the start and at the end, relative to the first's start.
  struct Features {
    PairKind kind;
    Point<float> x[4], y[4];
    float slack;  // of both
  };

  /// Solids have no thickness: what touches them is cloth, or nothing that a net could tell from what crosses.
  RAYCLOTH_HD bool may_meet(int a, int b) const { return is_cloth(a) || is_cloth(b); }
  RAYCLOTH_HD bool is_cloth(int object) const { return view.scene.objects[object].kind == ObjectKind::cloth; }

  RAYCLOTH_HD void lower_budgets(const Packs& both, float clearance) const {
    float* budgets = both.own ? view.own : view.others;
    atomic_min(&budgets[both.first], clearance * 0.5f);
    atomic_min(&budgets[both.second], clearance * 0.5f);
  }

  RAYCLOTH_HD void list(const NearPair& pair) const {
    const int place = atomic_add(view.pairs_count, 1);
    if (place < view.capacity) view.pairs[place] = pair;
  }

  /// Whether a plane across `direction` parts both at the start and at the end, whatever corrections do.
  RAYCLOTH_HD bool stays_apart(const Features& pair, Vec3 direction, float separation) const {
    const float length = sqrtf(glm::dot(direction, direction));
    if (length == 0) return false;
    const Vec3 normal = direction / length;
    float low[2] = {kHuge, kHuge}, high[2] = {-kHuge, -kHuge};  // at the start and at the end
    for (int k = 0; k < 4; ++k) {
      const float start = glm::dot(normal, pair.x[k]), end = glm::dot(normal, pair.y[k]);
      if (k < first_of_second(pair.kind)) {
        low[0] = smaller(low[0], start), low[1] = smaller(low[1], end);
      } else {
        high[0] = larger(high[0], start), high[1] = larger(high[1], end);
      }
    }
    const float apart = separation + pair.slack + kRounding;
    return low[0] - high[0] > separation + kRounding && low[1] - high[1] > apart;
  }

  /// The most that both can come nearer in the interval.
  RAYCLOTH_HD float closing_of(const Features& pair) const {
    Vec3 ways[4];
    for (int k = 0; k < 4; ++k) ways[k] = pair.y[k] - pair.x[k];
    const Vec3 mean = (ways[0] + ways[1] + ways[2] + ways[3]) * 0.25f;
    float first = 0, second = 0;
    for (int k = 0; k < 4; ++k) {
      const Vec3 own = ways[k] - mean;
      float& most = k < first_of_second(pair.kind) ? first : second;
      most = larger(most, glm::dot(own, own));
    }
    return (sqrtf(first) + sqrtf(second)) * kBoxSlack + pair.slack;
  }

  RAYCLOTH_HD Features features_of(PairKind kind, Int4 v) const {
    Features pair{kind, {}, {}, 0};
    float slack[2] = {};
    const Vec3 origin = xyz(view.scene.positions[v.x]);
    for (int k = 0; k < 4; ++k) {
      pair.x[k] = xyz(view.scene.positions[v[k]]) - origin;
      pair.y[k] = xyz(view.end[v[k]]) - origin;
      float& most = slack[k >= first_of_second(kind)];
      most = larger(most, view.slack(v[k]));
    }
    pair.slack = slack[0] + slack[1];
    return pair;
  }

  /// Whether a pair meets a solid from inside: what got there by force, or began there, may leave. From outside,
  /// nothing meets a surface from behind before it came through another place.
  RAYCLOTH_HD bool behind(Int4 v, const Nearest<float>& now) const {
    Vec3 outward(0);
    const bool first = view.scene.is_solid(v.x), second = view.scene.is_solid(v.w);
    if (first == second) return false;
    for (int k = 0; k < 4; ++k) {
      if (first ? now.weights[k] > 0 : now.weights[k] < 0) outward += xyz(view.scene.normals[v[k]]) * now.weights[k];
    }
    return glm::dot(outward, now.way) > 0;
  }

  RAYCLOTH_HD void measure(const Packs& both, PairKind kind, Int4 v) const {
    const Features pair = features_of(kind, v);
    const float closing = closing_of(pair), near = both.measuring ? larger(view.look, closing) : closing;
    if (outside(pair, near + 2 * both.separation)) return;
    const Nearest<float> now = nearest(kind, pair.x);
    const float distance = sqrtf(now.squared);
    if (both.measuring) lower_budgets(both, larger(distance - both.separation - kRounding, 0.0f));
    if (distance > closing + both.separation * 1.1f + kRounding) return;
    if (view.mobility(v.x) + view.mobility(v.y) + view.mobility(v.z) + view.mobility(v.w) == 0) return;
    if (!both.own && behind(v, now)) return;
    const float separation = smaller(both.separation, distance * kKept);
    const float least = smaller(both.separation * kLeast, distance * kHeldBack);
    if (!stays_apart(pair, now.way, separation)) list({v, kind, separation, least});
  }

  /// Whether the boxes of both features at the start lie farther apart than `far`.
  RAYCLOTH_HD static bool outside(const Features& pair, float far) {
    const Point<float>(&x)[4] = pair.x;
    const bool edges = pair.kind == PairKind::edge_edge;
    for (int k = 0; k < 3; ++k) {
      const float low = edges ? smaller(x[0][k], x[1][k]) : x[0][k], high = edges ? larger(x[0][k], x[1][k]) : x[0][k];
      const float second = edges ? x[2][k] : x[1][k];
      const float least = smaller(second, smaller(x[2][k], x[3][k])), most = larger(second, larger(x[2][k], x[3][k]));
      if (least > high + far || most < low - far) return true;
    }
    return false;
  }

  RAYCLOTH_HD void measure_vertex(const Packs& both, int v, Int3 t) const {
    if (v == t.x || v == t.y || v == t.z) return;
    measure(both, PairKind::vertex_face, Int4(v, t.x, t.y, t.z));
  }

  RAYCLOTH_HD void measure_edges(const Packs& both, Int2 e, Int2 f) const {
    if (e.x == f.x || e.x == f.y || e.y == f.x || e.y == f.y) return;
    measure(both, PairKind::edge_edge, Int4(e.x, e.y, f.x, f.y));
  }

  RAYCLOTH_HD static Int2 edge_of(Int3 t, int k) { return Int2(t[k], t[(k + 1) % 3]); }

  /// What lies between two vertices of the first pack and all that it may get to in the frame of the second.
  RAYCLOTH_HD Box box_of(const Packs& both, int a, int b) const {
    const Vec4* x = view.scene.positions;
    return swept(inflate(around(xyz(x[a]), xyz(x[b])), view.motions[both.first].grown + 2 * both.separation),
                 both.apart);
  }

  RAYCLOTH_HD bool any_crossed(Int3 t) const { return view.crossed[t.x] || view.crossed[t.y] || view.crossed[t.z]; }

  RAYCLOTH_HD void mark_crossed(Int3 s, Int3 t) const {
    if (!any_crossed(s) && !any_crossed(t)) return;
    if (!triangles_cross(view.scene.positions, s, t)) return;
    for (int k = 0; k < 3; ++k) atomic_add(&view.marks[s[k]], 1), atomic_add(&view.marks[t[k]], 1);
  }

  RAYCLOTH_HD MovingFeature moving(int a, int b) const {
    const Vec4* x = view.scene.positions;
    return {xyz(x[a]), xyz(x[b]), xyz(view.end[a]), xyz(view.end[b])};
  }

  /// Of the triangles in `among` of `pack`, those that the vertex may meet, or those whose edge `k` edge e may meet.
  /// Where budgets are measured, what cannot meet counts as well.
  RAYCLOTH_HD unsigned near_vertex(const Packs& both, int pack, int v, unsigned among) const {
    return both.measuring || !among ? among : among & triangles_near(view.moving[pack], moving(v, v), both.parted_by);
  }
  RAYCLOTH_HD unsigned near_edge(const Packs& both, int k, Int2 e, unsigned among) const {
    if (both.measuring || !among) return among;
    return among & edges_near(view.moving[both.second], k, moving(e.x, e.y), both.parted_by);
  }

  /// Features of triangle s of the first pack against those of the triangles in `met` of the second.
  RAYCLOTH_HD void meet_triangles(const Packs& both, int s, unsigned met) const {
    const Int3 a = view.scene.triangles[s];
    const Box8& boxes = view.boxes[both.second];
    const int first = both.second_range.first;
    for (int k = 0; k < 3; ++k) {
      if (view.owned[s] >> k & 1) {
        unsigned near = near_vertex(both, both.second, a[k], met & overlaps(boxes, box_of(both, a[k], a[k])));
        for (; near; near &= near - 1) measure_vertex(both, a[k], view.scene.triangles[first + trailing_zeros(near)]);
      }
      if (!(view.owned[s] >> (3 + k) & 1)) continue;
      const Int2 e = edge_of(a, k);
      const unsigned around = met & overlaps(boxes, box_of(both, e.x, e.y));
      for (int l = 0; l < 3; ++l) {
        for (unsigned near = near_edge(both, l, e, around); near; near &= near - 1) {
          const int t = first + trailing_zeros(near);
          if (view.owned[t] >> (3 + l) & 1) measure_edges(both, e, edge_of(view.scene.triangles[t], l));
        }
      }
    }
  }

  /// Vertices of triangle t of the second pack against the triangles in `met` of the first.
  RAYCLOTH_HD void meet_back(const Packs& both, int t, unsigned met) const {
    const Int3 b = view.scene.triangles[t];
    for (int k = 0; k < 3; ++k) {
      if (!(view.owned[t] >> k & 1)) continue;
      for (unsigned near = near_vertex(both, both.first, b[k], met); near; near &= near - 1)
        measure_vertex(both, b[k], view.scene.triangles[both.first_range.first + trailing_zeros(near)]);
    }
    for (; both.crossed && met; met &= met - 1)
      mark_crossed(view.scene.triangles[both.first_range.first + trailing_zeros(met)], b);
  }

  /// Lanes `lanes` of the first pack against all of the second; of one pack, each two triangles once.
  RAYCLOTH_HD void meet_packs(const Packs& both, unsigned lanes) const {
    unsigned back[8] = {};  // for each triangle of the second, those of the first near it
    for (; lanes; lanes &= lanes - 1) {
      const int lane = trailing_zeros(lanes);
      if (lane >= both.first_range.count) break;
      const Box box = swept(inflate(view.boxes[both.first].get(lane), 2 * both.separation), both.apart);
      unsigned met = overlaps(view.boxes[both.second], box);
      if (both.first == both.second) met &= ~0u << (lane + 1);
      if (!met) continue;
      meet_triangles(both, both.first_range.first + lane, met);
      for (; met; met &= met - 1) back[trailing_zeros(met)] |= 1u << lane;
    }
    for (int lane = 0; lane < both.second_range.count; ++lane) {
      if (back[lane]) meet_back(both, both.second_range.first + lane, back[lane]);
    }
  }

  /// Whether `pack` and not `other`, which may look as well, takes care of both.
  RAYCLOTH_HD bool leads(int pack, int other, unsigned char look) const {
    return pack <= other || !(view.looks[other] & look);
  }

  RAYCLOTH_HD Packs packs_of(int pack, int other, float separation) const {
    const int a = pack_objects[pack], b = pack_objects[other];
    const PackMotion &first = view.motions[pack], &second = view.motions[other];
    const unsigned char fast = a == b ? kFastOwn : kFastOthers;
    return {pack,
            other,
            triangles_of(view.scene.objects[a], pack),
            triangles_of(view.scene.objects[b], other),
            first.mean - second.mean,
            separation,
            a == b,
            !((view.looks[pack] | view.looks[other]) & fast),
            first.crossed || second.crossed,
            {separation + kRounding, separation + kRounding + first.slack + second.slack}};
  }

  RAYCLOTH_HD void look_at(int pack, unsigned lanes, const Box& box, int a, int b) const {
    const CollisionObject &source = view.scene.objects[a], &target = view.scene.objects[b];
    const float separation = kSeparation * (source.half_thickness + target.half_thickness);
    const unsigned char look = a == b ? kLookOwn : kLookOthers;
    const Vec3 apart = view.motions[pack].mean - xyz(view.scene.frames[b]);
    const Box all = swept(inflate(box, 2 * separation + kBoxMargin), apart);
    if (!overlaps(all, view.scene.bounds[b])) return;
    const auto meets = [&all](const Box8& children) { return overlaps(children, all); };
    visit_nodes(view.scene.nodes, target.packs, meets, [&](const Box8& boxes, int first) {
      for (unsigned found = overlaps(boxes, all); found; found &= found - 1) {
        const int other = first + trailing_zeros(found);
        if (leads(pack, other, look)) meet_packs(packs_of(pack, other, separation), lanes);
      }
      return true;
    });
  }

  /// Index i: lanes of a pack that looks, kGroup at a time.
  RAYCLOTH_HD void operator()(int i) const {
    const int pack = view.looking[i] / kParts, part = view.looking[i] % kParts, a = pack_objects[pack];
    const unsigned lanes = ((1u << kGroup) - 1u) << (kGroup * part);
    Box box = empty_box();
    for (unsigned left = lanes; left; left &= left - 1) box = merge(box, view.boxes[pack].get(trailing_zeros(left)));
    for (int b = 0; b < view.scene.objects_count; ++b) {
      const unsigned char look = a == b ? kLookOwn : kLookOthers;
      if ((view.looks[pack] & look) && (a == b || may_meet(a, b))) look_at(pack, lanes, box, a, b);
    }
  }
};

}  // namespace raycloth::RAYCLOTH_DEVICE
