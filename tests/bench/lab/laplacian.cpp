#include "lab/laplacian.h"

#include <cmath>
#include <map>

namespace raycloth::lab {

BendEnergy::BendEnergy(const Mesh& mesh, Real stiffness) : w_(mesh.w), curvatures_(mesh.x.size()) {
  Lists lists(mesh.x.size());
  std::vector<Real> areas(mesh.x.size(), 0);
  for (const auto& t : mesh.triangles)
    for (int k = 0; k < 3; ++k) {
      const int a = t[k], b = t[(k + 1) % 3], c = t[(k + 2) % 3];
      const Real half = cotangent(mesh.x[a] - mesh.x[c], mesh.x[b] - mesh.x[c]) / 2;
      const Vec ab = mesh.x[b] - mesh.x[a];
      for (auto [v, o] : {std::pair{a, b}, std::pair{b, a}}) {
        areas[v] += half * glm::dot(ab, ab) / 4;  // Voronoi: the meshes here have no obtuse angles
        if (half < 1e-9) continue;
        lists[v].push_back({o, half});
        lists[v].push_back({v, -half});
      }
    }
  replace_boundary(mesh, areas, lists);
  rows_ = pack(lists);
  columns_ = pack(transpose(lists));
  for (Real area : areas) over_area_.push_back(stiffness / area);
}

void BendEnergy::replace_boundary(const Mesh& mesh, const std::vector<Real>& areas, Lists& lists) {
  std::map<std::pair<int, int>, int> uses;
  for (const auto& t : mesh.triangles)
    for (int k = 0; k < 3; ++k) ++uses[std::minmax(t[k], t[(k + 1) % 3])];
  std::map<int, std::vector<int>> along;
  for (auto [edge, count] : uses)
    if (count == 1) along[edge.first].push_back(edge.second), along[edge.second].push_back(edge.first);
  for (const auto& [v, near] : along) {
    lists[v].clear();
    const Vec p = mesh.x[near[0]] - mesh.x[v], q = mesh.x[near[1]] - mesh.x[v];
    const Real lp = glm::length(p), lq = glm::length(q);
    if (glm::dot(p, q) > Real(-0.9) * lp * lq) continue;  // a corner
    const Real scale = 2 * areas[v] / (lp + lq);
    lists[v] = {{near[0], scale / lp}, {near[1], scale / lq}, {v, -scale / lp - scale / lq}};
  }
}

BendEnergy::Lists BendEnergy::transpose(const Lists& lists) {
  Lists result(lists.size());
  for (size_t v = 0; v < lists.size(); ++v)
    for (auto [o, weight] : lists[v]) result[o].push_back({int(v), weight});
  return result;
}

BendEnergy::Rows BendEnergy::pack(const Lists& lists) {
  Rows rows;
  for (const auto& list : lists) {
    rows.begin.push_back(int(rows.terms.size()));
    std::map<int, Real> sums;
    for (auto [o, weight] : list) sums[o] += weight;
    rows.terms.insert(rows.terms.end(), sums.begin(), sums.end());
  }
  rows.begin.push_back(int(rows.terms.size()));
  return rows;
}

void BendEnergy::gather(const Rows& rows, const std::vector<Vec>& x, const std::vector<Real>& scale,
                        std::vector<Vec>& y) {
  for (size_t v = 0; v < y.size(); ++v) {
    Vec sum(0);
    for (int t = rows.begin[v]; t < rows.begin[v + 1]; ++t) sum += x[rows.terms[t].first] * rows.terms[t].second;
    y[v] = sum * scale[v];
  }
}

void BendEnergy::apply(const std::vector<Vec>& x, Real scale, std::vector<Vec>& y, Work& work) {
  y.resize(x.size());
  gather(rows_, x, over_area_, curvatures_);
  gather(columns_, curvatures_, w_, y);
  for (Vec& value : y) value *= scale;
  work.add(rows_.terms.size() + columns_.terms.size(), kBytesPosition + 8, 2);
  work.add(x.size(), 2 * (kBytesPosition + 4), 0);
}

Real BendEnergy::largest_eigenvalue() {
  std::vector<Vec> x(w_.size()), y;
  for (size_t i = 0; i < x.size(); ++i)
    x[i] = w_[i] == 0 ? Vec(0) : Vec(0, (i * 7919 % 1000) / Real(1000) - Real(0.5), 0);
  Work ignored;
  Real value = 0;
  for (int i = 0; i < 200; ++i) {
    apply(x, 1, y, ignored);
    Real sum = 0;
    for (const Vec& v : y) sum += glm::dot(v, v);
    value = std::sqrt(sum);
    for (size_t k = 0; k < x.size(); ++k) x[k] = y[k] / value;
  }
  return value * Real(1.02);
}

}  // namespace raycloth::lab
