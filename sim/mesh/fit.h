// What a mesh can be as fabric: how thick, for how long its edges are and how near its layers lie.
#pragma once

#include <span>

#include "sim/mesh/mesh.h"

namespace raycloth {

/// m, of all sides of triangles; 0 without any.
float median_edge(const Mesh& mesh);

/// m, what all but a few of the vertices of `mesh` have free before or behind them, up to the nearest triangle of any
/// of `layers`, its own surroundings left out; at most `reach` (m, positive), beyond which nobody looks.
float layer_gap(const Mesh& mesh, std::span<const Mesh* const> layers, float reach);

/// m: half of what neither fills the gaps nor is thick for the edges, at most `wanted`, at least 0.1 mm.
float fitting_half_thickness(const Mesh& mesh, std::span<const Mesh* const> layers, float wanted);

/// Barycentric coordinates of the point of a triangle nearest to p.
Vec3 nearest_on_triangle(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c);

}  // namespace raycloth
