#include "sim/model/parts/colors.h"
#include "sim/model/parts/parts.h"

namespace raycloth {

static int opposite(const Model& model, const Side& side) {
  return model.triangles[side.triangle][(side.corner + 2) % 3];
}

void find_creases(Model& model) {
  Creases& creases = model.creases;
  for_edges(sorted_sides(model), [&](std::span<const Side> sides) {
    const int object = model.triangle_object[sides[0].triangle];
    if (sides.size() != 2 || model.objects[object].kind != ObjectKind::cloth) return;
    const Int2 pair{opposite(model, sides[0]), opposite(model, sides[1])};
    const float opening = glm::distance(Vec3(model.positions[pair.x]), Vec3(model.positions[pair.y]));
    if (pair.x == pair.y || !(opening > 0)) return;
    creases.pairs.push_back(pair);
    creases.openings.push_back(opening);
    creases.objects.push_back(object);
  });
  creases.colors =
      color_in_place(static_cast<int>(model.positions.size()), creases.pairs, creases.openings, creases.objects);
}

}  // namespace raycloth
