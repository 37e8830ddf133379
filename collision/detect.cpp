#include <algorithm>
#include <utility>

#include "collision/detection.h"
#include "collision/tracers.h"
#include "device/parallel.h"

namespace raycloth::RAYCLOTH_DEVICE {

void detect(Queue& queue, Detection& detection, const DetectOptions& options) {
  queue.begin_stage(Stage::refit);
  refit(queue, detection.scene, detection.refit_plan, 1, options.interval);
  measure_deforming_solids(queue, detection);
  queue.begin_stage(Stage::broad_phase);
  find_pairs(queue, detection, options);
  queue_rays(queue, detection, options);
  queue.begin_stage(Stage::trace);
  trace_rays(queue, detection, options);
  queue.begin_stage(Stage::classify);
  judge_hits(queue, detection, options);
  write_contacts(queue, detection, options);
  find_edge_contacts(queue, detection, options);
  record_vertex(queue, detection, options);
  remember(queue, detection);
  queue.begin_stage(Stage::count);
}

ContactList contacts_of(Detection& d) {
  return {static_cast<int>(d.triangles.size()), d.contact_total.data(), d.vertices.data(), d.weights.data(), d.normals.data(), d.distances.data(),
          d.triangles.data(), d.flags.data()};
}

Detection::Detection(Queue& queue, CollisionScene view, std::vector<CollisionObject> host)
    : scene(view), host_objects(std::move(host)) {
  scene.objects_count = static_cast<int>(host_objects.size());
  nodes.resize(lay_out_trees(host_objects));
  bounds.resize(host_objects.size());
  refit_plan = plan_refit(host_objects);
  objects = Buffer<CollisionObject>(host_objects);
  exit_distance.resize(scene.vertices_count);
  before.resize(scene.vertices_count);
  scene.objects = objects.data();
  scene.nodes = nodes.data();
  scene.bounds = bounds.data();
  scene.exit_distance = exit_distance.data();
  scene.before = before.data();

  targets.resize(host_objects.size() * host_objects.size());
  target_counts.resize(host_objects.size());
  for (Buffer<int>* offsets : {&job_offsets, &contact_offsets, &remembered_offsets}) {
    offsets->resize(scene.vertices_count + 1);
  }
  edge_offsets.resize(scene.triangles_count + 1);
  edge_pairs.resize(static_cast<size_t>(kKeptPairs) * scene.triangles_count);
  contact_total.resize(1);
  counters.resize(1);
  inspection.seen.resize(1);
  inspection.rays.resize(2 * host_objects.size());
  reserve_jobs(*this, 4 * scene.vertices_count);
  reserve_contacts(*this, 2 * scene.vertices_count);

  queue.run([&] {
    refit(queue, scene, refit_plan, 0, 0);
    measure_solids(queue, *this);
    forget_past(queue, *this);
  });
  queue.synchronize();
}

void reserve_jobs(Detection& d, int jobs) {
  d.jobs.resize(jobs);
  d.hits.resize(2 * static_cast<size_t>(jobs));
  d.verdicts.resize(2 * static_cast<size_t>(jobs));
}

void reserve_contacts(Detection& d, int contacts) {
  d.vertices.resize(contacts);
  d.weights.resize(contacts);
  d.normals.resize(contacts);
  d.distances.resize(contacts);
  d.triangles.resize(contacts);
  d.flags.resize(contacts);
  d.remembered_triangles.grow(contacts);
  d.remembered_sides.grow(contacts);
}

void forget_past(Queue& queue, Detection& d) {
  queue.zero(d.remembered_offsets.data(), d.remembered_offsets.size() * sizeof(int));
  queue.copy(d.before.data(), d.scene.positions, d.scene.vertices_count * sizeof(Vec4));
}

void reset_counters(Queue& queue, Detection& d) { queue.zero(d.counters.data(), sizeof(DetectCounters)); }

void set_half_thickness(Detection& d, int object, float e) {
  d.host_objects[object].half_thickness = e;
  d.objects.upload(d.host_objects);
}

void measure_solids(Queue& queue, Detection& d) {
  const CollisionScene scene = d.scene;
  parallel_for(queue, "measure_solids", scene.vertices_count, RAYCLOTH_KERNEL(int vertex) {
    const CollisionObject& object = scene.objects[scene.vertex_object[vertex]];
    if (object.kind != ObjectKind::solid) return;
    const Box box = bounds_of(scene, object);
    const Vec3 diagonal = xyz(box.max) - xyz(box.min);
    const VertexRays rays{vertex, xyz(scene.positions[vertex]), xyz(scene.normals[vertex]), 0,
                          sqrtf(glm::dot(diagonal, diagonal))};
    RayHit hits[2];
    trace(scene, RayTracer::bvh, rays, object, hits);
    scene.exit_distance[vertex] = hits[1].triangle >= 0 ? hits[1].length : 0;
  });
  queue.synchronize();
  const std::vector<float> exits = d.exit_distance.download();
  for (CollisionObject& object : d.host_objects) {
    object.depth = 0;
    for (int v = object.first_vertex; v < object.first_vertex + object.vertices; ++v) {
      object.depth = std::max(object.depth, 0.5f * exits[v]);
    }
  }
  d.objects.upload(d.host_objects);
}

}  // namespace raycloth::RAYCLOTH_DEVICE
