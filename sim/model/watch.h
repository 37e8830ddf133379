// Building a model while somebody watches, who may end it: large meshes take a while.
#pragma once

#include <functional>
#include <stdexcept>

#include "sim/model/model.h"

namespace raycloth {

/// Asked between the parts of build_model with how much is done, 0 to 1; false ends it.
using BuildWatch = std::function<bool(double part)>;

struct Cancelled : std::runtime_error {
  Cancelled() : std::runtime_error("cancelled") {}
};

/// As build_model(scene). Throws Cancelled where `watch`, if there is one, says so.
Model build_model(const Scene& scene, const BuildWatch& watch);

}  // namespace raycloth
