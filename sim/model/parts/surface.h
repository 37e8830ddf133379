// The second derivatives of position over a cloth's surface, vertex by vertex, as rows of weights (surface.cpp says
// which, and from where).
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "sim/model/model.h"
#include "sim/model/parts/threads.h"

namespace raycloth {

/// Weights of vertices, which come in ascending order.
class Row {
 public:
  double& operator[](int vertex) {
    auto place = std::ranges::lower_bound(weights_, vertex, {}, &Weight::first);
    if (place == weights_.end() || place->first != vertex) place = weights_.insert(place, {vertex, 0.0});
    return place->second;
  }
  bool empty() const { return weights_.empty(); }
  auto begin() { return weights_.begin(); }
  auto end() { return weights_.end(); }
  auto begin() const { return weights_.begin(); }
  auto end() const { return weights_.end(); }

 private:
  using Weight = std::pair<int, double>;
  std::vector<Weight> weights_;
};

/// Which of a surface's second derivatives a row is.
enum class RowKind { laplacian, border, warp, weft, across };
inline constexpr int kRowKinds = 5;

class Surface {
 public:
  Surface(const Model& model, const std::vector<Threads>& threads);

  /// m^2 that the rows of v act for.
  double area(int v) const { return areas_[v]; }

  /// Whether cloth may bend like a saddle around v, unseen by a Laplacian.
  bool near_border(int v) const { return near_border_[v]; }

  struct KindOfRow {
    RowKind kind;
    Row row;
  };
  /// The rows of v: none; one; or three where it may bend like a saddle. They are of what is integrated over its own
  /// part, and act for all its area.
  std::vector<KindOfRow> rows(int v, bool like_a_saddle) const;

 private:
  enum class Place { inside, border, neither };
  struct Ring {
    std::vector<int> open;  // neighbours across sides that have one triangle alone
    bool manifold = false;
  };

  glm::dvec3 at(int v) const { return glm::dvec3(model_.positions[v]); }
  bool pinned(int v) const { return model_.positions[v].w == 0; }
  static double area2(const glm::dvec3& p, const glm::dvec3& q) { return glm::length(glm::cross(p, q)); }
  double cotangent(int corner, int p, int q) const;

  /// Calls f(triangle, the two others in its order) for the triangles around v that have an area.
  template <class F>
  void around(int v, F f) const {
    for (int i = model_.vertex_triangle_offsets[v]; i < model_.vertex_triangle_offsets[v + 1]; ++i) {
      const int triangle = model_.vertex_triangles[i];
      if (!threads_[triangle]) continue;
      const Int3 t = model_.triangles[triangle];
      const int k = t.x == v ? 0 : t.y == v ? 1 : 2;
      f(triangle, t[(k + 1) % 3], t[(k + 2) % 3]);
    }
  }

  Ring ring(int v) const;
  Place find_place(int v) const;
  void share_areas();
  glm::dvec3 parts_of(const Int3& t) const;
  void find_band();

  Row laplacian(int v) const;
  Row border_row(int v) const;
  std::vector<Row> hessian(int v) const;

  const Model& model_;
  const std::vector<Threads>& threads_;
  std::vector<Place> places_;
  std::vector<bool> near_border_;
  std::vector<double> duals_, areas_;  // m^2
};

}  // namespace raycloth
