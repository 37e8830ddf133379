// Counts where surfaces cross: the referee of runs and tests. Host only, and it shares no code with the ray
// tracers it judges. Exact: the sign of every determinant is that of the real number, so "no crossing" is a
// proof for the positions given.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "device/math.h"

namespace raycloth {

/// An edge (its vertices, smaller index first) and a triangle that it meets.
struct Crossing {
  Int2 edge;
  int triangle;
};

/// All pairs (edge, triangle) that share no vertex and have a point in common, cloth against cloth (an object
/// with itself included), cloth edges against obstacle triangles and obstacle edges against cloth triangles;
/// sorted by edge, then triangle, whatever the threads. Touching counts, be it at a corner or coplanar: a
/// surface that comes that close has no thickness left. Triangles and edges without extent count as the
/// segments and points they are. `positions` are in m, finite, their w unused; `triangle_object` indexes
/// `object_is_cloth` (1 or 0).
std::vector<Crossing> find_crossings(std::span<const Vec4> positions, std::span<const Int3> triangles,
                                     std::span<const int> triangle_object, std::span<const uint8_t> object_is_cloth);

}  // namespace raycloth
