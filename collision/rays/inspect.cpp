// Records how the rays of one vertex are classified: the detection's own hits by its own classifier, in one thread. It
// runs while what the last detection left is still there.
#include "collision/rays/classifier.h"
#include "collision/rays/jobs.h"
#include "device/parallel.h"

namespace raycloth::RAYCLOTH_DEVICE {

RAYCLOTH_HD static RayRecord record_ray(const Classifier& classifier, const Job& job, Ray ray, const RayHit& hit,
                                        const RayHit& other) {
  const VertexRays cast = cast_rays(classifier.scene, classifier.reach, job.vertex, job.target);
  RayRecord record{};
  record.target = job.target;
  record.ray = ray;
  record.direction = ray_direction(classifier.line_of(job), ray);
  record.cast = ray == Ray::outward ? cast.outward : cast.inward;
  record.hit = hit;
  record.classified = classifier.classify(job, ray, hit, other);
  if (hit.triangle >= 0) {
    const Met met = met_triangle(classifier.scene.positions, classifier.scene.triangles[hit.triangle]);
    record.reprojected = reproject(hit.length, record.direction, met.normal);
  }
  return record;
}

void record_vertex(Queue& queue, RayStage& rays, int vertex, const CollisionOptions& options) {
  const CollisionScene scene = rays.scene;
  const Classifier classifier = classifier_of(rays, options);
  const JobsOfVertex for_jobs = jobs_of_vertex(rays);
  const RayHit* hits = rays.hits.data();
  const int* offsets = rays.contacts.list().offsets;
  VertexRecord* seen = rays.inspection.seen.data();
  RayRecord* records = rays.inspection.rays.data();
  parallel_for(queue, "record_vertex", 1, 2 * scene.objects_count * bytes<RayRecord>, [=] RAYCLOTH_KERNEL(int) {
    int contact = offsets[vertex], count = 0;
    for_jobs(vertex, [&](const Job& job, int first_hit) {
      for (int r = 0; r < 2; ++r) {
        RayRecord& record = records[count++];
        record = record_ray(classifier, job, static_cast<Ray>(r), hits[first_hit + r], hits[first_hit + 1 - r]);
        record.contact = record.classified.classification.accepted ? contact++ : -1;
      }
    });
    *seen = {scene.positions[vertex], scene.previous_positions[vertex], scene.normals[vertex], scene.velocities[vertex],
             count};
  });
}

}  // namespace raycloth::RAYCLOTH_DEVICE
