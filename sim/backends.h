// The two builds of the solver, as sim/simulation.cpp chooses between them.
#pragma once

#include <memory>
#include <string>

#include "device/availability.h"
#include "sim/simulation.h"

namespace raycloth {
/// "AMD EPYC, 2 threads": those of `requested` (0: all) that this processor has.
std::string with_threads(const std::string& processor, int requested);
}  // namespace raycloth

namespace raycloth::cpu {
std::unique_ptr<Simulation> create_simulation(const Model& model, const Settings& settings, int threads);
}

namespace raycloth::gpu {  // linked where device_built() says so
std::unique_ptr<Simulation> create_simulation(const Model& model, const Settings& settings, int threads);
}
