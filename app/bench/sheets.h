// The mesh of the ray bench: sheets crumpled by a formula, the same on every run, and its smooth motion.
#pragma once

#include <span>
#include <vector>

#include "sim/mesh/mesh.h"

namespace raycloth {

/// One mesh of `count` sheets of `cells` squares of 1 cm, folded by waves of several lengths, turned at
/// random about the vertical and stacked so closely that they come within 2 cm of each other and cross here
/// and there.
Mesh crumpled_sheets(int count, Int2 cells);

/// `rest` carried by waves of 1 cm that pass by once per unit of `phase`: neighbours move alike, as cloth
/// does.
std::vector<Vec4> swayed(std::span<const Vec4> rest, float phase);

}  // namespace raycloth
