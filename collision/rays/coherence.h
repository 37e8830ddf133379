// Temporal coherence of rays: what a detection may take from the one before it.
//   iterative   walks from the triangle that the same ray hit last over its neighbours to the one that it hits now
//               (Lehericey et al. 2015, Section 3). What came between since is not seen.
//   automatic   asks only the packs of triangles that were near at the last full look, for as long as nothing else can
//               have come onto the rays: the paper's displacement culling (its future work), made a bound. Rays that
//               have nothing near are not cast at all. The hits are those of a full trace, to the last bit.
// The bound: a point of the rays is origin + s normal with |s| <= length, so between two detections none moves farther
// than shift + length * turn; no point of a triangle moves farther than the farthest of its object's vertices.
// Clearance is used up by the sum of both.
#pragma once

#include "collision/rays/ray_stage.h"
#include "collision/rays/tracers.h"

namespace raycloth::RAYCLOTH_DEVICE {

/// Motion in m between two detections up to which a survey pays.
inline constexpr float kSlow = 2.5e-4f;
/// A survey looks this many present motions around the rays, within these limits in m.
inline constexpr float kSurveyedMotions = 64, kLeastSurveyed = 1e-3f, kMostSurveyed = 8e-3f;
/// Clearance in m below which rounding might let a triangle onto a ray: a hundred times what it can be a few metres
/// off.
inline constexpr float kOntoRay = 2e-5f;
/// Triangles that a walk enters before it gives up.
inline constexpr int kWalk = 8;

/// Bent rays turn otherwise for every target and at every detection, so the bound does not hold for them.
inline RayTracer usable(RayTracer tracer, const CollisionOptions& options) {
  return tracer == RayTracer::automatic && options.bent_rays ? RayTracer::bvh : tracer;
}

inline bool uses(const CollisionOptions& options, RayTracer tracer) {
  return usable(options.rigid_tracer, options) == tracer || usable(options.deformable_tracer, options) == tracer;
}

/// The last detection, as kernels look it up.
struct PreviousRaysView {
  const int* offsets;
  const GroupJob* jobs;
  int capacity;
  const int* triangles;
  const unsigned* bounded;
  const RayBound* bounds;
  const VertexMotion* vertex_motions;
  const float* object_motions;

  /// The job of the last detection with the same group and target; -1 where there was none.
  RAYCLOTH_HD int find(const GroupJob& job) const {
    for (int i = offsets[job.group]; i < offsets[job.group + 1] && i < capacity; ++i) {
      if (jobs[i].target == job.target) return i;
    }
    return -1;
  }

  /// That of a vertex in such a job; without clearance where it has none.
  RAYCLOTH_HD RayBound bound(int job, int lane) const {
    return bounded[job] >> lane & 1 ? bounds[kGroup * job + lane] : RayBound{};
  }

  /// What a point of the rays and one of the target can have come nearer to each other since, in m.
  RAYCLOTH_HD float motion(const VertexRays& rays, int target) const {
    const VertexMotion& motion = vertex_motions[rays.vertex];
    return motion.shift + fmaxf(rays.outward, rays.inward) * motion.turn + object_motions[target];
  }
};

inline PreviousRaysView view_of(const RayStage& rays) {
  const PreviousRays& previous = rays.previous;
  return {previous.offsets.data(),        previous.jobs.data(),          static_cast<int>(previous.jobs.size()),
          previous.triangles.data(),      previous.bounded.data(),       previous.bounds.data(),
          previous.vertex_motions.data(), previous.object_motions.data()};
}

/// The segment of both rays, for its distance from triangles: in coordinates along and across it.
struct Probe {
  int vertex;
  Vec3 origin, along, side, other;
  float outward, inward;
};

RAYCLOTH_HD inline Probe probe_of(const VertexRays& rays) {
  const Vec3 n = rays.direction;
  const Vec3 least = fabsf(n.x) < 0.6f ? Vec3(1, 0, 0) : Vec3(0, 1, 0);
  const Vec3 across = least - n * glm::dot(n, least);
  const Vec3 side = across / sqrtf(glm::dot(across, across));
  return {rays.vertex, rays.origin, n, side, glm::cross(n, side), rays.outward, rays.inward};
}

/// Squared distance of 0 from the segment p-q in the plane.
RAYCLOTH_HD inline float squared_distance(float px, float py, float qx, float qy) {
  const float dx = qx - px, dy = qy - py;
  const float part = -(px * dx + py * dy) / larger(dx * dx + dy * dy, 1e-30f);
  const float t = smaller(larger(part, 0.0f), 1.0f);
  const float x = px + t * dx, y = py + t * dy;
  return x * x + y * y;
}

/// No triangle of the pack, apart from those of the probe's vertex, is nearer to the segment. A triangle's distance
/// from the line, found where both are seen along the line, and the gap along the line are two legs of a right angle.
RAYCLOTH_HD inline float distance_bound(const Team& team, const Probe& probe, const TrianglePack& pack) {
  return sqrtf(least_of_eight(team, [&](int i) {
    float x[3], y[3], z[3];
    for (int k = 0; k < 3; ++k) {
      const float dx = pack.at[0][k][i] - probe.origin.x, dy = pack.at[1][k][i] - probe.origin.y,
                  dz = pack.at[2][k][i] - probe.origin.z;
      x[k] = dx * probe.side.x + dy * probe.side.y + dz * probe.side.z;
      y[k] = dx * probe.other.x + dy * probe.other.y + dz * probe.other.z;
      z[k] = dx * probe.along.x + dy * probe.along.y + dz * probe.along.z;
    }
    const float u = x[2] * y[1] - y[2] * x[1], v = x[0] * y[2] - y[0] * x[2], w = x[1] * y[0] - y[1] * x[0];
    const bool inside = ((u >= 0) & (v >= 0) & (w >= 0)) | ((u <= 0) & (v <= 0) & (w <= 0));
    const float border =
        smaller(squared_distance(x[0], y[0], x[1], y[1]),
                smaller(squared_distance(x[1], y[1], x[2], y[2]), squared_distance(x[2], y[2], x[0], y[0])));
    const float beyond =
        larger(smaller(z[0], smaller(z[1], z[2])) - probe.outward, -probe.inward - larger(z[0], larger(z[1], z[2])));
    const float gap = larger(beyond, 0.0f);
    const bool other = (pack.corners[0][i] >= 0) & (pack.corners[0][i] != probe.vertex) &
                       (pack.corners[1][i] != probe.vertex) & (pack.corners[2][i] != probe.vertex);
    const float across = inside ? 0.0f : border;
    return other ? across + gap * gap : kHuge;
  }));
}

/// The nearest packs so far; what has no place in the list limits the clearance.
struct PackList {
  int packs[kListed];
  float distances[kListed];
  int count;
  float clearance;

  RAYCLOTH_HD void add(int pack, float distance) {
    int place = count;
    if (count == kListed) {
      float farthest = distances[0];
      place = 0;
      for (int k = 1; k < kListed; ++k) {
        if (distances[k] > farthest) place = k, farthest = distances[k];
      }
      clearance = smaller(clearance, distance < farthest ? farthest : distance);
      if (!(distance < farthest)) return;
    } else {
      ++count;
    }
    for (int k = 0; k < kListed; ++k) {  // not by its index: on CUDA arrays that are indexed do not stay in registers
      if (k == place) packs[k] = pack, distances[k] = distance;
    }
  }
};

/// A full trace that also looks around: packs nearer than half of what it looks at are tested and listed, the others
/// and the border of what it looks at are the clearance.
RAYCLOTH_HD inline RayBound survey(const Team& team, const CollisionScene& scene, const VertexRays& rays, float motion,
                                   const CollisionObject& target, Tracer& tracer, TraceCounts& counts) {
  const float surveyed = fminf(fmaxf(kSurveyedMotions * motion, kLeastSurveyed), kMostSurveyed);
  const Probe probe = probe_of(rays);
  const Box box = inflate(box_of(rays), surveyed);
  PackList list{{}, {}, 0, surveyed};
  const auto meets = [&](const Box8& boxes) { return overlaps(team, boxes, box); };
  counts.nodes += visit_nodes(scene.nodes, target.packs, meets, [&](const Box8& boxes, int first_pack) {
    for (unsigned met = meets(boxes); met; met &= met - 1) {
      const int pack = first_pack + trailing_zeros(met);
      const float distance = distance_bound(team, probe, scene.packs[pack]);
      counts.triangles += 8;
      if (distance >= 0.5f * surveyed) {
        list.clearance = smaller(list.clearance, distance);
        continue;
      }
      tracer.test(team, scene.packs[pack], first_triangle_of(target, pack));
      list.add(pack, distance);
    }
    return true;
  });
  RayBound bound{list.clearance, rays.outward, rays.inward, {}};
  for (int k = 0; k < kListed; ++k) {
    bound.packs[k] = k < list.count ? static_cast<uint16_t>(list.packs[k] - target.packs.first_entry) : kNoPack;
  }
  return bound;
}

/// Whether the packs of an object can be listed.
RAYCLOTH_HD inline bool is_listable(const CollisionObject& object) { return object.packs.entries <= kNoPack; }

/// Takes `motion` off the clearance; whether the bound still holds for the rays as they are now.
RAYCLOTH_HD inline bool still_holds(RayBound& bound, const VertexRays& rays, float motion) {
  bound.clearance -= motion;
  return bound.clearance > kOntoRay && rays.outward <= bound.outward && rays.inward <= bound.inward;
}

RAYCLOTH_HD inline void test_listed(const Team& team, const CollisionScene& scene, const RayBound& bound,
                                    const CollisionObject& target, Tracer& tracer, TraceCounts& counts) {
  for (int k = 0; k < kListed && bound.packs[k] != kNoPack; ++k) {
    const int pack = target.packs.first_entry + bound.packs[k];
    tracer.test(team, scene.packs[pack], first_triangle_of(target, pack));
    counts.triangles += 8;
  }
}

/// Walks from triangle `start` towards the line, across the edge on whose far side it passes, to the triangle that
/// contains it. -1 at a border, after kWalk triangles, and where that triangle is the vertex's own.
RAYCLOTH_HD inline int walk(const CollisionScene& scene, const VertexRays& rays, const Line& line, int start,
                            LineHit& hit, TraceCounts& counts) {
  int triangle = start;
  for (int k = 0; k < kWalk && triangle >= 0; ++k) {
    const Int3 t = scene.triangles[triangle];
    const Vec3 a = xyz(scene.positions[t.x]), b = xyz(scene.positions[t.y]), c = xyz(scene.positions[t.z]);
    ++counts.triangles;
    if (intersect(line, a, b, c, hit)) {
      const bool own = t.x == rays.vertex || t.y == rays.vertex || t.z == rays.vertex;
      return own ? -1 : triangle;
    }
    const int edge = edge_towards(line, a, b, c);
    if (edge < 0) return -1;
    triangle = scene.triangle_neighbours[triangle][edge];
  }
  return -1;
}

}  // namespace raycloth::RAYCLOTH_DEVICE
