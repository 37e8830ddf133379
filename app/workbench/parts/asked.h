// The settings and materials that were asked of a simulation, of A or of B, over those that it has.
#pragma once

#include <map>

#include "app/workbench/parts/pending.h"

namespace raycloth {

struct Asked {
  Pending<Settings> settings;
  std::map<int, Pending<Material>> materials;  // by object

  const Material& material(int object, const Material& present, const Frame& frame) const {
    const auto wanted = materials.find(object);
    return wanted == materials.end() ? present : wanted->second.over(present, frame);
  }
};

}  // namespace raycloth
