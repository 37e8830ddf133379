// What vertices and bodies weigh, from the densities of a material: when the model is built, and when one changes.
#pragma once

#include <span>
#include <vector>

#include "sim/model/model.h"

namespace raycloth {

/// Gives every vertex of cloth and of bodies the inverse mass that its object's material asks for, and every body its
/// mass and inertia. Pins come after it.
void find_masses(Model& model);

/// Of all vertices of cloth, were its areal density 1 kg/m^2, pinned or not; 0 of what is no cloth.
std::vector<float> unit_inverse_masses(const Model& model);

/// The same for one object and another material, of which only the densities count. Pinned vertices stay so. The
/// material in the model's object stays that of the scene.
void change_masses(Model& model, int object, const Material& material);

/// Of cloth: those and no others weigh nothing, they are held; the rest weigh what these materials (per object) say.
void change_pinned_masses(Model& model, std::span<const int> pinned, std::span<const Material> materials);

}  // namespace raycloth
