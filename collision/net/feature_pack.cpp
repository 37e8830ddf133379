#include "collision/net/feature_pack.h"

#include <algorithm>
#include <utility>

namespace raycloth::RAYCLOTH_DEVICE {

/// Its features, if it is the first to have them.
static void own_features(FeaturePack& pack, int lane, int triangle, const Int3& neighbours, std::vector<bool>& taken) {
  for (int k = 0; k < 3; ++k) {
    const int v = pack.corners[k][lane];
    if (!taken[v]) pack.vertices[k] |= 1 << lane;
    taken[v] = true;
    if (neighbours[k] >= 0 && triangle > neighbours[k]) continue;
    pack.leads[k] |= 1 << lane;
    pack.ends[0][pack.edges] = v;
    pack.ends[1][pack.edges++] = pack.corners[(k + 1) % 3][lane];
  }
}

/// Of the vertices: the one farthest from the first, the one farthest from both, and the one farthest from the first of
/// these and off the line to the second.
static Int3 choose_pillars(const FeaturePack& pack, const std::vector<Vec4>& rest) {
  const auto at = [&](int v) -> Vec3 { return xyz(rest[v]); };
  const auto farthest = [&](auto distance) {
    int best = pack.corners[0][0];
    for (const auto& corner : pack.corners) {
      for (const int v : corner) best = distance(at(v)) > distance(at(best)) ? v : best;
    }
    return best;
  };
  const Vec3 first = at(pack.corners[0][0]);
  const int a = farthest([&](Vec3 p) { return glm::distance(p, first); });
  const int b = farthest([&](Vec3 p) { return glm::distance(p, at(a)); });
  const int c = farthest([&](Vec3 p) { return glm::length(glm::cross(p - at(a), at(b) - at(a))); });
  return Int3(a, b, c);
}

std::vector<FeaturePack> list_feature_packs(const std::vector<Int3>& triangles, const std::vector<Int3>& neighbours,
                                            const std::vector<Vec4>& rest,
                                            const std::vector<CollisionObject>& objects) {
  std::vector<FeaturePack> packs;
  std::vector<bool> taken(rest.size());
  for (int o = 0; o < static_cast<int>(objects.size()); ++o) {
    const CollisionObject& object = objects[o];
    for (int first = 0; first < object.triangles; first += 8) {
      FeaturePack pack{};
      pack.object = o;
      const int count = std::min(8, object.triangles - first), begin = object.first_triangle + first;
      pack.present = static_cast<unsigned char>((1 << count) - 1);
      for (int lane = 0; lane < 8; ++lane) {
        for (int k = 0; k < 3; ++k)
          pack.corners[k][lane] = lane < count ? triangles[begin + lane][k] : triangles[begin].x;
      }
      for (int lane = 0; lane < count; ++lane) own_features(pack, lane, begin + lane, neighbours[begin + lane], taken);
      for (int i = pack.edges; i < 24; ++i) pack.ends[0][i] = pack.ends[1][i] = triangles[begin].x;
      pack.pillars = choose_pillars(pack, rest);
      packs.push_back(pack);
    }
  }
  return packs;
}

}  // namespace raycloth::RAYCLOTH_DEVICE
