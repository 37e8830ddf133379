// Which triangles meet at an edge and at a vertex.
#include <algorithm>
#include <tuple>

#include "sim/model/parts/parts.h"

namespace raycloth {

std::vector<Side> sorted_sides(const Model& model) {
  std::vector<Side> sides;
  sides.reserve(3 * model.triangles.size());
  for (int t = 0; t < static_cast<int>(model.triangles.size()); ++t)
    for (int k = 0; k < 3; ++k) {
      const int a = model.triangles[t][k], b = model.triangles[t][(k + 1) % 3];
      sides.push_back({std::min(a, b), std::max(a, b), t, k});
    }
  std::sort(sides.begin(), sides.end(), [](const Side& x, const Side& y) {
    return std::tie(x.low, x.high, x.triangle) < std::tie(y.low, y.high, y.triangle);
  });
  return sides;
}

void find_adjacency(Model& model) {
  model.triangle_neighbours.assign(model.triangles.size(), Int3(-1));
  for_edges(sorted_sides(model), [&](std::span<const Side> edge) {
    if (edge.size() != 2) return;
    model.triangle_neighbours[edge[0].triangle][edge[0].corner] = edge[1].triangle;
    model.triangle_neighbours[edge[1].triangle][edge[1].corner] = edge[0].triangle;
  });

  auto& offsets = model.vertex_triangle_offsets;
  offsets.assign(model.positions.size() + 1, 0);
  for (const Int3& t : model.triangles)
    for (int k = 0; k < 3; ++k) ++offsets[t[k] + 1];
  for (size_t v = 1; v < offsets.size(); ++v) offsets[v] += offsets[v - 1];
  model.vertex_triangles.resize(3 * model.triangles.size());
  std::vector<int> next(offsets.begin(), offsets.end() - 1);
  for (int t = 0; t < static_cast<int>(model.triangles.size()); ++t)
    for (int k = 0; k < 3; ++k) model.vertex_triangles[next[model.triangles[t][k]]++] = t;
}

}  // namespace raycloth
