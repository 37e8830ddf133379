// Rays, what they hit and what became of it. Plain views for kernels.
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
struct Classification {
  bool accepted;
  bool inverted;  // the vertex is on the other side than it should be, and the contact normal is flipped
  Rule rule;      // what decided
  ContactClass kind;
};

}  // namespace raycloth::RAYCLOTH_DEVICE
