#include "sim/model/pins.h"

#include <algorithm>

#include "sim/model/masses.h"
#include "sim/model/parts/parts.h"

namespace raycloth {

bool is_fastened(const Model& model, int vertex) {
  return std::ranges::binary_search(model.fastenings, vertex, {}, &Attachment::vertex);
}

std::vector<int> pinned_vertices(const Model& model) {
  std::vector<int> pinned;
  for (const ModelObject& object : model.objects) {
    if (object.kind != ObjectKind::cloth) continue;
    for (int v = object.vertices.begin; v < object.vertices.end; ++v)
      if (model.positions[v].w == 0 && !is_fastened(model, v)) pinned.push_back(v);
  }
  return pinned;
}

void change_pins(Model& model, std::span<const int> pinned, std::span<const Material> materials) {
  change_pinned_masses(model, pinned, materials);
  find_what_pins_hold(model);
}

}  // namespace raycloth
