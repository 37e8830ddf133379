// What one animation of a glTF moves, and where that is at a time (specification, section 3.11 and appendix C). For the
// readers of glTF alone; knows nothing of vertices.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "sim/mesh/gltf/model.h"

namespace raycloth {

enum class GltfPath { translation, rotation, scale, weights };
enum class GltfBetween { linear, step, cubic };

/// One part of one node's pose.
struct GltfChannel {
  int node = 0;
  GltfPath path = GltfPath::translation;
  GltfBetween between = GltfBetween::linear;
  std::vector<double> times;   // s, ascending
  std::vector<double> values;  // a row for each time; of cubic ones three: the tangent in, the value, the tangent out
  size_t width = 3;            // numbers in a row

  std::vector<double> at(double time) const;
};

class GltfChannels {
 public:
  /// Those of an animation that move `shown`. Throws InputError; `where` begins messages.
  GltfChannels(const tinygltf::Model& model, const tinygltf::Animation& animation,
               const std::vector<PlacedPrimitive>& shown, const std::string& where);

  bool empty() const { return channels_.empty(); }
  /// The times at which something changes its course, in s. A step is one more, kStep before it.
  std::set<double> times() const;
  /// Whether vertices go straight from one of these to the next.
  bool is_straight() const;
  GltfPose pose_at(double time) const;

  static constexpr double kStep = 1e-6;  // s; a solid cannot be in two places at once

 private:
  void add(const tinygltf::AnimationChannel& channel, const tinygltf::AnimationSampler& sampler,
           const std::string& where);

  const tinygltf::Model& model_;
  GltfPose rest_;
  std::vector<GltfChannel> channels_;
};

}  // namespace raycloth
