// What a run looks for in a state: numbers that are none, and surfaces that cross.
#pragma once

#include <string>

#include "collision/referee/intersections.h"
#include "sim/simulation.h"

namespace raycloth {

/// The name of the first object with a position or velocity that is not finite; empty when all are.
std::string first_not_finite(Simulation& simulation);

/// Crossing pairs of a state: cloth with cloth (itself included) and cloth with obstacles.
std::vector<Crossing> crossings(std::span<const Vec4> positions, const Model& model);

}  // namespace raycloth
