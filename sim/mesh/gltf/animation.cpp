// The shapes that a mesh of a glTF goes through, so close to each other that it goes straight from one to the next.
#include <algorithm>
#include <cmath>

#include "device/error.h"
#include "sim/mesh/gltf/channels.h"
#include "sim/mesh/gltf/parse.h"
#include "sim/text.h"

namespace raycloth {
namespace {

constexpr double kStraight = 1e-4;   // of the mesh's longest side: how far a shape may be beside the straight line
constexpr int kMostHalvings = 8;     // between two keys
constexpr size_t kMost = 200000000;  // vertices of all shapes, 2.4 GB

double longest_side(const std::vector<float>& vertices) {
  double longest = 0;
  for (size_t axis = 0; axis < 3; ++axis) {
    float low = vertices[axis], high = low;
    for (size_t i = axis; i < vertices.size(); i += 3)
      low = std::min(low, vertices[i]), high = std::max(high, vertices[i]);
    longest = std::max(longest, static_cast<double>(high) - low);
  }
  return longest;
}

/// Gathers the shapes of an animation, key by key.
class Shapes {
 public:
  Shapes(const tinygltf::Model& model, const GltfChannels& channels, const std::string& where, ParsedAnimation& into)
      : model_(model), channels_(channels), where_(where), into_(into) {
    far_ = kStraight * longest_side(into.mesh.attrib.vertices);
  }

  void add_all() {
    const bool straight = channels_.is_straight();
    for (const double time : channels_.times()) {
      std::vector<float> shape = shape_at(time);
      if (!straight && !into_.times.empty()) add_between(into_.times.back(), into_.vertices.back(), time, shape, 0);
      add(time, std::move(shape));
    }
  }

 private:
  std::vector<float> shape_at(double time) const {
    const GltfPose pose = channels_.pose_at(time);
    std::vector<float> vertices;
    for (const PlacedPrimitive& placed : placed_primitives(model_, pose, where_))
      add_gltf_positions(model_, placed, pose[placed.nodes.back()].weights, vertices);
    return vertices;
  }

  void add(double time, std::vector<float> shape) {
    check((into_.times.size() + 1) * shape.size() / 3 <= kMost,
          where_ + ": found more than " + std::to_string(kMost) +
              " vertices in all shapes of the animation, expected a shorter one or a coarser mesh");
    into_.times.push_back(time);
    into_.vertices.push_back(std::move(shape));
  }

  /// What comes between two shapes, where the way from one to the other is not straight.
  void add_between(double from, std::vector<float> a, double to, const std::vector<float>& b, int halvings) {
    const bool steps = to - from < 2 * GltfChannels::kStep;
    if (steps || halvings == kMostHalvings || is_straight(from, a, to, b)) return;
    const double middle = 0.5 * (from + to);
    const std::vector<float> shape = shape_at(middle);
    add_between(from, std::move(a), middle, shape, halvings + 1);
    add(middle, shape);
    add_between(middle, shape, to, b, halvings + 1);
  }

  /// Looked at in three places: an S crosses the straight line in its middle.
  bool is_straight(double from, const std::vector<float>& a, double to, const std::vector<float>& b) const {
    for (const double share : {0.5, 0.25, 0.75}) {
      const std::vector<float> shape = shape_at(from + share * (to - from));
      for (size_t i = 0; i < shape.size(); ++i) {
        const double straight = a[i] + share * (static_cast<double>(b[i]) - a[i]);
        if (std::abs(shape[i] - straight) > far_) return false;
      }
    }
    return true;
  }

  const tinygltf::Model& model_;
  const GltfChannels& channels_;
  const std::string& where_;
  ParsedAnimation& into_;
  double far_ = 0;  // as kStraight, in the file's unit
};

std::string quoted(const std::string& name) { return "'" + name + "'"; }

struct Named {
  std::string name;
  GltfChannels channels;
};

/// Of all animations, those that move something that is shown.
std::vector<Named> moving_animations(const tinygltf::Model& model, const std::string& where) {
  const auto shown = placed_primitives(model, rest_pose(model), where);
  std::vector<Named> moving;
  for (const tinygltf::Animation& animation : model.animations) {
    GltfChannels channels(model, animation, shown, where);
    if (!channels.empty()) moving.push_back({animation.name, std::move(channels)});
  }
  return moving;
}

/// One of that name, or the only one.
GltfChannels chosen_channels(const tinygltf::Model& model, const std::optional<std::string>& name,
                             const std::string& where) {
  std::vector<GltfChannels> found;
  std::vector<std::string> names;
  for (Named& animation : moving_animations(model, where)) {
    names.push_back(animation.name);
    if (!name || animation.name == *name) found.push_back(std::move(animation.channels));
  }
  check(!names.empty(), where +
                            ": found no animation that moves its meshes by nodes or morph weights, expected one"
                            " (bones are not followed)");
  const std::string all = joined(names, quoted);
  check(!found.empty(), where + ": found no animation " + quoted(name.value_or("")) + ", expected one of " + all);
  check(found.size() == 1, where + ": found the animations " + all + ", expected 'animation' to name one of them");
  return std::move(found.front());
}

}  // namespace

std::vector<std::string> animation_names(const tinygltf::Model& model, const std::string& where) {
  std::vector<std::string> names;
  for (const Named& animation : moving_animations(model, where)) names.push_back(animation.name);
  return names;
}

ParsedAnimation animation_of(const tinygltf::Model& model, const std::optional<std::string>& name,
                             const std::string& where) {
  ParsedAnimation animation{mesh_of(model, where), {}, {}};
  check(!animation.mesh.attrib.vertices.empty(), where + ": found no faces, expected at least one triangle");
  const GltfChannels channels = chosen_channels(model, name, where);
  Shapes(model, channels, where, animation).add_all();
  return animation;
}

}  // namespace raycloth
