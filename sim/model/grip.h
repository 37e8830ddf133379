// A hand's grip on the cloth: which vertices around a grabbed point share its pull, and how. Host only; knows nothing
// of devices.
#pragma once

#include <vector>

#include "sim/model/model.h"

namespace raycloth {

inline constexpr int kMaxGripVertices = 64;

/// One vertex of a grip. A pull of one newton moves it by `share` times its h^2: shares are those of the kernel
/// (1 - (d/r)^2)^2 over the distance d from the point, as the model begins, divided by the mass that they then move.
struct GripVertex {
  int vertex;
  float share;  // 1/kg
};

/// The vertices that a hand at this point of a triangle takes hold of: those within a few centimetres that are
/// joined to the triangle by others within it, the nearest kMaxGripVertices of them, ascending. Vertices that cannot
/// move have no share. The same force on every vertex would tear at those around the point; one that falls off
/// towards the rim pulls the cloth as a whole.
std::vector<GripVertex> grip_at(const Model& model, int triangle, Vec3 barycentric);

}  // namespace raycloth
