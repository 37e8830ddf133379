// Scan, from Thrust (TBB) on the CPU and CUB on CUDA, on the queue and without allocation once warm.
#pragma once

#include "device/queue.h"

namespace raycloth::RAYCLOTH_DEVICE {

/// out[i] = in[0] + ... + in[i-1] for i in [0, n). `in` and `out` may be the same array.
void exclusive_scan(Queue& queue, const int* in, int* out, int n);

}  // namespace raycloth::RAYCLOTH_DEVICE
