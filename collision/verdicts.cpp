// From hits to contacts: length (re-projected), class, inversion, and the contact itself.
#include "collision/classify.h"
#include "collision/detection.h"
#include "collision/reach.h"
#include "device/algorithms.h"
#include "device/atomic.h"
#include "device/parallel.h"

namespace raycloth::RAYCLOTH_DEVICE {

/// The triangle that a ray met, as the rules need it.
struct Met {
  Vec3 a, b, c, normal;
};

RAYCLOTH_HD static Met met_triangle(const Vec4* positions, Int3 t) {
  const Vec3 a = xyz(positions[t.x]), b = xyz(positions[t.y]), c = xyz(positions[t.z]);
  return {a, b, c, triangle_normal(a, b, c)};
}

RAYCLOTH_HD static Vec3 ray_direction(const CollisionScene& scene, int vertex, Ray ray) {
  const Vec3 normal = xyz(scene.normals[vertex]);
  return ray == Ray::outward ? normal : -normal;
}

/// +1 on the side that the triangle's normal points to.
RAYCLOTH_HD static int side_of(Vec3 point, const Met& met) { return glm::dot(met.normal, point - met.a) >= 0 ? 1 : -1; }

/// Sides of the last detection's contacts.
struct Memory {
  const int* offsets;
  const int* triangles;
  const int* sides;
  int capacity;

  /// The side remembered for `vertex` about `triangle` itself or, failing that, about one that shares a vertex with
  /// it; 0 when there is none.
  RAYCLOTH_HD int side(const CollisionScene& scene, int vertex, int triangle) const {
    int nearby = 0;
    for (int k = offsets[vertex]; k < offsets[vertex + 1] && k < capacity; ++k) {
      if (triangles[k] == triangle) return sides[k];
      if (nearby == 0 && share_a_vertex(scene.triangles[triangles[k]], scene.triangles[triangle])) nearby = sides[k];
    }
    return nearby;
  }
};

/// What a verdict needs besides the hits.
struct Court {
  CollisionScene scene;
  ReachOptions reach;
  Memory memory;
  Inversion inversion;
  bool reprojection, predictions;

  RAYCLOTH_HD float length_of(const RayHit& hit, int vertex, Ray ray, const Met& met) const {
    return reprojection ? reproject(hit.length, ray_direction(scene, vertex, ray), met.normal) : hit.length;
  }

  /// The side on which the vertex belongs: where it is remembered, or where it was before time integration.
  RAYCLOTH_HD int rightful_side(int vertex, int triangle, const Met& now) const {
    const int before = side_of(xyz(scene.before[vertex]), met_triangle(scene.before, scene.triangles[triangle]));
    if (inversion == Inversion::last_step) return before;
    const int remembered = memory.side(scene, vertex, triangle);
    if (remembered != 0) return remembered;
    const int side = side_of(xyz(scene.positions[vertex]), now);
    return before != side && went_through(vertex, triangle, now) ? before : side;
  }

  /// Whether a vertex that changed the side of a triangle's plane since the last detection went through the triangle,
  /// both moving straight, or no farther beside it than into a neighbour. The paper looks at the plane alone; around
  /// a border or a fold that takes a way round for a way through, and what is remembered would stay wrong.
  RAYCLOTH_HD bool went_through(int vertex, int triangle, const Met& now) const {
    const Int3 t = scene.triangles[triangle], neighbours = scene.triangle_neighbours[triangle];
    const Met then = met_triangle(scene.before, t);
    const Vec3 p0 = xyz(scene.before[vertex]), p1 = xyz(scene.positions[vertex]);
    const float d0 = glm::dot(then.normal, p0 - then.a), d1 = glm::dot(now.normal, p1 - now.a);
    const float s = d0 != d1 ? d0 / (d0 - d1) : 0.0f;
    const Vec3 p = p0 + (p1 - p0) * s;
    const Vec3 a = then.a + (now.a - then.a) * s, b = then.b + (now.b - then.b) * s, c = then.c + (now.c - then.c) * s;
    const Vec3 normal = glm::cross(b - a, c - a);
    const float doubled = glm::dot(normal, normal);
    const float least = -0.5f * doubled;
    const float beyond_ab = glm::dot(normal, glm::cross(b - a, p - a));
    const float beyond_bc = glm::dot(normal, glm::cross(c - b, p - b));
    const float beyond_ca = glm::dot(normal, glm::cross(a - c, p - c));
    return beyond_ab >= (neighbours.x < 0 ? 0 : least) && beyond_bc >= (neighbours.y < 0 ? 0 : least) &&
           beyond_ca >= (neighbours.z < 0 ? 0 : least);
  }

  RAYCLOTH_HD bool other_inside_hit_is_shorter(const RayHit& hit, const RayHit& other, int vertex, Ray ray,
                                               float length) const {
    if (other.triangle < 0) return false;
    const Ray other_ray = ray == Ray::outward ? Ray::inward : Ray::outward;
    const Met met = met_triangle(scene.positions, scene.triangles[other.triangle]);
    if (glm::dot(ray_direction(scene, vertex, other_ray), met.normal) <= 0) return false;   // meets a front face
    const float other_length = length_of(other, vertex, other_ray, met);
    return other_length < length || (other_length == length && other.triangle < hit.triangle);
  }

  RAYCLOTH_HD Verdict judge(const Job& job, Ray ray, const RayHit& hit, const RayHit& other) const {
    if (hit.triangle < 0) return kRejected;
    const CollisionObject& source = scene.objects[scene.vertex_object[job.vertex]];
    const CollisionObject& target = scene.objects[job.target];
    const Met met = met_triangle(scene.positions, scene.triangles[hit.triangle]);
    const float length = length_of(hit, job.vertex, ray, met);
    const bool back = glm::dot(ray_direction(scene, job.vertex, ray), met.normal) > 0;
    const float touching = source.half_thickness + target.half_thickness;
    const float reach_length = prediction_reach(scene, reach, job.vertex, touching);
    const bool from_solid = source.kind == ObjectKind::solid, to_solid = target.kind == ObjectKind::solid;
    const float exit = from_solid ? scene.exit_distance[job.vertex] : 0;
    if (from_solid && to_solid) return solid_to_solid(ray, back, length, exit, reach_length);
    if (from_solid) return solid_to_cloth(ray, length, exit, target.half_thickness, reach_length);
    if (to_solid) {
      const bool other_shorter = back && other_inside_hit_is_shorter(hit, other, job.vertex, ray, length);
      return cloth_to_solid(back, other_shorter, length, hit.length, source.half_thickness, reach_length);
    }
    const Verdict verdict = cloth_to_cloth(length, touching, reach_length);
    if (inversion == Inversion::off) return verdict;
    const int side = side_of(xyz(scene.positions[job.vertex]), met);
    return handle_inversion(verdict, side != rightful_side(job.vertex, hit.triangle, met));
  }
};

void judge_hits(Queue& queue, Detection& detection, const DetectOptions& options) {
  const CollisionScene scene = detection.scene;
  const Memory memory{detection.remembered_offsets.data(), detection.remembered_triangles.data(),
                      detection.remembered_sides.data(), static_cast<int>(detection.remembered_triangles.size())};
  const Court court{scene, reach_options(options), memory, options.inversion, options.reprojection,
                    options.predictions};
  const Job* jobs = detection.jobs.data();
  const RayHit* hits = detection.hits.data();
  Verdict* verdicts = detection.verdicts.data();
  const int capacity = static_cast<int>(detection.jobs.size());
  const int* job_offsets = detection.job_offsets.data();
  int* contact_offsets = detection.contact_offsets.data();
  DetectCounters* counters = detection.counters.data();
  parallel_for(queue, "judge_hits", scene.vertices_count, RAYCLOTH_KERNEL(int vertex) {
    int collisions = 0, predictions = 0, inversions = 0;
    for (int i = job_offsets[vertex]; i < job_offsets[vertex + 1] && i < capacity; ++i) {
      for (int r = 0; r < 2; ++r) {
        Verdict verdict = court.judge(jobs[i], static_cast<Ray>(r), hits[2 * i + r], hits[2 * i + 1 - r]);
        if (verdict.kind == ContactClass::prediction && !court.predictions) verdict = kRejected;
        verdicts[2 * i + r] = verdict;
        if (!verdict.accepted) continue;
        verdict.kind == ContactClass::collision ? ++collisions : ++predictions;
        if (verdict.inverted) ++inversions;
      }
    }
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
  Vec3 normal = court.reprojection ? met.normal : ray_direction(scene, job.vertex, ray);
  bool flip;
  if (from_solid) {
    flip = glm::dot(normal, out) > 0;              // the cloth belongs outside of the vertex's solid
  } else if (to_solid) {
    flip = glm::dot(normal, met.normal) < 0;       // the vertex belongs outside of the target
  } else {
    const float side = static_cast<float>(side_of(xyz(scene.positions[job.vertex]), met));
    flip = glm::dot(normal, met.normal) * side < 0;   // the vertex is where it is
  }
  return flip ? -normal : normal;
}

/// e + e'; within one cloth no more than the distance at rest, or a mesh finer than its thickness would burst.
RAYCLOTH_HD static float rest_distance(const CollisionScene& scene, const Job& job, Int3 t, Vec3 barycentric) {
  const int source = scene.vertex_object[job.vertex];
  const float touching = scene.objects[source].half_thickness + scene.objects[job.target].half_thickness;
  if (source != job.target) return touching;
  const Vec3 own = xyz(scene.rest[t.x]) * barycentric.x + xyz(scene.rest[t.y]) * barycentric.y +
                   xyz(scene.rest[t.z]) * barycentric.z - xyz(scene.rest[job.vertex]);
  return fminf(touching, 0.7f * sqrtf(glm::dot(own, own)));
}

void write_contacts(Queue& queue, Detection& detection, const DetectOptions& options) {
  const CollisionScene scene = detection.scene;
  const Court court{scene, reach_options(options), {}, options.inversion, options.reprojection, options.predictions};
  const Job* jobs = detection.jobs.data();
  const RayHit* hits = detection.hits.data();
  const Verdict* verdicts = detection.verdicts.data();
  const int job_capacity = static_cast<int>(detection.jobs.size());
  const int* job_offsets = detection.job_offsets.data();
  const int* contact_offsets = detection.contact_offsets.data();
  const ContactList contacts = contacts_of(detection);
  const auto write = [=] RAYCLOTH_HD(const Job& job, Ray ray, const RayHit& hit, Verdict verdict, int slot) {
    const Int3 t = scene.triangles[hit.triangle];
    const Met met = met_triangle(scene.positions, t);
    Vec3 normal = contact_normal(court, job, ray, met);
    if (verdict.inverted) normal = -normal;
    const float w = 1.0f - hit.u - hit.v;
    const Vec3 foot = met.a * hit.u + met.b * hit.v + met.c * w;
    const float rest = rest_distance(scene, job, t, Vec3(hit.u, hit.v, w));
    contacts.vertices[slot] = Int4(job.vertex, t.x, t.y, t.z);
    contacts.weights[slot] = Vec4(1, -hit.u, -hit.v, -w);
    contacts.normals[slot] = Vec4(normal, rest);
    contacts.distances[slot] = glm::dot(normal, xyz(scene.positions[job.vertex]) - foot);
    contacts.triangles[slot] = hit.triangle;
    contacts.flags[slot] = (verdict.kind == ContactClass::prediction ? kFlagPrediction : 0) |
                           (verdict.inverted ? kFlagInverted : 0) | (ray == Ray::inward ? kFlagInward : 0);
  };
  parallel_for(queue, "write_contacts", scene.vertices_count, RAYCLOTH_KERNEL(int vertex) {
    int slot = contact_offsets[vertex];
    for (int i = job_offsets[vertex]; i < job_offsets[vertex + 1] && i < job_capacity; ++i) {
      for (int r = 0; r < 2; ++r) {
        if (!verdicts[2 * i + r].accepted) continue;
        if (slot < contacts.capacity) write(jobs[i], static_cast<Ray>(r), hits[2 * i + r], verdicts[2 * i + r], slot);
        ++slot;
      }
    }
  });
}

void remember(Queue& queue, Detection& detection) {
  const CollisionScene scene = detection.scene;
  const ContactList contacts = contacts_of(detection);
  int* triangles = detection.remembered_triangles.data();
  int* sides = detection.remembered_sides.data();
  parallel_for(queue, "remember_sides", DeviceCount{contacts.capacity, detection.contact_offsets.data() + scene.vertices_count}, RAYCLOTH_KERNEL(int i) {
    const Met met = met_triangle(scene.positions, scene.triangles[contacts.triangles[i]]);
    triangles[i] = contacts.triangles[i];
    sides[i] = glm::dot(xyz(contacts.normals[i]), met.normal) >= 0 ? 1 : -1;
  });
  queue.copy(detection.remembered_offsets.data(), detection.contact_offsets.data(),
             detection.contact_offsets.size() * sizeof(int));
  queue.copy(detection.before.data(), scene.positions, scene.vertices_count * sizeof(Vec4));
}

}  // namespace raycloth::RAYCLOTH_DEVICE
