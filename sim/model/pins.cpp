#include "sim/model/pins.h"

#include "sim/model/masses.h"
#include "sim/model/parts/parts.h"

namespace raycloth {

void change_pins(Model& model, std::span<const int> pinned, std::span<const Material> materials) {
  change_pinned_masses(model, pinned, materials);
  find_what_pins_hold(model);
}

}  // namespace raycloth
