#include "sim/model/lay_apart.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <limits>
#include <optional>
#include <set>
#include <utility>

#include "sim/model/crossings.h"

namespace raycloth {
namespace {

using Place = glm::dvec3;

/// Part of both half thicknesses that touching features are laid apart by: more than the net keeps of it.
constexpr double kLaidApart = 0.1;
/// A surface lies in the other's plane where its neighbours are no farther from it than this part of an edge.
constexpr double kFlat = 0.1;
/// Surfaces lie along each other where the cosine between their normals is more than kAlong; then one goes through the
/// other only where it lies by that part of an edge on both sides of it: else both are bent alike.
constexpr double kAlong = 0.7, kBent = 0.35;
/// Sweeps over all gaps; many for a tall pile. What was laid apart may touch the next layer.
constexpr int kSweeps = 100, kRounds = 4;
/// m: an edge whose ends are farther than this on both sides of a triangle goes through it.
constexpr double kTouching = 1e-5;
/// Part of a gap that may be lacking.
constexpr double kTolerated = 0.01;

/// Along `way` (unit), `first` is to be moved `least` m farther than `second`, which is the later vertex.
struct Gap {
  int first, second;
  Place way;
  double least;

  bool is_of(const Gap& other) const { return first == other.first && second == other.second; }
  bool operator<(const Gap& other) const { return std::pair(first, second) < std::pair(other.first, other.second); }
};

class Layers {
 public:
  Layers(const Model& model, std::span<const Vec4> positions, std::span<const Vec4> before, bool self_collision)
      : model_(model),
        before_(before),
        self_collision_(self_collision),
        x_(positions.size()),
        moves_(positions.size()),
        laid_(positions.size()) {
    for (size_t v = 0; v < x_.size(); ++v) {
      x_[v] = Place(positions[v]);
      moves_[v] = model.objects[object_of(v)].kind == ObjectKind::cloth && model.positions[v].w > 0;
    }
    from_ = x_;
    for (const Attachment& attachment : model.attachments)
      tied_.emplace(object_of(attachment.vertex), object_of(attachment.triangle.x));
  }

  std::vector<Vec4> laid_apart(std::span<const Vec4> positions) {
    std::vector<Vec4> now(positions.begin(), positions.end());
    for (int round = 0; round < kRounds; ++round) {
      if (!find_gaps(now)) break;
      open_gaps();
      for (size_t v = 0; v < now.size(); ++v)
        if (laid_[v]) now[v] = Vec4(Vec3(x_[v]), now[v].w);
    }
    return now;
  }

 private:
  bool is_solid(int object) const { return model_.objects[object].kind == ObjectKind::solid; }
  int object_of(int vertex) const { return model_.vertex_object[vertex]; }

  /// Whether anything touches that can be laid apart. What still does is moved farther.
  bool find_gaps(const std::vector<Vec4>& now) {
    found_.clear();
    for (const Crossing& touch : crossings(now, model_)) add_gaps(touch);
    std::stable_sort(found_.begin(), found_.end());  // who was asked for first stays
    found_.erase(std::unique(found_.begin(), found_.end(), [](const Gap& a, const Gap& b) { return a.is_of(b); }),
                 found_.end());
    std::vector<Gap> all;
    std::merge(gaps_.begin(), gaps_.end(), found_.begin(), found_.end(), std::back_inserter(all));
    gaps_.clear();
    for (const Gap& gap : all) {
      if (!gaps_.empty() && gaps_.back().is_of(gap))
        gaps_.back().least += gap.least;
      else
        gaps_.push_back(gap);
    }
    return !found_.empty();
  }

  void add_gaps(const Crossing& touch) {
    const Int3 t = model_.triangles[touch.triangle];
    const std::array ends{touch.edge.x, touch.edge.y};
    const std::array corners{t.x, t.y, t.z};
    const auto any_of = [&](const std::vector<bool>& which) {
      const auto is = [&](int vertex) -> bool { return which[vertex]; };
      return std::ranges::any_of(ends, is) || std::ranges::any_of(corners, is);
    };
    const double least = kLaidApart * (half_thickness(touch.edge.x) + half_thickness(t.x));
    if (!any_of(moves_) || !may_meet(touch.edge, t, least)) return;
    if (goes_through(touch.edge, touch.triangle, any_of(laid_) ? 2 * least : kTouching)) return;
    const Surfaces here(*this, touch.edge, t, normal_of(touch.triangle), 2 * least);
    const std::optional<Place> way = way_apart(here);
    for (const int p : ends) {
      if (!way && !(here.cross() && std::abs(height_over(touch.triangle, p)) <= kTouching)) continue;
      for (const int q : corners)
        if (moves_[p] || moves_[q]) add_gap(p, q, way.value_or(here.of_triangle), least);
    }
  }

  void add_gap(int p, int q, const Place& way, double least) {
    found_.push_back(p < q ? Gap{p, q, way, least} : Gap{q, p, -way, least});
  }

  /// m over a triangle's plane.
  double height_over(int triangle, int vertex) const {
    return glm::dot(normal_of(triangle), x_[vertex] - x_[model_.triangles[triangle].x]);
  }

  /// Neither tied to each other nor, of one object, to be ignored or nearer at rest than twice the gap.
  bool may_meet(Int2 edge, Int3 t, double least) const {
    const int a = object_of(edge.x), b = object_of(t.x);
    if (a != b) return !tied_.contains({a, b}) && !tied_.contains({b, a});
    return self_collision_ && model_.objects[a].self_collision && distance_at_rest(edge, t) >= 2 * least;
  }

  double half_thickness(int vertex) const {
    return double(model_.objects[object_of(vertex)].material.half_thickness) * model_.thickness_factors[vertex];
  }

  double distance_at_rest(Int2 edge, Int3 t) const {
    double least = std::numeric_limits<double>::infinity();
    for (const int p : {edge.x, edge.y})
      for (const int q : {t.x, t.y, t.z})
        least = std::min(least, glm::distance(Place(model_.positions[p]), Place(model_.positions[q])));
    return least;
  }

  /// By more than `most` on either side.
  bool goes_through(Int2 edge, int triangle, double most) const {
    const double first = height_over(triangle, edge.x), second = height_over(triangle, edge.y);
    return std::min(first, second) < -most && std::max(first, second) > most;
  }

  /// Heights over a plane, m.
  struct Extent {
    double low = 0, high = 0;

    bool spans(double flat) const { return low < -flat && high > flat; }
    int side(double flat) const { return (high > flat ? 1 : 0) - (low < -flat ? 1 : 0); }
  };

  /// What an edge is of and what a triangle is of, about them; each over the plane of the other. What lies within
  /// `flat` m of it may lie in it.
  struct Surfaces {
    Int2 edge;
    Int3 triangle;
    Place of_edge, of_triangle;  // normals; 0: there is none
    double length, flat;
    Extent first, second;

    Surfaces(const Layers& all, Int2 e, Int3 t, const Place& normal, double most)
        : edge(e),
          triangle(t),
          of_edge(all.normal_at(std::array{e.x, e.y})),
          of_triangle(normal),
          length(glm::distance(all.x_[e.x], all.x_[e.y])),
          flat(std::min(most, kFlat * length)),
          first(all.extent_of(std::array{e.x, e.y}, of_triangle, all.x_[t.x])),
          second(all.extent_of(std::array{t.x, t.y, t.z}, of_edge, all.x_[e.x])) {}

    bool cross() const { return first.spans(flat) && second.spans(flat); }
  };

  /// From the triangle to the edge; none where either's surface goes through the other.
  std::optional<Place> way_apart(const Surfaces& at) const {
    if (at.of_edge == Place(0) || at.of_triangle == Place(0)) return {};
    const double turned = glm::dot(at.of_edge, at.of_triangle), bent = kBent * at.length;
    const int side = at.first.side(at.flat), other = -at.second.side(at.flat);
    if (std::abs(turned) > kAlong) {
      if (at.first.spans(bent) || at.second.spans(bent)) return {};
      const int way = way_along(at.edge, at.triangle, at.of_triangle, turned, side, turned < 0 ? -other : other);
      return way == 0 ? std::nullopt : std::optional(at.of_triangle * double(way));
    }
    if (side != 0) return at.of_triangle * double(side);
    return at.second.spans(at.flat) || other == 0 ? std::nullopt : std::optional(at.of_edge * double(other));
  }

  /// Of two surfaces that lie along each other, by the rules of the header: 1 where the edge goes before the triangle,
  /// -1 behind, 0 where it stays. `side`: where the edge's surface goes on, `other`: the same by the triangle's.
  int way_along(Int2 edge, Int3 t, const Place& normal, double turned, int side, int other) const {
    const int a = object_of(edge.x), b = object_of(t.x);
    if (const double way = way_before(edge, t, normal); way != 0) return way > 0 ? 1 : -1;
    if (is_solid(b)) return 1;
    if (is_solid(a)) return turned < 0 ? 1 : -1;
    if (side + other != 0) return side + other > 0 ? 1 : -1;  // both bend alike where they differ
    if (turned < 0) return -1;
    return a == b ? 0 : a > b ? 1 : -1;
  }

  /// m along the normal that the edge was before the triangle.
  double way_before(Int2 edge, Int3 t, const Place& normal) const {
    if (before_.empty()) return 0;
    const auto at = [this](int v) { return Place(before_[v]); };
    return glm::dot(normal, (at(edge.x) + at(edge.y)) / 2.0 - (at(t.x) + at(t.y) + at(t.z)) / 3.0);
  }

  /// Of what lies around these vertices.
  template <size_t Count>
  Extent extent_of(const std::array<int, Count>& of, const Place& normal, const Place& origin) const {
    Extent extent;
    for (const int v : of) {
      for (int i = model_.vertex_triangle_offsets[v]; i < model_.vertex_triangle_offsets[v + 1]; ++i) {
        const Int3 t = model_.triangles[model_.vertex_triangles[i]];
        for (const int near : {t.x, t.y, t.z}) {
          const double height = glm::dot(normal, x_[near] - origin);
          extent.low = std::min(extent.low, height);
          extent.high = std::max(extent.high, height);
        }
      }
    }
    return extent;
  }

  Place area_of(int triangle) const {
    const Int3 t = model_.triangles[triangle];
    return glm::cross(x_[t.y] - x_[t.x], x_[t.z] - x_[t.x]);
  }

  static Place unit(const Place& p) {
    const double length = glm::length(p);
    return length > 0 ? p / length : Place(0);
  }

  /// Of one without an area, that of its corners.
  Place normal_of(int triangle) const {
    const Int3 t = model_.triangles[triangle];
    const Place own = unit(area_of(triangle));
    return own == Place(0) ? normal_at(std::array{t.x, t.y, t.z}) : own;
  }

  template <size_t Count>
  Place normal_at(const std::array<int, Count>& of) const {
    Place sum(0);
    for (const int v : of)
      for (int i = model_.vertex_triangle_offsets[v]; i < model_.vertex_triangle_offsets[v + 1]; ++i)
        sum += area_of(model_.vertex_triangles[i]);
    return unit(sum);
  }

  Place way_of(int vertex) const { return x_[vertex] - from_[vertex]; }

  /// Every vertex goes by the mean of what its gaps lack: one after the other, each would push on what the last moved.
  void open_gaps() {
    std::vector<Place> asked(x_.size());
    std::vector<int> gaps(x_.size());
    for (int sweep = 0; sweep < kSweeps; ++sweep) {
      std::ranges::fill(asked, Place(0));
      std::ranges::fill(gaps, 0);
      bool any = false;
      for (const Gap& gap : gaps_) {
        const double lacking = gap.least - glm::dot(gap.way, way_of(gap.first) - way_of(gap.second));
        if (lacking <= kTolerated * gap.least) continue;
        const Place by = gap.way * (moves_[gap.first] && moves_[gap.second] ? 0.5 * lacking : lacking);
        asked[gap.first] += by;
        asked[gap.second] -= by;
        ++gaps[gap.first];
        ++gaps[gap.second];
        any = true;
      }
      if (!any) return;
      for (size_t v = 0; v < x_.size(); ++v)
        if (gaps[v] > 0 && moves_[v]) {
          x_[v] += asked[v] / static_cast<double>(gaps[v]);
          laid_[v] = true;
        }
    }
  }

  const Model& model_;
  const std::span<const Vec4> before_;
  const bool self_collision_;
  std::vector<Place> from_, x_;         // m: where they were, where they are now
  std::set<std::pair<int, int>> tied_;  // objects: what is attached, and to what
  std::vector<bool> moves_, laid_;      // may move; has been moved
  std::vector<Gap> found_, gaps_;       // of a round; of all, by vertices
};

}  // namespace

std::vector<Vec4> lay_apart(const Model& model, std::span<const Vec4> positions, std::span<const Vec4> before,
                            bool self_collision) {
  return Layers(model, positions, before, self_collision).laid_apart(positions);
}

}  // namespace raycloth
