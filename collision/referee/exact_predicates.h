// Signs of determinants of points given as floats, exact for every finite input. Host only.
#pragma once

#include "device/math.h"

namespace raycloth::exact {

/// The sign (-1, 0, 1) of det[b - a, c - a, d - a]: on which side of the plane abc the point d lies; 1 when
/// a, b, c are counter-clockwise seen from d.
int orient3d(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d);

/// The sign of det[b - a, c - a]: 1 when a, b, c turn counter-clockwise.
int orient2d(const Vec2& a, const Vec2& b, const Vec2& c);

}  // namespace raycloth::exact
