// Of the memory that simulations on CUDA live in.
#pragma once

#include <optional>

#include "device/memory_in_use.h"

namespace raycloth {

/// Nothing in builds without CUDA. Only where a simulation is on CUDA: else there may be no device to ask.
std::optional<MemoryInUse> cuda_memory();

}  // namespace raycloth
