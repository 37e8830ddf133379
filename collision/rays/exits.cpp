// Solids that change their shape: the way out of them along each inward ray, measured anew before every detection.
// Of solids that keep their shape it is measured once, when the detection is made.
#include "collision/rays/detection.h"
#include "collision/rays/tracers.h"
#include "device/atomic.h"
#include "device/parallel.h"

namespace raycloth::RAYCLOTH_DEVICE {

RAYCLOTH_HD static bool is_measured_anew(const CollisionObject& object) {
  return object.kind == ObjectKind::solid && object.deforms;
}

/// Where the inward ray of a vertex leaves its solid, which lies inside of `bounds`; 0 where it never does. Shapes
/// change little from one detection to the next, so a short ray comes first.
RAYCLOTH_HD static float measure_exit(const CollisionScene& scene, const CollisionObject& object, const Box& bounds,
                                      int vertex) {
  const Vec3 diagonal = xyz(bounds.max) - xyz(bounds.min);
  const float farthest = sqrtf(glm::dot(diagonal, diagonal));
  VertexRays rays{vertex, xyz(scene.positions[vertex]), xyz(scene.normals[vertex]), 0,
                  fminf(1.25f * scene.exit_distance[vertex], farthest)};
  float exit = trace_inward(scene, rays, object);
  if (exit < 0) {
    rays.inward = farthest;
    exit = trace_inward(scene, rays, object);
  }
  return fmaxf(exit, 0.0f);
}

void measure_deforming_solids(Queue& queue, Detection& detection) {
  bool any = false;
  for (const CollisionObject& object : detection.host_objects) any = any || is_measured_anew(object);
  if (!any) return;
  const CollisionScene scene = detection.scene;
  parallel_for(queue, "forget_depths", scene.objects_count, [=] RAYCLOTH_KERNEL(int i) {
    if (is_measured_anew(scene.objects[i])) scene.objects[i].depth = 0;
  });
  parallel_for(queue, "measure_exits", scene.vertices_count, [=] RAYCLOTH_KERNEL(int vertex) {
    CollisionObject& object = scene.objects[scene.vertex_object[vertex]];
    if (!is_measured_anew(object)) return;
    const float exit = measure_exit(scene, object, bounds_of(scene, object), vertex);
    scene.exit_distance[vertex] = exit;
    atomic_max(&object.depth, 0.5f * exit);
  });
}

}  // namespace raycloth::RAYCLOTH_DEVICE
