#include "sim/mesh/fit.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

#include "collision/median_edge.h"
#include "sim/mesh/normals.h"

namespace raycloth {
namespace {

constexpr float kOfEdge = 0.3f;       // half thickness over the median edge: folds need room
constexpr float kOfGap = 0.4f;        // half thickness over the gap: less than half, or layers would begin in touch
constexpr float kThinnest = 0.0001f;  // m
constexpr float kFew = 0.02f;         // part of the vertices that may have less before them
constexpr float kFacing = 0.7f;       // cosine against the normal within which a way leads to another layer

/// Triangles of a mesh by the cells of a grid that their boxes touch.
class Grid {
 public:
  Grid(const Mesh& mesh, float cell) : cell_(cell) {
    for (size_t t = 0; t < mesh.triangles.size(); ++t) {
      Vec3 low = mesh.positions[mesh.triangles[t].x], high = low;
      for (int k = 1; k < 3; ++k) {
        low = glm::min(low, mesh.positions[mesh.triangles[t][k]]);
        high = glm::max(high, mesh.positions[mesh.triangles[t][k]]);
      }
      for_cells(low, high, [&](const Cell& place) { cells_[place].push_back(static_cast<int>(t)); });
    }
  }

  /// visit(triangle) for all that may be within `reach` of p, some more than once.
  template <class Visit>
  void near(const Vec3& p, float reach, Visit visit) const {
    for_cells(p - reach, p + reach, [&](const Cell& place) {
      const auto found = cells_.find(place);
      if (found == cells_.end()) return;
      for (const int t : found->second) visit(t);
    });
  }

 private:
  using Cell = std::tuple<int, int, int>;

  template <class Visit>
  void for_cells(const Vec3& low, const Vec3& high, Visit visit) const {
    const auto index = [&](float x) { return static_cast<int>(std::floor(x / cell_)); };
    for (int i = index(low.x); i <= index(high.x); ++i)
      for (int j = index(low.y); j <= index(high.y); ++j)
        for (int k = index(low.z); k <= index(high.z); ++k) visit(Cell{i, j, k});
  }

  float cell_;
  std::map<Cell, std::vector<int>> cells_;
};

/// For each vertex: itself and those that it shares a triangle with.
std::vector<std::set<int>> rings_of(const Mesh& mesh) {
  std::vector<std::set<int>> rings(mesh.positions.size());
  for (const Int3& t : mesh.triangles)
    for (int k = 0; k < 3; ++k) rings[t[k]].insert({t.x, t.y, t.z});
  return rings;
}

}  // namespace

float median_edge(const Mesh& mesh) {
  return median_edge(mesh.triangles, [&](int v) { return mesh.positions[v]; });
}

float layer_gap(const Mesh& mesh, std::span<const Mesh* const> layers, float reach) {
  std::vector<float> gaps(mesh.positions.size(), reach);
  const std::vector<std::set<int>> rings = rings_of(mesh);
  const std::vector<Vec3> normals = vertex_normals<Vec3>(mesh.positions, mesh.triangles);
  for (const Mesh* layer : layers) {
    const Grid grid(*layer, 2 * reach);
    for (size_t v = 0; v < mesh.positions.size(); ++v) {
      const Vec3 p = mesh.positions[v];
      grid.near(p, reach, [&](int t) {
        const Int3 c = layer->triangles[t];
        const auto& ring = rings[v];
        if (layer == &mesh && (ring.contains(c.x) || ring.contains(c.y) || ring.contains(c.z))) return;
        const Vec3 a = layer->positions[c.x], b = layer->positions[c.y], d = layer->positions[c.z];
        const Vec3 w = nearest_on_triangle(p, a, b, d), way = a * w.x + b * w.y + d * w.z - p;
        const float distance = glm::length(way);
        const bool faces = std::abs(glm::dot(way, normals[v])) >= kFacing * distance * glm::length(normals[v]);
        if (faces && distance < gaps[v]) gaps[v] = distance;
      });
    }
  }
  if (gaps.empty()) return reach;
  const auto least = gaps.begin() + static_cast<std::ptrdiff_t>(kFew * static_cast<float>(gaps.size()));
  std::nth_element(gaps.begin(), least, gaps.end());
  return *least;
}

float fitting_half_thickness(const Mesh& mesh, std::span<const Mesh* const> layers, float wanted) {
  const float thin = std::min(kOfEdge * median_edge(mesh), wanted);
  if (!(thin > kThinnest)) return kThinnest;
  return std::max(std::min(thin, kOfGap * layer_gap(mesh, layers, thin / kOfGap)), kThinnest);
}

/// C. Ericson, Real-Time Collision Detection, section 5.1.5.
Vec3 nearest_on_triangle(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c) {
  const Vec3 ab = b - a, ac = c - a, ap = p - a, bp = p - b, cp = p - c;
  const float d1 = glm::dot(ab, ap), d2 = glm::dot(ac, ap);
  if (d1 <= 0 && d2 <= 0) return {1, 0, 0};
  const float d3 = glm::dot(ab, bp), d4 = glm::dot(ac, bp);
  if (d3 >= 0 && d4 <= d3) return {0, 1, 0};
  const float vc = d1 * d4 - d3 * d2;
  if (vc <= 0 && d1 >= 0 && d3 <= 0) return {1 - d1 / (d1 - d3), d1 / (d1 - d3), 0};
  const float d5 = glm::dot(ab, cp), d6 = glm::dot(ac, cp);
  if (d6 >= 0 && d5 <= d6) return {0, 0, 1};
  const float vb = d5 * d2 - d1 * d6;
  if (vb <= 0 && d2 >= 0 && d6 <= 0) return {1 - d2 / (d2 - d6), 0, d2 / (d2 - d6)};
  const float va = d3 * d6 - d5 * d4;
  if (va <= 0 && d4 >= d3 && d5 >= d6) {
    const float w = (d4 - d3) / ((d4 - d3) + (d5 - d6));
    return {0, 1 - w, w};
  }
  return Vec3(va, vb, vc) / (va + vb + vc);
}

}  // namespace raycloth
