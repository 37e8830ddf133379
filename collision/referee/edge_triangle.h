// Whether an edge and a triangle have a point in common, exactly. Host only.
#pragma once

#include "device/math.h"

namespace raycloth::exact {

/// Both closed: an end or a corner that touches counts. A triangle without area is the segments it is made
/// of, an edge without length a point. All coordinates finite.
bool edge_meets_triangle(const Vec3& p, const Vec3& q, const Vec3& a, const Vec3& b, const Vec3& c);

}  // namespace raycloth::exact
