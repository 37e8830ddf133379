#include "sim/solver/fabric/fabric.h"

#include <map>
#include <numeric>

namespace raycloth::RAYCLOTH_DEVICE {

static std::vector<int> corners(const std::vector<Int3>& triangles, int k) {
  std::vector<int> corners;
  for (const Int3& t : triangles) corners.push_back(t[k]);
  return corners;
}

static std::vector<Int2> pairs_of(const std::vector<Range>& ranges) {
  std::vector<Int2> pairs;
  for (const Range& range : ranges) pairs.push_back({range.begin, range.end});
  return pairs;
}

static std::vector<int> counted_to(int count) {
  std::vector<int> numbers(count);
  std::iota(numbers.begin(), numbers.end(), 0);
  return numbers;
}

/// The objects of what joins nodes.
template <class Nodes>
static std::vector<int> objects_of(const std::vector<Nodes>& joined, const std::vector<int>& of_nodes) {
  std::vector<int> objects;
  for (const Nodes& nodes : joined) objects.push_back(of_nodes[nodes.x]);
  return objects;
}

MembraneArrays::MembraneArrays(const Membrane& m, int object_count)
    : colors(pairs_of(m.colors), m.objects, object_count),
      first(corners(m.triangles, 0)),
      second(corners(m.triangles, 1)),
      third(corners(m.triangles, 2)),
      shapes(m.shapes),
      areas(m.areas),
      objects(m.objects),
      softness(m.areas.size()),
      busy(busy_groups(m.areas.size())) {}

BendArrays::BendArrays(const Curvature& c, size_t vertices)
    : levels(c.levels),
      rows(c.rows),
      areas(c.areas),
      rest(c.rest),
      steepness(c.steepness),
      stiffness(c.areas.size()),
      vertices(c.vertices),
      parts(c.typical.size() * kBendLevels),
      friction(c.areas.size()),
      slips(c.areas.size()),
      set(std::vector<float>(c.areas.size(), kNotSet)),
      moments(c.areas.size()),
      damping(vertices),
      bent(vertices),
      moved(vertices),
      last(vertices),
      busy(busy_groups(c.areas.size())) {
  for (int level = 0; level < kBendLevels; ++level)
    if (levels[level].size() > 0)
      columns[level] = SparseRows(transposed(rows_of(c.rows, 0, levels[level].end), static_cast<int>(vertices)));
}

/// The rows of every vertex, in their order.
static std::map<int, std::vector<int>> rows_by_vertex(const BendArrays& bend) {
  std::map<int, std::vector<int>> rows;
  const std::vector<int> vertices = bend.vertices.download();
  for (size_t row = 0; row < vertices.size(); ++row) rows[vertices[row]].push_back(static_cast<int>(row));
  return rows;
}

SetBends set_bends(const BendArrays& bend) {
  const std::vector<float> set = bend.set.download();
  SetBends of_vertices;
  for (const auto& [vertex, rows] : rows_by_vertex(bend))
    for (const int row : rows) of_vertices[vertex].push_back(set[row]);
  return of_vertices;
}

void keep_set(const SetBends& before, BendArrays& now) {
  std::vector<float> set = now.set.download();
  for (const auto& [vertex, rows] : rows_by_vertex(now)) {
    const auto were = before.find(vertex);
    if (were == before.end() || were->second.size() != rows.size()) continue;
    for (size_t k = 0; k < rows.size(); ++k) set[rows[k]] = were->second[k];
  }
  now.set.upload(set);
}

EdgeArrays::EdgeArrays(const FabricEdges& e, size_t vertices, int object_count)
    : colors(pairs_of(e.colors), e.objects, object_count),
      parts({{0, object_count}}, counted_to(object_count), object_count),
      pairs(e.pairs),
      lengths(e.lengths),
      give(e.give),
      objects(e.objects),
      longest(e.pairs.size()),
      before(vertices),
      after(vertices),
      acted(object_count),
      goes_on(object_count),
      left(kMostLimitPasses),
      overstretched(1),
      busy(busy_groups(e.pairs.size())) {}

CreaseArrays::CreaseArrays(const Creases& c, int object_count)
    : colors(pairs_of(c.colors), c.objects, object_count),
      pairs(c.pairs),
      openings(c.openings),
      objects(c.objects),
      least(c.pairs.size()),
      busy(busy_groups(c.pairs.size())) {}

CoarseTriangleArrays::CoarseTriangleArrays(const CoarseLevel& l, int object_count)
    : colors(pairs_of(l.triangles.colors), objects_of(l.triangles.nodes, l.objects), object_count),
      first(corners(l.triangles.nodes, 0)),
      second(corners(l.triangles.nodes, 1)),
      third(corners(l.triangles.nodes, 2)),
      shapes(l.triangles.shapes),
      softness(l.triangles.nodes.size()),
      areas(l.triangles.areas),
      sizes(l.triangles.sizes),
      slack(l.triangles.slack) {}

LevelArrays::LevelArrays(const CoarseLevel& l, int object_count)
    : triangles(l, object_count),
      colors(pairs_of(l.colors), objects_of(l.edges, l.objects), object_count),
      nodes({{0, static_cast<int>(l.objects.size())}}, l.objects, object_count),
      restriction(l.restriction),
      followed(l.followed),
      shares(l.shares),
      inverse_masses(l.inverse_masses),
      objects(l.objects),
      edges(l.edges),
      lengths(l.lengths),
      softness(l.edges.size()),
      give(l.give),
      springs(l.springs),
      slack(l.slack),
      centres(l.inverse_masses.size()),
      moved(l.inverse_masses.size()),
      rest(l.rest),
      anchor_vertices(std::vector<int>(l.inverse_masses.size(), -1)),
      anchors(l.inverse_masses.size()),
      anchors_at_rest(l.inverse_masses.size()) {}

}  // namespace raycloth::RAYCLOTH_DEVICE
