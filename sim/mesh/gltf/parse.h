// What a glTF that is loaded shows: its mesh, and how that moves. For the readers of glTF alone.
#pragma once

#include <optional>

#include "sim/mesh/gltf/model.h"
#include "sim/mesh/parse.h"

namespace raycloth {

/// As parse_gltf and parse_animation have it; `where` begins messages. Throw InputError.
ParsedMesh mesh_of(const tinygltf::Model& model, const std::string& where);
ParsedAnimation animation_of(const tinygltf::Model& model, const std::optional<std::string>& name,
                             const std::string& where);
/// Of the animations that move what is shown, in their order.
std::vector<std::string> animation_names(const tinygltf::Model& model, const std::string& where);

}  // namespace raycloth
