// Rows of second derivatives of position. Deep inside, the cotangent Laplacian (U. Pinkall, K. Polthier, "Computing
// Discrete Minimal Surfaces and Their Conjugates", 1993), whose energy B / 2 sum |row|^2 / area is that of bending
// without stretching on any mesh; M. Wardetzky et al., "Discrete Quadratic Curvature Energies", 2007, compare it with
// hinges, whose stiffness depends on how the mesh is cut. Near a free edge nothing keeps cloth from bending both ways
// at once, like a saddle, which a Laplacian does not see: there three rows take its place, along the warp, the weft and
// across, whose trace it is (the Hessian energy of O. Stein, E. Grinspun, M. Wardetzky, A. Jacobson, "Natural Boundary
// Conditions for Smoothing in Geometry Processing", 2018). A free edge carries no moment across itself: a vertex on a
// straight border has the second difference along the border, which resists with the strip of fabric beside it; what
// belongs to vertices without a row goes to the others of their triangles.
#include "sim/model/parts/surface.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace raycloth {

constexpr double kStraight = 0.01;  // rad by which a straight border may turn at a vertex
constexpr float kBand = 0.03f;      // m from a free edge within which cloth may bend like a saddle
constexpr int kBandEdges = 2;       // and at least so many edges

Surface::Surface(const Model& model, const std::vector<Threads>& threads) : model_(model), threads_(threads) {
  places_.reserve(model.positions.size());
  for (int v = 0; v < static_cast<int>(model.positions.size()); ++v) places_.push_back(find_place(v));
  share_areas();
  find_band();
}

std::vector<Surface::KindOfRow> Surface::rows(int v, bool like_a_saddle) const {
  if (!(duals_[v] > 0)) return {};
  std::vector<KindOfRow> rows;
  if (places_[v] == Place::border) {
    rows.push_back({RowKind::border, border_row(v)});
  } else if (like_a_saddle) {
    const std::vector<Row> three = hessian(v);
    rows = {{RowKind::warp, three[0]}, {RowKind::weft, three[1]}, {RowKind::across, three[2]}};
  } else {
    rows.push_back({RowKind::laplacian, laplacian(v)});
  }
  std::erase_if(rows, [](const KindOfRow& row) { return row.row.empty(); });
  for (KindOfRow& row : rows)
    for (auto& [other, weight] : row.row) weight *= areas_[v] / duals_[v];
  return rows;
}

Surface::Ring Surface::ring(int v) const {
  std::map<int, int> sides;
  around(v, [&](int, int a, int b) { ++sides[a], ++sides[b]; });
  Ring ring{{}, !sides.empty()};
  for (const auto& [other, count] : sides) {
    if (count == 1) ring.open.push_back(other);
    if (count > 2) ring.manifold = false;
  }
  return ring;
}

Surface::Place Surface::find_place(int v) const {
  const auto [open, manifold] = ring(v);
  if (!manifold || (!open.empty() && open.size() != 2)) return Place::neither;
  if (open.empty()) return Place::inside;
  const glm::dvec3 p = at(v) - at(open[0]), q = at(open[1]) - at(v);
  const double sine = area2(p, q) / (glm::length(p) * glm::length(q));
  return glm::dot(p, q) > 0 && sine < kStraight ? Place::border : Place::neither;
}

double Surface::cotangent(int corner, int p, int q) const {
  const glm::dvec3 a = at(p) - at(corner), b = at(q) - at(corner);
  return glm::dot(a, b) / area2(a, b);
}

/// What a row is integrated over, and what it stands for besides. The part of a triangle that is nearest to a corner
/// is what a Laplacian measures of it (Meyer et al., "Discrete Differential-Geometry Operators for Triangulated
/// 2-Manifolds", 2003); obtuse triangles have half and quarters. Triangles that cannot bend, between three pins,
/// belong to nobody; the parts of corners without a row go to the others.
void Surface::share_areas() {
  duals_.assign(model_.positions.size(), 0.0);
  areas_.assign(model_.positions.size(), 0.0);
  for (size_t i = 0; i < model_.triangles.size(); ++i) {
    const Int3 t = model_.triangles[i];
    if (!threads_[i] || (pinned(t.x) && pinned(t.y) && pinned(t.z))) continue;
    const glm::dvec3 parts = parts_of(t);
    double without = 0;
    int rows = 0;
    for (int k = 0; k < 3; ++k) {
      const bool has = places_[t[k]] != Place::neither;
      rows += has;
      without += has ? 0 : parts[k];
    }
    for (int k = 0; k < 3; ++k) {
      if (places_[t[k]] == Place::neither) continue;
      duals_[t[k]] += parts[k];
      areas_[t[k]] += parts[k] + without / rows;
    }
  }
}

glm::dvec3 Surface::parts_of(const Int3& t) const {
  const double area = 0.5 * sides_of(model_, t).area2();
  glm::dvec3 parts(0);
  for (int k = 0; k < 3; ++k) {
    const int a = t[k], b = t[(k + 1) % 3], c = t[(k + 2) % 3];
    const double of_c = cotangent(c, a, b);
    if (of_c < 0) {  // obtuse at c
      parts = glm::dvec3(area / 4);
      parts[(k + 2) % 3] = area / 2;
      return parts;
    }
    const glm::dvec3 side = at(b) - at(a);
    const double part = 0.125 * of_c * glm::dot(side, side);
    parts[k] += part;
    parts[(k + 1) % 3] += part;
  }
  return parts;
}

Row Surface::laplacian(int v) const {
  Row row;
  around(v, [&](int, int a, int b) {
    const double of_a = 0.5 * cotangent(b, v, a), of_b = 0.5 * cotangent(a, v, b);
    row[a] += of_a;
    row[b] += of_b;
    row[v] -= of_a + of_b;
  });
  return row;
}

/// The turn of the border over its length that can bend, spread over the area beside it.
Row Surface::border_row(int v) const {
  Row row;
  double length = 0;
  for (const int other : ring(v).open) {
    const double side = glm::distance(at(v), at(other));
    row[other] += 1 / side;
    row[v] -= 1 / side;
    if (!(pinned(v) && pinned(other))) length += side / 2;
  }
  if (length == 0) return {};
  for (auto& [other, weight] : row) weight *= duals_[v] / length;
  return row;
}

/// -integral of the derivatives of v's and the others' hat functions, by warp and warp, weft and weft, warp and weft;
/// the last counts twice in the energy.
std::vector<Row> Surface::hessian(int v) const {
  std::vector<Row> rows(3);
  around(v, [&](int triangle, int a, int b) {
    const glm::dvec3 warp(threads_[triangle].warp), weft(threads_[triangle].weft);
    const auto flat = [&](int i) { return glm::dvec2(glm::dot(at(i), warp), glm::dot(at(i), weft)); };
    const glm::dvec2 corners[] = {flat(v), flat(a), flat(b)};
    const glm::dvec2 p = corners[1] - corners[0], q = corners[2] - corners[0];
    const double doubled = p.x * q.y - p.y * q.x;
    const auto slope = [&](int k) {  // of a corner's hat function, times twice the area: across the opposite side
      const glm::dvec2 side = corners[(k + 2) % 3] - corners[(k + 1) % 3];
      return glm::dvec2(-side.y, side.x);
    };
    const int vertices[] = {v, a, b};
    const glm::dvec2 own = slope(0);
    for (int k = 0; k < 3; ++k) {
      const glm::dvec2 other = slope(k);
      rows[0][vertices[k]] -= own.x * other.x / (2 * doubled);
      rows[1][vertices[k]] -= own.y * other.y / (2 * doubled);
      rows[2][vertices[k]] -= std::sqrt(0.5) * (own.x * other.y + own.y * other.x) / (2 * doubled);
    }
  });
  return rows;
}

/// Vertices near a free edge: within kBandEdges edges, or kBand along them.
void Surface::find_band() {
  near_border_.assign(model_.positions.size(), false);
  std::vector<float> distances(model_.positions.size(), kBand);
  std::vector<int> edges(model_.positions.size(), kBandEdges + 1), front;
  for (int v = 0; v < static_cast<int>(places_.size()); ++v) {
    if (places_[v] == Place::inside || (places_[v] == Place::neither && ring(v).open.empty())) continue;
    distances[v] = 0, edges[v] = 0;
    front.push_back(v);
  }
  while (!front.empty()) {
    const int v = front.back();
    front.pop_back();
    near_border_[v] = true;
    const auto reach = [&](int other) {
      const float distance = distances[v] + static_cast<float>(glm::distance(at(v), at(other)));
      const bool nearer = distance < distances[other], fewer = edges[v] + 1 < edges[other];
      if (nearer) distances[other] = distance;
      if (fewer) edges[other] = edges[v] + 1;
      if (nearer || fewer) front.push_back(other);
    };
    around(v, [&](int, int a, int b) { reach(a), reach(b); });
  }
}

}  // namespace raycloth
