// A balanced tree of boxes over the cloth's triangles and one over the obstacles', built by splitting at the
// median of the longest axis, and every edge asks for the triangles whose boxes its own overlaps. Both halves
// of the work are spread over the threads; the pairs are sorted at the end, so their order is the same for
// any number of them.
#include "collision/referee/intersections.h"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/parallel_invoke.h>
#include <tbb/parallel_reduce.h>
#include <tbb/parallel_sort.h>

#include <algorithm>
#include <limits>
#include <tuple>

#include "collision/referee/edge_triangle.h"

namespace raycloth {
namespace {

struct Box {
  Vec3 low{std::numeric_limits<float>::infinity()}, high{-std::numeric_limits<float>::infinity()};

  void grow(const Vec3& point) {
    low = glm::min(low, point);
    high = glm::max(high, point);
  }
  bool overlaps(const Box& other) const {
    return low.x <= other.high.x && other.low.x <= high.x && low.y <= other.high.y && other.low.y <= high.y &&
           low.z <= other.high.z && other.low.z <= high.z;
  }
};

/// The tree is implicit: the node over members [begin, end) has the two halves as children, down to kLeaf
/// triangles; node n has its children at 2n + 1 and 2n + 2.
class TriangleTree {
 public:
  TriangleTree(std::span<const Vec4> positions, std::span<const Int3> triangles, std::vector<int> members)
      : members_(std::move(members)), boxes_(triangles.size()), nodes_(node_count(size())) {
    tbb::parallel_for(0, size(), [&](int i) {
      const int triangle = members_[i];
      for (int corner = 0; corner < 3; ++corner) boxes_[triangle].grow(positions[triangles[triangle][corner]]);
    });
    if (size() > 0) build(0, 0, size());
  }

  /// Calls visit(triangle) for every triangle whose box overlaps `box`.
  template <class Visit>
  void query(const Box& box, const Visit& visit) const {
    if (size() > 0) query(0, 0, size(), box, visit);
  }

 private:
  static constexpr int kLeaf = 4;
  static constexpr int kSerial = 4096;  // triangles below which a subtree is built by one thread

  int size() const { return static_cast<int>(members_.size()); }

  static size_t node_count(int triangles) {
    size_t leaves = 1;
    for (; triangles > kLeaf; triangles -= triangles / 2) leaves *= 2;  // the larger half goes on
    return 2 * leaves - 1;
  }

  void build(int node, int begin, int end) {
    Box centres;
    for (int i = begin; i < end; ++i) {
      const Box& box = boxes_[members_[i]];
      nodes_[node].grow(box.low);
      nodes_[node].grow(box.high);
      centres.grow(box.low + box.high);
    }
    if (end - begin <= kLeaf) return;
    const Vec3 extent = centres.high - centres.low;
    const int axis = extent.x >= extent.y && extent.x >= extent.z ? 0 : extent.y >= extent.z ? 1 : 2;
    const int middle = begin + (end - begin) / 2;
    std::nth_element(members_.begin() + begin, members_.begin() + middle, members_.begin() + end, [&](int a, int b) {
      return boxes_[a].low[axis] + boxes_[a].high[axis] < boxes_[b].low[axis] + boxes_[b].high[axis];
    });
    const int left = 2 * node + 1, right = left + 1;
    if (end - begin < kSerial) {
      build(left, begin, middle);
      build(right, middle, end);
    } else {
      tbb::parallel_invoke([&] { build(left, begin, middle); }, [&] { build(right, middle, end); });
    }
  }

  template <class Visit>
  void query(int node, int begin, int end, const Box& box, const Visit& visit) const {
    if (!nodes_[node].overlaps(box)) return;
    if (end - begin <= kLeaf) {
      for (int i = begin; i < end; ++i) {
        if (boxes_[members_[i]].overlaps(box)) visit(members_[i]);
      }
      return;
    }
    const int middle = begin + (end - begin) / 2;
    query(2 * node + 1, begin, middle, box, visit);
    query(2 * node + 2, middle, end, box, visit);
  }

  std::vector<int> members_;  // triangles, leaf after leaf
  std::vector<Box> boxes_;    // of triangles, by their own index
  std::vector<Box> nodes_;
};

/// Every edge once, the smaller vertex first, in order.
std::vector<Int2> unique_edges(std::span<const Int3> triangles, const std::vector<int>& members) {
  std::vector<uint64_t> keys;
  keys.reserve(members.size() * 3);
  for (int triangle : members) {
    const Int3 t = triangles[triangle];
    for (int corner = 0; corner < 3; ++corner) {
      const auto [low, high] = std::minmax({t[corner], t[(corner + 1) % 3]});
      keys.push_back(uint64_t(low) << 32 | uint64_t(high));
    }
  }
  tbb::parallel_sort(keys.begin(), keys.end());
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
  std::vector<Int2> edges;
  edges.reserve(keys.size());
  for (uint64_t key : keys) edges.emplace_back(int(key >> 32), int(key & 0xffffffffu));
  return edges;
}

using Crossings = std::vector<Crossing>;

/// Crossings of `edges` with the triangles of `tree`.
Crossings crossings_with(const std::vector<Int2>& edges, const TriangleTree& tree, std::span<const Vec4> positions,
                         std::span<const Int3> triangles) {
  const auto search = [&](const tbb::blocked_range<size_t>& range, Crossings found) {
    for (size_t i = range.begin(); i < range.end(); ++i) {
      const Int2 edge = edges[i];
      const Vec3 p = positions[edge.x], q = positions[edge.y];
      Box box;
      box.grow(p);
      box.grow(q);
      tree.query(box, [&](int triangle) {
        const Int3 t = triangles[triangle];
        const bool shared =
            edge.x == t.x || edge.x == t.y || edge.x == t.z || edge.y == t.x || edge.y == t.y || edge.y == t.z;
        if (!shared && exact::edge_meets_triangle(p, q, positions[t.x], positions[t.y], positions[t.z])) {
          found.push_back({edge, triangle});
        }
      });
    }
    return found;
  };
  const auto join = [](Crossings a, const Crossings& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
  };
  return tbb::parallel_reduce(tbb::blocked_range<size_t>(0, edges.size(), 256), Crossings{}, search, join);
}

void append(Crossings& all, const Crossings& more) { all.insert(all.end(), more.begin(), more.end()); }

}  // namespace

std::vector<Crossing> find_crossings(std::span<const Vec4> positions, std::span<const Int3> triangles,
                                     std::span<const int> triangle_object, std::span<const uint8_t> object_is_cloth) {
  std::vector<int> cloth, obstacle;
  for (int t = 0; t < static_cast<int>(triangles.size()); ++t) {
    (object_is_cloth[triangle_object[t]] ? cloth : obstacle).push_back(t);
  }
  const std::vector<Int2> cloth_edges = unique_edges(triangles, cloth),
                          obstacle_edges = unique_edges(triangles, obstacle);
  const TriangleTree cloth_tree(positions, triangles, cloth), obstacle_tree(positions, triangles, obstacle);
  Crossings all = crossings_with(cloth_edges, cloth_tree, positions, triangles);
  append(all, crossings_with(cloth_edges, obstacle_tree, positions, triangles));
  append(all, crossings_with(obstacle_edges, cloth_tree, positions, triangles));
  std::sort(all.begin(), all.end(), [](const Crossing& a, const Crossing& b) {
    return std::tie(a.edge.x, a.edge.y, a.triangle) < std::tie(b.edge.x, b.edge.y, b.triangle);
  });
  return all;
}

}  // namespace raycloth
