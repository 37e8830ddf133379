// Cuts of a triangle surface along paths from vertex to vertex: edges that a path crosses are split there first, then
// the two sides of the path part. What stays of it joined are the ends that lie inside the surface. A cut tells where
// it goes in terms of the mesh alone, so that it can be made again on any that has the same triangles. Knows nothing of
// views or of motion (sim/mesh/stroke.h finds the cut that a stroke over a surface is).
#pragma once

#include <memory>
#include <vector>

#include "sim/mesh/mesh.h"

namespace raycloth {

/// A point of an edge that becomes a vertex, by the numbers of the edge's ends (Mesh::vertex_number).
struct EdgeSplit {
  int from, to;
  float t;  // part of the way, more than 0 and less than 1

  bool operator==(const EdgeSplit&) const = default;
};

/// What one stroke cuts of a mesh. New vertices have the next numbers: first those that split edges, one after the
/// other, so that an edge may end at an earlier one, then those that part sides.
struct Cut {
  std::vector<EdgeSplit> splits;
  std::vector<std::vector<int>>
      paths;  // vertices by number, each joined with the next by an edge; a ring ends as it begins

  bool operator==(const Cut&) const = default;
};

/// Where a vertex that a cut has made lies: at a part of the way from an earlier one to the middle of two others.
struct Birth {
  int from, to, also;  // indices into Mesh::positions
  float t;
  bool parts;  // it is one side's of what was `from`
};

/// The value at a part of the way.
template <class Value>
Value between(const Value& a, const Value& b, float t) {
  return a + t * (b - a);
}

/// The value at a new vertex of what belongs to vertices.
template <class Values>
auto value_at(const Birth& birth, const Values& values) {
  return between(values[birth.from], between(values[birth.to], values[birth.also], 0.5f), birth.t);
}

/// What was cut of a mesh, in order.
struct CutHistory {
  std::vector<Cut> cuts;
  std::vector<std::vector<Birth>> births;  // of each
  std::shared_ptr<const Mesh> whole;       // as it was before; nullptr without cuts
};

/// Makes a cut: positions, texture coordinates and colours of new vertices are interpolated, new triangles are of their
/// old one's face. Returns where new vertices come from, in their order. Throws InputError for a path that does not lie
/// on the mesh.
std::vector<Birth> make_cut(Mesh& mesh, const Cut& cut);

/// Gives a mesh these cuts in place of those in `history`, which becomes theirs. Vertices of the cuts that both begin
/// with keep their indices, all others come after them. Throws InputError and leaves both as they were.
void change_cuts(Mesh& mesh, CutHistory& history, const std::vector<Cut>& cuts);

/// How many cuts both begin with.
size_t common_cuts(const std::vector<Cut>& a, const std::vector<Cut>& b);

}  // namespace raycloth
