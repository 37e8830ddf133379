// Building a model while somebody watches.
#pragma once

#include "sim/model/model.h"
#include "sim/watch.h"

namespace raycloth {

/// As build_model(scene); `watch` is asked between its parts. Throws Cancelled.
Model build_model(const Scene& scene, const Watch& watch);

}  // namespace raycloth
