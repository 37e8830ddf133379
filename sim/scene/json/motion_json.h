// The `motion` of an object in a scene file. Knows the words, the checks and the files of a sequence, and nothing
// of how motion is simulated.
#pragma once

#include <filesystem>

#include "sim/scene/json/json.h"
#include "sim/scene/scene.h"

namespace raycloth {

/// Reads `motion` for `object`, whose mesh was read from `mesh_file` (empty: a sheet) and placed by `placement`.
/// Throws InputError.
Motion read_motion(const JsonValue& json, const SceneObject& object, const glm::dmat4& placement,
                   const std::filesystem::path& mesh_file);

}  // namespace raycloth
