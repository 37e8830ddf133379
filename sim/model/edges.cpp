// The edges of cloth and what they measure at rest: strains are told of them.
#include "sim/model/parts.h"

namespace raycloth {

void find_edges(Model& model) {
  for_edges(sorted_sides(model), [&](std::span<const Side> sides) {
    const Side& side = sides[0];
    if (model.objects[model.triangle_object[side.triangle]].kind != ObjectKind::cloth) return;
    const float length = glm::distance(Vec3(model.positions[side.high]), Vec3(model.positions[side.low]));
    if (!(length > 0)) return;
    model.edges.push_back({side.low, side.high});
    model.edge_lengths.push_back(length);
  });
}

}  // namespace raycloth
