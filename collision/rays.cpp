// The ray queue: which groups of vertices ask which objects (two passes, so that the queue is compact and in the order
// of the vertices), and the trace of its rays.
#include "collision/detection.h"
#include "collision/reach.h"
#include "device/algorithms.h"
#include "device/atomic.h"
#include "device/parallel.h"

namespace raycloth::RAYCLOTH_DEVICE {

/// Calls visit(target) for every object that the rays of a group may hit, in the order of the objects.
struct TargetsOfGroup {
  CollisionScene scene;
  const int* targets;
  const int* counts;
  const Box* reaches;

  template <class Visit>
  RAYCLOTH_HD void operator()(int group, Visit visit) const {
    const int source = scene.vertex_object[scene.groups[group].x];
    for (int k = 0; k < counts[source]; ++k) {
      const int target = targets[source * scene.objects_count + k];
      if (overlaps(reaches[group], scene.bounds[target])) visit(target);
    }
  }
};

void queue_rays(Queue& queue, Detection& detection, const DetectOptions& options) {
  const CollisionScene scene = detection.scene;
  const ReachOptions reach = reach_options(options);
  Box* reaches = detection.group_reaches.data();
  const TargetsOfGroup for_targets{scene, detection.targets.data(), detection.target_counts.data(), reaches};
  int* offsets = detection.job_offsets.data();
  parallel_for(queue, "count_rays", scene.groups_count, RAYCLOTH_KERNEL(int group) {
    const Int2 vertices = scene.groups[group];
    Box box = reach_box(scene, reach, vertices.x);
    for (int v = vertices.x + 1; v < vertices.y; ++v) box = merge(box, reach_box(scene, reach, v));
    reaches[group] = box;
    int count = 0;
    for_targets(group, [&](int) { ++count; });
    offsets[group] = count;
  });
  exclusive_scan(queue, offsets, offsets, scene.groups_count + 1);

  GroupJob* jobs = detection.jobs.data();
  const int capacity = static_cast<int>(detection.jobs.size());
  DetectCounters* counters = detection.counters.data();
  parallel_for(queue, "queue_rays", scene.groups_count, RAYCLOTH_KERNEL(int group) {
    int slot = offsets[group];
    for_targets(group, [&](int target) {
      if (slot < capacity) jobs[slot] = {group, target};
      ++slot;
    });
    if (group == 0) {
      const int total = offsets[scene.groups_count];
      if (total > counters->most_jobs) counters->most_jobs = total;
    }
  });
}

void trace_rays(Queue& queue, Detection& detection, const DetectOptions& options) {
  const CollisionScene scene = detection.scene;
  const ReachOptions reach = reach_options(options);
  const GroupJob* jobs = detection.jobs.data();
  RayHit* hits = detection.hits.data();
  DetectCounters* counters = detection.counters.data();
  const bool count_work = options.count_work;
  const RayTracer rigid = options.rigid_tracer, deformable = options.deformable_tracer;
  const DeviceCount count{static_cast<int>(detection.jobs.size()), detection.job_offsets.data() + scene.groups_count};
  parallel_for(queue, "trace_rays", count, RAYCLOTH_KERNEL(int i) {
    const GroupJob job = jobs[i];
    const CollisionObject& target = scene.objects[job.target];
    const Int2 vertices = scene.groups[job.group];
    Tracer tracers[kGroup];
    int lanes[kGroup], traced = 0;
    for (int v = vertices.x; v < vertices.y; ++v) {
      tracers[traced] = tracer_of(cast_rays(scene, reach, v, job.target));
      lanes[traced] = v - vertices.x;
      if (overlaps(tracers[traced].query.box, scene.bounds[job.target])) ++traced;
    }
    TraceCounts work;
    if (traced > 0) work = trace(scene, target.deforms ? deformable : rigid, tracers, traced, target);
    for (int lane = 0; lane < vertices.y - vertices.x; ++lane) {
      hits[hit_index(i, lane, Ray::outward)].triangle = hits[hit_index(i, lane, Ray::inward)].triangle = -1;
    }
    for (int k = 0; k < traced; ++k) {
      hits[hit_index(i, lanes[k], Ray::outward)] = tracers[k].nearest[0];
      hits[hit_index(i, lanes[k], Ray::inward)] = tracers[k].nearest[1];
    }
    atomic_add(&counters->rays, 2ull * static_cast<unsigned long long>(traced));
    if (count_work) {
      atomic_add(&counters->nodes, static_cast<unsigned long long>(work.nodes));
      atomic_add(&counters->triangle_tests, static_cast<unsigned long long>(work.triangles));
    }
  });
}

}  // namespace raycloth::RAYCLOTH_DEVICE
