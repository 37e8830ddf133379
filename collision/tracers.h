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

/// The segment of both rays.
RAYCLOTH_HD inline Segment segment_of(const VertexRays& rays) {
  return {rays.origin + rays.direction * (0.5f * (rays.outward - rays.inward)),
          rays.direction * (0.5f * (rays.outward + rays.inward))};
}

/// The segments of `count` neighbours' rays as a query of the hierarchy, side by side, so that a box is held against all
/// of them at once. Those past `count` lie nowhere.
template <int N>
struct alignas(4 * N) Bundle {
  float low[3][N], high[3][N];                  // their boxes
  float middle[3][N], half[3][N], size[3][N];   // size: |half|
  Box all;

  RAYCLOTH_HD Bundle(const VertexRays (&rays)[N], int count) : all(empty_box()) {
    for (int i = 0; i < N; ++i) set(i, i < count ? box_of(rays[i]) : empty_box(), segment_of(rays[i < count ? i : 0]));
  }

  RAYCLOTH_HD void set(int i, const Box& box, const Segment& segment) {
    all = merge(all, box);
    for (int k = 0; k < 3; ++k) {
      low[k][i] = (&box.min.x)[k], high[k][i] = (&box.max.x)[k];
      middle[k][i] = (&segment.middle.x)[k], half[k][i] = (&segment.half.x)[k];
      size[k][i] = fabsf(half[k][i]);
    }
  }

  /// Bit i is set where segment i comes through the box: as `overlaps` and `pierced`, of many segments and one box.
  RAYCLOTH_HD unsigned through(const Box& box) const {
    const Vec3 min = xyz(box.min), max = xyz(box.max);
    const Vec3 centre = (min + max) * 0.5f, e = (max - min) * (0.5f * kBoxSlack) + Vec3(kBoxMargin);
    alignas(4 * N) int met[N];
    for (int i = 0; i < N; ++i) {
      const bool near = (low[0][i] <= max.x) & (high[0][i] >= min.x) & (low[1][i] <= max.y) & (high[1][i] >= min.y) &
                        (low[2][i] <= max.z) & (high[2][i] >= min.z);
      const float cx = centre.x - middle[0][i], cy = centre.y - middle[1][i], cz = centre.z - middle[2][i];
      const float hx = half[0][i], hy = half[1][i], hz = half[2][i];
      const float dx = size[0][i], dy = size[1][i], dz = size[2][i];
      const bool across = (fabsf(cy * hz - cz * hy) <= e.y * dz + e.z * dy) &
                          (fabsf(cz * hx - cx * hz) <= e.z * dx + e.x * dz) &
                          (fabsf(cx * hy - cy * hx) <= e.x * dy + e.y * dx);
      met[i] = -static_cast<int>(near & across);
    }
    return mask_of(met);
  }
};

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
  return {rays.vertex, line_through(rays.origin, rays.direction),
          {{rays.outward, 0, 0, -1}, {rays.inward, 0, 0, -1}}};
}

/// Traces the rays of `count` neighbours; their hits are left in tracers[i].nearest.
template <int N>
RAYCLOTH_HD void trace(const CollisionScene& scene, RayTracer tracer, const VertexRays (&rays)[N],
                       Tracer (&tracers)[N], int count, const CollisionObject& target, TraceCounts& counts) {
  for (int i = 0; i < count; ++i) tracers[i] = tracer_of(rays[i]);
  if (tracer == RayTracer::brute_force) {
    for (int i = 0; i < count; ++i) {
      for (int k = 0; k < target.triangles; ++k) tracers[i].test(scene, target.first_triangle + k);
    }
    counts.triangles += count * target.triangles;
    return;
  }
  const Bundle<N> bundle(rays, count);
  const auto meets = [&](const Box8& boxes) { return overlaps(boxes, bundle.all); };
  counts.nodes += visit_nodes(scene.nodes, target.packs, meets, [&](const Box8& boxes, int first_pack) {
    for (unsigned met = meets(boxes); met; met &= met - 1) {
      const int lane = trailing_zeros(met), pack = first_pack + lane;
      const int first_triangle = target.first_triangle + 8 * (pack - target.packs.first_entry);
      for (unsigned through = bundle.through(boxes.get(lane)); through; through &= through - 1) {
        tracers[trailing_zeros(through)].test(scene.packs[pack], first_triangle);
        counts.triangles += 8;
      }
    }
    return true;
  });
}

/// Length to where the inward ray of one vertex meets `target` first; -1 where it does not.
RAYCLOTH_HD inline float trace_inward(const CollisionScene& scene, const VertexRays& rays, const CollisionObject& target) {
  const VertexRays only[1] = {rays};
  Tracer tracers[1];
  TraceCounts counts;
  trace(scene, RayTracer::bvh, only, tracers, 1, target, counts);
  const RayHit& hit = tracers[0].nearest[1];
  return hit.triangle >= 0 ? hit.length : -1.0f;
}

}  // namespace raycloth::RAYCLOTH_DEVICE
