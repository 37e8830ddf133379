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

RAYCLOTH_HD inline Box box_of(const VertexRays& rays) {
  return around(rays.origin + rays.direction * rays.outward, rays.origin - rays.direction * rays.inward);
}

/// The line of both rays as a query of the hierarchy.
struct RayQuery {
  Box box;
  Segment segment;

  RAYCLOTH_HD unsigned operator()(const Box8& boxes) const {
    const unsigned near = overlaps(boxes, box);
    return near ? pierced(boxes, segment, near) : 0;
  }
};

RAYCLOTH_HD inline RayQuery query_of(const VertexRays& rays) {
  return {box_of(rays), {rays.origin + rays.direction * (0.5f * (rays.outward - rays.inward)),
                         rays.direction * (0.5f * (rays.outward + rays.inward))}};
}

struct TraceCounts {
  int nodes = 0, triangles = 0;
};

RAYCLOTH_HD inline void take_nearer(RayHit& hit, const LineHit& found, float length, int triangle) {
  const bool nearer = length < hit.length || (length == hit.length && triangle < hit.triangle);
  if (nearer) hit = {length, found.u, found.v, triangle};
}

RAYCLOTH_HD inline void test_triangle(const CollisionScene& scene, int vertex, const Line& line, int triangle,
                                      RayHit& outward, RayHit& inward) {
  const Int3 t = scene.triangles[triangle];
  if (t.x == vertex || t.y == vertex || t.z == vertex) return;
  LineHit found;
  if (!intersect(line, xyz(scene.positions[t.x]), xyz(scene.positions[t.y]), xyz(scene.positions[t.z]), found)) return;
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
  const Line line = line_through(rays.origin, rays.direction);
  const auto test = [&](int triangle) {
    ++counts.triangles;
    test_triangle(scene, rays.vertex, line, triangle, outward, inward);
    return true;
  };
  if (tracer == RayTracer::brute_force) {
    for (int k = 0; k < target.triangles; ++k) test(target.first_triangle + k);
  } else {
    counts.nodes = visit_triangles(scene, target, query_of(rays), test);
  }
  hits[0] = outward;
  hits[1] = inward;
  return counts;
}

}  // namespace raycloth::RAYCLOTH_DEVICE
