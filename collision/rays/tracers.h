// The ray tracers. Each takes the two rays of every vertex of a group, which lie on one line, against one object and
// returns the nearest hit of either side; both give the same hits to the last bit (ties go to the lower triangle
// index).
//   bvh          one stackless descent of the object's hierarchy for the group (refit keeps it true for what moves)
//   brute_force  every triangle of the object: no structure to keep, and the oracle of the tests
// Those that look back at the last detection (iterative, automatic) are in collision/rays/coherence.h; what they cannot
// settle is traced here.
#pragma once

#include "collision/bvh/hierarchy.h"
#include "collision/rays/hits.h"
#include "collision/rays/intersect.h"
#include "collision/scene.h"

namespace raycloth::RAYCLOTH_DEVICE {

/// Rounding of a coordinate or a length and of what is computed from it, and the least part of a direction along an
/// axis: below that the line is level, and leads nowhere else within a scene.
inline constexpr float kRayRounding = 4e-7f, kLevel = 1e-18f;

/// The two rays of a vertex: outward to origin + outward * direction, inward to origin - inward * direction.
struct VertexRays {
  int vertex;  // its own triangles are never hit
  Vec3 origin;
  Vec3 direction;         // unit
  float outward, inward;  // lengths in m
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

/// The rays of `count` neighbours as a query of the hierarchy, side by side, so that a box is held against all of them
/// at once. Those past `count` are the first again.
template <int N>
struct alignas(32) Bundle {
  float low[3][N], high[3][N];  // their origins, each grown away from a box's side by what rounding may do
  float slope[3][N];            // 1 / direction
  float from[N], to[N];         // where they end, along the direction
  unsigned present;
  Box all;

  RAYCLOTH_HD Bundle(const VertexRays (&rays)[N], int count) : present((1u << count) - 1), all(box_of(rays[0])) {
    for (int i = 0; i < N; ++i) {
      const VertexRays& own = rays[i < count ? i : 0];
      if (i < count) all = merge(all, box_of(own));
      for (int k = 0; k < 3; ++k) low[k][i] = (&own.origin.x)[k], slope[k][i] = (&own.direction.x)[k];
      from[i] = -own.inward - kBoxMargin, to[i] = own.outward + kBoxMargin;
    }
    for (int k = 0; k < 3; ++k) {
      for (int i = 0; i < N; ++i) {
        const float origin = low[k][i], margin = kBoxMargin + kRayRounding * (fabsf(origin) + to[i] - from[i]);
        low[k][i] = origin + margin, high[k][i] = origin - margin;
        slope[k][i] = 1.0f / (fabsf(slope[k][i]) > kLevel ? slope[k][i] : kLevel);
      }
    }
  }

  /// Which children of a node to look into.
  RAYCLOTH_HD unsigned operator()(const Box8& boxes) const { return overlaps(boxes, all); }

  /// Bit i is set where the rays i come through the box in a lane: the stretches of their line between its sides
  /// overlap.
  RAYCLOTH_HD unsigned through(const Box8& boxes, int lane) const {
    const float ax = boxes.min_x[lane], ay = boxes.min_y[lane], az = boxes.min_z[lane];
    const float bx = boxes.max_x[lane], by = boxes.max_y[lane], bz = boxes.max_z[lane];
    alignas(32) int met[N];
    for (int i = 0; i < N; ++i) {
      const float x0 = (ax - low[0][i]) * slope[0][i], x1 = (bx - high[0][i]) * slope[0][i];
      const float y0 = (ay - low[1][i]) * slope[1][i], y1 = (by - high[1][i]) * slope[1][i];
      const float z0 = (az - low[2][i]) * slope[2][i], z1 = (bz - high[2][i]) * slope[2][i];
      const float enter = larger(larger(smaller(x0, x1), smaller(y0, y1)), larger(smaller(z0, z1), from[i]));
      const float leave = smaller(smaller(larger(x0, x1), larger(y0, y1)), smaller(larger(z0, z1), to[i]));
      met[i] = -static_cast<int>(enter <= leave);
    }
    return mask_of(met) & present;
  }
};

struct TraceCounts {
  int rays = 0, skipped = 0;  // cast; what they hit is known without
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
    const bool met =
        intersect(line, xyz(scene.positions[t.x]), xyz(scene.positions[t.y]), xyz(scene.positions[t.z]), found);
    if (met) take(found, triangle);
  }

  RAYCLOTH_HD void test(const Team& team, const TrianglePack& pack, int first_triangle) {
    team.for_eight([&](auto at) {
      intersect(team, line, pack, vertex, at,
                [&](const LineHit& hit, int place) { take(hit, first_triangle + place); });
    });
  }
};

RAYCLOTH_HD inline Tracer tracer_of(const VertexRays& rays) {
  return {rays.vertex, line_through(rays.origin, rays.direction), {{rays.outward, 0, 0, -1}, {rays.inward, 0, 0, -1}}};
}

/// Packs to test, and by whom: bit i of by[k] is set where tracer i tests packs[k]. They are gathered so that each
/// tracer goes through its own at a stretch, and so that they come from memory in the meantime.
struct Batch {
  alignas(32) unsigned char by[32] = {};
  int packs[32];
  int count = 0;

  RAYCLOTH_HD bool full() const { return count == 32; }
  RAYCLOTH_HD void add(int pack, unsigned tracers) {
    by[count] = static_cast<unsigned char>(tracers);
    packs[count++] = pack;
  }
  RAYCLOTH_HD void clear() {
    for (unsigned char& tracers : by) tracers = 0;
    count = 0;
  }
};

RAYCLOTH_HD inline int first_triangle_of(const CollisionObject& object, int pack) {
  return object.first_triangle + 8 * (pack - object.packs.first_entry);
}

/// Every triangle, those of a team shared out among its threads.
RAYCLOTH_HD inline void test_all(const Team& team, const CollisionScene& scene, const CollisionObject& target,
                                 Tracer& tracer, TraceCounts& counts) {
  for (int k = team.thread; k < target.triangles; k += Team::kThreads) tracer.test(scene, target.first_triangle + k);
  for (RayHit& nearest : tracer.nearest) {
    const RayHit own = nearest;
    for (int of = 0; of < Team::kThreads; ++of) {
      const RayHit hit{team.told(own.length, of), team.told(own.u, of), team.told(own.v, of),
                       team.told(own.triangle, of)};
      if (hit.triangle >= 0) take_nearer(nearest, {0, hit.u, hit.v}, hit.length, hit.triangle);
    }
  }
  counts.triangles += target.triangles;
}

/// Traces the rays of a vertex; their hits are left in tracer.nearest.
RAYCLOTH_HD inline void trace(const Team& team, const CollisionScene& scene, RayTracer how, const VertexRays& rays,
                              Tracer& tracer, const CollisionObject& target, TraceCounts& counts) {
  tracer = tracer_of(rays);
  if (how == RayTracer::brute_force) return test_all(team, scene, target, tracer, counts);
  const Box box = box_of(rays);
  const Segment segment = segment_of(rays);
  const auto met_by = [&](const Box8& boxes) {
    const unsigned near = overlaps(team, boxes, box);
    return near ? pierced(team, boxes, segment, near) : 0u;
  };
  counts.nodes += visit_nodes(scene.nodes, target.packs, met_by, [&](const Box8& boxes, int first_pack) {
    for (unsigned met = met_by(boxes); met; met &= met - 1) {
      const int pack = first_pack + trailing_zeros(met);
      tracer.test(team, scene.packs[pack], first_triangle_of(target, pack));
      counts.triangles += 8;
    }
    return true;
  });
}

/// The same for the rays of `count` neighbours, whose tracers one thread has: one descent serves them all.
template <int N>
RAYCLOTH_HD void trace_together(const CollisionScene& scene, const VertexRays (&rays)[N], Tracer (&tracers)[N],
                                int count, const CollisionObject& target, TraceCounts& counts) {
  for (int i = 0; i < count; ++i) tracers[i] = tracer_of(rays[i]);
  const Bundle<N> bundle(rays, count);
  Batch batch;
  const auto flush = [&] {
    for (int i = 0; i < count; ++i) {
      Tracer own = tracers[i];  // its own copy stays in registers
      for (unsigned left = bit_column(batch.by, i); left; left &= left - 1) {
        const int pack = batch.packs[trailing_zeros(left)];
        own.test(Team(), scene.packs[pack], first_triangle_of(target, pack));
        counts.triangles += 8;
      }
      tracers[i] = own;
    }
    batch.clear();
  };
  counts.nodes += visit_nodes(scene.nodes, target.packs, bundle, [&](const Box8& boxes, int first_pack) {
    for (unsigned met = bundle(boxes); met; met &= met - 1) {
      const int lane = trailing_zeros(met), pack = first_pack + lane;
      const unsigned through = bundle.through(boxes, lane);
      if (!through) continue;
      prefetch(scene.packs[pack]);
      batch.add(pack, through);
      if (batch.full()) flush();
    }
    return true;
  });
  flush();
}

template <int N>
RAYCLOTH_HD void trace(const Team& team, const CollisionScene& scene, RayTracer how, const VertexRays (&rays)[N],
                       Tracer (&tracers)[N], int count, const CollisionObject& target, TraceCounts& counts) {
  if constexpr (N > 1) {
    if (how != RayTracer::brute_force) return trace_together(scene, rays, tracers, count, target, counts);
  }
  for (int i = 0; i < N && i < count; ++i) trace(team, scene, how, rays[i], tracers[i], target, counts);
}

/// Length to where the inward ray of one vertex meets `target` first; -1 where it does not.
RAYCLOTH_HD inline float trace_inward(const Team& team, const CollisionScene& scene, const VertexRays& rays,
                                      const CollisionObject& target) {
  Tracer tracer;
  TraceCounts counts;
  trace(team, scene, RayTracer::bvh, rays, tracer, target, counts);
  const RayHit& hit = tracer.nearest[1];
  return hit.triangle >= 0 ? hit.length : -1.0f;
}

}  // namespace raycloth::RAYCLOTH_DEVICE
