// The two builds of the solver, as sim/simulation.cpp chooses between them.
#pragma once

#include <memory>

#include "device/availability.h"
#include "sim/simulation.h"

namespace raycloth::cpu {
std::unique_ptr<Simulation> create_simulation(const Model& model, const Settings& settings, int threads);
}

namespace raycloth::gpu {  // linked where device_built() says so
std::unique_ptr<Simulation> create_simulation(const Model& model, const Settings& settings, int threads);
}
