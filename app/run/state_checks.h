// What a run looks for in a state besides crossings (sim/model/crossings.h): numbers that are none.
#pragma once

#include <string>

#include "sim/simulation.h"

namespace raycloth {

/// The name of the first object with a position or velocity that is not finite; empty when all are.
std::string first_not_finite(Simulation& simulation);

}  // namespace raycloth
