// Atomics for kernels whose result does not depend on the order: sums of integers, the greatest and the smallest of
// floats.
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

/// The greater of both, neither of which is negative: such floats are ordered as their bits are.
RAYCLOTH_HD inline void atomic_max(float* address, float value) {
#if defined(__CUDA_ARCH__)
  atomicMax(reinterpret_cast<int*>(address), __float_as_int(value));
#else
  float seen;
  __atomic_load(address, &seen, __ATOMIC_RELAXED);
  while (seen < value && !__atomic_compare_exchange(address, &seen, &value, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
  }
#endif
}

/// The smaller of both, likewise.
RAYCLOTH_HD inline void atomic_min(float* address, float value) {
#if defined(__CUDA_ARCH__)
  atomicMin(reinterpret_cast<int*>(address), __float_as_int(value));
#else
  float seen;
  __atomic_load(address, &seen, __ATOMIC_RELAXED);
  while (seen > value && !__atomic_compare_exchange(address, &seen, &value, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
  }
#endif
}

}  // namespace raycloth::RAYCLOTH_DEVICE
