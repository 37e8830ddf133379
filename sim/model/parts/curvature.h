// The rows of Curvature in the making: those of vertices (curvature.cpp), then of patches of them (patches.cpp).
#pragma once

#include "sim/model/parts/surface.h"

namespace raycloth {

/// Ends the rows with one of an area in m^2 that belongs to a vertex.
void add_row(const Model& model, const Row& row, double area, int vertex, Curvature& curvature);

/// The coarser levels, to the rows of vertices.
void add_patches(const Surface& surface, Model& model);

}  // namespace raycloth
