// What is kept of the rays of one detection for the next: the jobs of the ray queue, what their rays hit, and how far
// everything else was from them. Device arrays and plain views; how they are used is in collision/rays/coherence.h.
#pragma once

#include <cstdint>

#include "collision/rays/hits.h"
#include "device/buffer.h"

namespace raycloth::RAYCLOTH_DEVICE {

/// Packs of triangles listed per vertex and object.
inline constexpr int kListed = 4;
inline constexpr uint16_t kNoPack = 0xffff;

/// What the two rays of a vertex can meet in an object for some time: the packs listed and nothing else. Every triangle
/// of other packs, apart from those of the vertex itself, is farther than `clearance` from the segment of both rays.
struct RayBound {
  float clearance;          // m
  float outward, inward;    // m: lengths of the rays for which this holds
  uint16_t packs[kListed];  // counted from the object's first; kNoPack after the last
};

/// Between two detections: how far a vertex went, in m, and by how much its unit normal changed; 0 where not at all.
struct VertexMotion {
  float shift, turn;
};

/// What about a vertex has changed since the last detection: itself; only what may be on its rays; nothing, though the
/// last one may have come to something else; or nothing at all.
enum class Change : unsigned char { itself, around, unsettled, none };

/// What is known of a vertex: whether nothing about it had changed in the last detection, whose sides were those
/// before. Where something was around it nobody looks for some detections, twice as many as the last time.
struct Calm {
  unsigned char settled, waits, last_wait;
};
inline constexpr int kFirstWait = 3, kMostWait = 24;

/// Of a contact: where its ray hit, and what became of it.
struct KeptHit {
  float u, v, distance;
  Vec4 normal_rest;  // xyz: normal, w: distance at rest
};

/// Who finds what he found before (collision/rays/repeats.h).
struct Repeats {
  Buffer<float> motions_below;  // per node of the trees and child: the largest shift of a vertex below, m
  Buffer<Change> changes;       // per vertex, in this detection
  Buffer<Calm> calm;            // per vertex
  Buffer<KeptHit> hits;         // by place in the last detection's list of contacts
  Buffer<int> flags;            // likewise
};

struct PreviousRays {
  Buffer<int> offsets;  // per group, and the total: the jobs of the last detection, as RayStage has them
  Buffer<GroupJob> jobs;
  Buffer<int> triangles;         // what each ray hit, see hit_index; -1
  Buffer<unsigned> bounded;      // per job: bit k is set where the k-th vertex of the group has a bound
  Buffer<RayBound> bounds;       // kGroup to a job; written where there is one
  Buffer<unsigned> new_bounded;  // of this detection
  Buffer<RayBound> new_bounds;
  Buffer<Vec4> normals;                 // of the vertices at the last detection
  Buffer<VertexMotion> vertex_motions;  // since then
  Buffer<float> object_motions;         // the largest shift of an object's vertices, m
};

}  // namespace raycloth::RAYCLOTH_DEVICE
