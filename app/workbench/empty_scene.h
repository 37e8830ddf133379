// What is shown before there is a scene, and where none came to be: a floor, and nobody on it. Objects can be added.
#pragma once

#include "sim/scene/scene.h"

namespace raycloth {

Scene empty_scene();

}  // namespace raycloth
