// Coarse levels over the vertices of cloth. Constraints between neighbours carry a load over one edge in a pass;
// between patches that are ever larger they carry it over the whole cloth in as many passes as there are levels
// (hierarchies: M. Mueller, "Hierarchical Position Based Dynamics", 2008). Here a coarse node is not a vertex but the
// centre of mass of what follows it: then moving its patch is the gradient of a constraint between centres, and
// momentum is kept. Cloth that hardly stretches cannot bring two centres farther apart than they are along it at rest.
#include <algorithm>
#include <cmath>

#include "sim/model/masses.h"
#include "sim/model/parts/coarsening.h"
#include "sim/model/parts/parts.h"
#include "sim/model/parts/slack.h"

namespace raycloth {
namespace {

constexpr float kRatio = 4;  // between the spacings of two levels
constexpr int kFewest = 12;  // no level over one of fewer nodes

/// The vertices as the finest nodes. What is tied to another object is held by it.
std::vector<LevelNode> finest_nodes(const Model& model) {
  std::vector<bool> tied(model.positions.size(), false);
  for (const Attachment& attachment : model.attachments) tied[attachment.vertex] = true;
  const std::vector<float> inverse_masses = unit_inverse_masses(model);
  const std::vector<double> slack = slack_of_triangles(model, inverse_masses);
  std::vector<LevelNode> nodes;
  for (int v = 0; v < static_cast<int>(model.positions.size()); ++v) {
    const Vec4 position = model.positions[v];
    const bool meshed = model.vertex_triangle_offsets[v] < model.vertex_triangle_offsets[v + 1];
    const bool fabric = meshed && inverse_masses[v] > 0, held = !fabric || position.w == 0 || tied[v];
    const double area = fabric ? 1 / double(inverse_masses[v]) : 0;
    nodes.push_back({v, model.vertex_object[v], area, glm::dvec3(position), 0, {slack[v]}, held, fabric, false});
  }
  return nodes;
}

/// m between vertices, on average, of every object.
std::vector<float> edge_lengths(const Model& model) {
  std::vector<double> areas(model.objects.size(), 0.0);
  for (size_t i = 0; i < model.triangles.size(); ++i) {
    const Int3 t = model.triangles[i];
    const Vec3 a(model.positions[t.x]), b(model.positions[t.y]), c(model.positions[t.z]);
    areas[model.triangle_object[i]] += 0.5 * glm::length(glm::cross(b - a, c - a));
  }
  std::vector<float> lengths;
  for (size_t i = 0; i < areas.size(); ++i) {
    lengths.push_back(static_cast<float>(std::sqrt(areas[i] / std::max(model.objects[i].vertices.size(), 1))));
  }
  return lengths;
}

}  // namespace

void find_levels(const std::vector<Threads>& threads, Model& model) {
  std::vector<LevelNode> nodes = finest_nodes(model);
  std::vector<float> spacings = edge_lengths(model);
  const Wings wings(model);
  while (model.levels.size() < kMostLevels && nodes.size() >= kFewest) {
    for (float& spacing : spacings) spacing *= kRatio;
    const Coarsening coarsening(model, threads, wings, nodes, spacings);
    CoarseLevel level = coarsening.level();
    if (level.edges.empty()) return;
    model.levels.push_back(std::move(level));
    nodes = coarsening.nodes();
  }
}

}  // namespace raycloth
