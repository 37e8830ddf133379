// The ray-traced stage (Lehericey et al. 2015): which vertices ask which objects and what their rays hit (rays.cpp, and
// coherence.cpp for what they know of the last detection, repeats.cpp for whom nothing has changed), what that means
// (classify_hits.cpp), the vertex that somebody inspects (inspect.cpp). Its arrays, and its phases in their order.
#pragma once

#include <vector>

#include "collision/bvh/broad_phase.h"
#include "collision/bvh/geometry.h"
#include "collision/contacts/contacts.h"
#include "collision/options.h"
#include "collision/rays/hits.h"
#include "collision/rays/inspection.h"
#include "collision/rays/previous_rays.h"
#include "device/buffer.h"
#include "device/carried.h"
#include "device/queue.h"

namespace raycloth::RAYCLOTH_DEVICE {

/// Counted on the device since the reset, read between steps.
struct RayCounters {
  int most_jobs;                                            // of any detection, also beyond the capacity
  unsigned long long cast, skipped, nodes, triangle_tests;  // skipped: what they hit is known
};

struct RayStage {
  /// Owners of contacts are the vertices, by their numbers. Measures the solids once: the trees must be there.
  RayStage(Queue& queue, Geometry& geometry, BroadPhase& broad_phase, Contacts& contacts);
  RayStage(const RayStage&) = delete;
  RayStage& operator=(const RayStage&) = delete;

  Geometry& geometry;
  BroadPhase& broad_phase;
  Contacts& contacts;
  const CollisionScene& scene;  // the geometry's

  Buffer<float> exit_distance;  // see CollisionScene
  Buffer<Vec4> previous_positions;
  Buffer<Box> group_reaches;  // around all rays of a group
  Buffer<int> job_offsets;    // per group, and the total
  Buffer<GroupJob> jobs;
  Buffer<RayHit> hits;             // see hit_index
  Buffer<Classification> classes;  // likewise
  // By place in the last detection's list of contacts: the triangle, and the side (+1 or -1 about the triangle's
  // normal) on which the vertex belongs.
  Buffer<int> previous_triangles, previous_sides;
  Buffer<int> sides;  // likewise, by place in the present list
  PreviousRays previous;
  Repeats repeats;
  Buffer<RayCounters> counters;
  Inspection inspection;
};

/// Jobs of the ray queue that the last detection had.
inline DeviceCount job_count(const RayStage& rays) {
  return {static_cast<int>(rays.jobs.size()), rays.job_offsets.data() + rays.scene.groups_count};
}

// The phases of a detection, in order.
void measure_deforming_solids(Queue& queue, RayStage& rays);  // exits.cpp
void measure_motion(Queue& queue, RayStage& rays, const CollisionOptions& options);
void measure_packs(Queue& queue, RayStage& rays);  // a part of it, repeats.cpp
void find_changes(Queue& queue, RayStage& rays, const CollisionOptions& options, int inspected);  // repeats.cpp
void queue_rays(Queue& queue, RayStage& rays, const CollisionOptions& options);
void trace_rays(Queue& queue, RayStage& rays, const CollisionOptions& options);
void classify_hits(Queue& queue, RayStage& rays, const CollisionOptions& options);   // counts contacts
void write_contacts(Queue& queue, RayStage& rays, const CollisionOptions& options);  // once they are placed
void record_vertex(Queue& queue, RayStage& rays, int vertex, const CollisionOptions& options);
void remember_rays(Queue& queue, RayStage& rays, const CollisionOptions& options);
void settle(Queue& queue, RayStage& rays, const CollisionOptions& options);  // repeats.cpp
void remember_sides(Queue& queue, RayStage& rays);

/// Whether some solid changes its shape, so that its exits are measured in every detection.
bool any_solid_deforms(const RayStage& rays);
/// Measures exit_distance for every vertex of a solid (and the `depth` of the host objects).
void measure_solids(Queue& queue, RayStage& rays);

/// Room for so many, keeping what is remembered of rays, or of sides. Between steps.
void reserve_jobs(RayStage& rays, int jobs);
void reserve_sides(RayStage& rays, int contacts);

/// Forgets the rays of the last detection, and no more: where it is not known that nothing else has changed. On the
/// queue.
void forget_rays(Queue& queue, RayStage& rays);

}  // namespace raycloth::RAYCLOTH_DEVICE
