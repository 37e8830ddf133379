// Of the scene before one that is built anew of it: what was chosen and asked for.
#pragma once

#include <string>
#include <vector>

#include "sim/model/model.h"

namespace raycloth {

struct Carried {
  std::vector<ModelObject> objects;
  Settings settings;
  std::vector<Material> materials;  // per object
  std::string selected;             // empty: none
};

}  // namespace raycloth
