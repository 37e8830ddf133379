#include "collision/rays/ray_stage.h"

namespace raycloth::RAYCLOTH_DEVICE {

RayStage::RayStage(Queue& queue, Geometry& laid_out, BroadPhase& pairs, Contacts& list)
    : geometry(laid_out), broad_phase(pairs), contacts(list), scene(laid_out.scene), counters(1) {
  const size_t objects = geometry.host_objects.size();
  exit_distance.resize(scene.vertices_count);
  previous_positions.resize(scene.vertices_count);
  group_reaches.resize(scene.groups_count);
  job_offsets.resize(scene.groups_count + 1);
  previous.offsets.resize(scene.groups_count + 1);
  previous.normals.resize(scene.vertices_count);
  previous.vertex_motions.resize(scene.vertices_count);
  previous.object_motions.resize(objects);
  repeats.motions_below.resize(8 * geometry.nodes());
  repeats.changes.resize(scene.vertices_count);
  repeats.calm.resize(scene.vertices_count);
  inspection.seen.resize(1);
  inspection.rays.resize(2 * objects);
  geometry.scene.exit_distance = exit_distance.data();
  geometry.scene.previous_positions = previous_positions.data();
  measure_solids(queue, *this);
}

void reserve_jobs(RayStage& rays, int jobs) {
  const size_t vertices = static_cast<size_t>(kGroup) * jobs;
  rays.jobs.resize(jobs);
  rays.hits.resize(2 * vertices);
  rays.classes.resize(2 * vertices);
  rays.previous.jobs.grow(jobs);
  rays.previous.triangles.grow(2 * vertices);
  rays.previous.bounded.grow(jobs);
  rays.previous.bounds.grow(vertices);
  rays.previous.new_bounded.resize(jobs);
  rays.previous.new_bounds.resize(vertices);
}

void reserve_sides(RayStage& rays, int contacts) {
  rays.previous_triangles.grow(contacts);
  rays.previous_sides.grow(contacts);
  rays.sides.resize(contacts);
  rays.repeats.hits.grow(contacts);
  rays.repeats.flags.grow(contacts);
}

}  // namespace raycloth::RAYCLOTH_DEVICE
