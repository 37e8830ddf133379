#include "sim/scene/motion.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace raycloth {
namespace {

/// Between which two of ascending times, and how far.
struct Place {
  int from = 0, to = 0;
  double share = 0;
};

Place place_in(const std::vector<double>& times, MotionEnd end, double time) {
  const double first = times.front(), last = times.back();
  if (end == MotionEnd::loop && last > first && time > first) time = first + std::fmod(time - first, last - first);
  const int after = static_cast<int>(std::upper_bound(times.begin(), times.end(), time) - times.begin());
  if (after == 0) return {};
  if (after == static_cast<int>(times.size())) return {after - 1, after - 1, 0};
  return {after - 1, after, (time - times[after - 1]) / (times[after] - times[after - 1])};
}

/// The turn of `key`, seen as one about `axis`; none where it turns about another.
std::optional<double> degrees_about(const Keyframe& key, const glm::dvec3& axis) {
  constexpr double kSameAxis = 1 - 1e-9;
  if (!key.turn) return std::nullopt;
  if (key.turn->degrees == 0) return 0.0;
  const double cosine = glm::dot(key.turn->axis, axis);
  if (std::abs(cosine) < kSameAxis) return std::nullopt;
  return cosine > 0 ? key.turn->degrees : -key.turn->degrees;
}

glm::dquat orientation_between(const Keyframe& a, const Keyframe& b, double share) {
  if (a.turn && b.turn) {
    const glm::dvec3 axis = b.turn->degrees != 0 ? b.turn->axis : a.turn->axis;
    const auto from = degrees_about(a, axis), to = degrees_about(b, axis);
    if (from && to) return glm::angleAxis(glm::radians(*from + (*to - *from) * share), axis);
  }
  return glm::slerp(a.orientation, b.orientation, share);
}

}  // namespace

Pose pose_at(const Motion& motion, double time) {
  Pose pose;
  if (!motion.path.keys.empty()) {
    std::vector<double> times;
    for (const Keyframe& key : motion.path.keys) times.push_back(key.time);
    const Place place = place_in(times, motion.path.end, time);
    const Keyframe &a = motion.path.keys[place.from], &b = motion.path.keys[place.to];
    pose.translation = a.translation + (b.translation - a.translation) * place.share;
    pose.rotation = glm::mat3_cast(orientation_between(a, b, place.share));
  }
  if (!motion.sequence.shapes.empty()) {
    const Place place = place_in(motion.sequence.times, motion.sequence.end, time);
    pose.shape = place.from;
    pose.next_shape = place.to;
    pose.share = place.share;
  }
  return pose;
}

glm::dvec3 turn_between(const Pose& from, const Pose& to) {
  const glm::dmat3 r = to.rotation * glm::transpose(from.rotation);
  return 0.5 * glm::dvec3(r[1][2] - r[2][1], r[2][0] - r[0][2], r[0][1] - r[1][0]);
}

double advance_between(const Pose& from, const Pose& to) {
  return std::max(to.shape - from.shape + to.share - from.share, 0.0);
}

bool turns(const Motion& motion) {
  const auto turned = [](const Keyframe& key) {
    return key.orientation.w != 1 || (key.turn && key.turn->degrees != 0);  // whole turns look like none
  };
  const auto& keys = motion.path.keys;
  return motion.sequence.shapes.size() > 1 || std::any_of(keys.begin(), keys.end(), turned);
}

static double end_of(double first, double last, MotionEnd end) {
  return end == MotionEnd::loop && last > first ? std::numeric_limits<double>::infinity() : last;
}

double end_of(const Motion& motion) {
  double end = 0;
  const auto& keys = motion.path.keys;
  if (!keys.empty()) end = end_of(keys.front().time, keys.back().time, motion.path.end);
  const auto& times = motion.sequence.times;
  if (!times.empty()) end = std::max(end, end_of(times.front(), times.back(), motion.sequence.end));
  return end;
}

}  // namespace raycloth
