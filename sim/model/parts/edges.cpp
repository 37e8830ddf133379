// The edges of cloth and what they measure at rest.
#include "sim/model/parts/colors.h"
#include "sim/model/parts/parts.h"

namespace raycloth {

void find_edges(const std::vector<Threads>& threads, Model& model) {
  FabricEdges& edges = model.edges;
  for_edges(sorted_sides(model), [&](std::span<const Side> sides) {
    const Side& side = sides[0];
    const int object = model.triangle_object[side.triangle];
    if (model.objects[object].kind != ObjectKind::cloth) return;
    const Vec3 way = Vec3(model.positions[side.high]) - Vec3(model.positions[side.low]);
    const float length = glm::length(way);
    if (!(length > 0)) return;
    edges.pairs.push_back({side.low, side.high});
    edges.lengths.push_back(length);
    edges.give.push_back(give_along(direction_of(way, threads[side.triangle])));
    edges.objects.push_back(object);
  });
  edges.colors =
      color_in_place(static_cast<int>(model.positions.size()), edges.pairs, edges.lengths, edges.give, edges.objects);
}

}  // namespace raycloth
