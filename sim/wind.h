// The wind as it blows at a moment: what settings say, and gusts over it. Found on the host once a step, so kernels get
// three numbers and both devices the same ones. Knows no device.
#pragma once

#include "sim/settings.h"

namespace raycloth {

/// m/s, at `time` s since the scene began. Without gusts it is settings.wind to the bit. A gust blows along the wind
/// with up to wind_gust more, and wind_turbulence of that in any direction; one follows the other every
/// wind_gust_period s, never alike. A function of these numbers alone, made of operations that IEEE 754 fixes.
Vec3 wind_at(const Settings& settings, double time);

}  // namespace raycloth
