// Coarser levels of bending: means of the rows of vertices over patches that overlap, with weights that fall off with
// the distance and add up to 1 at every vertex (an aggregation as of algebraic multigrid: P. Vanek, J. Mandel,
// M. Brezina, "Algebraic Multigrid by Smoothed Aggregation", 1996). What bends over more than a patch measures the same
// of them as of the vertices; what is shorter, and what an explicit force would be thrown by, they hardly see. So a
// stiffness that is shared among levels is the fabric's for long waves, at far fewer products a substep.
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <queue>
#include <utility>

#include "sim/model/parts/curvature.h"

namespace raycloth {
namespace {

constexpr double kWidths[kBendLevels] = {1, 2, 4};  // edges between the middles of a level's patches
constexpr double kWidest = 0.012;  // m, and no farther than that: what is left of a coarse mesh is exact
constexpr double kCovered = 0.99;  // of a width: what is nearer to a middle is no other one
constexpr double kFront = 1.5;     // widths from a middle within which the next ones are looked for
constexpr double kFewer = 0.6;     // of the middles of the level before: where there are more, no level

/// Patches of one level over the vertices that have rows. Each next middle is the nearest to those before, so that they
/// lie as close as they may, whatever the order of the vertices.
class Patches {
 public:
  Patches(const Model& model, const Surface& surface, const std::vector<int>& vertices, double width)
      : model_(model),
        apart_(model.positions.size(), 0),
        parts_(model.positions.size()),
        covered_(model.positions.size(), true),
        reached_from_(model.positions.size(), -1) {
    for (const int v : vertices) {
      apart_[v] = std::min(width * std::sqrt(static_cast<float>(surface.area(v))), kWidest);
      covered_[v] = false;
    }
    for (const int v : vertices) add_from(v);
    for (std::vector<Part>& parts : parts_) {
      double sum = 0;
      for (const Part& part : parts) sum += part.share;
      for (Part& part : parts) part.share /= sum;
    }
  }

  struct Part {
    int patch;
    double share;
  };
  /// Of a vertex; they add up to 1.
  const std::vector<Part>& parts(int vertex) const { return parts_[vertex]; }
  const std::vector<int>& middles() const { return middles_; }

 private:
  void add_from(int first) {
    front_.push({0, first});
    while (!front_.empty()) {
      const int v = front_.top().second;
      front_.pop();
      if (!covered_[v]) add(v);
    }
  }

  /// What is nearer to the middle than others may be, and joined to it there; what is a little farther is the front.
  void add(int middle) {
    const double apart = apart_[middle];
    const int patch = static_cast<int>(middles_.size());
    middles_.push_back(middle);
    std::vector<int> reached{middle};
    reached_from_[middle] = patch;
    for (size_t next = 0; next < reached.size(); ++next) {
      const int v = reached[next];
      const double distance = glm::distance(at(v), at(middle));
      if (distance < apart || v == middle) parts_[v].push_back({patch, 1 - distance / apart});
      if (distance < kCovered * apart || v == middle) covered_[v] = true;
      if (!covered_[v]) front_.push({distance, v});
      for (int i = model_.vertex_triangle_offsets[v]; i < model_.vertex_triangle_offsets[v + 1]; ++i)
        for (int k = 0; k < 3; ++k) {
          const int other = model_.triangles[model_.vertex_triangles[i]][k];
          if (glm::distance(at(other), at(middle)) > kFront * apart) continue;
          if (std::exchange(reached_from_[other], patch) != patch) reached.push_back(other);
        }
    }
  }
  glm::dvec3 at(int v) const { return glm::dvec3(model_.positions[v]); }

  const Model& model_;
  std::vector<double> apart_;  // m between middles, around every vertex
  std::vector<std::vector<Part>> parts_;
  std::vector<int> middles_;
  std::vector<bool> covered_;  // nearer to a middle than others may be
  std::vector<int> reached_from_;
  using Waiting = std::pair<double, int>;  // m from a middle; a vertex
  std::priority_queue<Waiting, std::vector<Waiting>, std::greater<>> front_;
};

struct Mean {
  Row row;
  double area = 0;
};
using Means = std::array<Mean, kRowKinds>;

void add_part(const std::vector<Surface::KindOfRow>& rows, double share, double area, Means& means) {
  for (const auto& [kind, row] : rows) {
    Mean& mean = means[static_cast<int>(kind)];
    for (const auto& [other, weight] : row) mean.row[other] += share * weight;
    mean.area += share * area;
  }
}

/// Of each kind, of each patch. Where any of it may bend like a saddle, all of it is looked at so: a mean that ends in
/// the middle of a patch would be as steep as a vertex's own row.
std::vector<Means> means_of(const Surface& surface, const std::vector<int>& vertices, const Patches& patches) {
  std::vector<bool> near_border(patches.middles().size(), false);
  for (const int v : vertices)
    for (const auto& [patch, share] : patches.parts(v))
      if (surface.near_border(v)) near_border[patch] = true;
  std::vector<Means> means(patches.middles().size());
  for (const int v : vertices)
    for (const bool saddle : {false, true}) {
      const auto looked_at_so = [&](const Patches::Part& part) { return near_border[part.patch] == saddle; };
      if (std::ranges::none_of(patches.parts(v), looked_at_so)) continue;
      const std::vector<Surface::KindOfRow> rows = surface.rows(v, saddle);
      for (const Patches::Part& part : patches.parts(v))
        if (looked_at_so(part)) add_part(rows, part.share, surface.area(v), means[part.patch]);
    }
  return means;
}

/// How many middles each object has.
std::vector<double> count_middles(const Model& model, const std::vector<int>& middles) {
  std::vector<double> counts(model.objects.size(), 0);
  for (const int v : middles) ++counts[model.vertex_object[v]];
  return counts;
}

}  // namespace

void add_patches(const Surface& surface, Model& model) {
  Curvature& curvature = model.curvature;
  std::vector<int> vertices = curvature.vertices;  // of objects that have all levels so far
  vertices.erase(std::unique(vertices.begin(), vertices.end()), vertices.end());
  std::vector<double> before = count_middles(model, vertices);
  for (int level = 1; level < kBendLevels; ++level) {
    const Patches patches(model, surface, vertices, kWidths[level]);
    const std::vector<double> counts = count_middles(model, patches.middles());
    const int begin = curvature.rows.rows();
    std::erase_if(vertices, [&](int v) {
      const int object = model.vertex_object[v];
      return counts[object] >= kFewer * before[object];
    });
    const std::vector<Means> means = means_of(surface, vertices, patches);
    for (size_t i = 0; i < means.size(); ++i)
      for (const Mean& mean : means[i])
        if (mean.area > 0) add_row(model, mean.row, mean.area, patches.middles()[i], curvature);
    curvature.levels[level] = {begin, curvature.rows.rows()};
    before = counts;
  }
}

}  // namespace raycloth
