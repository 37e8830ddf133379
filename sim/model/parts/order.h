// An order of points in which near ones stand near each other in memory: along Hilbert's curve.
#pragma once

#include <span>
#include <vector>

#include "device/math.h"

namespace raycloth {

/// Indices of `points` along the curve through their bounding cube, which is cut into 65536 cells per side.
/// Points of one cell keep their order.
std::vector<int> curve_order(std::span<const Vec3> points);

}  // namespace raycloth
