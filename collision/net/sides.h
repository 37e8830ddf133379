// From which side a pair meets a solid. What is inside, by force or from the beginning, may leave: what meets a surface
// from behind is not stopped. From outside nothing does, before it came through another place.
//
// Told by the triangles around the solid's point of the pair (solid_point.h) where and when it meets.
#pragma once

#include "collision/net/solid_point.h"
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

/// Whether a pair that is near at a part of the way, with these weights (Nearest), meets a solid from inside. `normal`:
/// from the second to the first.
RAYCLOTH_HD inline bool is_behind(const SweepView& view, const NearPair& pair, Vec4 weights, Vec3 normal, float time) {
  if (pair.solid < 0) return false;
  const Int4 v = pair.vertices;
  const bool first = view.scene.is_solid(v.x);
  const SolidPoint point{view.scene, view.scene.positions, view.end, time, first ? -normal : normal};
  if (pair.kind == PairKind::vertex_face)
    return first ? point.is_inside_at_vertex(pair.solid, v.x)
                 : point.is_inside_at_face(pair.solid, Int3(v.y, v.z, v.w));
  const int a = first ? v.x : v.z, b = first ? v.y : v.w;
  if ((first ? weights.x : weights.z) == 0) return point.is_inside_at_vertex(pair.solid, b);
  if ((first ? weights.y : weights.w) == 0) return point.is_inside_at_vertex(pair.solid, a);
  return point.is_inside_at_edge(pair.solid, a, b);
}

}  // namespace raycloth::RAYCLOTH_DEVICE
