// Whole numbers as sets of bits.
#pragma once

#include "device/backend.h"

namespace raycloth::RAYCLOTH_DEVICE {

/// How many bits are set.
RAYCLOTH_HD inline int count_of(unsigned bits) {
#if defined(__CUDA_ARCH__)
  return __popc(bits);
#else
  return __builtin_popcount(bits);
#endif
}

/// Trailing zero bits; `bits` must not be 0.
RAYCLOTH_HD inline int trailing_zeros(unsigned bits) {
#if defined(__CUDA_ARCH__)
  return __ffs(static_cast<int>(bits)) - 1;
#else
  return __builtin_ctz(bits);
#endif
}

}  // namespace raycloth::RAYCLOTH_DEVICE
