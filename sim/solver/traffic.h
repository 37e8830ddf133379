// How many bytes a step moves, by what its kernels said at their launches (device/traffic.h). Nodes, contacts, rows and
// the like are those of the step itself.
#pragma once

#include <vector>

#include "device/queue.h"
#include "sim/simulation.h"

namespace raycloth::RAYCLOTH_DEVICE {

/// By kernel in the order of their first launch. Waits for the device.
std::vector<KernelTraffic> measure_traffic(const std::vector<QueuedWork>& work);

}  // namespace raycloth::RAYCLOTH_DEVICE
