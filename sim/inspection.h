// All that the last detection knew and decided about one vertex: what the ray inspector shows. Plain host data; made by
// Simulation::inspect. Metres, seconds; vertices, triangles and objects by the model's numbers.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "collision/kinds.h"
#include "collision/rays/rules.h"
#include "device/math.h"

namespace raycloth {

/// A contact as detected: two points that are held apart. The first is a vertex, the second one of a triangle; or,
/// where `edges` is set, each is one of an edge. points_of() finds both.
struct ContactView {
  int vertex, triangle;  // of two edges: -1
  Vec3 normal;           // unit, from the second point towards the side the first belongs on
  float distance;        // m, re-projected, signed along normal (negative: on the wrong side)
  float rest_distance;   // m, e + e'
  ContactClass kind;
  bool inverted;  // the normal was flipped
  bool outward;   // by which ray of the vertex it was found
  bool edges;     // an edge against an edge, found without a ray
  Int4 vertices;  // that it holds apart: normal . sum weights_i x_i >= rest_distance
  Vec4 weights;   // (1, -u, -v, -w) of a vertex and a triangle, (1 - s, s, t - 1, -t) of two edges
  bool caught;    // found by neither rays nor edges: the safety net had to part it before
};

/// Where the two points of a contact lie while its vertices are at `positions`, m.
struct ContactPoints {
  Vec3 first, second;
};
inline ContactPoints points_of(const ContactView& contact, std::span<const Vec4> positions) {
  const int of_first = contact.edges ? 2 : 1;
  ContactPoints points{Vec3(0), Vec3(0)};
  for (int k = 0; k < 4; ++k) {
    const Vec3 part = contact.weights[k] * Vec3(positions[contact.vertices[k]]);
    if (k < of_first)
      points.first += part;
    else
      points.second -= part;
  }
  return points;
}

/// One ray and what became of it.
struct RayInspection {
  bool outward;
  int target;      // object
  Vec3 direction;  // unit
  float cast;      // m, how far the ray was cast

  int triangle;         // the nearest it met; -1: none, and the rest up to `rule` means nothing
  Vec3 barycentric;     // of the hit
  bool back;            // it met the triangle's back
  float length;         // m, before re-projection
  float reprojected;    // m, after it
  float judged;         // m, the one of the two that the settings had judged
  float touching;       // m, e + e'
  float reach;          // m, of predictions
  float exit_distance;  // m, where an inward ray leaves its own solid; 0 for cloth
  // Sides about the triangle's normal, +1 or -1; 0 where inversion plays no part, or nothing is remembered.
  int side;  // of the vertex at the detection
  int remembered_side;
  int rightful_side;  // where it belongs

  Rule rule;  // that decided
  bool accepted, inverted;
  ContactClass kind;  // where accepted
  std::optional<ContactView> contact;
};

/// What is known of a vertex. `before` is where it was at the detection before the last; without rays, `position`.
struct VertexInspection {
  int vertex;
  bool of_rays;                             // by a handler that casts rays
  Vec3 position, before, normal, velocity;  // at the last detection, which all rays belong to; without rays present
  std::vector<RayInspection> rays;
  std::vector<ContactView> others;          // contacts that act on this one and are not of its rays
  Vec3 push_since_detection, push_of_step;  // m, by which contacts, friction and the ground moved it
  Vec3 net_of_step, untangling_of_step;     // m, by which the safety net and untangling did
};

}  // namespace raycloth
