// From which side a pair meets a solid. What is inside, by force or from the beginning, may leave: what meets a surface
// from behind is not stopped. From outside nothing does, before it came through another place.
//
// Told by the triangles around the solid's point of the pair where and when it meets: at a face its own, at an edge
// both, at a vertex all. Whatever touches a solid from outside is faced by one of them, however sharp it is there: its
// way from the solid is a sum of their normals with no negative part, so along one of them. A normal of the vertex's
// own, whatever its weights, may point elsewhere.
#pragma once

#include "collision/net/sweep_view.h"

namespace raycloth::RAYCLOTH_DEVICE {

/// Of a pair of `first` and `second`, a solid and something else: a triangle of the solid's feature; -1 for others.
RAYCLOTH_HD inline int triangle_of_solid(const SweepView& view, int first, int second, PairKind kind, Int4 v) {
  const bool is_first = view.scene.is_solid(v.x);
  if (is_first == view.scene.is_solid(v.w)) return -1;
  const int a = is_first ? v.x : v.w;
  const int b = kind == PairKind::vertex_face ? (is_first ? v.x : v.z) : is_first ? v.y : v.z;
  const int pack = view.packs[first].object == view.scene.vertex_object[a] ? first : second;
  const FeaturePack& features = view.packs[pack];
  const CollisionObject& object = view.scene.objects[features.object];
  for (unsigned lanes = features.present; lanes; lanes &= lanes - 1) {
    const int lane = trailing_zeros(lanes);
    const Int3 t = features.triangle(lane);
    if ((t.x == a || t.y == a || t.z == a) && (t.x == b || t.y == b || t.z == b))
      return object.first_triangle + 8 * (pack - object.packs.first_entry) + lane;
  }
  return -1;
}

/// The triangles around a point of a solid, as they are at a part of the way.
struct SolidPoint {
  SweepView view;
  float time;
  Vec3 way;  // from there to the other

  RAYCLOTH_HD Vec3 at(int v) const {
    const Vec3 from = xyz(view.scene.positions[v]);
    return from + (xyz(view.end[v]) - from) * time;
  }
  RAYCLOTH_HD bool is_faced_by(Int3 t) const {
    const Vec3 a = at(t.x);
    return glm::dot(glm::cross(at(t.y) - a, at(t.z) - a), way) > 0;
  }
  RAYCLOTH_HD bool is_faced_by(int triangle) const { return is_faced_by(view.scene.triangles[triangle]); }

  /// The triangle beyond the edge of `triangle` that goes from `from` to another vertex, or to `from`.
  RAYCLOTH_HD int beyond(int triangle, int from, bool to) const {
    const Int3 t = view.scene.triangles[triangle], across = view.scene.triangle_neighbours[triangle];
    const int before = from == t.x ? across.z : from == t.y ? across.x : across.y;
    const int after = from == t.x ? across.x : from == t.y ? across.y : across.z;
    return to ? before : after;
  }

  /// By either side of the edge a b of `triangle`.
  RAYCLOTH_HD bool is_faced_at_edge(int triangle, int a, int b) const {
    const Int3 t = view.scene.triangles[triangle];
    const bool onward = (t.x == a && t.y == b) || (t.y == a && t.z == b) || (t.z == a && t.x == b);
    const int other = beyond(triangle, a, !onward);
    return is_faced_by(triangle) || (other >= 0 && is_faced_by(other));
  }

  /// By any around vertex v, of which `triangle` is one.
  RAYCLOTH_HD bool is_faced_at_vertex(int triangle, int v) const {
    constexpr int kMost = 64;  // more are not looked at
    int t = triangle;
    for (int k = 0; k < kMost && t >= 0; ++k) {
      if (is_faced_by(t)) return true;
      t = beyond(t, v, true);
      if (t == triangle) return false;
    }
    return t >= 0;
  }
};

/// Whether a pair that is near at a part of the way, with these weights (Nearest), meets a solid from inside. `normal`:
/// from the second to the first.
RAYCLOTH_HD inline bool is_behind(const SweepView& view, const NearPair& pair, Vec4 weights, Vec3 normal, float time) {
  if (pair.solid < 0) return false;
  const Int4 v = pair.vertices;
  const bool first = view.scene.is_solid(v.x);
  const SolidPoint point{view, time, first ? -normal : normal};
  if (pair.kind == PairKind::vertex_face)
    return first ? !point.is_faced_at_vertex(pair.solid, v.x) : !point.is_faced_by(Int3(v.y, v.z, v.w));
  const int a = first ? v.x : v.z, b = first ? v.y : v.w;
  if ((first ? weights.x : weights.z) == 0) return !point.is_faced_at_vertex(pair.solid, b);
  if ((first ? weights.y : weights.w) == 0) return !point.is_faced_at_vertex(pair.solid, a);
  return !point.is_faced_at_edge(pair.solid, a, b);
}

}  // namespace raycloth::RAYCLOTH_DEVICE
