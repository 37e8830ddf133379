#include "sim/mesh/gltf/model.h"

#include <algorithm>
#include <cmath>
#include <glm/gtc/matrix_transform.hpp>
#include <glm/gtc/type_ptr.hpp>
#include <limits>

#include "device/error.h"

namespace raycloth {
namespace {

/// Pictures are nothing to us.
bool pass_over(tinygltf::Image*, const int, std::string*, std::string*, int, int, const unsigned char*, int, void*) {
  return true;
}

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

bool has_triangles(int mode) {
  return mode == TINYGLTF_MODE_TRIANGLES || mode == TINYGLTF_MODE_TRIANGLE_STRIP ||
         mode == TINYGLTF_MODE_TRIANGLE_FAN || mode == -1;  // nothing said
}

glm::dmat4 transform_of(const GltfNodePose& pose) {
  if (pose.matrix) return *pose.matrix;
  const glm::dmat4 moved = glm::translate(glm::dmat4(1), pose.translation);
  return glm::scale(moved * glm::mat4_cast(glm::normalize(pose.rotation)), pose.scale);
}

/// Gathers the primitives as the nodes come.
class Walk {
 public:
  Walk(const tinygltf::Model& model, const GltfPose& pose, const std::string& name)
      : model_(model), pose_(pose), name_(name) {}

  std::vector<PlacedPrimitive> all() {
    for (const int node : roots()) add_node(node, glm::dmat4(1));
    return std::move(found_);
  }

 private:
  std::vector<int> roots() const {
    if (!model_.scenes.empty()) {
      const int shown = std::clamp(model_.defaultScene, 0, static_cast<int>(model_.scenes.size()) - 1);
      return model_.scenes[shown].nodes;
    }
    std::vector<bool> is_child(model_.nodes.size());
    for (const tinygltf::Node& node : model_.nodes)
      for (const int child : node.children)
        if (child >= 0 && child < static_cast<int>(is_child.size())) is_child[child] = true;
    std::vector<int> found;
    for (size_t i = 0; i < is_child.size(); ++i)
      if (!is_child[i]) found.push_back(static_cast<int>(i));
    return found;
  }

  void add_node(int index, const glm::dmat4& above) {
    const std::string where = name_ + ": node " + std::to_string(index);
    check(index >= 0 && index < static_cast<int>(model_.nodes.size()), where + ": found no such node");
    check(path_.size() <= model_.nodes.size(), where + ": found a node that is below itself, expected a tree");
    const tinygltf::Node& node = model_.nodes[index];
    const glm::dmat4 transform = above * transform_of(pose_[index]);
    path_.push_back(index);
    if (node.mesh >= 0) {
      check(node.mesh < static_cast<int>(model_.meshes.size()), where + ": found no mesh " + std::to_string(node.mesh));
      add_mesh(model_.meshes[node.mesh], transform);
    }
    for (const int child : node.children) add_node(child, transform);
    path_.pop_back();
  }

  void add_mesh(const tinygltf::Mesh& mesh, const glm::dmat4& transform) {
    for (size_t i = 0; i < mesh.primitives.size(); ++i)
      if (has_triangles(mesh.primitives[i].mode))
        found_.push_back({&mesh.primitives[i], path_, transform,
                          name_ + ": mesh '" + mesh.name + "', primitive " + std::to_string(i)});
  }

  const tinygltf::Model& model_;
  const GltfPose& pose_;
  const std::string& name_;
  std::vector<int> path_;  // from a root down to the node at hand
  std::vector<PlacedPrimitive> found_;
};

/// Of the primitive itself, and what its morph targets add.
std::vector<glm::dvec3> morphed_positions(const tinygltf::Model& model, const PlacedPrimitive& placed,
                                          const std::vector<double>& weights) {
  const auto& targets = placed.primitive->targets;
  const auto base = gltf_attribute(model, placed.primitive->attributes, "POSITION", 3, std::nullopt, placed.where);
  check(base.has_value(), placed.where + ": found no POSITION, expected one");
  std::vector<glm::dvec3> positions(base->count());
  const auto add = [&](const GltfNumbers& numbers, double weight) {
    for (size_t i = 0; i < positions.size(); ++i)
      positions[i] += weight * glm::dvec3(numbers.at(i, 0), numbers.at(i, 1), numbers.at(i, 2));
  };
  add(*base, 1);
  for (size_t t = 0; t < std::min(targets.size(), weights.size()); ++t) {
    if (weights[t] == 0) continue;
    const std::string where = placed.where + ", target " + std::to_string(t);
    if (const auto moved = gltf_attribute(model, targets[t], "POSITION", 3, positions.size(), where))
      add(*moved, weights[t]);
  }
  return positions;
}

}  // namespace

tinygltf::Model load_gltf(const std::string& bytes, const std::string& name, const std::filesystem::path& folder) {
  check(bytes.size() < std::numeric_limits<unsigned>::max(), name + ": found more than 4 GiB, expected a glTF file");
  const auto size = static_cast<unsigned>(bytes.size());
  tinygltf::TinyGLTF loader;
  loader.SetImageLoader(pass_over, nullptr);
  tinygltf::Model model;
  std::string error, warning;
  const bool good =
      bytes.starts_with("glTF")
          ? loader.LoadBinaryFromMemory(&model, &error, &warning, reinterpret_cast<const unsigned char*>(bytes.data()),
                                        size, folder.string())
          : loader.LoadASCIIFromString(&model, &error, &warning, bytes.data(), size, folder.string());
  check(good, name + ": not a readable glTF file: " + first_line(error.empty() ? warning : error));
  return model;
}

GltfPose rest_pose(const tinygltf::Model& model) {
  GltfPose pose;
  for (const tinygltf::Node& node : model.nodes) {
    GltfNodePose& one = pose.emplace_back();
    if (node.matrix.size() == 16) one.matrix = glm::make_mat4(node.matrix.data());
    if (const auto& t = node.translation; t.size() == 3) one.translation = {t[0], t[1], t[2]};
    if (const auto& r = node.rotation; r.size() == 4) one.rotation = glm::dquat(r[3], r[0], r[1], r[2]);
    if (const auto& s = node.scale; s.size() == 3) one.scale = {s[0], s[1], s[2]};
    const bool has_mesh = node.mesh >= 0 && node.mesh < static_cast<int>(model.meshes.size());
    if (has_mesh) one.weights = node.weights.empty() ? model.meshes[node.mesh].weights : node.weights;
  }
  return pose;
}

std::vector<PlacedPrimitive> placed_primitives(const tinygltf::Model& model, const GltfPose& pose,
                                               const std::string& name) {
  return Walk(model, pose, name).all();
}

std::optional<GltfNumbers> gltf_attribute(const tinygltf::Model& model, const std::map<std::string, int>& attributes,
                                          const char* key, int components, std::optional<size_t> count,
                                          const std::string& where) {
  const auto found = attributes.find(key);
  if (found == attributes.end()) return std::nullopt;
  const std::string place = where + ", " + key;
  GltfNumbers numbers(model, found->second, place);
  check(numbers.components() >= components && numbers.count() == count.value_or(numbers.count()),
        place + ": found " + std::to_string(numbers.count()) + " elements of " + std::to_string(numbers.components()) +
            ", expected " + std::to_string(count.value_or(numbers.count())) + " of " + std::to_string(components));
  return numbers;
}

size_t add_gltf_positions(const tinygltf::Model& model, const PlacedPrimitive& placed,
                          const std::vector<double>& weights, std::vector<float>& vertices) {
  const std::vector<glm::dvec3> positions = morphed_positions(model, placed, weights);
  check(vertices.size() / 3 + positions.size() < size_t{1} << 30, placed.where + ": found too many vertices");
  for (size_t i = 0; i < positions.size(); ++i) {
    const glm::dvec4 place = placed.transform * glm::dvec4(positions[i], 1);
    for (int axis = 0; axis < 3; ++axis) {
      const auto value = static_cast<float>(place[axis]);
      check(std::isfinite(value),
            placed.where + ", POSITION " + std::to_string(i) + ": found a number that is not finite");
      vertices.push_back(value);
    }
  }
  return positions.size();
}

}  // namespace raycloth
