// How far apart two features should be.
#pragma once

#include "collision/contacts/contacts.h"
#include "collision/net/nearest.h"
#include "collision/thickness.h"

namespace raycloth::RAYCLOTH_DEVICE {

/// Rest distances of contacts as parts of the distance at which their features touch: of a vertex and a face, of edges.
struct Rests {
  float faces, edges;
  RAYCLOTH_HD constexpr float of(PairKind kind) const { return kind == PairKind::edge_edge ? edges : faces; }
};
inline constexpr Rests kProximityRests{1, kEdgeRest};  // of whatever is near
inline constexpr Rests kCaughtRests{kEdgeRest, kEdgeRest};

/// m that the points of a pair with these weights (Nearest) should lie apart: both half thicknesses there; of one
/// object no more than a part of what they do at rest.
RAYCLOTH_HD inline float touching_distance(const CollisionScene& scene, PairKind kind, Int4 v, const float (&w)[4]) {
  const int a = scene.vertex_object[v.x], b = scene.vertex_object[v.w];
  const CollisionObject &first = scene.objects[a], &second = scene.objects[b];
  const float touching =
      kind == PairKind::vertex_face
          ? half_thickness_at(scene, v.x) + half_thickness_at(scene, second, Int3(v.y, v.z, v.w), -w[1], -w[2])
          : half_thickness_at(scene, first, Int2(v.x, v.y), w[1]) +
                half_thickness_at(scene, second, Int2(v.z, v.w), -w[3]);
  if (a != b) return touching;
  Vec3 own(0);
  for (int k = 0; k < 4; ++k) own += xyz(scene.rest[v[k]]) * w[k];
  return fminf(touching, kOwnRest * sqrtf(glm::dot(own, own)));
}

}  // namespace raycloth::RAYCLOTH_DEVICE
