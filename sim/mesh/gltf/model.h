// A glTF 2.0 as tinygltf reads it, checked: the primitives of its scene, in the order of nodes, as a pose places them.
// For the readers of glTF alone; knows nothing of animations.
#pragma once

#include <tiny_gltf.h>

#include <filesystem>
#include <glm/gtc/quaternion.hpp>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "sim/mesh/gltf/numbers.h"

namespace raycloth {

/// `name` begins messages here and below; `folder` has the files that it names. Throws InputError.
tinygltf::Model load_gltf(const std::string& bytes, const std::string& name, const std::filesystem::path& folder);

/// Where a node is below the one above it, and how far its mesh's morph targets are in.
struct GltfNodePose {
  std::optional<glm::dmat4> matrix;  // instead of the three below
  glm::dvec3 translation{0};
  glm::dquat rotation{1, 0, 0, 0};
  glm::dvec3 scale{1};
  std::vector<double> weights;
};
using GltfPose = std::vector<GltfNodePose>;  // one for each node

/// As the file has it without an animation.
GltfPose rest_pose(const tinygltf::Model& model);

struct PlacedPrimitive {
  const tinygltf::Primitive* primitive = nullptr;
  std::vector<int> nodes;   // from a root down to its own
  glm::dmat4 transform{1};  // into the scene
  std::string where;        // begins messages
};

/// Those of triangles, in the scene that the file shows. Throws InputError.
std::vector<PlacedPrimitive> placed_primitives(const tinygltf::Model& model, const GltfPose& pose,
                                               const std::string& name);

/// Its numbers, none where it is not there. Throws InputError unless they are `count` (any number) of `components`.
std::optional<GltfNumbers> gltf_attribute(const tinygltf::Model& model, const std::map<std::string, int>& attributes,
                                          const char* key, int components, std::optional<size_t> count,
                                          const std::string& where);

/// Appends the places of a primitive's vertices in the scene, with its morph targets as far in as `weights` says, and
/// returns how many. Throws InputError.
size_t add_gltf_positions(const tinygltf::Model& model, const PlacedPrimitive& placed,
                          const std::vector<double>& weights, std::vector<float>& vertices);

}  // namespace raycloth
