#include "sim/model/crossings.h"

namespace raycloth {

std::vector<Crossing> crossings(std::span<const Vec4> positions, const Model& model) {
  std::vector<uint8_t> is_cloth;
  for (const ModelObject& object : model.objects) is_cloth.push_back(object.kind == ObjectKind::cloth);
  return find_crossings(positions, model.triangles, model.triangle_object, is_cloth);
}

}  // namespace raycloth
