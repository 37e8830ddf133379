// Shows a simulation, or a frame of one, to the renderer: model and state as plain drawables. The one place where both
// are known.
#pragma once

#include "app/run/live/frame.h"
#include "app/view/heat.h"
#include "render/drawable.h"
#include "sim/simulation.h"

namespace raycloth {

/// What stays: surfaces, rest positions, ground. Its spans point into `model`.
DrawableScene make_drawable_scene(const Scene& scene, const Model& model);

/// Where on the fabric a vertex lies, m: of an object whose mesh has texture coordinates x along the weft and y along
/// the warp, scaled so that lengths at rest are right on average; of others the position at rest.
std::vector<Vec3> material_positions(const Scene& scene, const Model& model);

/// Half thickness per object in m, as the materials have it; 0 for solids.
std::vector<float> half_thicknesses(const Model& model, std::span<const Material> materials);

/// What changes: the views of the state after the last step, valid until the next.
DrawableState make_drawable_state(Simulation& simulation);
/// Valid as long as the frame.
DrawableState make_drawable_state(const Frame& frame);

/// Per vertex, as heat_values(); empty where there is none to show: no heat, one of a comparison without a `twin` (A's
/// positions), or one that the frame was not made with. `factors`: as HeatSource has them.
std::vector<float> frame_heat(Heat heat, const Frame& frame, const Model& model, std::span<const Vec4> twin,
                              std::span<const float> factors = {});

}  // namespace raycloth
