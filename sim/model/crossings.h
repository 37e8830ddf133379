// The referee on a model: which pairs of an edge and a triangle cross.
#pragma once

#include "collision/referee/intersections.h"
#include "sim/model/model.h"

namespace raycloth {

/// Crossing pairs of a state: cloth with cloth (itself included) and cloth with obstacles. `positions` of all vertices.
std::vector<Crossing> crossings(std::span<const Vec4> positions, const Model& model);

}  // namespace raycloth
