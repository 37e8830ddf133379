// Cuts polygons into triangles by clipping ears. Knows nothing of files.
#pragma once

#include <span>
#include <vector>

#include "device/math.h"

namespace raycloth {

/// Triangles, as indices into `corners`, of a polygon that may be concave and slightly out of its plane; the
/// orientation is kept. Always corners.size() - 2 of them: where no proper ear is left (corners that coincide
/// or cross) the sharpest remaining corner is cut.
std::vector<Int3> triangulate_polygon(std::span<const Vec3> corners);

}  // namespace raycloth
