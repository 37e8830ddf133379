// Atomics for kernels whose result does not depend on the order: sums of integers, the greatest and the smallest of
// floats; and what sets need (device/sets/joined_sets.h, device/sets/pair_set.h).
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
  if (value <= *static_cast<volatile float*>(address)) return;  // of many, most are not the greatest
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
  if (value >= *static_cast<volatile float*>(address)) return;
  atomicMin(reinterpret_cast<int*>(address), __float_as_int(value));
#else
  float seen;
  __atomic_load(address, &seen, __ATOMIC_RELAXED);
  while (seen > value && !__atomic_compare_exchange(address, &seen, &value, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
  }
#endif
}

/// What other threads may write meanwhile.
RAYCLOTH_HD inline int atomic_load(const int* address) {
#if defined(__CUDA_ARCH__)
  return *static_cast<const volatile int*>(address);
#else
  return __atomic_load_n(address, __ATOMIC_RELAXED);
#endif
}

RAYCLOTH_HD inline void atomic_store(int* address, int value) {
#if defined(__CUDA_ARCH__)
  *static_cast<volatile int*>(address) = value;
#else
  __atomic_store_n(address, value, __ATOMIC_RELAXED);
#endif
}

/// Puts `value` where `expected` is; returns whether it was.
RAYCLOTH_HD inline bool atomic_replace(int* address, int expected, int value) {
#if defined(__CUDA_ARCH__)
  return atomicCAS(address, expected, value) == expected;
#else
  return __atomic_compare_exchange_n(address, &expected, value, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
#endif
}

/// Puts `value` where nothing but `expected` may be; returns what was there.
RAYCLOTH_HD inline unsigned long long atomic_swap_if(unsigned long long* address, unsigned long long expected,
                                                     unsigned long long value) {
#if defined(__CUDA_ARCH__)
  return atomicCAS(address, expected, value);
#else
  __atomic_compare_exchange_n(address, &expected, value, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
  return expected;
#endif
}

}  // namespace raycloth::RAYCLOTH_DEVICE
