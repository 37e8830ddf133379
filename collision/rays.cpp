// The ray queue: which vertices ask which objects (two passes, so that the queue is compact and in vertex order),
// and the trace of its rays.
#include "collision/detection.h"
#include "collision/reach.h"
#include "device/algorithms.h"
#include "device/atomic.h"
#include "device/parallel.h"

namespace raycloth::RAYCLOTH_DEVICE {

/// Calls visit(target) for every object that the rays of a vertex may hit, in the order of the objects.
struct TargetsOfVertex {
  CollisionScene scene;
  const int* targets;
  const int* counts;
  ReachOptions reach;

  template <class Visit>
  RAYCLOTH_HD void operator()(int vertex, Visit visit) const {
    const int source = scene.vertex_object[vertex];
    for (int k = 0; k < counts[source]; ++k) {
      const int target = targets[source * scene.objects_count + k];
      if (overlaps(box_of(cast_rays(scene, reach, vertex, target)), scene.bounds[target])) visit(target);
    }
  }
};

void queue_rays(Queue& queue, Detection& detection, const DetectOptions& options) {
  const CollisionScene scene = detection.scene;
  const TargetsOfVertex for_targets{scene, detection.targets.data(), detection.target_counts.data(),
                                    reach_options(options)};
  int* offsets = detection.job_offsets.data();
  parallel_for(queue, "count_rays", scene.vertices_count, RAYCLOTH_KERNEL(int vertex) {
    int count = 0;
    for_targets(vertex, [&](int) { ++count; });
    offsets[vertex] = count;
  });
  exclusive_scan(queue, offsets, offsets, scene.vertices_count + 1);

  Job* jobs = detection.jobs.data();
  const int capacity = static_cast<int>(detection.jobs.size());
  DetectCounters* counters = detection.counters.data();
  parallel_for(queue, "queue_rays", scene.vertices_count, RAYCLOTH_KERNEL(int vertex) {
    int slot = offsets[vertex];
    for_targets(vertex, [&](int target) {
      if (slot < capacity) jobs[slot] = {vertex, target};
      ++slot;
    });
    if (vertex == 0) {
      const int total = offsets[scene.vertices_count];
      if (total > counters->most_jobs) counters->most_jobs = total;
      counters->rays += 2ull * total;
    }
  });
}

void trace_rays(Queue& queue, Detection& detection, const DetectOptions& options) {
  const CollisionScene scene = detection.scene;
  const ReachOptions reach = reach_options(options);
  const Job* jobs = detection.jobs.data();
  RayHit* hits = detection.hits.data();
  DetectCounters* counters = options.count_work ? detection.counters.data() : nullptr;
  const RayTracer rigid = options.rigid_tracer, deformable = options.deformable_tracer;
  const DeviceCount count{static_cast<int>(detection.jobs.size()), detection.job_offsets.data() + scene.vertices_count};
  parallel_for(queue, "trace_rays", count, RAYCLOTH_KERNEL(int i) {
    const CollisionObject& target = scene.objects[jobs[i].target];
    const VertexRays rays = cast_rays(scene, reach, jobs[i].vertex, jobs[i].target);
    const TraceCounts work = trace(scene, target.deforms ? deformable : rigid, rays, target, hits + 2 * i);
    if (counters) {
      atomic_add(&counters->nodes, static_cast<unsigned long long>(work.nodes));
      atomic_add(&counters->triangle_tests, static_cast<unsigned long long>(work.triangles));
    }
  });
}

}  // namespace raycloth::RAYCLOTH_DEVICE
