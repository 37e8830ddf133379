// Shows a simulation to the renderer: model and state as plain drawables. The one place where both are known.
#pragma once

#include "render/drawable.h"
#include "sim/simulation.h"

namespace raycloth {

/// What stays: surfaces, rest positions, ground. Its spans point into `model`.
DrawableScene make_drawable_scene(const Model& model);

/// Half thickness per object in m, as the materials have it now; 0 for solids.
std::vector<float> half_thicknesses(const Simulation& simulation);

/// What changes: the views of the state after the last step, valid until the next.
DrawableState make_drawable_state(Simulation& simulation);

}  // namespace raycloth
