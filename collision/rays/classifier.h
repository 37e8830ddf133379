// How the hit of one ray is judged: its length (re-projected), its class, inversion, and the contact that follows.
// The kernels of classes.cpp judge every ray with it and inspect.cpp the rays of one vertex, so that what the
// inspector shows is what was done. Knows one vertex and one ray at a time, and plain views.
#pragma once

#include "collision/rays/classify.h"
#include "collision/rays/intersect.h"
#include "collision/rays/ray_stage.h"
#include "collision/rays/reach.h"
#include "collision/thickness.h"

namespace raycloth::RAYCLOTH_DEVICE {

/// The triangle that a ray met, as the rules need it.
struct Met {
  Vec3 a, b, c, normal;
};

RAYCLOTH_HD inline Met met_triangle(const Vec4* positions, Int3 t) {
  const Vec3 a = xyz(positions[t.x]), b = xyz(positions[t.y]), c = xyz(positions[t.z]);
  return {a, b, c, triangle_normal(a, b, c)};
}

RAYCLOTH_HD inline Vec3 ray_direction(const RayLine& line, Ray ray) {
  return ray == Ray::outward ? line.direction : -line.direction;
}

/// +1 on the side that the triangle's normal points to.
RAYCLOTH_HD inline int side_of(Vec3 point, const Met& met) { return glm::dot(met.normal, point - met.a) >= 0 ? 1 : -1; }

/// Sides of the last detection's contacts, by their places in its list.
struct PreviousSides {
  PreviousOwners contacts;
  const int *triangles, *sides;

  /// The side remembered for `vertex` about `triangle` itself or, failing that, about one that shares a vertex with
  /// it; 0 when there is none.
  RAYCLOTH_HD int side(const CollisionScene& scene, int vertex, int triangle) const {
    int own = 0, nearby = 0;
    contacts(vertex, [&](int k) {
      if (triangles[k] == triangle) own = sides[k];
      if (nearby == 0 && share_a_vertex(scene.triangles[triangles[k]], scene.triangles[triangle])) nearby = sides[k];
      return own == 0;
    });
    return own != 0 ? own : nearby;
  }
};

/// What judging needs besides the hits.
struct Classifier {
  CollisionScene scene;
  ReachOptions reach;
  PreviousSides previous;
  Inversion inversion;
  bool reprojection, predictions;

  RAYCLOTH_HD RayLine line_of(const Job& job) const { return ray_line(scene, reach, job.vertex, job.target); }

  RAYCLOTH_HD float length_of(const RayHit& hit, Vec3 direction, const Met& met) const {
    return reprojection ? reproject(hit.length, direction, met.normal) : hit.length;
  }

  RAYCLOTH_HD bool is_tangled(int vertex, int triangle) const {
    const Int3 t = scene.triangles[triangle];
    return scene.tangled->sheets_cross(Int4(vertex, t.x, t.y, t.z), 1);
  }

  /// The side on which the vertex belongs: where it is, if it crosses the triangle or its neighbours; where it is
  /// remembered, or where it was before time integration.
  RAYCLOTH_HD int rightful_side(int vertex, int triangle, const Met& now, int side, int remembered) const {
    if (is_tangled(vertex, triangle)) return side;
    if (remembered != 0) return remembered;
    const int before = side_of(xyz(scene.previous_positions[vertex]),
                               met_triangle(scene.previous_positions, scene.triangles[triangle]));
    if (inversion == Inversion::last_step) return before;
    return before != side && went_through(vertex, triangle, now) ? before : side;
  }

  /// Whether a vertex that changed the side of a triangle's plane since the last detection went through the triangle,
  /// both moving straight, or no farther beside it than into a neighbour. The paper looks at the plane alone; around
  /// a border or a fold that takes a way round for a way through, and what is remembered would stay wrong.
  RAYCLOTH_HD bool went_through(int vertex, int triangle, const Met& now) const {
    const Int3 t = scene.triangles[triangle], neighbours = scene.triangle_neighbours[triangle];
    const Met then = met_triangle(scene.previous_positions, t);
    const Vec3 p0 = xyz(scene.previous_positions[vertex]), p1 = xyz(scene.positions[vertex]);
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

  /// `other` is the hit of the ray against `direction`.
  RAYCLOTH_HD bool other_inside_hit_is_shorter(const RayHit& hit, const RayHit& other, Vec3 direction,
                                               float length) const {
    if (other.triangle < 0) return false;
    const Met met = met_triangle(scene.positions, scene.triangles[other.triangle]);
    if (glm::dot(-direction, met.normal) <= 0) return false;  // meets a front face
    const float other_length = length_of(other, -direction, met);
    return other_length < length || (other_length == length && other.triangle < hit.triangle);
  }

  /// e' of the target where the ray met it.
  RAYCLOTH_HD float thickness_met(const Job& job, const RayHit& hit) const {
    return half_thickness_at(scene, scene.objects[job.target], scene.triangles[hit.triangle], hit.u, hit.v);
  }

  /// e + e', where the ray met the target.
  RAYCLOTH_HD float touching(const Job& job, const RayHit& hit) const {
    return half_thickness_at(scene, job.vertex) + thickness_met(job, hit);
  }

  /// By the kinds of the two objects; inversion not yet looked at.
  RAYCLOTH_HD Classification classify(const Job& job, const RayLine& line, Ray ray, const RayHit& hit,
                                      const RayHit& other, const ClassifiedHit& found) const {
    const CollisionObject& source = scene.objects[scene.vertex_object[job.vertex]];
    const CollisionObject& target = scene.objects[job.target];
    const bool from_solid = source.kind == ObjectKind::solid, to_solid = target.kind == ObjectKind::solid;
    if (from_solid && to_solid) return solid_to_solid(ray, found.back, found.length, found.exit_distance, found.reach);
    if (from_solid) return solid_to_cloth(ray, found.length, found.exit_distance, thickness_met(job, hit), found.reach);
    if (to_solid) {
      const Vec3 direction = ray_direction(line, ray);
      const bool other_shorter = found.back && other_inside_hit_is_shorter(hit, other, direction, found.length);
      return cloth_to_solid(found.back, other_shorter, found.length, hit.length * line.rise,
                            half_thickness_at(scene, job.vertex), found.reach);
    }
    return cloth_to_cloth(found.length, found.touching, found.reach);
  }

  RAYCLOTH_HD void look_for_inversion(const Job& job, const RayHit& hit, const Met& met, ClassifiedHit& found) const {
    found.side = side_of(xyz(scene.positions[job.vertex]), met);
    found.remembered_side = inversion == Inversion::remembered ? previous.side(scene, job.vertex, hit.triangle) : 0;
    found.rightful_side = rightful_side(job.vertex, hit.triangle, met, found.side, found.remembered_side);
    found.classification = handle_inversion(found.classification, found.side != found.rightful_side);
  }

  RAYCLOTH_HD ClassifiedHit classify(const Job& job, Ray ray, const RayHit& hit, const RayHit& other) const {
    ClassifiedHit found{};
    found.classification = reject(Rule::no_hit);
    if (hit.triangle < 0) return found;
    const CollisionObject& source = scene.objects[scene.vertex_object[job.vertex]];
    const CollisionObject& target = scene.objects[job.target];
    const Met met = met_triangle(scene.positions, scene.triangles[hit.triangle]);
    const RayLine line = line_of(job);
    const Vec3 direction = ray_direction(line, ray);
    found.length = length_of(hit, direction, met);
    found.touching = touching(job, hit);
    found.reach = prediction_reach(scene, reach, job.vertex, found.touching);
    found.exit_distance = source.kind == ObjectKind::solid ? scene.exit_distance[job.vertex] : 0;
    found.back = glm::dot(direction, met.normal) > 0;
    found.classification = classify(job, line, ray, hit, other, found);
    const bool sheets = source.kind != ObjectKind::solid && target.kind != ObjectKind::solid;
    if (found.classification.accepted && sheets && inversion != Inversion::off)
      look_for_inversion(job, hit, met, found);
    if (found.classification.accepted && found.classification.kind == ContactClass::prediction && !predictions) {
      found.classification = reject(Rule::predictions_off);
    }
    return found;
  }
};

inline Classifier classifier_of(const RayStage& rays, const CollisionOptions& options) {
  return {.scene = rays.scene,
          .reach = reach_options(options),
          .previous = {rays.contacts.previous(), rays.previous_triangles.data(), rays.previous_sides.data()},
          .inversion = options.inversion,
          .reprojection = options.reprojection,
          .predictions = options.predictions};
}

}  // namespace raycloth::RAYCLOTH_DEVICE
