// What vertices and bodies weigh, from the densities of a material: when the model is built, and when one changes.
#pragma once

#include <vector>

#include "sim/model/model.h"

namespace raycloth {

/// Gives every vertex of cloth and of bodies the inverse mass that its object's material asks for, and every body its
/// mass and inertia. Pins come after it.
void find_masses(Model& model);

/// Of the vertices of an object of cloth with an areal density of 1 kg/m^2, pinned or not.
std::vector<float> unit_inverse_masses(const Model& model, const ModelObject& object);

/// The same for one object and another material, of which only the densities count. Pinned vertices stay so. The
/// material in the model's object stays that of the scene.
void change_masses(Model& model, int object, const Material& material);

}  // namespace raycloth
