// Numbers whose sum does not depend on the order in which threads add them: 64-bit fixed point, for atomics.
#pragma once

#include "device/backend.h"

namespace raycloth::RAYCLOTH_DEVICE {

/// Steps of the fixed point: 2^-40 kg m, or m.
inline constexpr float kFixedOne = 1099511627776.0f;

RAYCLOTH_HD inline unsigned long long fixed(float value) {
  return static_cast<unsigned long long>(static_cast<long long>(value * kFixedOne));
}
RAYCLOTH_HD inline float from_fixed(unsigned long long value) {
  return static_cast<float>(static_cast<long long>(value)) / kFixedOne;
}

}  // namespace raycloth::RAYCLOTH_DEVICE
