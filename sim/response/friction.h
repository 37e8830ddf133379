// Friction in positions, for kernels.
#pragma once

#include "device/lanes.h"

namespace raycloth::RAYCLOTH_DEVICE {

/// Coulomb's law in positions: `grip`, what would hold still against the sliding, as far as friction lets it for what
/// the contact presses.
template <class Real>
RAYCLOTH_HD inline Vector3<Real> limit_grip(const Vector3<Real>& grip, Real pressed, const Vector2<Real>& friction) {
  const Real size = square_root(dot(grip, grip));
  return select(size <= friction.x * pressed, grip, grip * (friction.y * pressed / size));
}

}  // namespace raycloth::RAYCLOTH_DEVICE
