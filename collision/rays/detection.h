// The collision stage as a whole: who may touch whom (broad_phase.cpp), which vertices ask which objects and what
// their rays hit (rays.cpp, and coherence.cpp for what they know of the last detection), what that means
// (verdicts.cpp), which edges come near each other (edges.cpp), and the list of contacts. Knows nothing of the solver.
//
//   Detection detection(queue, scene, objects);
//   detect(queue, detection, options);         // on the queue; then contacts_of(detection)
#pragma once

#include <vector>

#include "collision/bvh/hierarchy.h"
#include "collision/contacts/contact.h"
#include "collision/kinds.h"
#include "collision/rays/inspection.h"
#include "collision/rays/previous_rays.h"
#include "collision/scene.h"
#include "device/buffer.h"
#include "device/queue.h"

namespace raycloth::RAYCLOTH_DEVICE {

/// Choices that may change from step to step; see sim/settings.h for what they mean.
struct DetectOptions {
  RayTracer rigid_tracer, deformable_tracer;
  Inversion inversion;
  bool reprojection, bent_rays, predictions, self_collision;
  float prediction_distance;  // m
  float interval;             // s until the next detection: rays of fast vertices reach as far as they can get
  bool edge_contacts;         // edges against edges as well
  bool count_work;            // add up rays, nodes and triangles tested
};

/// Counted on the device, read between steps.
struct DetectCounters {
  int most_jobs, most_contacts;             // of any detection since the reset, also beyond the capacities
  int collisions, predictions, inversions;  // of the last detection
  // Since the reset. Rays: cast, known not to hit; of edges: nodes, packs of eight, and pairs looked at one by one.
  unsigned long long rays, rays_skipped, nodes, triangle_tests, edge_nodes, edge_packs, edge_tests, edge_pairs;
};

/// Pairs remembered per edge between counting and writing; an edge with more is searched twice.
inline constexpr int kKeptPairs = 8;

/// The stage's own device arrays. `scene` holds the views that kernels get.
struct Detection {
  /// `view` points to vertex and triangle arrays that outlive this; its objects, nodes and exit_distance are set
  /// here. Refits every tree and measures the solids once: the positions must be there.
  Detection(Queue& queue, CollisionScene view, std::vector<CollisionObject> host_objects);

  CollisionScene scene;
  std::vector<CollisionObject> host_objects;
  Buffer<CollisionObject> objects;
  Buffer<CollisionEdge> edges;
  Buffer<TrianglePack> packs;
  Buffer<EdgePack> edge_packs;
  Buffer<Box8> nodes;
  Buffer<Box> bounds;
  Buffer<Vec4> frames;
  RefitPlan refit_plan;
  Buffer<float> exit_distance;
  Buffer<Vec4> before;

  Buffer<int> targets, target_counts;  // per object: the objects that its vertices may touch
  Buffer<Int2> groups;                 // of vertices, see CollisionScene
  Buffer<Box> group_reaches;           // around all rays of a group
  Buffer<int> job_offsets;             // per group, and the total
  Buffer<GroupJob> jobs;
  Buffer<RayHit> hits;          // see hit_index
  Buffer<Verdict> verdicts;     // likewise
  Buffer<int> contact_offsets;  // per vertex, and the total
  Buffer<int> edge_offsets;     // per edge place, and the total
  Buffer<int> edge_pairs;       // kKeptPairs per edge place: the other edge's place
  Buffer<int> contact_total;    // of both

  Buffer<Int4> vertices;  // of contacts, see ContactList
  Buffer<Vec4> weights, normals;
  Buffer<float> distances;
  Buffer<int> triangles, flags;

  // The last detection's contacts: where each vertex's begin, the triangle, and the side (+1 or -1 about the
  // triangle's normal) on which the vertex belongs.
  Buffer<int> remembered_offsets, remembered_triangles, remembered_sides;
  // Likewise of edges, by the place of the first: the other's ends, and the normal of the contact.
  Buffer<int> remembered_edge_offsets;
  Buffer<Int2> remembered_edges;
  Buffer<Vec4> remembered_normals;

  RayMemory memory;
  Buffer<DetectCounters> counters;
  Inspection inspection;

 private:
  void lay_out();  // everything that the objects' meshes decide
  void point_to_buffers();
};

/// Finds the contacts of the present positions, and remembers positions and sides for the next call.
void detect(Queue& queue, Detection& detection, const DetectOptions& options);

ContactList contacts_of(Detection& detection);

/// Forgets the rays of the last detection, and no more: where it is not known that nothing else has changed. On the
/// queue.
void forget_rays(Queue& queue, Detection& detection);

/// Forgets the past: the positions were set from outside. On the queue.
void forget_past(Queue& queue, Detection& detection);

/// Zeroes the counters. On the queue.
void reset_counters(Queue& queue, Detection& detection);

/// Changes an object's e. Between steps.
void set_half_thickness(Detection& detection, int object, float e);

/// Room for so many; present contacts are lost, remembered sides and rays are kept. Between steps.
void reserve_jobs(Detection& detection, int jobs);
void reserve_contacts(Detection& detection, int contacts);

// The phases of `detect`, in order.
void find_pairs(Queue& queue, Detection& detection, const DetectOptions& options);
void measure_motion(Queue& queue, Detection& detection, const DetectOptions& options);
void queue_rays(Queue& queue, Detection& detection, const DetectOptions& options);
void trace_rays(Queue& queue, Detection& detection, const DetectOptions& options);
void judge_hits(Queue& queue, Detection& detection, const DetectOptions& options);
void write_contacts(Queue& queue, Detection& detection, const DetectOptions& options);
void find_edge_contacts(Queue& queue, Detection& detection, const DetectOptions& options);
void record_vertex(Queue& queue, Detection& detection, const DetectOptions& options);
void remember_rays(Queue& queue, Detection& detection, const DetectOptions& options);
void remember(Queue& queue, Detection& detection);

/// Measures the solids that change their shape; after their refit.
void measure_deforming_solids(Queue& queue, Detection& detection);

/// Sizes of the memory of rays: once, and for so many jobs, keeping what is remembered.
void lay_out_memory(Detection& detection);
void reserve_memory(Detection& detection, int jobs);

/// Measures exit_distance for every vertex of a solid (and the `depth` of the host objects).
void measure_solids(Queue& queue, Detection& detection);

}  // namespace raycloth::RAYCLOTH_DEVICE
