// How far the rays of a vertex reach, by the kinds of its own object and of the object it asks (DESIGN section 5).
#pragma once

#include "collision/detection.h"
#include "collision/thickness.h"
#include "collision/tracers.h"

namespace raycloth::RAYCLOTH_DEVICE {

struct ReachOptions {
  float prediction_distance;   // m; 0 where predictions are off
  float interval;              // s
};

inline ReachOptions reach_options(const DetectOptions& options) {
  return {options.prediction_distance, options.interval};
}

/// d_pred, or as far as the vertex can get until the next detection, beyond the contact distance.
RAYCLOTH_HD inline float prediction_reach(const CollisionScene& scene, const ReachOptions& options, int vertex,
                                          float touching) {
  const Vec3 velocity = xyz(scene.velocities[vertex]);
  const float speed = sqrtf(glm::dot(velocity, velocity));
  return fmaxf(options.prediction_distance, touching + speed * options.interval);
}

RAYCLOTH_HD inline bool inside(const Box& box, Vec3 p) { return overlaps(box, Box{Vec4(p, 0), Vec4(p, 0)}); }

/// Around all that the rays of a vertex can reach in any target whose bounds do not hold the vertex itself.
RAYCLOTH_HD inline Box reach_box(const CollisionScene& scene, const ReachOptions& options, int vertex) {
  const CollisionObject& object = scene.objects[scene.vertex_object[vertex]];
  const Vec3 origin = xyz(scene.positions[vertex]), normal = xyz(scene.normals[vertex]);
  const float touching = half_thickness_at(scene, vertex) + scene.most_half_thickness;
  const float reach = prediction_reach(scene, options, vertex, touching);
  const float inward = object.kind == ObjectKind::solid ? scene.exit_distance[vertex] : reach;
  return around(origin + normal * reach, origin - normal * inward);
}

RAYCLOTH_HD inline VertexRays cast_rays(const CollisionScene& scene, const ReachOptions& options, int vertex,
                                        int target) {
  const CollisionObject& source_object = scene.objects[scene.vertex_object[vertex]];
  const CollisionObject& target_object = scene.objects[target];
  const Vec3 origin = xyz(scene.positions[vertex]);
  const float touching = half_thickness_at(scene, vertex) + most_half_thickness(target_object);
  float outward = prediction_reach(scene, options, vertex, touching);
  float inward = outward;
  if (source_object.kind == ObjectKind::solid) {
    inward = scene.exit_distance[vertex];
  } else if (target_object.kind == ObjectKind::solid && inside(scene.bounds[target], origin)) {
    outward = inward = fmaxf(outward, target_object.depth);   // it may be deep inside, and has to find the way out
  }
  return {vertex, origin, xyz(scene.normals[vertex]), outward, inward};
}

}  // namespace raycloth::RAYCLOTH_DEVICE
