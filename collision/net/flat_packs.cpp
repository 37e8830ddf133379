#include "collision/net/flat_packs.h"

#include <algorithm>
#include <array>

namespace raycloth::RAYCLOTH_DEVICE {

/// Corner k's edge of a triangle goes to the next corner; across it lies neighbours[k].
static int corner_of(const Int3& triangle, int vertex) {
  return triangle.x == vertex ? 0 : triangle.y == vertex ? 1 : 2;
}

/// How many triangles lie around a vertex of one of them, from that one across edges until it comes again; 0 where a
/// border is in between.
static int around(int first, int vertex, const std::vector<Int3>& triangles, const std::vector<Int3>& neighbours,
                  int most) {
  int t = first, before = -1;
  for (int count = 1; count <= most; ++count) {
    const int k = corner_of(triangles[t], vertex);
    const std::array<int, 2> across = {neighbours[t][k], neighbours[t][(k + 2) % 3]};
    const int next = across[0] != before || count == 1 ? across[0] : across[1];
    if (next < 0 || across[0] < 0 || across[1] < 0) return 0;
    if (next == first) return count;
    before = t;
    t = next;
  }
  return 0;
}

PackNeighbourLists list_pack_neighbours(const std::vector<FeaturePack>& packs,
                                        const std::vector<CollisionObject>& objects, const std::vector<Int3>& triangles,
                                        const std::vector<Int3>& neighbours, int vertices) {
  std::vector<int> triangles_at(vertices), some(vertices);
  for (int t = 0; t < static_cast<int>(triangles.size()); ++t) {
    for (int k = 0; k < 3; ++k) ++triangles_at[triangles[t][k]], some[triangles[t][k]] = t;
  }
  std::vector<std::vector<int>> packs_at(vertices);
  const int count = static_cast<int>(packs.size());
  for (int p = 0; p < count; ++p) {
    for (const auto& corner : packs[p].corners) {
      for (const int v : corner) {
        if (packs_at[v].empty() || packs_at[v].back() != p) packs_at[v].push_back(p);
      }
    }
  }
  PackNeighbourLists lists{{0}, {}};
  for (int p = 0; p < count; ++p) {
    std::vector<int> found;
    bool inside = objects[packs[p].object].kind == ObjectKind::cloth;
    for (const auto& corner : packs[p].corners) {
      for (const int v : corner) {
        inside &= around(some[v], v, triangles, neighbours, triangles_at[v]) == triangles_at[v];
        found.insert(found.end(), packs_at[v].begin(), packs_at[v].end());
      }
    }
    std::sort(found.begin(), found.end());
    if (inside) lists.packs.insert(lists.packs.end(), found.begin(), std::unique(found.begin(), found.end()));
    lists.offsets.push_back(static_cast<int>(lists.packs.size()));
  }
  return lists;
}

}  // namespace raycloth::RAYCLOTH_DEVICE
