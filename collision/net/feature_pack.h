// Eight triangles as a sweep sees them: their corners, and which vertices and edges are theirs to look after. Features
// belong to the lowest triangle that has them, so that no pair of features is met twice (Curtis, Tamstorf and Manocha
// 2008, "Fast collision detection for deformable models using representative-triangles").
#pragma once

#include <vector>

#include "collision/scene.h"

namespace raycloth::RAYCLOTH_DEVICE {

struct alignas(64) FeaturePack {
  int corners[3][8];  // corner, triangle; places past the object's last triangle have one vertex thrice
  int ends[2][24];    // of its edges, by the order of triangles and corners; unused places have one vertex twice
  unsigned char vertices[3];  // bit i: the vertex at that corner of triangle i is the pack's
  unsigned char present;      // bit i: there is a triangle i
  unsigned char leads[3];     // bit i: the edge from that corner of triangle i is the pack's
  int edges;                  // how many it has
  int object;
  Int3 pillars;  // three vertices, far apart at rest: how they move tells how the pack does

  RAYCLOTH_HD Int3 triangle(int lane) const { return Int3(corners[0][lane], corners[1][lane], corners[2][lane]); }
  RAYCLOTH_HD Int2 edge(int i) const { return Int2(ends[0][i], ends[1][i]); }
  /// Bit 8 k + i: the vertex at corner k of triangle i is the pack's.
  RAYCLOTH_HD unsigned own_vertices() const { return vertices[0] | vertices[1] << 8 | vertices[2] << 16; }
  /// Bit k: the vertex at corner k of that triangle is the pack's; bit 3 + k: the edge from there.
  RAYCLOTH_HD unsigned own_features(int lane) const {
    unsigned own = 0;
    for (int k = 0; k < 3; ++k) own |= (vertices[k] >> lane & 1u) << k | (leads[k] >> lane & 1u) << (3 + k);
    return own;
  }
  /// Bit i: there is an edge i.
  RAYCLOTH_HD unsigned all_edges() const { return (1u << edges) - 1; }
  /// Eights of edges.
  RAYCLOTH_HD int rows() const { return (edges + 7) / 8; }
  /// Bit i: there is an edge i in a row, and it comes after `last`, which may be -1.
  RAYCLOTH_HD unsigned edges_after(int last, int row) const {
    const int first = last + 1 - 8 * row, end = edges - 8 * row;
    const unsigned below = end >= 8 ? 255u : (1u << end) - 1u;
    return first <= 0 ? below : first >= 8 ? 0u : below & ~0u << first;
  }
};

/// The packs of all objects, in the order of their trees.
std::vector<FeaturePack> list_feature_packs(const std::vector<Int3>& triangles, const std::vector<Int3>& neighbours,
                                            const std::vector<Vec4>& rest, const std::vector<CollisionObject>& objects);

}  // namespace raycloth::RAYCLOTH_DEVICE
