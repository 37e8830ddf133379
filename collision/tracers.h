// The ray tracers. Each takes the two rays of every vertex of a group, which lie on one line, against one object and
// returns the nearest hit of either side; both give the same hits to the last bit (ties go to the lower triangle index).
//   bvh          one stackless descent of the object's hierarchy for the group (refit keeps it true for what moves)
//   brute_force  every triangle of the object: no structure to keep, and the oracle of the tests
// Those that look back at the last detection (iterative, automatic) are in collision/coherence.h; what they cannot
// settle is traced here.
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
  Vec3 direction;       // unit
  float outward, inward;   // lengths in m
};

/// Grown, as the test of a triangle rounds otherwise than its box does: what grazes a border must not be lost.
RAYCLOTH_HD inline Box box_of(const VertexRays& rays) {
  return inflate(around(rays.origin + rays.direction * rays.outward, rays.origin - rays.direction * rays.inward),
                 kBoxMargin);
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
  int rays = 0, skipped = 0;   // cast; known to hit nothing without
  int nodes = 0, triangles = 0;
};

RAYCLOTH_HD inline void take_nearer(RayHit& hit, const LineHit& found, float length, int triangle) {
  const bool nearer = length < hit.length || (length == hit.length && triangle < hit.triangle);
  if (nearer) hit = {length, found.u, found.v, triangle};
}

/// The rays of one vertex under way; nearest[0] is the outward ray's hit so far, nearest[1] the inward ray's.
struct Tracer {
  int vertex;
  RayQuery query;
  Line line;
  RayHit nearest[2];

  RAYCLOTH_HD void take(const LineHit& found, int triangle) {
    if (found.t >= 0) {
      take_nearer(nearest[0], found, found.t, triangle);
    } else {
      take_nearer(nearest[1], found, -found.t, triangle);
    }
  }

  RAYCLOTH_HD void test(Vec3 a, Vec3 b, Vec3 c, int triangle) {
    LineHit found;
    if (intersect(line, a, b, c, found)) take(found, triangle);
  }

  RAYCLOTH_HD void test(const CollisionScene& scene, int triangle) {
    const Int3 t = scene.triangles[triangle];
    if (t.x == vertex || t.y == vertex || t.z == vertex) return;
    test(xyz(scene.positions[t.x]), xyz(scene.positions[t.y]), xyz(scene.positions[t.z]), triangle);
  }

  RAYCLOTH_HD void test(const TrianglePack& pack, int first_triangle) {
    for (unsigned met = crossed(line, pack, vertex); met; met &= met - 1) {
      const int i = trailing_zeros(met);
      const auto corner = [&](int k) { return Vec3(pack.at[0][k][i], pack.at[1][k][i], pack.at[2][k][i]); };
      test(corner(0), corner(1), corner(2), first_triangle + i);
    }
  }
};

RAYCLOTH_HD inline Tracer tracer_of(const VertexRays& rays) {
  return {rays.vertex, query_of(rays), line_through(rays.origin, rays.direction),
          {{rays.outward, 0, 0, -1}, {rays.inward, 0, 0, -1}}};
}

/// Traces the rays of `count` neighbours; their hits are left in tracers[i].nearest.
template <int N>
RAYCLOTH_HD void trace(const CollisionScene& scene, RayTracer tracer, Tracer (&tracers)[N], int count,
                       const CollisionObject& target, TraceCounts& counts) {
  if (tracer == RayTracer::brute_force) {
    for (int i = 0; i < count; ++i) {
      for (int k = 0; k < target.triangles; ++k) tracers[i].test(scene, target.first_triangle + k);
    }
    counts.triangles += count * target.triangles;
    return;
  }
  Box all = tracers[0].query.box;
  for (int i = 1; i < count; ++i) all = merge(all, tracers[i].query.box);
  const auto meets = [&](const Box8& boxes) { return N == 1 ? tracers[0].query(boxes) : overlaps(boxes, all); };
  counts.nodes += visit_nodes(scene.nodes, target.packs, meets, [&](const Box8& boxes, int first_pack) {
    for (int i = 0; i < count; ++i) {
      for (unsigned met = tracers[i].query(boxes); met; met &= met - 1) {
        const int pack = first_pack + trailing_zeros(met);
        tracers[i].test(scene.packs[pack], target.first_triangle + 8 * (pack - target.packs.first_entry));
        counts.triangles += 8;
      }
    }
    return true;
  });
}

/// Length to where the inward ray of one vertex meets `target` first; -1 where it does not.
RAYCLOTH_HD inline float trace_inward(const CollisionScene& scene, const VertexRays& rays, const CollisionObject& target) {
  Tracer tracers[1] = {tracer_of(rays)};
  TraceCounts counts;
  trace(scene, RayTracer::bvh, tracers, 1, target, counts);
  const RayHit& hit = tracers[0].nearest[1];
  return hit.triangle >= 0 ? hit.length : -1.0f;
}

}  // namespace raycloth::RAYCLOTH_DEVICE
