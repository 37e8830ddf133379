// Contacts: what the collision stage hands to the response, and the hits they are made of. Plain views for kernels.
#pragma once

#include "collision/kinds.h"
#include "collision/rays/rules.h"
#include "device/backend.h"
#include "device/math.h"

namespace raycloth::RAYCLOTH_DEVICE {

/// A group of vertices that must ask an object: one entry of the ray queue. All of their rays are traced together.
struct GroupJob {
  int group, target;  // target: object
};

/// A vertex that asks an object.
struct Job {
  int vertex, target;
};

/// Nearest hit of one ray; triangle is -1 where there is none.
struct RayHit {
  float length;  // m along the ray, >= 0
  float u, v;    // barycentric weights of the triangle's first and second vertex
  int triangle;
};

enum class Ray : int { outward, inward };  // along the vertex normal, against it

/// Where the hit of a ray stands: by entry of the ray queue, vertex of its group, ray.
RAYCLOTH_HD inline int hit_index(int job, int lane, Ray ray) {
  return 2 * (kGroup * job + lane) + static_cast<int>(ray);
}

/// What became of a ray.
struct Verdict {
  bool accepted;
  bool inverted;  // the vertex is on the other side than it should be, and the contact normal is flipped
  Rule rule;      // what decided
  ContactClass kind;
};

/// A contact keeps C = normal . sum_i weights_i x_i - rest >= 0 over its four vertices. For a vertex against a
/// triangle the weights are (1, -u, -v, -w), for an edge against an edge (1 - s, s, t - 1, -t); the normal points from
/// the second feature to the side where the first belongs. One entry per contact in each array: first those of
/// vertices, by vertex, target and ray, then those of edges, by triangle; never by the thread schedule.
struct ContactList {
  int capacity;
  const int* count;  // contacts found; may exceed capacity, the rest is then missing
  Int4* vertices;
  Vec4* weights;
  Vec4* normals;     // xyz: unit normal, w: rest distance in m
  float* distances;  // m at detection: normal . sum_i weights_i x_i, negative on the wrong side
  int* triangles;    // the triangle hit
  int* flags;        // see below
};

/// Within one cloth nothing may be asked to stay farther apart than this part of the distance at rest.
inline constexpr float kOwnRest = 0.7f;

inline constexpr int kFlagPrediction = 1, kFlagInverted = 2, kFlagInward = 4, kFlagEdges = 8;

}  // namespace raycloth::RAYCLOTH_DEVICE
