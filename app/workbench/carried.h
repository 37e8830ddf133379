// Of the scene before one that is built anew of it: what was shown, chosen and asked for.
#pragma once

#include <string>
#include <vector>

#include "sim/model/model.h"

namespace raycloth {

struct Carried {
  std::vector<ModelObject> objects;
  std::vector<uint8_t> hidden;  // per object, as for the rest
  Settings settings;
  std::vector<Material> materials;
  std::string selected;  // empty: none
};

}  // namespace raycloth
