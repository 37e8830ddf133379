// What vertices and bodies weigh, from the densities of a material: when the model is built, and when one changes.
#pragma once

#include "sim/model/model.h"

namespace raycloth {

/// Gives every vertex of cloth and of bodies the inverse mass that its object's material asks for, and every body its
/// mass and inertia. Pins come after it.
void find_masses(Model& model);

/// kg per kg/m^2 of every vertex of cloth, pinned or not: the same whatever the density is, to the bit. 0 elsewhere.
std::vector<double> areas_of_cloth(const Model& model);

/// The same as find_masses for one object and another material, of which only the densities count. Pinned vertices stay
/// so. The material in the model's object stays that of the scene.
void change_masses(Model& model, int object, const Material& material);

}  // namespace raycloth
