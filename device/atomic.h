// Integer atomics for kernels. Integers alone: their sums do not depend on the order.
#pragma once

#include "device/backend.h"

namespace raycloth::RAYCLOTH_DEVICE {

/// Adds and returns the old value.
RAYCLOTH_HD inline int atomic_add(int* address, int value) {
#if defined(__CUDA_ARCH__)
  return atomicAdd(address, value);
#else
  return __atomic_fetch_add(address, value, __ATOMIC_RELAXED);
#endif
}

RAYCLOTH_HD inline void atomic_add(unsigned long long* address, unsigned long long value) {
#if defined(__CUDA_ARCH__)
  atomicAdd(address, value);
#else
  __atomic_fetch_add(address, value, __ATOMIC_RELAXED);
#endif
}

}  // namespace raycloth::RAYCLOTH_DEVICE
