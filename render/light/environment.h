// The light from all around a scene: a studio with a bright ceiling, a large soft window at the left, a reflector at
// the right and a floor, as a formula; what a surface gets of it, as spherical harmonics. Knows nothing of OpenGL.
#pragma once

#include <array>

#include "device/math.h"

namespace raycloth {

/// Radiance from a unit direction, linear light; y is up.
Vec3 studio_radiance(Vec3 direction);

/// Irradiance / pi on a surface that faces along a unit normal n is the sum of these times
/// 1, y, z, x, xy, yz, 3zz - 1, xz, xx - yy of it (Ramamoorthi and Hanrahan 2001, equations 8 to 11). Of the studio it
/// is exact within 2 % of the brightest. `environment[i].w` is 0.
std::array<Vec4, 9> studio_irradiance();

}  // namespace raycloth
