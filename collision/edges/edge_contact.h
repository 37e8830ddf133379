// Which pairs of edges make a contact, and what it is: for kernels.
#pragma once

#include "collision/contacts/contacts.h"
#include "collision/net/nearest.h"
#include "collision/net/solid_point.h"
#include "collision/thickness.h"

namespace raycloth::RAYCLOTH_DEVICE {

struct EdgeContact {
  Int4 vertices;
  Vec4 weights, normal_rest;
  float distance;
  bool inverted;
};

/// Contacts of the last detection by the place of their first edge: the other's ends, and the normal then.
struct PreviousEdges {
  PreviousOwners contacts;
  int first_owner;
  const Int2* others;
  const Vec4* normals;

  /// That normal; 0 where there was no contact.
  RAYCLOTH_HD Vec3 normal(int place, Int2 other) const {
    Vec3 found(0);
    const int first = contacts.offsets[first_owner];
    contacts(first_owner + place, [&](int k) {
      if (others[k - first] != other) return true;
      found = xyz(normals[k - first]);
      return false;
    });
    return found;
  }
};

struct EdgeContacts {
  CollisionScene scene;
  PreviousEdges previous;
  float interval;
  Inversion inversion;

  RAYCLOTH_HD static Vec3 at(const Vec4* x, Int2 edge, float s) {
    return xyz(x[edge.x]) * (1 - s) + xyz(x[edge.y]) * s;
  }

  /// The way from f to e on the side where e belongs, unless f is a solid's: where it is if both cross, where it is
  /// remembered, or where it was before time integration.
  RAYCLOTH_HD Vec3 rightful_way(int place, Int2 e, Int2 f, float s, float t) const {
    if (scene.tangled->sheets_cross(Int4(e.x, e.y, f.x, f.y), 2))
      return at(scene.positions, e, s) - at(scene.positions, f, t);
    const Vec3 known = inversion == Inversion::remembered ? previous.normal(place, f) : Vec3(0);
    return known != Vec3(0) ? known : at(scene.previous_positions, e, s) - at(scene.previous_positions, f, t);
  }

  RAYCLOTH_HD bool contact(int place, const CollisionEdge& other, const CollisionObject& source,
                           const CollisionObject& target, EdgeContact& out) const {
    const Int2 e = scene.edges[place].ends, f = other.ends;
    if (e.x == f.x || e.x == f.y || e.y == f.x || e.y == f.y) return false;
    float s, t;
    const Vec4* x = scene.positions;
    if (!common_perpendicular(xyz(x[e.x]), xyz(x[e.y]), xyz(x[f.x]), xyz(x[f.y]), s, t)) return false;
    const Vec3 gap = at(x, e, s) - at(x, f, t);
    const Vec3 closing = at(scene.velocities, e, s) - at(scene.velocities, f, t);
    const float distance = sqrtf(glm::dot(gap, gap));
    const float touching = half_thickness_at(scene, source, e, s) + half_thickness_at(scene, target, f, t);
    if (distance == 0 || nearest_until(gap, closing, interval) > touching * kEdgeRest + kEdgeMargin) return false;
    Vec3 normal = gap / distance;
    const bool solid = target.kind == ObjectKind::solid;
    const SolidPoint point{scene, x, x, 0, normal};
    if (solid && !point.leads_off_edge(other.triangle, f.x, f.y)) return false;
    const bool wrong = solid ? point.is_inside_at_edge(other.triangle, f.x, f.y)
                             : inversion != Inversion::off && glm::dot(normal, rightful_way(place, e, f, s, t)) < 0;
    out.inverted = wrong && !solid;
    if (wrong) normal = -normal;
    float rest = touching * kEdgeRest;
    if (&source == &target) {
      const Vec3 own = at(scene.rest, e, s) - at(scene.rest, f, t);
      rest = fminf(rest, kOwnRest * sqrtf(glm::dot(own, own)));
    }
    out.vertices = Int4(e.x, e.y, f.x, f.y);
    out.weights = Vec4(1 - s, s, t - 1, -t);
    out.normal_rest = Vec4(normal, rest);
    out.distance = wrong ? -distance : distance;
    return true;
  }

  RAYCLOTH_HD bool contact_of(int place, int other, EdgeContact& out) const {
    const CollisionEdge &e = scene.edges[place], &f = scene.edges[other];
    return contact(place, f, scene.objects[scene.triangle_object[e.triangle]],
                   scene.objects[scene.triangle_object[f.triangle]], out);
  }
};

}  // namespace raycloth::RAYCLOTH_DEVICE
