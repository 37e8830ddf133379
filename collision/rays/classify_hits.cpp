// From hits to contacts: length (re-projected), class, inversion, and the contact itself.
#include "collision/rays/classifier.h"
#include "collision/rays/jobs.h"
#include "device/algorithms.h"
#include "device/atomic.h"
#include "device/parallel.h"

namespace raycloth::RAYCLOTH_DEVICE {

void judge_hits(Queue& queue, Detection& detection, const DetectOptions& options) {
  const CollisionScene scene = detection.scene;
  const Court court = court_of(detection, options);
  const JobsOfVertex for_jobs = jobs_of_vertex(detection);
  const RayHit* hits = detection.hits.data();
  Verdict* verdicts = detection.verdicts.data();
  int* contact_offsets = detection.contact_offsets.data();
  DetectCounters* counters = detection.counters.data();
  parallel_for(queue, "judge_hits", scene.vertices_count, [=] RAYCLOTH_KERNEL(int vertex) {
    int collisions = 0, predictions = 0, inversions = 0;
    for_jobs(vertex, [&](const Job& job, int first_hit) {
      for (int r = 0; r < 2; ++r) {
        const Verdict verdict =
            court.judge(job, static_cast<Ray>(r), hits[first_hit + r], hits[first_hit + 1 - r]).verdict;
        verdicts[first_hit + r] = verdict;
        if (!verdict.accepted) continue;
        verdict.kind == ContactClass::collision ? ++collisions : ++predictions;
        if (verdict.inverted) ++inversions;
      }
    });
    contact_offsets[vertex] = collisions + predictions;
    if (collisions > 0) atomic_add(&counters->collisions, collisions);
    if (predictions > 0) atomic_add(&counters->predictions, predictions);
    if (inversions > 0) atomic_add(&counters->inversions, inversions);
  });
  exclusive_scan(queue, contact_offsets, contact_offsets, scene.vertices_count + 1);
}

/// The normal of a contact before inversion: towards the side where the vertex is, or for solids where it belongs.
RAYCLOTH_HD static Vec3 contact_normal(const Court& court, const Job& job, Ray ray, const Met& met) {
  const CollisionScene& scene = court.scene;
  const bool from_solid = scene.objects[scene.vertex_object[job.vertex]].kind == ObjectKind::solid;
  const bool to_solid = scene.objects[job.target].kind == ObjectKind::solid;
  const Vec3 out = xyz(scene.normals[job.vertex]);
  Vec3 normal = court.reprojection ? met.normal : ray_direction(court.line_of(job), ray);
  bool flip;
  if (from_solid) {
    flip = glm::dot(normal, out) > 0;  // the cloth belongs outside of the vertex's solid
  } else if (to_solid) {
    flip = glm::dot(normal, met.normal) < 0;  // the vertex belongs outside of the target
  } else {
    const float side = static_cast<float>(side_of(xyz(scene.positions[job.vertex]), met));
    flip = glm::dot(normal, met.normal) * side < 0;  // the vertex is where it is
  }
  return flip ? -normal : normal;
}

/// e + e'; within one cloth no more than the distance at rest, or a mesh finer than its thickness would burst.
RAYCLOTH_HD static float rest_distance(const Court& court, const Job& job, const RayHit& hit) {
  const CollisionScene& scene = court.scene;
  const float touching = court.touching(job, hit);
  if (scene.vertex_object[job.vertex] != job.target) return touching;
  const Int3 t = scene.triangles[hit.triangle];
  const Vec3 own = xyz(scene.rest[t.x]) * hit.u + xyz(scene.rest[t.y]) * hit.v +
                   xyz(scene.rest[t.z]) * (1.0f - hit.u - hit.v) - xyz(scene.rest[job.vertex]);
  return fminf(touching, kOwnRest * sqrtf(glm::dot(own, own)));
}

void write_contacts(Queue& queue, Detection& detection, const DetectOptions& options) {
  const CollisionScene scene = detection.scene;
  const Court court = court_of(detection, options);
  const JobsOfVertex for_jobs = jobs_of_vertex(detection);
  const RayHit* hits = detection.hits.data();
  const Verdict* verdicts = detection.verdicts.data();
  const int* contact_offsets = detection.contact_offsets.data();
  const ContactList contacts = contacts_of(detection);
  const auto write = [=] RAYCLOTH_HD(const Job& job, Ray ray, const RayHit& hit, Verdict verdict, int slot) {
    const Int3 t = scene.triangles[hit.triangle];
    const Met met = met_triangle(scene.positions, t);
    Vec3 normal = contact_normal(court, job, ray, met);
    if (verdict.inverted) normal = -normal;
    const float w = 1.0f - hit.u - hit.v;
    const Vec3 foot = met.a * hit.u + met.b * hit.v + met.c * w;
    const float rest = rest_distance(court, job, hit);
    contacts.vertices[slot] = Int4(job.vertex, t.x, t.y, t.z);
    contacts.weights[slot] = Vec4(1, -hit.u, -hit.v, -w);
    contacts.normals[slot] = Vec4(normal, rest);
    contacts.distances[slot] = glm::dot(normal, xyz(scene.positions[job.vertex]) - foot);
    contacts.triangles[slot] = hit.triangle;
    contacts.flags[slot] = (verdict.kind == ContactClass::prediction ? kFlagPrediction : 0) |
                           (verdict.inverted ? kFlagInverted : 0) | (ray == Ray::inward ? kFlagInward : 0);
  };
  parallel_for(queue, "write_contacts", scene.vertices_count, [=] RAYCLOTH_KERNEL(int vertex) {
    int slot = contact_offsets[vertex];
    for_jobs(vertex, [&](const Job& job, int first_hit) {
      for (int r = 0; r < 2; ++r) {
        const Verdict verdict = verdicts[first_hit + r];
        if (!verdict.accepted) continue;
        if (slot < contacts.capacity) write(job, static_cast<Ray>(r), hits[first_hit + r], verdict, slot);
        ++slot;
      }
    });
  });
}

void remember(Queue& queue, Detection& detection) {
  const CollisionScene scene = detection.scene;
  const ContactList contacts = contacts_of(detection);
  int* triangles = detection.remembered_triangles.data();
  int* sides = detection.remembered_sides.data();
  parallel_for(queue, "remember_sides",
               DeviceCount{contacts.capacity, detection.contact_offsets.data() + scene.vertices_count},
               [=] RAYCLOTH_KERNEL(int i) {
                 const Met met = met_triangle(scene.positions, scene.triangles[contacts.triangles[i]]);
                 triangles[i] = contacts.triangles[i];
                 sides[i] = glm::dot(xyz(contacts.normals[i]), met.normal) >= 0 ? 1 : -1;
               });
  queue.copy(detection.remembered_offsets.data(), detection.contact_offsets.data(),
             detection.contact_offsets.size() * sizeof(int));
  const int* vertex_contacts = detection.contact_offsets.data() + scene.vertices_count;
  Int2* edges = detection.remembered_edges.data();
  Vec4* normals = detection.remembered_normals.data();
  parallel_for(queue, "remember_edges", DeviceCount{contacts.capacity, contacts.count}, [=] RAYCLOTH_KERNEL(int i) {
    const int k = i - *vertex_contacts;
    if (k < 0) return;
    edges[k] = Int2(contacts.vertices[i].z, contacts.vertices[i].w);
    normals[k] = contacts.normals[i];
  });
  queue.copy(detection.remembered_edge_offsets.data(), detection.edge_offsets.data(),
             detection.edge_offsets.size() * sizeof(int));
  queue.copy(detection.before.data(), scene.positions, scene.vertices_count * sizeof(Vec4));
}

}  // namespace raycloth::RAYCLOTH_DEVICE
