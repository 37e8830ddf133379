// The `thickness_map` of an object in a scene file: how its half thickness varies from vertex to vertex.
#pragma once

#include <vector>

#include "sim/scene/json/json.h"
#include "sim/scene/scene.h"

namespace raycloth {

/// Factors of half_thickness, one per vertex of the object's mesh: an array with a number per vertex of the file (of a
/// sheet: row by row along x, from the lowest z), or a channel of the OBJ's vertex colours (v x y z red green blue,
/// each 0 to 1) that runs between two factors. Throws InputError.
std::vector<float> read_thickness_map(const JsonValue& json, const SceneObject& object);

}  // namespace raycloth
