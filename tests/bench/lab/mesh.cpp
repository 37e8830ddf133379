#include "lab/mesh.h"

namespace raycloth::lab {

Mesh make_sheet(int cells_x, int cells_z, Real h, Real density) {
  constexpr Real kCompliance = 1e-5, kShear = 1e-4;
  Mesh mesh;
  const int row = cells_x + 1;
  const auto at = [&](int i, int j) { return j * row + i; };
  for (int j = 0; j <= cells_z; ++j)
    for (int i = 0; i <= cells_x; ++i) mesh.x.push_back({i * h, 0, j * h});
  mesh.mass.resize(mesh.x.size());
  const auto connect = [&](int a, int b, Real compliance) {
    mesh.edges.push_back({a, b, glm::length(mesh.x[a] - mesh.x[b]), compliance});
  };
  for (int j = 0; j <= cells_z; ++j)
    for (int i = 0; i <= cells_x; ++i) {
      if (i < cells_x) connect(at(i, j), at(i + 1, j), kCompliance);
      if (j < cells_z) connect(at(i, j), at(i, j + 1), kCompliance);
      if (i == cells_x || j == cells_z) continue;
      const int a = at(i, j), b = at(i + 1, j), c = at(i, j + 1), d = at(i + 1, j + 1);
      const bool rising = (i + j) & 1;
      connect(rising ? a : b, rising ? d : c, kShear);
      mesh.triangles.push_back(rising ? std::array{a, d, b} : std::array{a, c, b});
      mesh.triangles.push_back(rising ? std::array{a, c, d} : std::array{b, c, d});
      for (int v : {a, b, c, d}) mesh.mass[v] += density * h * h / 4;
    }
  for (Real m : mesh.mass) mesh.w.push_back(1 / m);
  mesh.edge_colours = sort_by_colour(mesh.edges, mesh.x.size());
  return mesh;
}

}  // namespace raycloth::lab
