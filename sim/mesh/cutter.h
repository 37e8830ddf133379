// A triangle surface on which paths are laid along edges that are split for them, and which then parts along these
// paths. What cuts (sim/mesh/cut.cpp) and what finds cuts (sim/mesh/stroke.cpp) share. Vertices by index.
#pragma once

#include <algorithm>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

#include "sim/mesh/cut.h"

namespace raycloth {

class Cutter {
 public:
  /// `mesh` must outlive this; nobody else may change it meanwhile.
  explicit Cutter(Mesh& mesh);

  /// -1: there is no vertex of that number.
  int vertex(int number) const;
  bool joined(int a, int b) const { return !triangles_at(a, b).empty(); }
  /// Those that have both vertices.
  std::vector<int> triangles_at(int a, int b) const;

  /// Makes a vertex on the edge between two, at a part of the way. They must be joined.
  int split(int a, int b, float t);
  /// The surface shall part along this edge.
  void mark(int a, int b) { marked_.insert(std::minmax(a, b)); }
  /// Parts it around these vertices, wherever marked edges and borders divide what lies around one. Returns how many
  /// vertices that made.
  int part(const std::vector<int>& vertices);

  /// Of all vertices that were made, in their order.
  const std::vector<Birth>& births() const { return births_; }

 private:
  int add(const Birth& birth);
  std::vector<std::vector<int>> fans(int vertex) const;
  Birth side_of(int vertex, const std::vector<int>& fan) const;

  Mesh& mesh_;
  std::unordered_map<int, int> numbers_;  // of the file's vertices; empty without a file
  std::vector<std::vector<int>> around_;  // triangles at each vertex
  std::set<std::pair<int, int>> marked_;
  std::vector<Birth> births_;
};

}  // namespace raycloth
