#include "sim/mesh/gltf/channels.h"

#include <algorithm>
#include <cmath>

#include "device/error.h"

namespace raycloth {
namespace {

constexpr const char* kPaths[] = {"translation", "rotation", "scale", "weights"};
constexpr const char* kBetween[] = {"LINEAR", "STEP", "CUBICSPLINE"};
constexpr double kLongest = 1e5;  // s, as in scene files

template <class Word, size_t n>
std::optional<Word> word_of(const std::string& text, const char* const (&words)[n]) {
  const auto found = std::find(words, words + n, text);
  return found == words + n ? std::nullopt : std::optional(static_cast<Word>(found - words));
}

std::vector<double> all_numbers(const GltfNumbers& numbers) {
  std::vector<double> all;
  for (size_t i = 0; i < numbers.count(); ++i)
    for (int k = 0; k < numbers.components(); ++k) all.push_back(numbers.at(i, k));
  return all;
}

std::vector<double> read_times(const tinygltf::Model& model, int accessor, const std::string& where) {
  std::vector<double> times = all_numbers(GltfNumbers(model, accessor, where));
  check(!times.empty(), where + ": found no times, expected at least one");
  for (size_t i = 0; i < times.size(); ++i) {
    const bool fits = times[i] >= 0 && times[i] <= kLongest && (i == 0 || times[i] > times[i - 1]);  // no NaN does
    check(fits, where + " " + std::to_string(i) + ": found " + std::to_string(times[i]) +
                    ", expected ascending times, none below 0");
  }
  return times;
}

glm::dquat quaternion_of(const std::vector<double>& row) { return glm::dquat(row[3], row[0], row[1], row[2]); }

/// Linear, the shorter way around at a constant rate.
std::vector<double> turned(const std::vector<double>& from, const std::vector<double>& to, double share) {
  const glm::dquat q = glm::slerp(glm::normalize(quaternion_of(from)), glm::normalize(quaternion_of(to)), share);
  return {q.x, q.y, q.z, q.w};
}

size_t targets_of(const tinygltf::Model& model, int node) {
  const int mesh = model.nodes[node].mesh;
  return mesh < 0 || model.meshes[mesh].primitives.empty() ? 0 : model.meshes[mesh].primitives[0].targets.size();
}

}  // namespace

std::vector<double> GltfChannel::at(double time) const {
  const size_t parts = between == GltfBetween::cubic ? 3 : 1;
  const auto row = [&](size_t key, size_t part) {
    const auto begin = values.begin() + static_cast<std::ptrdiff_t>((key * parts + part) * width);
    return std::vector<double>(begin, begin + static_cast<std::ptrdiff_t>(width));
  };
  const size_t value = parts / 2;  // after the tangent in
  const auto after = static_cast<size_t>(std::upper_bound(times.begin(), times.end(), time) - times.begin());
  if (after == 0) return row(0, value);
  if (after == times.size() || between == GltfBetween::step) return row(after - 1, value);
  const double span = times[after] - times[after - 1], t = (time - times[after - 1]) / span, tt = t * t, ttt = tt * t;
  std::vector<double> from = row(after - 1, value);
  const std::vector<double> to = row(after, value);
  if (between == GltfBetween::linear && path == GltfPath::rotation) return turned(from, to, t);
  if (between == GltfBetween::linear) {
    for (size_t i = 0; i < width; ++i) from[i] += (to[i] - from[i]) * t;
    return from;
  }
  const std::vector<double> out = row(after - 1, 2), in = row(after, 0);
  for (size_t i = 0; i < width; ++i)
    from[i] = (2 * ttt - 3 * tt + 1) * from[i] + span * (ttt - 2 * tt + t) * out[i] + (3 * tt - 2 * ttt) * to[i] +
              span * (ttt - tt) * in[i];
  return from;
}

GltfChannels::GltfChannels(const tinygltf::Model& model, const tinygltf::Animation& animation,
                           const std::vector<PlacedPrimitive>& shown, const std::string& where)
    : model_(model), rest_(rest_pose(model)) {
  std::set<int> movers, morphed;
  for (const PlacedPrimitive& placed : shown) {
    movers.insert(placed.nodes.begin(), placed.nodes.end());
    morphed.insert(placed.nodes.back());
  }
  for (size_t i = 0; i < animation.channels.size(); ++i) {
    const tinygltf::AnimationChannel& channel = animation.channels[i];
    const std::string place = where + ": animation '" + animation.name + "', channel " + std::to_string(i);
    const std::set<int>& nodes = channel.target_path == "weights" ? morphed : movers;
    if (!word_of<GltfPath>(channel.target_path, kPaths) || !nodes.count(channel.target_node)) continue;
    check(channel.sampler >= 0 && channel.sampler < static_cast<int>(animation.samplers.size()),
          place + ": found no such sampler");
    add(channel, animation.samplers[channel.sampler], place);
  }
}

void GltfChannels::add(const tinygltf::AnimationChannel& channel, const tinygltf::AnimationSampler& sampler,
                       const std::string& where) {
  GltfChannel one;
  one.node = channel.target_node;
  one.path = *word_of<GltfPath>(channel.target_path, kPaths);
  const auto between = word_of<GltfBetween>(sampler.interpolation, kBetween);
  check(between.has_value(),
        where + ": found interpolation '" + sampler.interpolation + "', expected LINEAR, STEP or CUBICSPLINE");
  one.between = *between;
  one.times = read_times(model_, sampler.input, where + ", time");
  one.values = all_numbers(GltfNumbers(model_, sampler.output, where + ", values"));
  one.width = one.path == GltfPath::weights ? targets_of(model_, one.node) : one.path == GltfPath::rotation ? 4 : 3;
  const size_t rows = one.times.size() * (one.between == GltfBetween::cubic ? 3 : 1);
  check(one.values.size() == rows * one.width, where + ", values: found " + std::to_string(one.values.size()) +
                                                   " numbers, expected " + std::to_string(rows) + " times " +
                                                   std::to_string(one.width));
  check(std::ranges::all_of(one.values, [](double v) { return std::isfinite(v); }),
        where + ", values: found a number that is not finite");
  check(one.path == GltfPath::weights || !rest_[one.node].matrix,
        where + ": found a node with a matrix, expected translation, rotation and scale, which an animation moves");
  channels_.push_back(std::move(one));
}

std::set<double> GltfChannels::times() const {
  std::set<double> times;
  for (const GltfChannel& channel : channels_) {
    times.insert(channel.times.begin(), channel.times.end());
    if (channel.between != GltfBetween::step) continue;
    for (size_t i = 1; i < channel.times.size(); ++i)
      if (channel.times[i] - kStep > channel.times[i - 1]) times.insert(channel.times[i] - kStep);
  }
  return times;
}

bool GltfChannels::is_straight() const {
  return std::ranges::all_of(channels_, [](const GltfChannel& channel) {
    return channel.between == GltfBetween::step ||
           (channel.path == GltfPath::weights && channel.between == GltfBetween::linear);
  });
}

GltfPose GltfChannels::pose_at(double time) const {
  GltfPose pose = rest_;
  for (const GltfChannel& channel : channels_) {
    GltfNodePose& node = pose[channel.node];
    std::vector<double> row = channel.at(time);
    switch (channel.path) {
      case GltfPath::translation:
        node.translation = {row[0], row[1], row[2]};
        break;
      case GltfPath::rotation:
        node.rotation = quaternion_of(row);
        break;
      case GltfPath::scale:
        node.scale = {row[0], row[1], row[2]};
        break;
      case GltfPath::weights:
        node.weights = std::move(row);
        break;
    }
  }
  return pose;
}

}  // namespace raycloth
