// Orders of points in which near ones stand near each other in memory: of vertices along Hilbert's curve, from
// neighbour to neighbour; of triangles eight by eight, eight times eight by eight times eight, and so on, as the trees
// take them (collision/bvh/hierarchy.h).
#pragma once

#include <array>
#include <span>
#include <vector>

#include "device/math.h"

namespace raycloth {

/// Indices of `points` along the curve through their bounding cube, which is cut into 65536 cells per side.
/// Points of one cell keep their order.
std::vector<int> curve_order(std::span<const Vec3> points);

/// Three coordinates of where a point is, and three that tell where it faces, m: what lies back to back is then apart.
using Placed = std::array<float, 6>;

/// Indices of `points`. They are halved across their longest axis, and the halves again, at multiples of the largest
/// power of eight that is less than their number. At most eight stay in their order.
std::vector<int> near_order(std::span<const Placed> points);

}  // namespace raycloth
