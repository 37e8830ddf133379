// Coarse levels over the vertices of cloth. Constraints between neighbours carry a load over one edge in a pass;
// between patches that are ever larger they carry it over the whole cloth in as many passes as there are levels
// (hierarchies: M. Mueller, "Hierarchical Position Based Dynamics", 2008). Here a coarse node is not a vertex but the
// centre of mass of what follows it: then moving its patch is the gradient of a constraint between centres, and
// momentum is kept. What holds nodes together: coarse_constraints.cpp.
#include <algorithm>
#include <cmath>

#include "sim/model/masses.h"
#include "sim/model/parts/coarsening.h"
#include "sim/model/parts/parts.h"
#include "sim/model/parts/slack.h"

namespace raycloth {
namespace {

constexpr float kFirst = 4;  // edges between the nodes of the finest level
constexpr float kRatio = 3;  // between the spacings of two levels
constexpr int kFewest = 12;  // no level over one of fewer nodes

/// A neighbour that is in one triangle alone is beyond an open side.
bool at_border(const Wings& wings, int vertex) {
  std::vector<int> others;
  for (const Wings::Wing& wing : wings.around(vertex)) others.insert(others.end(), {wing.a, wing.b});
  return std::ranges::any_of(others, [&](int other) { return std::ranges::count(others, other) == 1; });
}

/// The vertices as the finest nodes. What is tied to another object is held by it.
std::vector<LevelNode> finest_nodes(const Model& model, const Wings& wings) {
  std::vector<bool> tied(model.positions.size(), false);
  for (const Attachment& attachment : model.attachments) tied[attachment.vertex] = true;
  const std::vector<float> inverse_masses = unit_inverse_masses(model);
  const std::vector<double> slack = slack_of_triangles(model, inverse_masses);
  std::vector<LevelNode> nodes;
  for (int v = 0; v < static_cast<int>(model.positions.size()); ++v) {
    const Vec4 position = model.positions[v];
    const bool meshed = model.vertex_triangle_offsets[v] < model.vertex_triangle_offsets[v + 1];
    const bool fabric = meshed && inverse_masses[v] > 0, held = !fabric || position.w == 0 || tied[v];
    nodes.push_back({.vertex = v,
                     .object = model.vertex_object[v],
                     .area = fabric ? 1 / double(inverse_masses[v]) : 0,
                     .centre = glm::dvec3(position),
                     .slack = {glm::dvec2(slack[v])},
                     .held = held,
                     .border = at_border(wings, v),
                     .fabric = fabric});
  }
  return nodes;
}

/// m, sides of squares of two triangles, of every object: on the mean over its area.
std::vector<float> edge_lengths(const Model& model) {
  std::vector<double> areas(model.objects.size(), 0.0), sums(model.objects.size(), 0.0);
  for (size_t i = 0; i < model.triangles.size(); ++i) {
    const double area2 = sides_of(model, model.triangles[i]).area2();
    areas[model.triangle_object[i]] += area2;
    sums[model.triangle_object[i]] += area2 * std::sqrt(area2);
  }
  std::vector<float> lengths;
  for (size_t i = 0; i < areas.size(); ++i)
    lengths.push_back(areas[i] > 0 ? static_cast<float>(sums[i] / areas[i]) : 0);
  return lengths;
}

}  // namespace

void find_levels(const std::vector<Threads>& threads, Model& model) {
  const Wings wings(model);
  std::vector<LevelNode> nodes = finest_nodes(model, wings);
  std::vector<float> spacings = edge_lengths(model);
  while (model.levels.size() < kMostLevels && nodes.size() >= kFewest) {
    for (float& spacing : spacings) spacing *= model.levels.empty() ? kFirst : kRatio;
    const Coarsening coarsening(model, threads, wings, nodes, spacings);
    CoarseLevel level = coarsening.level();
    if (level.edges.empty() && level.triangles.nodes.empty()) return;
    model.levels.push_back(std::move(level));
    nodes = coarsening.nodes();
  }
}

}  // namespace raycloth
