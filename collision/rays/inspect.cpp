// Records how the rays of one vertex are judged: the detection's own hits before its own court, in one thread. It runs
// while the memory of the past is still there.
#include "collision/rays/classifier.h"
#include "collision/rays/jobs.h"
#include "device/parallel.h"

namespace raycloth::RAYCLOTH_DEVICE {

RAYCLOTH_HD static RayRecord record_ray(const Court& court, const Job& job, Ray ray, const RayHit& hit,
                                        const RayHit& other) {
  const VertexRays cast = cast_rays(court.scene, court.reach, job.vertex, job.target);
  RayRecord record{};
  record.target = job.target;
  record.ray = ray;
  record.direction = ray_direction(court.line_of(job), ray);
  record.cast = ray == Ray::outward ? cast.outward : cast.inward;
  record.hit = hit;
  record.judgement = court.judge(job, ray, hit, other);
  if (hit.triangle >= 0) {
    const Met met = met_triangle(court.scene.positions, court.scene.triangles[hit.triangle]);
    record.reprojected = reproject(hit.length, record.direction, met.normal);
  }
  return record;
}

void record_vertex(Queue& queue, Detection& detection, const DetectOptions& options) {
  const int vertex = detection.inspection.vertex;
  if (vertex < 0) return;
  const CollisionScene scene = detection.scene;
  const Court court = court_of(detection, options);
  const JobsOfVertex for_jobs = jobs_of_vertex(detection);
  const RayHit* hits = detection.hits.data();
  const int* contact_offsets = detection.contact_offsets.data();
  VertexRecord* seen = detection.inspection.seen.data();
  RayRecord* records = detection.inspection.rays.data();
  parallel_for(queue, "record_vertex", 1, [=] RAYCLOTH_KERNEL(int) {
    int contact = contact_offsets[vertex], rays = 0;
    for_jobs(vertex, [&](const Job& job, int first_hit) {
      for (int r = 0; r < 2; ++r) {
        RayRecord& record = records[rays++];
        record = record_ray(court, job, static_cast<Ray>(r), hits[first_hit + r], hits[first_hit + 1 - r]);
        record.contact = record.judgement.verdict.accepted ? contact++ : -1;
      }
    });
    *seen = {scene.positions[vertex], scene.before[vertex], scene.normals[vertex], scene.velocities[vertex], rays};
  });
}

}  // namespace raycloth::RAYCLOTH_DEVICE
