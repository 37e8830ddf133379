// What crosses, for kernels: pairs of an edge and a triangle that it pierces, joined to contours.
#pragma once

#include "collision/bvh/hierarchy.h"
#include "device/parallel.h"
#include "device/sets/joined_sets.h"

namespace raycloth::RAYCLOTH_DEVICE {

/// An edge that pierces a triangle which it shares no vertex with.
struct TangledPair {
  Int2 edge;
  int owner;      // the lowest triangle that has the edge
  int neighbour;  // the other one that has it; -1 at a border
  int triangle;   // that it pierces
  float along;    // where: (1 - along) x + along y of the edge,
  Vec3 weights;   // and these parts of the triangle's corners
};

/// The other end of a contour's piece in two triangles.
struct ContourLink {
  int pair;     // -1: the contour ends,
  int vertex;   // at this one, which both triangles have; or, -1, at a border
  bool turned;  // there an edge of the first pair's triangle pierces one that has the first pair's edge
};

/// Which contour a pair belongs to, by the number of its first pair, and whether its edge is of the surface whose edge
/// that one has. A contour that comes back to itself turned has no first surface: turn is 0.
struct ContourPlace {
  int first;
  float turn;  // 1, -1
};

/// Summed over a contour's pairs in fixed point. Of its length: by how much it shrinks as the first surface moves
/// against the second; as edges of the first surface move along the normals of the triangles that they pierce, and
/// those of the second.
struct ContourGradient {
  unsigned long long along[3], across[2];
  unsigned long long ahead[2];  // m: by how far the middles of the first and the second are ahead of those triangles
  unsigned long long alike;     // scalar products of both normals
  int pinches;                  // vertices at which it ends
};

/// Counted since the reset, on the device.
struct TangleCounters {
  int most_pairs;     // of any look, also beyond the capacity
  int most_contours;  // of any look
};

struct TangleView {
  CollisionScene scene;  // with trees and bounds of its own
  Box8* boxes;           // of the triangles of each pack
  const int* pack_objects;
  const Vec4* middles;  // of objects at rest
  bool self_collision;
  int capacity;
  int* offsets;  // per triangle: its edges' pairs are [offsets[t], offsets[t + 1])
  TangledPair* pairs;
  int* vertices_open;   // all vertices where anything crosses, else 0
  int* triangles_open;  // likewise
  int* contours_count;
  JoinedSets regions;          // per vertex: what is connected without a cut
  int* region_sizes;           // per root, vertices
  int* ends;                   // per vertex: pieces of contours that end at it
  JoinedSets contours;         // nodes 2 i and 2 i + 1: pair i as it is, and turned
  ContourGradient* gradients;  // per pair that is a contour's first
  Vec4* ways;                  // per pair: how its edge is to move against its triangle; see ways.cpp
  TangledVertices* tangled;
  TangleCounters* counters;

  RAYCLOTH_HD DeviceCount pair_count() const { return {capacity, offsets + scene.triangles_count}; }
  RAYCLOTH_HD DeviceCount open_vertices() const { return {scene.vertices_count, vertices_open}; }
  RAYCLOTH_HD DeviceCount open_triangles() const { return {scene.triangles_count, triangles_open}; }

  RAYCLOTH_HD Vec3 at(int vertex) const { return xyz(scene.positions[vertex]); }
  RAYCLOTH_HD Vec3 point_of(const TangledPair& pair) const {
    return at(pair.edge.x) * (1 - pair.along) + at(pair.edge.y) * pair.along;
  }

  RAYCLOTH_HD ContourPlace place_of(int i) const {
    const int as_it_is = contours.root(2 * i), turned = contours.root(2 * i + 1);
    const int least = as_it_is < turned ? as_it_is : turned;
    return {least / 2, as_it_is == turned ? 0.0f : as_it_is < turned ? 1.0f : -1.0f};
  }

  /// The pair of edge `side` of triangle s with triangle t; -1.
  RAYCLOTH_HD int find(int s, int side, int t) const {
    const int across = scene.triangle_neighbours[s][side], owner = across < 0 || s < across ? s : across;
    const int a = scene.triangles[s][side], b = scene.triangles[s][(side + 1) % 3];
    for (int i = offsets[owner]; i < offsets[owner + 1] && i < capacity; ++i) {
      const Int2 edge = pairs[i].edge;
      if (pairs[i].triangle == t && (edge == Int2(a, b) || edge == Int2(b, a))) return i;
    }
    return -1;
  }

  /// Where the piece of pair i's contour ends that lies in its triangle and in s, which has its edge.
  RAYCLOTH_HD ContourLink link(int i, int s) const {
    if (s < 0) return {-1, -1, false};
    const int t = pairs[i].triangle;
    for (int side = 0; side < 3; ++side) {
      const int found = find(s, side, t);
      if (found >= 0 && found != i) return {found, -1, false};
    }
    for (int side = 0; side < 3; ++side) {
      const int found = find(t, side, s);
      if (found >= 0) return {found, -1, true};
    }
    const Int3 a = scene.triangles[s], b = scene.triangles[t];
    int common = -1;
    for (int k = 0; k < 9; ++k) {
      if (a[k / 3] == b[k % 3]) common = a[k / 3];
    }
    return {-1, common, false};
  }
};

}  // namespace raycloth::RAYCLOTH_DEVICE
