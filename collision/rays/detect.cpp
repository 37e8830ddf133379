#include <algorithm>
#include <utility>

#include "collision/rays/detection.h"
#include "collision/rays/tracers.h"
#include "collision/thickness.h"
#include "device/parallel.h"

namespace raycloth::RAYCLOTH_DEVICE {

void detect(Queue& queue, Detection& detection, const DetectOptions& options) {
  queue.begin_stage(Stage::refit);
  if (options.edge_contacts || options.bent_rays) choose_frames(queue, detection.scene);
  refit(queue, detection.scene, detection.refit_plan, 1, options.edge_contacts, options.interval);
  measure_deforming_solids(queue, detection);
  queue.begin_stage(Stage::broad_phase);
  find_pairs(queue, detection, options);
  queue_rays(queue, detection, options);
  queue.begin_stage(Stage::trace);
  measure_motion(queue, detection, options);
  trace_rays(queue, detection, options);
  queue.begin_stage(Stage::classify);
  judge_hits(queue, detection, options);
  write_contacts(queue, detection, options);
  find_edge_contacts(queue, detection, options);
  record_vertex(queue, detection, options);
  remember_rays(queue, detection, options);
  remember(queue, detection);
  queue.begin_stage(Stage::count);
}

ContactList contacts_of(Detection& d) {
  return {static_cast<int>(d.triangles.size()),
          d.contact_total.data(),
          d.vertices.data(),
          d.weights.data(),
          d.normals.data(),
          d.distances.data(),
          d.triangles.data(),
          d.flags.data()};
}

template <class T>
static std::vector<T> downloaded(const T* values, int count) {
  std::vector<T> copy(count);
  memory::copy_out(copy.data(), values, count * sizeof(T));
  return copy;
}

/// Vertices of every object, kGroup at a time.
static std::vector<Int2> group_vertices(std::vector<CollisionObject>& objects) {
  std::vector<Int2> groups;
  for (CollisionObject& object : objects) {
    object.first_group = static_cast<int>(groups.size());
    const int end = object.first_vertex + object.vertices;
    for (int v = object.first_vertex; v < end; v += kGroup) groups.emplace_back(v, std::min(v + kGroup, end));
  }
  return groups;
}

static float most_half_thickness(const std::vector<CollisionObject>& objects) {
  float most = 0;
  for (const CollisionObject& object : objects) most = std::max(most, most_half_thickness(object));
  return most;
}

Detection::Detection(Queue& queue, CollisionScene view, std::vector<CollisionObject> host)
    : scene(view), host_objects(std::move(host)) {
  lay_out();
  point_to_buffers();
  queue.run([&] {
    choose_frames(queue, scene);
    refit(queue, scene, refit_plan, 0, true, 0);
    measure_solids(queue, *this);
    forget_past(queue, *this);
  });
  queue.synchronize();
}

void Detection::lay_out() {
  const std::vector<Int3> triangles = downloaded(scene.triangles, scene.triangles_count);
  edges = Buffer<CollisionEdge>(
      list_edges(triangles, downloaded(scene.triangle_neighbours, scene.triangles_count), host_objects));
  groups = Buffer<Int2>(group_vertices(host_objects));
  nodes.resize(lay_out_trees(host_objects));
  refit_plan = plan_refit(host_objects);
  packs = Buffer<TrianglePack>(list_packs(triangles, host_objects));
  edge_packs.resize(edges.size() / 8);
  objects = Buffer<CollisionObject>(host_objects);
  bounds.resize(host_objects.size());
  frames.resize(host_objects.size());
  exit_distance.resize(scene.vertices_count);
  before.resize(scene.vertices_count);

  targets.resize(host_objects.size() * host_objects.size());
  target_counts.resize(host_objects.size());
  group_reaches.resize(groups.size());
  job_offsets.resize(groups.size() + 1);
  for (Buffer<int>* offsets : {&contact_offsets, &remembered_offsets}) offsets->resize(scene.vertices_count + 1);
  for (Buffer<int>* offsets : {&edge_offsets, &remembered_edge_offsets}) offsets->resize(edges.size() + 1);
  edge_pairs.resize(kKeptPairs * edges.size());
  contact_total.resize(1);
  counters.resize(1);
  inspection.seen.resize(1);
  inspection.rays.resize(2 * host_objects.size());
  lay_out_memory(*this);
  reserve_jobs(*this, 4 * static_cast<int>(groups.size()));
  reserve_contacts(*this, 2 * scene.vertices_count);
}

void Detection::point_to_buffers() {
  scene.objects_count = static_cast<int>(host_objects.size());
  scene.groups_count = static_cast<int>(groups.size());
  scene.edge_places = static_cast<int>(edges.size());
  scene.objects = objects.data();
  scene.groups = groups.data();
  scene.edges = edges.data();
  scene.packs = packs.data();
  scene.edge_packs = edge_packs.data();
  scene.nodes = nodes.data();
  scene.bounds = bounds.data();
  scene.frames = frames.data();
  scene.exit_distance = exit_distance.data();
  scene.before = before.data();
  scene.most_half_thickness = most_half_thickness(host_objects);
}

void reserve_jobs(Detection& d, int jobs) {
  d.jobs.resize(jobs);
  d.hits.resize(2 * static_cast<size_t>(kGroup) * jobs);
  d.verdicts.resize(d.hits.size());
  reserve_memory(d, jobs);
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
  d.remembered_edges.grow(contacts);
  d.remembered_normals.grow(contacts);
}

void forget_past(Queue& queue, Detection& d) {
  forget_rays(queue, d);
  queue.zero(d.remembered_offsets.data(), d.remembered_offsets.size() * sizeof(int));
  queue.zero(d.remembered_edge_offsets.data(), d.remembered_edge_offsets.size() * sizeof(int));
  queue.copy(d.before.data(), d.scene.positions, d.scene.vertices_count * sizeof(Vec4));
}

void reset_counters(Queue& queue, Detection& d) { queue.zero(d.counters.data(), sizeof(DetectCounters)); }

void set_half_thickness(Detection& d, int object, float e) {
  d.host_objects[object].half_thickness = e;
  d.scene.most_half_thickness = most_half_thickness(d.host_objects);
  d.objects.upload(d.host_objects);
}

void measure_solids(Queue& queue, Detection& d) {
  const CollisionScene scene = d.scene;
  parallel_for(queue, "measure_solids", scene.vertices_count, [=] RAYCLOTH_KERNEL(int vertex) {
    const CollisionObject& object = scene.objects[scene.vertex_object[vertex]];
    if (object.kind != ObjectKind::solid) return;
    const Box box = bounds_of(scene, object);
    const Vec3 diagonal = xyz(box.max) - xyz(box.min);
    const VertexRays rays{vertex, xyz(scene.positions[vertex]), xyz(scene.normals[vertex]), 0,
                          sqrtf(glm::dot(diagonal, diagonal))};
    scene.exit_distance[vertex] = fmaxf(trace_inward(scene, rays, object), 0.0f);
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
