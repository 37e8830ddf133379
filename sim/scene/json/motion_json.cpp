#include "sim/scene/json/motion_json.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "device/error.h"
#include "sim/mesh/sequence.h"
#include "sim/scene/object.h"

namespace raycloth {
namespace {

namespace fs = std::filesystem;

constexpr const char* kEnds[] = {"hold", "loop"};
constexpr float kLongest = 1e5f;  // s

MotionEnd read_end(const JsonValue& json) {
  const auto v = json.find("end");
  return v ? static_cast<MotionEnd>(v->word(kEnds)) : MotionEnd::hold;
}

Turn read_turn(const JsonValue& json) {
  json.allow({"axis", "degrees"});
  const JsonValue axis = json.at("axis");
  const glm::dvec3 along(axis.vec3(-1000, 1000));
  if (glm::length(along) < 1e-6) axis.refuse("an axis that is not zero");
  return {glm::normalize(along), json.at("degrees").number(-36000, 36000)};
}

glm::dquat read_quaternion(const JsonValue& json) {
  const auto parts = json.items();
  if (parts.size() != 4) json.refuse("four numbers, x y z w");
  const auto part = [&](int i) { return static_cast<double>(parts[i].number(-1, 1)); };
  const glm::dquat q(part(3), part(0), part(1), part(2));
  constexpr double kNearUnit = 0.01;
  if (std::abs(glm::length(q) - 1) > kNearUnit) json.refuse("a quaternion x y z w of length 1");
  return glm::normalize(q);
}

Keyframe read_keyframe(const JsonValue& json) {
  json.allow({"time", "translate", "rotate", "quaternion"});
  Keyframe key;
  key.time = json.at("time").number(0, kLongest);
  if (const auto v = json.find("translate")) key.translation = v->vec3(-kMaxDistance, kMaxDistance);
  const auto rotate = json.find("rotate"), quaternion = json.find("quaternion");
  if (quaternion) {
    if (rotate) quaternion->refuse("either rotate or quaternion, not both");
    key.orientation = read_quaternion(*quaternion);
  } else {
    key.turn = rotate ? read_turn(*rotate) : Turn{};
    key.orientation = glm::angleAxis(glm::radians(key.turn->degrees), key.turn->axis);
  }
  return key;
}

void check_ascending(const JsonValue& later, double time, double before) {
  if (time <= before) later.refuse("a time after the one before it (" + std::to_string(before) + " s)");
}

/// A motion that begins again must end where it begins, or everything it touches is struck by a jump.
void check_closed(const JsonValue& last_key, const Keyframe& first, const Keyframe& last) {
  constexpr double kFar = 1e-4;
  const bool same_place = glm::length(first.translation - last.translation) < kFar;
  const bool same_way = std::abs(glm::dot(first.orientation, last.orientation)) > 1 - kFar * kFar;
  if (!same_place || !same_way) last_key.refuse("the pose of the first keyframe again, as 'end' is 'loop'");
}

KeyframePath read_path(const JsonValue& json, MotionEnd end) {
  KeyframePath path;
  path.end = end;
  const auto items = json.items();
  for (const JsonValue& item : items) {
    path.keys.push_back(read_keyframe(item));
    if (path.keys.size() > 1)
      check_ascending(item.at("time"), path.keys.back().time, path.keys[path.keys.size() - 2].time);
  }
  if (path.keys.empty()) json.refuse("at least one keyframe");
  if (end == MotionEnd::loop) check_closed(items.back(), path.keys.front(), path.keys.back());
  return path;
}

/// Calls read(), and says where in the scene it failed.
template <class Read>
auto read_at(const JsonValue& json, Read read) {
  try {
    return read();
  } catch (const InputError& error) {
    throw InputError(json.place() + ": " + error.what());
  }
}

std::vector<fs::path> read_files(const JsonValue& json) {
  const fs::path folder = fs::path(json.file()).parent_path();
  std::vector<fs::path> files;
  if (json.json().is_array()) {
    for (const JsonValue& item : json.items()) files.push_back(folder / item.text());
  } else {
    files = read_at(json, [&] { return numbered_files(folder / json.text()); });
  }
  if (files.size() < 2) json.refuse("at least two files");
  return files;
}

std::vector<double> read_times(const JsonValue& json, size_t count) {
  std::vector<double> times;
  for (const JsonValue& item : json.items()) {
    times.push_back(item.number(0, kLongest));
    if (times.size() > 1) check_ascending(item, times.back(), times[times.size() - 2]);
  }
  if (times.size() != count) json.refuse(std::to_string(count) + " times, one for each file");
  return times;
}

bool same_shape(const std::vector<Vec3>& a, const std::vector<Vec3>& b) {
  constexpr float kFar = 1e-4f;  // m
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const Vec3& p, const Vec3& q) { return glm::distance(p, q) < kFar; });
}

/// A sequence's way to begin again with times of its own.
void check_loop(const JsonValue& names, const ShapeSequence& sequence) {
  if (sequence.end == MotionEnd::loop && !same_shape(sequence.shapes.front(), sequence.shapes.back()))
    names.refuse("the first shape again as the last, as 'end' is 'loop' (or files with a 'frame_rate')");
}

/// Of one file, which has its times.
ShapeSequence read_animation(const JsonValue& json, const SceneObject& object, const fs::path& first,
                             const glm::dmat4& placement) {
  json.allow({"files", "animation", "end"});
  const JsonValue name = json.at("files");
  const fs::path file = fs::path(json.file()).parent_path() / name.text();
  std::optional<std::string> wanted;
  if (const auto v = json.find("animation")) wanted = v->text();
  TimedShapes timed = read_at(name, [&] { return load_animation(first, object.mesh, file, wanted); });
  ShapeSequence sequence{std::move(timed.shapes), std::move(timed.times), read_end(json)};
  for (std::vector<Vec3>& shape : sequence.shapes) place(shape, placement, file.string());
  check_loop(name, sequence);
  return sequence;
}

ShapeSequence read_shapes(const JsonValue& json, const SceneObject& object, const fs::path& first,
                          const glm::dmat4& placement) {
  json.allow({"files", "frame_rate", "times", "end"});
  const JsonValue names = json.at("files");
  const auto files = read_files(names);
  const auto rate = json.find("frame_rate"), times = json.find("times");
  check(rate.has_value() != times.has_value(), json.place() + ": expected either 'frame_rate' or 'times'");
  ShapeSequence sequence;
  sequence.end = read_end(json);
  sequence.shapes = read_at(names, [&] { return load_shapes(first, object.mesh, files); });
  for (size_t i = 0; i < files.size(); ++i) place(sequence.shapes[i], placement, files[i].string());
  if (times) {
    sequence.times = read_times(*times, files.size());
    check_loop(names, sequence);
    return sequence;
  }
  const double step = 1.0 / rate->number(0.1f, 1000);
  if (sequence.end == MotionEnd::loop) sequence.shapes.push_back(sequence.shapes.front());
  for (size_t i = 0; i < sequence.shapes.size(); ++i) sequence.times.push_back(static_cast<double>(i) * step);
  return sequence;
}

ShapeSequence read_sequence(const JsonValue& json, const SceneObject& object, const fs::path& first,
                            const glm::dmat4& placement) {
  const nlohmann::json& files = json.at("files").json();
  const bool animated = files.is_string() && is_animated_file(files.get<std::string>());
  return animated ? read_animation(json, object, first, placement) : read_shapes(json, object, first, placement);
}

Motion read_kinematic(const JsonValue& json, const SceneObject& object, const glm::dmat4& placement,
                      const fs::path& mesh_file) {
  json.allow({"kind", "keyframes", "about", "end", "sequence"});
  Motion motion;
  motion.kind = MotionKind::kinematic;
  const auto keyframes = json.find("keyframes"), sequence = json.find("sequence");
  check(keyframes || sequence, json.place() + ": expected 'keyframes', a 'sequence' or both");
  if (sequence) {
    check(!mesh_file.empty(), sequence->place() + ": expected an object with a 'mesh', which is the first shape's");
    motion.sequence = read_sequence(*sequence, object, mesh_file, placement);
  }
  if (keyframes) motion.path = read_path(*keyframes, read_end(json));
  motion.pivot = bounds(object.mesh).center();
  if (const auto v = json.find("about")) motion.pivot = v->vec3(-kMaxDistance, kMaxDistance);
  return motion;
}

Motion read_body(const JsonValue& json, MotionKind kind) {
  json.allow({"kind", "velocity", "spin"});
  Motion motion;
  motion.kind = kind;
  if (const auto v = json.find("velocity")) motion.velocity = v->vec3(-100, 100);
  if (const auto v = json.find("spin")) motion.spin = v->vec3(-100, 100);
  return motion;
}

}  // namespace

Motion read_motion(const JsonValue& json, const SceneObject& object, const glm::dmat4& placement,
                   const fs::path& mesh_file) {
  json.allow({"kind", "keyframes", "about", "end", "sequence", "velocity", "spin"});
  const auto kind = static_cast<MotionKind>(json.at("kind").word(kMotionNames));
  check(object.kind != ObjectKind::cloth || kind == MotionKind::fixed,
        json.place() + ": found on a cloth, expected on a solid or a shell (cloth moves by itself; attach it)");
  if (kind == MotionKind::kinematic) return read_kinematic(json, object, placement, mesh_file);
  if (is_body(kind)) return read_body(json, kind);
  json.allow({"kind"});
  return {};
}

}  // namespace raycloth
