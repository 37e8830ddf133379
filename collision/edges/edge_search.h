// The search for pairs of edges that make a contact: for kernels. Neighbouring edges share one descent of a tree.
#pragma once

#include "collision/bvh/broad_phase.h"
#include "collision/bvh/hierarchy.h"
#include "collision/contacts/contacts.h"
#include "collision/edges/segments.h"
#include "collision/thickness.h"

namespace raycloth::RAYCLOTH_DEVICE {

/// Rest distance of edge contacts as a part of e + e'.
inline constexpr float kEdgeRest = 0.5f;
/// Pairs this much (m) beyond what they can close until the next detection are still kept.
inline constexpr float kEdgeMargin = 0.001f;

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

/// What a search went through.
struct EdgeCounts {
  int nodes = 0, packs = 0;  // looked at
  int tests = 0, pairs = 0;  // of a group's edges against one; that were near
};

struct EdgeSearch {
  CollisionScene scene;
  PreviousEdges previous;
  ObjectPairs pairs;
  float interval;
  Inversion inversion;

  RAYCLOTH_HD static Vec3 at(const Vec4* x, Int2 edge, float s) {
    return xyz(x[edge.x]) * (1 - s) + xyz(x[edge.y]) * s;
  }

  /// The way from f to e on the side where e belongs: outside of a solid, where it is if both cross, where it is
  /// remembered, or where it was before time integration.
  RAYCLOTH_HD Vec3 rightful_way(int place, Int2 e, Int2 f, float s, float t, bool solid) const {
    if (solid) return xyz(scene.normals[f.x]) + xyz(scene.normals[f.y]);
    if (scene.tangled->sheets_cross(Int4(e.x, e.y, f.x, f.y), 2))
      return at(scene.positions, e, s) - at(scene.positions, f, t);
    const Vec3 known = inversion == Inversion::remembered ? previous.normal(place, f) : Vec3(0);
    return known != Vec3(0) ? known : at(scene.previous_positions, e, s) - at(scene.previous_positions, f, t);
  }

  RAYCLOTH_HD bool contact(int place, Int2 f, const CollisionObject& source, const CollisionObject& target,
                           EdgeContact& out) const {
    const Int2 e = scene.edges[place].ends;
    if (e.x == f.x || e.x == f.y || e.y == f.x || e.y == f.y) return false;
    float s, t;
    const Vec4* x = scene.positions;
    if (!common_perpendicular(xyz(x[e.x]), xyz(x[e.y]), xyz(x[f.x]), xyz(x[f.y]), s, t)) return false;
    const Vec3 gap = at(x, e, s) - at(x, f, t);
    const Vec3 closing = at(scene.velocities, e, s) - at(scene.velocities, f, t);
    const float distance = sqrtf(glm::dot(gap, gap));
    const float touching = half_thickness_at(scene, source, e, s) + half_thickness_at(scene, target, f, t);
    const float reach = touching * kEdgeRest + kEdgeMargin + sqrtf(glm::dot(closing, closing)) * interval;
    if (distance > reach || distance == 0) return false;
    Vec3 normal = gap / distance;
    const bool solid = target.kind == ObjectKind::solid;
    const bool wrong =
        (solid || inversion != Inversion::off) && glm::dot(normal, rightful_way(place, e, f, s, t, solid)) < 0;
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
    return contact(place, f.ends, scene.objects[scene.triangle_object[e.triangle]],
                   scene.objects[scene.triangle_object[f.triangle]], out);
  }

  /// How much the box of an edge of `a` must grow to meet all that it can touch among the edges of `b`: boxes hold what
  /// the edges move in their objects' frames, so what the frames move against each other comes on top.
  RAYCLOTH_HD float growth(int a, int b) const {
    const Vec3 apart = xyz(scene.frames[a]) - xyz(scene.frames[b]);
    const float touching = most_half_thickness(scene.objects[a]) + most_half_thickness(scene.objects[b]);
    return (touching * kEdgeRest + kEdgeMargin + sqrtf(glm::dot(apart, apart)) * interval) * kBoxSlack + kBoxMargin;
  }

  /// `N` neighbouring edges, which lie nearly in a plane: boxes along the axes hold far more than they, a slab along
  /// the mean normal tells one layer of cloth from the next.
  template <int N>
  struct Neighbours {
    int first, lane;  // place of the first; its lane in what follows
    const EdgePack& pack;
    const Box8& boxes;
    Box all;
    Slab slab;

    /// Bit i: edge i may meet something in `box`.
    RAYCLOTH_HD unsigned overlapping(const Box& box) const {
      if constexpr (N == 8) {
        return overlaps(boxes, box);
      } else {
        unsigned mask = 0;
        for (int i = 0; i < N; ++i) mask |= static_cast<unsigned>(overlaps(boxes.get(lane + i), box)) << i;
        return mask;
      }
    }

    /// Bit i: edge i comes after `place`.
    RAYCLOTH_HD unsigned after(int place) const {
      const int skipped = place + 1 - first;
      return skipped <= 0 ? ~0u : skipped >= N ? 0u : ~0u << skipped;
    }
  };

  template <int N>
  RAYCLOTH_HD Neighbours<N> neighbours(const Tree& tree, int first) const {
    const int pack = first / 8, lane = N == 8 ? 0 : first % 8;
    const Box8& boxes = scene.nodes[tree.level_first[tree.levels - 1] + (first - tree.first_entry) / 8];
    const Vec3 origin = xyz(scene.positions[scene.edges[first].ends.x]);
    Neighbours<N> found{first, lane, scene.edge_packs[pack], boxes, empty_box(), {origin, Vec3(0), 0, 0}};
    Vec3 normal(0);
    for (int i = 0; i < N && scene.edges[first + i].triangle >= 0; ++i) {
      const Int2 ends = scene.edges[first + i].ends;
      normal += xyz(scene.normals[ends.x]) + xyz(scene.normals[ends.y]);
      found.all = merge(found.all, boxes.get(lane + i));
    }
    const float length = sqrtf(glm::dot(normal, normal));
    if (length > 0) found.slab.direction = normal / length;
    for (int i = 0; i < N && scene.edges[first + i].triangle >= 0; ++i) {
      const Int2 ends = scene.edges[first + i].ends;
      const float reach = found.pack.reach[lane + i];
      found.slab.include(xyz(scene.positions[ends.x]), reach);
      found.slab.include(xyz(scene.positions[ends.y]), reach);
    }
    return found;
  }

  /// Calls visit(place, other) for the edges of `asking`, of those in `candidates`, that make a contact with `other`.
  template <int N, class Visit>
  RAYCLOTH_HD void test(const Neighbours<N>& asking, unsigned candidates, int other, float grown, EdgeCounts& counts,
                        Visit visit) const {
    const Int2 ends = scene.edges[other].ends;
    candidates &= ~sharing<N>(asking.pack, asking.lane, ends);
    if (candidates == 0) return;
    const EdgeQuery query{xyz(scene.positions[ends.x]), xyz(scene.positions[ends.y]),
                          grown + scene.edge_packs[other / 8].reach[other % 8]};
    ++counts.tests;
    for (candidates &= near<N>(asking.pack, asking.lane, query); candidates; candidates &= candidates - 1) {
      const int place = asking.first + trailing_zeros(candidates);
      EdgeContact found;
      ++counts.pairs;
      if (contact_of(place, other, found)) visit(place, other);
    }
  }

  /// The lanes of eight places from `first_other` whose edges may be near to one of `asking`.
  template <int N>
  RAYCLOTH_HD unsigned near_to(const Neighbours<N>& asking, const Box& all, float grown, const Box8& boxes,
                               int first_other, EdgeCounts& counts) const {
    const unsigned candidates = overlaps(boxes, all);
    if (candidates == 0) return 0;
    ++counts.packs;
    return candidates & between(asking.slab, grown, scene.edge_packs[first_other / 8]);
  }

  /// Calls visit(place, other place) for every pair of an edge of cloth among the `N` places from `first` and one of a
  /// target that make a contact, for each place by target and other; pairs of two cloths are kept from the higher
  /// place.
  template <int N, class Visit>
  RAYCLOTH_HD void search(int first, EdgeCounts& counts, Visit visit) const {
    if (scene.edges[first].triangle < 0) return;
    const int a = scene.triangle_object[scene.edges[first].triangle];
    const CollisionObject& source = scene.objects[a];
    if (source.kind != ObjectKind::cloth) return;
    const Neighbours<N> asking = neighbours<N>(source.edges, first);
    pairs(a, [&](int b) {
      const CollisionObject& target = scene.objects[b];
      const bool one_sided = target.kind == ObjectKind::cloth;
      if (one_sided && target.edges.first_entry >= first + N) return;
      const float grown = growth(a, b);
      const Box all = inflate(asking.all, grown);
      const auto meets = [&all](const Box8& children) { return overlaps(children, all); };
      counts.nodes += visit_nodes(scene.nodes, target.edges, meets, [&](const Box8& boxes, int first_other) {
        if (one_sided && first_other >= first + N) return false;
        unsigned candidates = near_to(asking, all, grown, boxes, first_other, counts);
        for (; candidates; candidates &= candidates - 1) {
          const int lane = trailing_zeros(candidates), other = first_other + lane;
          unsigned met = asking.overlapping(inflate(boxes.get(lane), grown));
          if (one_sided) met &= asking.after(other);
          if (met) test(asking, met, other, grown, counts, visit);
        }
        return true;
      });
    });
  }
};

}  // namespace raycloth::RAYCLOTH_DEVICE
