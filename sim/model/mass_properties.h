// Mass, centre and inertia of what a closed surface encloses, exact for polyhedra. On the host.
#pragma once

#include <span>

#include "device/math.h"

namespace raycloth {

struct MassProperties {
  double volume = 0;      // m^3
  glm::dvec3 centre{0};   // m
  glm::dmat3 inertia{0};  // kg m^2 about the centre, for a density of 1 kg/m^3
};

/// Sums over the tetrahedra between a point and the triangles: the covariance of a tetrahedron with one corner in the
/// origin is V / 20 (sum of x x^T over the corners + s s^T), s the sum of the corners (Blow and Binstock 2004).
MassProperties mass_properties(std::span<const Vec3> positions, std::span<const Int3> triangles);

}  // namespace raycloth
