// From hits to contacts: length (re-projected), class, inversion, and the contact itself.
#include "collision/rays/classifier.h"
#include "collision/rays/jobs.h"
#include "collision/rays/repeats.h"
#include "device/atomic.h"
#include "device/parallel.h"

namespace raycloth::RAYCLOTH_DEVICE {

/// Contacts of a vertex by kind.
struct ContactCounts {
  int collisions = 0, predictions = 0, inversions = 0;

  RAYCLOTH_HD void add(const Classification& of) {
    if (!of.accepted) return;
    of.kind == ContactClass::collision ? ++collisions : ++predictions;
    if (of.inverted) ++inversions;
  }
};

/// What the flags of a contact say of its ray.
RAYCLOTH_HD static Classification classification_of(int flags) {
  const ContactClass kind = flags & kFlagPrediction ? ContactClass::prediction : ContactClass::collision;
  return {true, (flags & kFlagInverted) != 0, {}, kind};
}

void classify_hits(Queue& queue, RayStage& rays, const CollisionOptions& options) {
  const CollisionScene scene = rays.scene;
  const Classifier classifier = classifier_of(rays, options);
  const JobsOfVertex for_jobs = jobs_of_vertex(rays);
  const RayHit* hits = rays.hits.data();
  const Change* changes = rays.repeats.changes.data();
  const KeptContacts kept = kept_contacts(rays);
  Classification* classes = rays.classes.data();
  const ContactList contacts = rays.contacts.list();
  parallel_for(
      queue, "classify_hits", scene.vertices_count,
      Moves(3 * bytes<int>)
          .per(job_count(rays).count, bytes<GroupJob> + 2 * kGroup * bytes<RayHit, Classification, Classification>)
          .per(contacts.offsets + scene.vertices_count, 3 * bytes<Int3> + 9 * bytes<Vec4>),
      [=] RAYCLOTH_KERNEL(int vertex) {
        ContactCounts found;
        const auto judge = [&](const Job& job, int first_hit) {
          for (int r = 0; r < 2; ++r) {
            const Classification classification =
                classifier.classify(job, static_cast<Ray>(r), hits[first_hit + r], hits[first_hit + 1 - r])
                    .classification;
            classes[first_hit + r] = classification;
            found.add(classification);
          }
        };
        const auto count = [&](int place) { found.add(classification_of(kept.flags[place])); };
        changes[vertex] == Change::none ? kept(vertex, count) : for_jobs(vertex, judge);
        contacts.offsets[vertex] = found.collisions + found.predictions;
        if (found.collisions > 0) atomic_add(&contacts.counters->collisions, found.collisions);
        if (found.predictions > 0) atomic_add(&contacts.counters->predictions, found.predictions);
        if (found.inversions > 0) atomic_add(&contacts.counters->inversions, found.inversions);
      });
}

/// The normal of a contact before inversion: towards the side where the vertex is, or for solids where it belongs.
RAYCLOTH_HD static Vec3 contact_normal(const Classifier& classifier, const Job& job, Ray ray, const Met& met) {
  const CollisionScene& scene = classifier.scene;
  const bool from_solid = scene.is_solid(job.vertex);
  const bool to_solid = scene.objects[job.target].kind == ObjectKind::solid;
  const Vec3 out = xyz(scene.normals[job.vertex]);
  Vec3 normal = classifier.reprojection ? met.normal : ray_direction(classifier.line_of(job), ray);
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
RAYCLOTH_HD static float rest_distance(const Classifier& classifier, const Job& job, const RayHit& hit) {
  const CollisionScene& scene = classifier.scene;
  const float touching = classifier.touching(job, hit);
  if (scene.vertex_object[job.vertex] != job.target) return touching;
  const Int3 t = scene.triangles[hit.triangle];
  const Vec3 own = xyz(scene.rest[t.x]) * hit.u + xyz(scene.rest[t.y]) * hit.v +
                   xyz(scene.rest[t.z]) * (1.0f - hit.u - hit.v) - xyz(scene.rest[job.vertex]);
  return fminf(touching, kOwnRest * sqrtf(glm::dot(own, own)));
}

void write_contacts(Queue& queue, RayStage& rays, const CollisionOptions& options) {
  const CollisionScene scene = rays.scene;
  const Classifier classifier = classifier_of(rays, options);
  const JobsOfVertex for_jobs = jobs_of_vertex(rays);
  const RayHit* hits = rays.hits.data();
  const Classification* classes = rays.classes.data();
  const Change* changes = rays.repeats.changes.data();
  const KeptContacts kept = kept_contacts(rays);
  const ContactList contacts = rays.contacts.list();
  int* sides = rays.sides.data();
  const auto place = [=] RAYCLOTH_HD(int vertex, int triangle, int side, int flags, const KeptHit& hit, int slot) {
    if (slot >= contacts.capacity) return;
    const Int3 t = scene.triangles[triangle];
    contacts.vertices[slot] = Int4(vertex, t.x, t.y, t.z);
    contacts.weights[slot] = Vec4(1, -hit.u, -hit.v, -(1.0f - hit.u - hit.v));
    contacts.normals[slot] = hit.normal_rest;
    contacts.distances[slot] = hit.distance;
    contacts.triangles[slot] = triangle;
    contacts.flags[slot] = flags;
    sides[slot] = side;
  };
  const auto write = [=] RAYCLOTH_HD(const Job& job, Ray ray, const RayHit& hit, Classification classification,
                                     int slot) {
    const Met met = met_triangle(scene.positions, scene.triangles[hit.triangle]);
    Vec3 normal = contact_normal(classifier, job, ray, met);
    if (classification.inverted) normal = -normal;
    const Vec3 foot = met.a * hit.u + met.b * hit.v + met.c * (1.0f - hit.u - hit.v);
    const int flags = (classification.kind == ContactClass::prediction ? kFlagPrediction : 0) |
                      (classification.inverted ? kFlagInverted : 0) | (ray == Ray::inward ? kFlagInward : 0);
    const float distance = glm::dot(normal, xyz(scene.positions[job.vertex]) - foot);
    const Vec4 normal_rest(normal, rest_distance(classifier, job, hit));
    const int side = glm::dot(normal, met.normal) >= 0 ? 1 : -1;
    place(job.vertex, hit.triangle, side, flags, {hit.u, hit.v, distance, normal_rest}, slot);
  };
  parallel_for(queue, "write_contacts", scene.vertices_count,
               Moves(3 * bytes<int>)
                   .per(job_count(rays).count, bytes<GroupJob> + 2 * kGroup * bytes<Classification>)
                   .per(contacts.offsets + scene.vertices_count, bytes<RayHit, Int3> + 9 * bytes<Vec4> + kContactBytes),
               [=] RAYCLOTH_KERNEL(int vertex) {
                 int slot = contacts.offsets[vertex];
                 const auto write_kept = [&](int k) {
                   place(vertex, kept.triangles[k], kept.sides[k], kept.flags[k], kept.hits[k], slot++);
                 };
                 const auto write_found = [&](const Job& job, int first_hit) {
                   for (int r = 0; r < 2; ++r) {
                     if (!classes[first_hit + r].accepted) continue;
                     write(job, static_cast<Ray>(r), hits[first_hit + r], classes[first_hit + r], slot++);
                   }
                 };
                 changes[vertex] == Change::none ? kept(vertex, write_kept) : for_jobs(vertex, write_found);
               });
}

void remember_sides(Queue& queue, RayStage& rays) {
  const CollisionScene scene = rays.scene;
  const ContactList contacts = rays.contacts.list();
  int* triangles = rays.previous_triangles.data();
  const int* sides = rays.sides.data();
  int* previous_sides = rays.previous_sides.data();
  int* flags = rays.repeats.flags.data();
  KeptHit* hits = rays.repeats.hits.data();
  const DeviceCount of_vertices{contacts.capacity, contacts.offsets + scene.vertices_count};
  parallel_for(queue, "remember_sides", of_vertices, 4 * bytes<int> + 4 * bytes<Vec4>, [=] RAYCLOTH_KERNEL(int i) {
    triangles[i] = contacts.triangles[i];
    previous_sides[i] = sides[i];
    flags[i] = contacts.flags[i];
    hits[i] = {-contacts.weights[i].y, -contacts.weights[i].z, contacts.distances[i], contacts.normals[i]};
  });
  queue.copy(rays.previous_positions.data(), scene.positions, scene.vertices_count * sizeof(Vec4));
}

}  // namespace raycloth::RAYCLOTH_DEVICE
