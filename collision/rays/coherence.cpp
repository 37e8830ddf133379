// Measures what moved since the last detection, and keeps what this one found for the next.
#include "collision/rays/coherence.h"

#include "device/atomic.h"
#include "device/parallel.h"

namespace raycloth::RAYCLOTH_DEVICE {

void measure_motion(Queue& queue, Detection& detection, const DetectOptions& options) {
  if (!uses(options, RayTracer::automatic)) return;
  const CollisionScene scene = detection.scene;
  RayMemory& memory = detection.memory;
  const Vec4* normals_before = memory.normals.data();
  VertexMotion* vertex_motions = memory.vertex_motions.data();
  float* object_motions = memory.object_motions.data();
  queue.zero(object_motions, memory.object_motions.size() * sizeof(float));
  parallel_for(queue, "measure_motion", scene.groups_count, [=] RAYCLOTH_KERNEL(int group) {
    const Int2 vertices = scene.groups[group];
    float farthest = 0;
    for (int v = vertices.x; v < vertices.y; ++v) {
      const Vec3 shift = xyz(scene.positions[v]) - xyz(scene.before[v]);
      const Vec3 turn = xyz(scene.normals[v]) - xyz(normals_before[v]);
      vertex_motions[v] = {sqrtf(glm::dot(shift, shift)), sqrtf(glm::dot(turn, turn))};
      farthest = fmaxf(farthest, vertex_motions[v].shift);
    }
    atomic_max(&object_motions[scene.vertex_object[vertices.x]], farthest);
  });
}

void remember_rays(Queue& queue, Detection& detection, const DetectOptions& options) {
  const bool bounds_too = uses(options, RayTracer::automatic), triangles_too = uses(options, RayTracer::iterative);
  if (!bounds_too && !triangles_too) return;
  RayMemory& memory = detection.memory;
  const int* offsets = detection.job_offsets.data();
  const GroupJob* jobs = detection.jobs.data();
  const RayHit* hits = detection.hits.data();
  const unsigned* new_bounded = memory.new_bounded.data();
  const RayBound* new_bounds = memory.new_bounds.data();
  GroupJob* kept_jobs = memory.jobs.data();
  int* triangles = memory.triangles.data();
  unsigned* bounded = memory.bounded.data();
  RayBound* bounds = memory.bounds.data();
  queue.copy(memory.offsets.data(), offsets, memory.offsets.size() * sizeof(int));
  queue.copy(memory.normals.data(), detection.scene.normals, memory.normals.size() * sizeof(Vec4));
  const DeviceCount count{static_cast<int>(detection.jobs.size()), offsets + detection.scene.groups_count};
  parallel_for(queue, "remember_rays", count, [=] RAYCLOTH_KERNEL(int i) {
    kept_jobs[i] = jobs[i];
    const unsigned lanes = bounds_too ? new_bounded[i] : 0;
    bounded[i] = lanes;
    for (unsigned left = lanes; left; left &= left - 1) {
      const int k = kGroup * i + trailing_zeros(left);
      bounds[k] = new_bounds[k];
    }
    for (int k = 2 * kGroup * i; triangles_too && k < 2 * kGroup * (i + 1); ++k) triangles[k] = hits[k].triangle;
  });
}

void forget_rays(Queue& queue, Detection& detection) {
  queue.zero(detection.memory.offsets.data(), detection.memory.offsets.size() * sizeof(int));
}

void lay_out_memory(Detection& d) {
  d.memory.offsets.resize(d.groups.size() + 1);
  d.memory.normals.resize(d.scene.vertices_count);
  d.memory.vertex_motions.resize(d.scene.vertices_count);
  d.memory.object_motions.resize(d.host_objects.size());
}

void reserve_memory(Detection& d, int jobs) {
  d.memory.jobs.grow(jobs);
  d.memory.triangles.grow(2 * static_cast<size_t>(kGroup) * jobs);
  d.memory.bounded.grow(jobs);
  d.memory.bounds.grow(static_cast<size_t>(kGroup) * jobs);
  d.memory.new_bounded.resize(jobs);
  d.memory.new_bounds.resize(static_cast<size_t>(kGroup) * jobs);
}

}  // namespace raycloth::RAYCLOTH_DEVICE
