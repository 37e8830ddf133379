// Rows of the Laplacian of position. Inside, the cotangent Laplacian (U. Pinkall, K. Polthier, "Computing Discrete
// Minimal Surfaces and Their Conjugates", 1993), whose energy B / 2 sum |row|^2 / area is that of bending without
// stretching on any mesh; M. Wardetzky et al., "Discrete Quadratic Curvature Energies", 2007, compare it with hinges,
// whose stiffness depends on how the mesh is cut. A free edge carries no moment across itself: a vertex on a straight
// border has the second difference along the border, which resists with the strip of fabric beside it; what belongs to
// vertices without a row goes to the others of their triangles.
#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "sim/model/masses.h"
#include "sim/model/parts.h"

namespace raycloth {
namespace {

constexpr double kStraight = 0.01;  // rad by which a straight border may turn at a vertex
constexpr double kFlat = 1e-4;      // part of sqrt(area) below which a row's length at rest is rounding
constexpr double kNothing = 1e-7; // a weight that rounding left: cotangents of right angles
constexpr double kTypical = 0.98;   // of the vertices are at most as steep as what is typical

enum class Place { inside, border, neither };

/// What the search for rows goes by.
class Surface {
 public:
  explicit Surface(const Model& model) : model_(model), usable_(model.triangles.size(), false) {
    places_.reserve(model.positions.size());
    mark_usable();
    for (int v = 0; v < static_cast<int>(model.positions.size()); ++v) places_.push_back(find_place(v));
    share_areas();
  }

  float area(int v) const { return static_cast<float>(areas_[v]); }

  /// Weights of the vertices around v, and of v.
  std::map<int, double> row(int v) const {
    if (areas_[v] == 0) return {};
    return places_[v] == Place::inside ? inside_row(v) : border_row(v);
  }

 private:
  glm::dvec3 at(int v) const { return glm::dvec3(model_.positions[v]); }
  bool pinned(int v) const { return model_.positions[v].w == 0; }
  static double area2(const glm::dvec3& p, const glm::dvec3& q) { return glm::length(glm::cross(p, q)); }

  void mark_usable() {
    for (size_t i = 0; i < model_.triangles.size(); ++i) {
      const Int3 t = model_.triangles[i];
      const glm::dvec3 p = at(t.y) - at(t.x), q = at(t.z) - at(t.x);
      const double longest = std::max({glm::dot(p, p), glm::dot(q, q), glm::dot(p - q, p - q)});
      usable_[i] = model_.objects[model_.triangle_object[i]].kind == ObjectKind::cloth && area2(p, q) > 1e-5 * longest;
    }
  }

  /// Calls f(triangle, the two others in its order) for the usable triangles around v.
  template <class F>
  void around(int v, F f) const {
    for (int i = model_.vertex_triangle_offsets[v]; i < model_.vertex_triangle_offsets[v + 1]; ++i) {
      const int triangle = model_.vertex_triangles[i];
      if (!usable_[triangle]) continue;
      const Int3 t = model_.triangles[triangle];
      const int k = t.x == v ? 0 : t.y == v ? 1 : 2;
      f(triangle, t[(k + 1) % 3], t[(k + 2) % 3]);
    }
  }

  /// The neighbours across sides that have one triangle alone.
  std::vector<int> open_neighbours(int v, bool& manifold) const {
    std::map<int, int> sides;
    around(v, [&](int, int a, int b) { ++sides[a], ++sides[b]; });
    std::vector<int> open;
    manifold = !sides.empty();
    for (const auto& [other, count] : sides) {
      if (count == 1) open.push_back(other);
      if (count > 2) manifold = false;
    }
    return open;
  }

  Place find_place(int v) const {
    bool manifold = false;
    const std::vector<int> open = open_neighbours(v, manifold);
    if (!manifold || (!open.empty() && open.size() != 2)) return Place::neither;
    if (open.empty()) return Place::inside;
    const glm::dvec3 p = at(v) - at(open[0]), q = at(open[1]) - at(v);
    const double sine = area2(p, q) / (glm::length(p) * glm::length(q));
    return glm::dot(p, q) > 0 && sine < kStraight ? Place::border : Place::neither;
  }

  /// Of a triangle what is nearer to its corner k than to the others, by half the middle of each side (M. Meyer et al.,
  /// "Discrete Differential-Geometry Operators for Triangulated 2-Manifolds", 2003, "mixed" where an angle is obtuse):
  /// what a row of cotangents is the integral over. Thirds would make a sheet of alternating diagonals an eighth too
  /// stiff.
  double nearest_area(const Int3& t, int k) const {
    const glm::dvec3 p = at(t[(k + 1) % 3]) - at(t[k]), q = at(t[(k + 2) % 3]) - at(t[k]);
    const double double_area = area2(p, q);
    const double here = glm::dot(p, q), at_p = glm::dot(-p, q - p), at_q = glm::dot(-q, p - q);
    if (here <= 0) return double_area / 4;
    if (at_p <= 0 || at_q <= 0) return double_area / 8;
    return (glm::dot(p, p) * at_q + glm::dot(q, q) * at_p) / (8 * double_area);
  }

  /// Triangles that cannot bend, between three pins, belong to nobody.
  void share_areas() {
    areas_.assign(model_.positions.size(), 0.0);
    for (size_t i = 0; i < model_.triangles.size(); ++i) {
      const Int3 t = model_.triangles[i];
      if (!usable_[i] || (pinned(t.x) && pinned(t.y) && pinned(t.z))) continue;
      int rows = 0;
      double left = 0;
      for (int k = 0; k < 3; ++k) {
        const bool has_row = places_[t[k]] != Place::neither;
        rows += has_row;
        (has_row ? areas_[t[k]] : left) += nearest_area(t, k);
      }
      for (int k = 0; k < 3 && rows > 0; ++k)
        if (places_[t[k]] != Place::neither) areas_[t[k]] += left / rows;
    }
  }

  std::map<int, double> inside_row(int v) const {
    std::map<int, double> row;
    const auto cotangent = [&](int corner, int p, int q) {
      const glm::dvec3 a = at(p) - at(corner), b = at(q) - at(corner);
      return glm::dot(a, b) / area2(a, b);
    };
    around(v, [&](int, int a, int b) {
      const double of_a = 0.5 * cotangent(b, v, a), of_b = 0.5 * cotangent(a, v, b);
      row[a] += of_a;
      row[b] += of_b;
      row[v] -= of_a + of_b;
    });
    return row;
  }

  /// The turn of the border over its length that can bend, spread over the area beside it.
  std::map<int, double> border_row(int v) const {
    bool manifold = false;
    std::map<int, double> row;
    double length = 0;
    for (const int other : open_neighbours(v, manifold)) {
      const double side = glm::distance(at(v), at(other));
      row[other] += 1 / side;
      row[v] -= 1 / side;
      if (!(pinned(v) && pinned(other))) length += side / 2;
    }
    if (length == 0) return {};
    for (auto& [other, weight] : row) weight *= areas_[v] / length;
    return row;
  }

  const Model& model_;
  std::vector<bool> usable_;
  std::vector<Place> places_;
  std::vector<double> areas_;
};

/// For every row the sum of |row . row'| over all rows', with inverse masses for an areal density of 1, over its area.
/// h^2 B / density times it bounds how much of itself a curvature undoes in a substep h: Gershgorin's circles.
std::vector<float> find_steepness(const Model& model, const SparseMatrix& rows, const std::vector<float>& areas) {
  const int count = rows.rows();
  const SparseMatrix columns = transposed(rows, count);
  const std::vector<double> masses = areas_of_cloth(model);
  std::vector<double> products(count, 0.0);
  std::vector<float> steepness(count, 0.0f);
  for (int v = 0; v < count; ++v) {
    std::vector<int> met;
    for (int k = rows.offsets[v]; k < rows.offsets[v + 1]; ++k) {
      const int i = rows.columns[k];
      if (model.positions[i].w == 0) continue;
      const double part = rows.weights[k] / masses[i];
      for (int n = columns.offsets[i]; n < columns.offsets[i + 1]; ++n) {
        met.push_back(columns.columns[n]);
        products[columns.columns[n]] += part * columns.weights[n];
      }
    }
    double sum = 0;
    for (const int other : met) sum += std::abs(std::exchange(products[other], 0.0));
    if (areas[v] > 0) steepness[v] = static_cast<float>(sum / areas[v]);
  }
  return steepness;
}

float typical_of(const std::vector<float>& steepness, const Range& vertices) {
  std::vector<float> steep;
  for (int v = vertices.begin; v < vertices.end; ++v)
    if (steepness[v] > 0) steep.push_back(steepness[v]);
  if (steep.empty()) return 0;
  const auto place = steep.begin() + static_cast<long>(kTypical * (steep.size() - 1));
  std::nth_element(steep.begin(), place, steep.end());
  return *place;
}

}  // namespace

void find_curvature(Model& model) {
  const Surface surface(model);
  Curvature& curvature = model.curvature;
  for (int v = 0; v < static_cast<int>(model.positions.size()); ++v) {
    const std::map<int, double> row = surface.row(v);
    glm::dvec3 sum(0);
    for (const auto& [other, weight] : row) {
      if (std::abs(weight) > kNothing) curvature.rows.add(other, static_cast<float>(weight));
      sum += weight * glm::dvec3(model.positions[other]);
    }
    curvature.rows.end_row();
    const float area = row.empty() ? 0 : surface.area(v);
    const double length = glm::length(sum);
    curvature.areas.push_back(area);
    curvature.rest.push_back(length > kFlat * std::sqrt(area) ? static_cast<float>(length) : 0);
  }
  curvature.steepness = find_steepness(model, curvature.rows, curvature.areas);
  for (const ModelObject& object : model.objects)
    curvature.typical.push_back(typical_of(curvature.steepness, object.vertices));
}

}  // namespace raycloth
