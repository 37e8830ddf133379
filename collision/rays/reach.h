// Where the rays of a vertex point and how far they reach, by the kinds of its own object and of the object it asks
// (DESIGN section 5).
#pragma once

#include "collision/rays/ray_stage.h"
#include "collision/rays/tracers.h"
#include "collision/thickness.h"

namespace raycloth::RAYCLOTH_DEVICE {

struct ReachOptions {
  float prediction_distance;  // m; 0 where predictions are off
  float interval;             // s
  bool bent;                  // see ray_line
};

inline ReachOptions reach_options(const CollisionOptions& options) {
  return {options.prediction_distance, options.interval, options.bent_rays};
}

/// d_pred, or as far as the vertex can get until the next detection, beyond the contact distance.
RAYCLOTH_HD inline float prediction_reach(const CollisionScene& scene, const ReachOptions& options, int vertex,
                                          float touching) {
  const Vec3 velocity = xyz(scene.velocities[vertex]);
  const float speed = sqrtf(glm::dot(velocity, velocity));
  return fmaxf(options.prediction_distance, touching + speed * options.interval);
}

RAYCLOTH_HD inline bool inside(const Box& box, Vec3 p) { return overlaps(box, Box{Vec4(p, 0), Vec4(p, 0)}); }

/// Whether the rays of a vertex of cloth look for the way out of a solid: it may be deep inside.
RAYCLOTH_HD inline bool looks_for_way_out(const CollisionScene& scene, int vertex, int target) {
  return scene.objects[scene.vertex_object[vertex]].kind != ObjectKind::solid &&
         scene.objects[target].kind == ObjectKind::solid && inside(scene.bounds[target], xyz(scene.positions[vertex]));
}

/// The line on which both rays of a vertex lie: their unit direction, outward, and how much they rise along the normal.
struct RayLine {
  Vec3 direction;
  float rise;  // 1 where the line is the normal's
};

/// The tangent of 60 degrees, the most that a line is bent; such a ray is twice as long as it rises.
inline constexpr float kMostBend = 1.7320508f, kMostStretch = 2.0f;

/// Along the normal; or bent toward the motion of the vertex as the target sees it (the paper's future work, Section
/// 6). Until the next detection it goes a `way` against the target's mean velocity. The line leads from where it is to
/// where its outer face is then, on the side to which it moves: to p + way +- touching * normal. So it bends only where
/// the way is not short against the thickness, and at rest not at all. Rays that measure how long a way out of a solid
/// is stay straight.
RAYCLOTH_HD inline RayLine ray_line(const CollisionScene& scene, const ReachOptions& options, int vertex, int target) {
  const Vec3 normal = xyz(scene.normals[vertex]);
  if (!options.bent || scene.is_solid(vertex) || looks_for_way_out(scene, vertex, target)) return {normal, 1};
  const Vec3 way = (xyz(scene.velocities[vertex]) - xyz(scene.frames[target])) * options.interval;
  const float up = glm::dot(way, normal);
  const Vec3 along = way - normal * up;
  const float length = sqrtf(glm::dot(along, along));
  if (length == 0) return {normal, 1};
  const float height = half_thickness_at(scene, vertex) + most_half_thickness(scene.objects[target]) + fabsf(up);
  const float bend = length < kMostBend * height ? length / height : kMostBend;
  const float rise = 1 / sqrtf(1 + bend * bend);
  return {(normal + along * ((up < 0 ? -bend : bend) / length)) * rise, rise};
}

/// Straight rays as long as those of a vertex get for any target whose bounds do not hold the vertex itself.
RAYCLOTH_HD inline VertexRays longest_rays(const CollisionScene& scene, const ReachOptions& options, int vertex) {
  const float touching = half_thickness_at(scene, vertex) + scene.most_half_thickness;
  const float reach = prediction_reach(scene, options, vertex, touching);
  const float inward = scene.is_solid(vertex) ? scene.exit_distance[vertex] : reach;
  return {vertex, xyz(scene.positions[vertex]), xyz(scene.normals[vertex]), reach, inward};
}

/// Around all that they can reach there.
RAYCLOTH_HD inline Box reach_box(const CollisionScene& scene, const ReachOptions& options, int vertex) {
  const VertexRays rays = longest_rays(scene, options, vertex);
  const Box box = around(rays.origin + rays.direction * rays.outward, rays.origin - rays.direction * rays.inward);
  return options.bent && !scene.is_solid(vertex) ? inflate(box, kMostStretch * rays.outward) : box;
}

RAYCLOTH_HD inline VertexRays cast_rays(const CollisionScene& scene, const ReachOptions& options, int vertex,
                                        int target) {
  const CollisionObject& source_object = scene.objects[scene.vertex_object[vertex]];
  const CollisionObject& target_object = scene.objects[target];
  const Vec3 origin = xyz(scene.positions[vertex]);
  const float touching = half_thickness_at(scene, vertex) + most_half_thickness(target_object);
  const RayLine line = ray_line(scene, options, vertex, target);
  float outward = prediction_reach(scene, options, vertex, touching) / line.rise;  // as high as a straight ray
  float inward = outward;
  if (source_object.kind == ObjectKind::solid) {
    inward = scene.exit_distance[vertex];
  } else if (looks_for_way_out(scene, vertex, target)) {
    outward = inward = fmaxf(outward, target_object.depth);
  }
  return {vertex, origin, line.direction, outward, inward};
}

}  // namespace raycloth::RAYCLOTH_DEVICE
