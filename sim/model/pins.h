// Vertices of cloth that are held where they are (Model::pins): chosen, and the same model with others.
#pragma once

#include <span>
#include <vector>

#include "sim/model/model.h"

namespace raycloth {

/// Those that `selection` chooses of an object, ascending. Throws InputError where it names what is not there.
std::vector<int> chosen_vertices(const Model& model, int object, const VertexSelection& selection);

/// The model with these pins of cloth and no others, to the bit what build_model makes of them: masses of `materials`
/// (per object), bending, coarse levels.
void change_pins(Model& model, std::span<const int> pinned, std::span<const Material> materials);

}  // namespace raycloth
