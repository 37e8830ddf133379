// The way out of solids along the inward ray of each of their vertices: measured once, and before every detection again
// where a solid changes its shape.
#include <algorithm>

#include "collision/rays/ray_stage.h"
#include "collision/rays/tracers.h"
#include "device/atomic.h"
#include "device/parallel.h"

namespace raycloth::RAYCLOTH_DEVICE {

RAYCLOTH_HD static bool is_measured(const CollisionObject& object, bool all) {
  return object.kind == ObjectKind::solid && (all || object.deforms);
}

/// Where the inward ray of a vertex leaves its solid, which lies inside of `bounds`; 0 where it never does. Shapes
/// change little from one detection to the next, so a short ray comes first.
RAYCLOTH_HD static float measure_exit(const Team& team, const CollisionScene& scene, const CollisionObject& object,
                                      const Box& bounds, int vertex) {
  const Vec3 diagonal = xyz(bounds.max) - xyz(bounds.min);
  const float farthest = sqrtf(glm::dot(diagonal, diagonal));
  VertexRays rays{vertex, xyz(scene.positions[vertex]), xyz(scene.normals[vertex]), 0,
                  fminf(1.25f * scene.exit_distance[vertex], farthest)};
  float exit = trace_inward(team, scene, rays, object);
  if (exit < 0) {
    rays.inward = farthest;
    exit = trace_inward(team, scene, rays, object);
  }
  return fmaxf(exit, 0.0f);
}

/// Of all solids, or of those that deform.
static void measure_exits(Queue& queue, const CollisionScene& scene, bool all) {
  parallel_for(queue, "forget_depths", scene.objects_count, bytes<float>, [=] RAYCLOTH_KERNEL(int i) {
    if (is_measured(scene.objects[i], all)) scene.objects[i].depth = 0;
  });
  parallel_for_teams(queue, "measure_exits", scene.vertices_count, 2 * bytes<Vec4, float> + bytes<int>,
                     [=] RAYCLOTH_KERNEL(const Team& team, int vertex) {
                       CollisionObject& object = scene.objects[scene.vertex_object[vertex]];
                       if (!is_measured(object, all)) return;
                       const float exit = measure_exit(team, scene, object, bounds_of(scene, object), vertex);
                       if (!team.leads()) return;
                       scene.exit_distance[vertex] = exit;
                       atomic_max(&object.depth, 0.5f * exit);
                     });
}

bool any_solid_deforms(const RayStage& rays) {
  const std::vector<CollisionObject>& objects = rays.geometry.host_objects;
  return std::any_of(objects.begin(), objects.end(),
                     [](const CollisionObject& object) { return is_measured(object, false); });
}

void measure_deforming_solids(Queue& queue, RayStage& rays) { measure_exits(queue, rays.scene, false); }

void measure_solids(Queue& queue, RayStage& rays) {
  queue.run([&] { measure_exits(queue, rays.scene, true); });
  queue.synchronize();
  rays.geometry.download_objects();
}

}  // namespace raycloth::RAYCLOTH_DEVICE
