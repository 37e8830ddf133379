// How many bytes a step moves: every element of an array that a kernel names counts with its size each time
// that an index touches it, read and written apart; as if there were no cache. Indices, nodes, contacts and the like
// are counted in the step itself; where a branch decides and was not counted, it is taken as taken.
#pragma once

#include <vector>

#include "sim/solver/step.h"

namespace raycloth::RAYCLOTH_DEVICE {

/// Of a step that counted its work (settings.count_work), by kernel in the order of their first launch. Waits for the
/// device. Throws std::logic_error for a kernel whose bytes are not known here.
std::vector<KernelTraffic> measure_traffic(const std::vector<QueuedWork>& work, const World& world);

}  // namespace raycloth::RAYCLOTH_DEVICE
