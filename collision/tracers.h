// The ray tracers. Each takes the two rays of a vertex, which lie on one line, against one object and returns the
// nearest hit of either side; all give the same hits to the last bit (ties go to the lower triangle index).
//   bvh          stackless traversal of the object's hierarchy (which refit keeps true for what moves)
//   brute_force  every triangle of the object: no structure to keep, and the oracle of the tests
#pragma once

#include "collision/contact.h"
#include "collision/hierarchy.h"
#include "collision/intersect.h"
#include "collision/scene.h"

namespace raycloth::RAYCLOTH_DEVICE {

/// The two rays of a vertex: outward to origin + outward * direction, inward to origin - inward * direction.
struct VertexRays {
  int vertex;           // its own triangles are never hit
  Vec3 origin;
  Vec3 direction;       // unit normal of the vertex
  float outward, inward;   // lengths in m
};

/// The line of both rays as a query of the hierarchy: the box around it for a start and, where the line is long and
/// that box holds much that the line does not come near, the separating axes of line and box as well.
struct SegmentQuery {
  Box box;
  Vec3 middle, half;   // the segment is middle +- half
  bool narrow;         // test the axes

  RAYCLOTH_HD bool operator()(const Box& node) const {
    if (!overlaps(box, node)) return false;
    if (!narrow) return true;
    const Vec3 centre = (xyz(node.min) + xyz(node.max)) * 0.5f - middle;
    const Vec3 extent = (xyz(node.max) - xyz(node.min)) * (0.5f * kSlack) + Vec3(kTiny);
    const Vec3 d = glm::abs(half);
    return fabsf(centre.y * half.z - centre.z * half.y) <= extent.y * d.z + extent.z * d.y &&
           fabsf(centre.z * half.x - centre.x * half.z) <= extent.z * d.x + extent.x * d.z &&
           fabsf(centre.x * half.y - centre.y * half.x) <= extent.x * d.y + extent.y * d.x;
  }

  // Rounding must not lose a hit on the border of a box: boxes grow by far more than the products' error.
  static constexpr float kSlack = 1.0001f, kTiny = 1e-6f;
};

RAYCLOTH_HD inline Box box_of(const VertexRays& rays) {
  return around(rays.origin + rays.direction * rays.outward, rays.origin - rays.direction * rays.inward);
}

/// Rays longer than this (m) are tested against the separating axes too.
inline constexpr float kLongRay = 0.0f;

RAYCLOTH_HD inline SegmentQuery query_of(const VertexRays& rays) {
  const Vec3 middle = rays.origin + rays.direction * (0.5f * (rays.outward - rays.inward));
  const float length = rays.outward + rays.inward;
  return {box_of(rays), middle, rays.direction * (0.5f * length), length > kLongRay};
}

struct TraceCounts {
  int nodes = 0, triangles = 0;
};

RAYCLOTH_HD inline void take_nearer(RayHit& hit, const LineHit& found, float length, int triangle) {
  const bool nearer = length < hit.length || (length == hit.length && triangle < hit.triangle);
  if (nearer) hit = {length, found.u, found.v, triangle};
}

RAYCLOTH_HD inline void test_triangle(const CollisionScene& scene, const VertexRays& rays, int triangle,
                                      RayHit& outward, RayHit& inward) {
  const Int3 t = scene.triangles[triangle];
  if (t.x == rays.vertex || t.y == rays.vertex || t.z == rays.vertex) return;
  LineHit found;
  if (!intersect_line(rays.origin, rays.direction, xyz(scene.positions[t.x]), xyz(scene.positions[t.y]),
                      xyz(scene.positions[t.z]), found)) {
    return;
  }
  if (found.t >= 0) {
    take_nearer(outward, found, found.t, triangle);
  } else {
    take_nearer(inward, found, -found.t, triangle);
  }
}

/// hits[0] is the outward ray's, hits[1] the inward ray's.
RAYCLOTH_HD inline TraceCounts trace(const CollisionScene& scene, RayTracer tracer, const VertexRays& rays,
                                     const CollisionObject& target, RayHit* hits) {
  RayHit outward{rays.outward, 0, 0, -1}, inward{rays.inward, 0, 0, -1};
  TraceCounts counts;
  const auto test = [&](int first, int last) {
    counts.triangles += last - first;
    for (int triangle = first; triangle < last; ++triangle) test_triangle(scene, rays, triangle, outward, inward);
    return true;
  };
  if (tracer == RayTracer::brute_force) {
    test(target.first_triangle, target.first_triangle + target.triangles);
  } else {
    const SegmentQuery query = query_of(rays);
    const auto test_boxed = [&](int first, int last) {
      for (int triangle = first; triangle < last; ++triangle) {
        if (query(scene.triangle_boxes[triangle])) test(triangle, triangle + 1);
      }
      return true;
    };
    counts.nodes = visit_leaves(scene.nodes, target, query, test_boxed);
  }
  hits[0] = outward;
  hits[1] = inward;
  return counts;
}

}  // namespace raycloth::RAYCLOTH_DEVICE
