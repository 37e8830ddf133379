// Measures what moved since the last detection, and keeps what this one found for the next.
#include "collision/rays/coherence.h"

#include "device/atomic.h"
#include "device/parallel.h"

namespace raycloth::RAYCLOTH_DEVICE {

/// 0 for nothing alone.
RAYCLOTH_HD static float size_of(Vec3 change) {
  constexpr float kLeast = 1e-30f;
  return change == Vec3(0) ? 0 : larger(sqrtf(glm::dot(change, change)), kLeast);
}

void measure_motion(Queue& queue, RayStage& rays, const CollisionOptions& options) {
  if (!uses(options, RayTracer::automatic)) return;
  const CollisionScene scene = rays.scene;
  PreviousRays& previous = rays.previous;
  const Vec4* normals_before = previous.normals.data();
  VertexMotion* vertex_motions = previous.vertex_motions.data();
  float* object_motions = previous.object_motions.data();
  queue.zero(object_motions, previous.object_motions.size() * sizeof(float));
  parallel_for(queue, "measure_motion", scene.groups_count,
               bytes<Int2, int, float> + kGroup * (4 * bytes<Vec4> + bytes<VertexMotion>),
               [=] RAYCLOTH_KERNEL(int group) {
                 const Int2 vertices = scene.groups[group];
                 float farthest = 0;
                 for (int v = vertices.x; v < vertices.y; ++v) {
                   const Vec3 shift = xyz(scene.positions[v]) - xyz(scene.previous_positions[v]);
                   const Vec3 turn = xyz(scene.normals[v]) - xyz(normals_before[v]);
                   vertex_motions[v] = {size_of(shift), size_of(turn)};
                   farthest = fmaxf(farthest, vertex_motions[v].shift);
                 }
                 atomic_max(&object_motions[scene.vertex_object[vertices.x]], farthest);
               });
  measure_packs(queue, rays);
}

void remember_rays(Queue& queue, RayStage& rays, const CollisionOptions& options) {
  const bool bounds_too = uses(options, RayTracer::automatic), triangles_too = uses(options, RayTracer::iterative);
  if (!bounds_too && !triangles_too) return;
  PreviousRays& previous = rays.previous;
  const int* offsets = rays.job_offsets.data();
  const GroupJob* jobs = rays.jobs.data();
  const RayHit* hits = rays.hits.data();
  const unsigned* new_bounded = previous.new_bounded.data();
  const RayBound* new_bounds = previous.new_bounds.data();
  GroupJob* kept_jobs = previous.jobs.data();
  int* triangles = previous.triangles.data();
  unsigned* bounded = previous.bounded.data();
  RayBound* bounds = previous.bounds.data();
  queue.copy(previous.offsets.data(), offsets, previous.offsets.size() * sizeof(int));
  queue.copy(previous.normals.data(), rays.scene.normals, previous.normals.size() * sizeof(Vec4));
  parallel_for(queue, "remember_rays", job_count(rays), 2 * bytes<GroupJob> + 2 * kGroup * bytes<RayBound>,
               [=] RAYCLOTH_KERNEL(int i) {
                 kept_jobs[i] = jobs[i];
                 const unsigned lanes = bounds_too ? new_bounded[i] : 0;
                 bounded[i] = lanes;
                 for (unsigned left = lanes; left; left &= left - 1) {
                   const int k = kGroup * i + trailing_zeros(left);
                   bounds[k] = new_bounds[k];
                 }
                 for (int k = 2 * kGroup * i; triangles_too && k < 2 * kGroup * (i + 1); ++k)
                   triangles[k] = hits[k].triangle;
               });
}

void forget_rays(Queue& queue, RayStage& rays) {
  queue.zero(rays.previous.offsets.data(), rays.previous.offsets.size() * sizeof(int));
  queue.zero(rays.repeats.calm.data(), rays.repeats.calm.size() * sizeof(Calm));
}

}  // namespace raycloth::RAYCLOTH_DEVICE
