// Scan, from Thrust on the CPU and CUB on CUDA, on the queue and without allocation of device memory once warm; and
// what goes with it.
#pragma once

#include "device/parallel.h"
#include "device/queue.h"

namespace raycloth::RAYCLOTH_DEVICE {

/// out[i] = in[0] + ... + in[i-1] for i in [0, n). `in` and `out` may be the same array.
void exclusive_scan(Queue& queue, const int* in, int* out, int n);

/// The same for i below count = min(*n.count, n.capacity), and the sum of all of those in out[count] and in
/// out[n.capacity]. Both arrays have n.capacity + 1 places.
void exclusive_scan(Queue& queue, const int* in, int* out, DeviceCount n);

/// *most becomes *count where that is more: how much room was asked for.
inline void note_most(Queue& queue, const char* name, const int* count, int* most) {
  parallel_for(queue, name, 1, 3 * bytes<int>, [=] RAYCLOTH_KERNEL(int) {
    if (*count > *most) *most = *count;
  });
}

}  // namespace raycloth::RAYCLOTH_DEVICE
