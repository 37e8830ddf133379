// Fabrics that were measured: assets/materials.json, which is built in. A fabric says what its source says, and leaves
// the rest of a material as it is: collisions keep their half thickness, which the mesh asks for.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sim/scene/scene.h"

namespace raycloth {

struct Fabric {
  std::string name, description, source;
  std::vector<std::pair<const MaterialInfo*, float>> values;
};

std::span<const Fabric> fabric_list();

/// nullptr where there is none of that name.
const Fabric* find_fabric(std::string_view name);

/// What a fabric that the material had before says, and this one does not, is taken back.
void put(const Fabric& fabric, Material& material);

/// The first whose values the material has; nullptr where it has none's.
const Fabric* fabric_of(const Material& material);

}  // namespace raycloth
