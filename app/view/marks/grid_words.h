// Words for the ground's grid, whose lines (shaders/ground.frag) do not say themselves how far apart they are.
#pragma once

#include <string>

#include "app/view/camera.h"

namespace raycloth {

/// Of a picture of so many pixels from its top to its foot: "grid 10 cm, 1 m", "grid 1 m" where the finer lines are too
/// close to be seen; empty where the ground is not seen, or no line on it.
std::string grid_words(const std::optional<GroundPlane>& ground, const OrbitCamera& camera, float aspect, int height);

}  // namespace raycloth
