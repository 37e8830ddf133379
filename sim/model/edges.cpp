// The edges of cloth and what they measure at rest.
#include "sim/model/colors.h"
#include "sim/model/parts.h"

namespace raycloth {

/// Of a membrane under tension along an edge, for each of its compliances; of what has no threads, none.
static Vec3 give_along(const Vec3& edge, const Threads& threads) {
  const float along = glm::dot(edge, threads.warp), across = glm::dot(edge, threads.weft);
  const float sum = along * along + across * across;
  if (!(sum > 0)) return Vec3(0);
  const float c2 = along * along / sum, s2 = across * across / sum;
  return {c2 * c2, s2 * s2, c2 * s2};
}

void find_edges(const std::vector<Threads>& threads, Model& model) {
  FabricEdges& edges = model.edges;
  for_edges(sorted_sides(model), [&](std::span<const Side> sides) {
    const Side& side = sides[0];
    const int object = model.triangle_object[side.triangle];
    if (model.objects[object].kind != ObjectKind::cloth) return;
    const Vec3 way = Vec3(model.positions[side.high]) - Vec3(model.positions[side.low]);
    if (!(glm::length(way) > 0)) return;
    edges.pairs.push_back({side.low, side.high});
    edges.lengths.push_back(glm::length(way));
    edges.give.push_back(give_along(way, threads[side.triangle]));
    edges.objects.push_back(object);
  });
  edges.colors =
      color_in_place(static_cast<int>(model.positions.size()), edges.pairs, edges.lengths, edges.give, edges.objects);
}

}  // namespace raycloth
