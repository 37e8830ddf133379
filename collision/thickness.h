// Half thickness e at a vertex and at a point of a surface: that of the object, times a factor per vertex where the
// scene gives a map (the paper's future work). Between vertices the factors are interpolated. Objects without a map
// take no part in that, so that their numbers are the object's own to the bit.
#pragma once

#include "collision/scene.h"

namespace raycloth::RAYCLOTH_DEVICE {

/// The most at any point of an object.
RAYCLOTH_HD inline float most_half_thickness(const CollisionObject& object) {
  return object.half_thickness * object.most_factor;
}

RAYCLOTH_HD inline float half_thickness_at(const CollisionScene& scene, int vertex) {
  const CollisionObject& object = scene.objects[scene.vertex_object[vertex]];
  return object.varies ? object.half_thickness * scene.thickness_factors[vertex] : object.half_thickness;
}

/// At u a + v b + (1 - u - v) c of a triangle of `object`.
RAYCLOTH_HD inline float half_thickness_at(const CollisionScene& scene, const CollisionObject& object, Int3 t, float u,
                                           float v) {
  if (!object.varies) return object.half_thickness;
  const float* factors = scene.thickness_factors;
  return object.half_thickness * (factors[t.x] * u + factors[t.y] * v + factors[t.z] * (1.0f - u - v));
}

/// At (1 - s) a + s b of an edge of `object`.
RAYCLOTH_HD inline float half_thickness_at(const CollisionScene& scene, const CollisionObject& object, Int2 edge,
                                           float s) {
  if (!object.varies) return object.half_thickness;
  const float* factors = scene.thickness_factors;
  return object.half_thickness * (factors[edge.x] * (1 - s) + factors[edge.y] * s);
}

}  // namespace raycloth::RAYCLOTH_DEVICE
