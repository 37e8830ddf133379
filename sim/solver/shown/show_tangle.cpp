// What the last look at what crosses found, from the device to what people look at.
#include <algorithm>
#include <map>

#include "collision/untangle/found.h"
#include "collision/untangle/ways.h"
#include "sim/solver/world.h"

namespace raycloth::RAYCLOTH_DEVICE {

namespace {

class TangleMaker {
 public:
  explicit TangleMaker(const FoundTangles& found) : found_(found), view_(found.view()), ways_{view_} {}

  Tangle make() {
    number_contours();
    for (int i = 0; i < found_.pairs(); ++i) {
      add_pair(i);
      add_pieces(i);
    }
    find_regions();
    return std::move(tangle_);
  }

 private:
  /// By their first pairs, whose order is the topology's.
  void number_contours() {
    for (int i = 0; i < found_.pairs(); ++i) {
      if (view_.place_of(i).first == i) numbers_.emplace(i, static_cast<int>(numbers_.size()));
    }
    tangle_.contours.assign(numbers_.size(), {0, 0, true});
    parted_.resize(numbers_.size());
    for (int i = 0; i < found_.pairs(); ++i) {
      const Int2 edge = view_.pairs[i].edge;
      if (!parts(view_.pairs[i]) || !ways_.is_parted(edge.x, edge.y)) continue;
      (view_.place_of(i).turn > 0 ? parted_[contour_of(i)].first : parted_[contour_of(i)].second) = true;
    }
  }
  int contour_of(int i) const { return numbers_.at(view_.place_of(i).first); }

  void add_pair(int i) {
    const TangledPair& pair = view_.pairs[i];
    const Vec4 way = view_.ways[i];
    const Vec3 of_edge = way.w > 0 ? xyz(way) : WaysOut::unit(ways_.gradient_of_contour(i));
    const float moving = moving_of(i);
    ++tangle_.contours[contour_of(i)].pairs;
    tangle_.pairs.push_back({contour_of(i), pair.edge, view_.scene.triangles[pair.triangle], view_.point_of(pair),
                             of_edge * moving, way.w, moving});
  }

  /// TanglePair::moving: of the contour's first surface, unless the other one alone has a part that goes back. A
  /// contour that has no first surface shows the ways of edges.
  float moving_of(int i) const {
    if (view_.scene.is_solid(view_.pairs[i].edge.x)) return -1;
    if (view_.scene.is_solid(view_.scene.triangles[view_.pairs[i].triangle].x)) return 1;
    const ContourPlace place = view_.place_of(i);
    if (place.turn == 0) return 1;
    const auto [first, second] = parted_.at(contour_of(i));
    return second && !first ? -place.turn : place.turn;
  }

  /// Each piece from the lower of its pairs.
  void add_pieces(int i) {
    const TangledPair& pair = view_.pairs[i];
    TangleContour& contour = tangle_.contours[contour_of(i)];
    for (const int s : {pair.owner, pair.neighbour}) {
      const ContourLink other = view_.link(i, s);
      if (other.pair < 0) contour.closed = false;
      if (other.pair < i && other.vertex < 0) continue;
      const Vec3 from = view_.point_of(pair);
      const Vec3 to = other.pair < 0 ? view_.at(other.vertex) : view_.point_of(view_.pairs[other.pair]);
      contour.length += glm::length(to - from);
      tangle_.pieces.push_back({contour_of(i), from, to});
    }
  }

  /// Of cloth and shells, where no contour ends; else -1.
  int root_of(int vertex) const {
    return view_.scene.is_solid(vertex) || view_.ends[vertex] ? -1 : view_.regions.root(vertex);
  }

  std::vector<int> corners_of(const TangledPair& pair) const {
    const Int3 t = view_.scene.triangles[pair.triangle];
    return {pair.edge.x, pair.edge.y, t.x, t.y, t.z};
  }

  /// Solids bound nothing: cloth is not cut by them.
  bool parts(const TangledPair& pair) const {
    return !view_.scene.is_solid(pair.edge.x) && !view_.scene.is_solid(view_.scene.triangles[pair.triangle].x);
  }

  void find_regions() {
    std::map<int, TangleRegion> by_root;
    for (int i = 0; i < found_.pairs(); ++i) {
      if (parts(view_.pairs[i])) bound_regions(i, by_root);
    }
    std::map<int, int> places;
    for (const auto& [root, region] : by_root) {
      places.emplace(root, static_cast<int>(tangle_.regions.size()));
      tangle_.regions.push_back(region);
    }
    for (int v = 0; v < view_.scene.vertices_count; ++v) {
      const auto place = places.find(root_of(v));
      tangle_.region_of.push_back(place == places.end() ? -1 : place->second);
    }
  }

  void bound_regions(int i, std::map<int, TangleRegion>& by_root) const {
    const std::vector<int> corners = corners_of(view_.pairs[i]);
    for (const int v : corners) {
      if (root_of(v) < 0) continue;
      const auto found =
          by_root.try_emplace(root_of(v), TangleRegion{view_.scene.vertex_object[v], ways_.size_at(v), {}, false});
      TangleRegion& region = found.first->second;
      const int contour = contour_of(i);
      const auto place = std::ranges::lower_bound(region.contours, contour);
      if (place == region.contours.end() || *place != contour) region.contours.insert(place, contour);
      region.goes_back = region.goes_back || goes_back(corners, v);
    }
  }

  /// Whether the region of one of a pair's vertices is to follow that of another one of the same surface.
  bool goes_back(const std::vector<int>& corners, int v) const {
    const bool of_edge = v == corners[0] || v == corners[1];
    return std::any_of(corners.begin() + (of_edge ? 0 : 2), of_edge ? corners.begin() + 2 : corners.end(),
                       [&](int other) { return ways_.is_parted(v, other) && ways_.follows(v, other); });
  }

  const FoundTangles& found_;
  const TangleView& view_;
  WaysOut ways_;
  std::map<int, int> numbers_;                 // of contours, by their first pairs
  std::vector<std::pair<bool, bool>> parted_;  // by contours: their first surfaces, and the others
  Tangle tangle_;
};

}  // namespace

Tangle download_tangle(World& world) {
  Tangles& tangles = world.untangler->tangles;
  if (tangles.pairs() == 0) return {};
  const FoundTangles found(tangles, world.settings.self_collision);
  return TangleMaker(found).make();
}

}  // namespace raycloth::RAYCLOTH_DEVICE
