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
  float low[3][N], high[3][N];                   // their boxes
  float doubled[3][N], half[3][N], size[3][N];   // twice the middle; |half|
  Box all;
  Segment first;

  RAYCLOTH_HD Bundle(const VertexRays (&rays)[N], int count) : all(empty_box()), first(segment_of(rays[0])) {
    for (int i = 0; i < N; ++i) {
      if (i < count) {
        set(i, box_of(rays[i]), segment_of(rays[i]));
      } else {
        set(i, empty_box(), first);
      }
    }
  }

  RAYCLOTH_HD void set(int i, const Box& box, const Segment& segment) {
    all = merge(all, box);
    for (int k = 0; k < 3; ++k) {
      low[k][i] = (&box.min.x)[k], high[k][i] = (&box.max.x)[k];
      doubled[k][i] = 2 * (&segment.middle.x)[k], half[k][i] = (&segment.half.x)[k];
      size[k][i] = fabsf(half[k][i]);
    }
  }

  /// Which children of a node to look into.
  RAYCLOTH_HD unsigned operator()(const Box8& boxes) const {
    const unsigned near = overlaps(boxes, all);
    return N == 1 && near ? pierced(boxes, first, near) : near;
  }

  /// Bit i is set where segment i comes through the box in a lane: as `overlaps` and `pierced`, the latter doubled.
  RAYCLOTH_HD unsigned through(const Box8& boxes, int lane) const {
    if (N == 1) return 1;
    const float ax = boxes.min_x[lane], ay = boxes.min_y[lane], az = boxes.min_z[lane];
    const float bx = boxes.max_x[lane], by = boxes.max_y[lane], bz = boxes.max_z[lane];
    alignas(4 * N) int met[N];
    for (int i = 0; i < N; ++i) {
      const bool near = (low[0][i] <= bx) & (high[0][i] >= ax) & (low[1][i] <= by) & (high[1][i] >= ay) &
                        (low[2][i] <= bz) & (high[2][i] >= az);
      const float cx = (ax + bx) - doubled[0][i], cy = (ay + by) - doubled[1][i], cz = (az + bz) - doubled[2][i];
      const float ex = (bx - ax) * kBoxSlack + 2 * kBoxMargin, ey = (by - ay) * kBoxSlack + 2 * kBoxMargin,
                  ez = (bz - az) * kBoxSlack + 2 * kBoxMargin;
      const float hx = half[0][i], hy = half[1][i], hz = half[2][i];
      const float dx = size[0][i], dy = size[1][i], dz = size[2][i];
      met[i] = -static_cast<int>(near & (fabsf(cy * hz - cz * hy) <= ey * dz + ez * dy) &
                                 (fabsf(cz * hx - cx * hz) <= ez * dx + ex * dz) &
                                 (fabsf(cx * hy - cy * hx) <= ex * dy + ey * dx));
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

  RAYCLOTH_HD void test(const CollisionScene& scene, int triangle) {
    const Int3 t = scene.triangles[triangle];
    if (t.x == vertex || t.y == vertex || t.z == vertex) return;
    LineHit found;
    const bool met = intersect(line, xyz(scene.positions[t.x]), xyz(scene.positions[t.y]), xyz(scene.positions[t.z]), found);
    if (met) take(found, triangle);
  }

  RAYCLOTH_HD void test(const TrianglePack& pack, int first_triangle) {
    for_eight([&](auto at) {
      intersect(line, pack, vertex, at, [&](const LineHit& hit, int place) { take(hit, first_triangle + place); });
    });
  }
};

RAYCLOTH_HD inline Tracer tracer_of(const VertexRays& rays) {
  return {rays.vertex, line_through(rays.origin, rays.direction),
          {{rays.outward, 0, 0, -1}, {rays.inward, 0, 0, -1}}};
}

/// Packs to test, and by whom: bit k of by[i] is set where tracer i tests packs[k]. They are gathered so that each tracer
/// goes through its own at a stretch, and so that they come from memory in the meantime.
template <int N>
struct Batch {
  static constexpr int kMost = N == 1 ? 1 : 32;
  int packs[kMost];
  unsigned by[N] = {};
  int count = 0;

  RAYCLOTH_HD void add(int pack, unsigned tracers) {
    packs[count] = pack;
    for (int i = 0; i < N; ++i) by[i] |= (tracers >> i & 1u) << count;
    ++count;
  }

  /// Calls test(tracer, pack) for all, and forgets them.
  template <class Test>
  RAYCLOTH_HD void flush(Test test) {
    for (int i = 0; i < N; ++i) {
      for (unsigned left = by[i]; left; left &= left - 1) test(i, packs[trailing_zeros(left)]);
      by[i] = 0;
    }
    count = 0;
  }
};

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
  Batch<N> batch;
  const auto test = [&](int i, int pack) {
    tracers[i].test(scene.packs[pack], target.first_triangle + 8 * (pack - target.packs.first_entry));
    counts.triangles += 8;
  };
  counts.nodes += visit_nodes(scene.nodes, target.packs, bundle, [&](const Box8& boxes, int first_pack) {
    for (unsigned met = bundle(boxes); met; met &= met - 1) {
      const int lane = trailing_zeros(met);
      const unsigned through = bundle.through(boxes, lane);
      if (!through) continue;
      prefetch(scene.packs[first_pack + lane]);
      batch.add(first_pack + lane, through);
      if (batch.count == Batch<N>::kMost) batch.flush(test);
    }
    return true;
  });
  batch.flush(test);
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
