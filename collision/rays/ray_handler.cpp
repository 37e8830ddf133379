#include "collision/rays/ray_handler.h"

#include <utility>

#include "collision/rays/reach.h"

namespace raycloth::RAYCLOTH_DEVICE {

/// Contacts that there is room for at first, per vertex; likewise jobs of the ray queue, per group.
constexpr int kContactsPerVertex = 2, kJobsPerGroup = 4;

RayHandler::RayHandler(HandlerInput input)
    : Handler(0, 0),
      geometry_(input.queue, input.scene, std::move(input.objects)),
      broad_phase_(geometry_.scene.objects_count),
      rays_(input.queue, geometry_, broad_phase_, contacts_),
      edges_(geometry_, input.near, contacts_, geometry_.scene.vertices_count),
      caught_(input.caught),
      first_caught_(edges_.first_owner + geometry_.scene.edge_places) {
  contacts_ = Contacts(first_caught_ + caught_.vertices, 0);
  make_room({kJobsPerGroup * geometry_.scene.groups_count, static_cast<long long>(edges_.pairs.size()),
             kContactsPerVertex * geometry_.scene.vertices_count});
  input.queue.run([&] { forget_past(input.queue); });
  input.queue.synchronize();
}

std::vector<const char*> RayHandler::stages() const {
  return {"broad_phase", "refit", "exits", "trace", "classify", "edges", "remember"};
}

void RayHandler::detect(Queue& queue, const CollisionOptions& options) {
  contacts_.begin(queue);
  queue.begin_stage("refit");
  geometry_.refit(queue, options.bent_rays);
  if (any_solid_deforms(rays_)) {
    queue.begin_stage("exits");
    measure_deforming_solids(queue, rays_);
  }
  queue.begin_stage("broad_phase");
  broad_phase_.find_pairs(queue, geometry_.scene, options, options.bent_rays ? kMostStretch : 1);
  measure_motion(queue, rays_, options);
  find_changes(queue, rays_, options, inspected_);
  queue_rays(queue, rays_, options);
  queue.begin_stage("trace");
  trace_rays(queue, rays_, options);
  if (options.edge_contacts) {
    queue.begin_stage("edges");
    find_edge_contacts(queue, edges_, options);
  }
  queue.begin_stage("classify");
  classify_hits(queue, rays_, options);
  count_pairs(queue, caught_, contacts_, first_caught_);
  contacts_.place(queue);
  write_contacts(queue, rays_, options);
  write_pairs(queue, caught_, kCaughtRests, kFlagCaught, geometry_.scene, contacts_, first_caught_);
  if (options.edge_contacts) {
    queue.begin_stage("edges");
    write_edge_contacts(queue, edges_, options);
  }
  queue.begin_stage("remember");
  remember(queue, options);
  queue.begin_stage(nullptr);
}

/// The inspected vertex first, while what the last detection left is still there.
void RayHandler::remember(Queue& queue, const CollisionOptions& options) {
  if (inspected_ >= 0) record_vertex(queue, rays_, inspected_, options);
  remember_rays(queue, rays_, options);
  settle(queue, rays_, options);
  remember_sides(queue, rays_);
  if (options.edge_contacts) remember_edges(queue, edges_);
  contacts_.keep(queue);
}

/// What rays hit depends on what they hit before with the iterative tracer alone; the others' memory only saves work.
void RayHandler::list_carried(CarriedList& list, const CollisionOptions& options) {
  carry(list, rays_.previous_positions);
  contacts_.list_carried(list);
  const int *edges = contacts_.previous_place(edges_.first_owner), *end = contacts_.previous_place(first_caught_);
  carry(list, rays_.previous_triangles, edges);
  carry(list, rays_.previous_sides, edges);
  carry(list, edges_.previous_others, end, edges);
  carry(list, edges_.previous_normals, end, edges);
  if (options.rigid_tracer != RayTracer::iterative && options.deformable_tracer != RayTracer::iterative) return;
  carry(list, rays_.previous.offsets);
  carry(list, rays_.previous.jobs);
  carry(list, rays_.previous.triangles);
}

void RayHandler::forget_past(Queue& queue) {
  Handler::forget_past(queue);
  forget_rays(queue, rays_);
  queue.copy(rays_.previous_positions.data(), geometry_.scene.positions, geometry_.scene.vertices_count * sizeof(Vec4));
}

std::vector<Room> RayHandler::rooms() const {
  std::vector<Room> rooms = Handler::rooms();
  rooms.insert(rooms.begin(),
               {{"rays", static_cast<long long>(rays_.jobs.size()), rays_.counters.download()[0].most_jobs},
                {"edge_pairs", static_cast<long long>(edges_.pairs.size()), edges_.counters.download()[0].most_pairs}});
  return rooms;
}

void RayHandler::make_room(const std::vector<long long>& capacities) {
  if (capacities.front() > static_cast<long long>(rays_.jobs.size())) {
    reserve_jobs(rays_, static_cast<int>(capacities.front()));
  }
  if (capacities[1] > static_cast<long long>(edges_.pairs.size()))
    reserve_pairs(edges_, static_cast<int>(capacities[1]));
  Handler::make_room(capacities);
  reserve_sides(rays_, contacts_.capacity());
  reserve_previous(edges_, contacts_.capacity());
}

void RayHandler::reset_counters(Queue& queue) {
  Handler::reset_counters(queue);
  queue.zero(rays_.counters.data(), sizeof(RayCounters));
  queue.zero(edges_.counters.data(), sizeof(EdgeCounters));
}

std::vector<WorkCount> RayHandler::work() const {
  const RayCounters rays = rays_.counters.download()[0];
  const EdgeCounters edges = edges_.counters.download()[0];
  const auto count = [](unsigned long long n) { return static_cast<long long>(n); };
  return {{"rays", count(rays.cast)},         {"rays_skipped", count(rays.skipped)},
          {"nodes", count(rays.nodes)},       {"triangle_tests", count(rays.triangle_tests)},
          {"edge_packs", count(edges.packs)}, {"edge_tests", 8 * count(edges.tests)}};
}

void RayHandler::set_half_thickness(int object, float e) {
  geometry_.host_objects[object].half_thickness = e;
  geometry_.upload_objects();
  rays_.repeats.calm.upload(std::vector<Calm>(rays_.repeats.calm.size()));
}

std::optional<VertexFindings> RayHandler::findings() const {
  const VertexRecord seen = rays_.inspection.seen.download()[0];
  return VertexFindings{seen, rays_.inspection.rays.download(0, seen.rays)};
}

}  // namespace raycloth::RAYCLOTH_DEVICE
