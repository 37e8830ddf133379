#include "sim/scene/json/placement_json.h"

#include <nlohmann/json.hpp>

#include "device/error.h"
#include "sim/scene/json/numbers.h"
#include "sim/scene/object.h"

namespace raycloth {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kAxes[] = {"x", "y", "z"};

Rotation read_rotation(const JsonValue& json) {
  json.allow({"axis", "degrees"});
  const JsonValue axis = json.at("axis");
  const Rotation rotation{axis.vec3(-1000, 1000), json.at("degrees").number(-3600, 3600)};
  if (glm::length(rotation.axis) < 1e-6f) axis.refuse("an axis that is not zero");
  return rotation;
}

Json vector_json(Vec3 v) { return {number_json(v.x), number_json(v.y), number_json(v.z)}; }

Json scale_json(Vec3 scale) {
  if (scale.x == scale.y && scale.y == scale.z) return number_json(scale.x);
  return vector_json(scale);
}

Json rotation_json(const Rotation& rotation) {
  return {{"axis", vector_json(rotation.axis)}, {"degrees", number_json(rotation.degrees)}};
}

Json rotations_json(const std::vector<Rotation>& rotations) {
  if (rotations.size() == 1) return rotation_json(rotations.front());
  Json list = Json::array();
  for (const Rotation& rotation : rotations) list.push_back(rotation_json(rotation));
  return list;
}

}  // namespace

Placement read_placement(const JsonValue& json) {
  Placement placement;
  if (const auto v = json.find("up")) placement.up = *kAxes[v->word(kAxes)];
  if (const auto v = json.find("fit")) placement.fit = v->number(0.001f, kMaxDistance);
  if (const auto v = json.find("scale")) {
    if (placement.fit) v->refuse("either fit or scale, not both");
    placement.scale = v->json().is_array() ? v->vec3(-1e6f, 1e6f) : Vec3(v->number(-1e6f, 1e6f));
    if (placement.scale.x * placement.scale.y * placement.scale.z == 0) v->refuse("a scale that is not zero");
  }
  if (const auto v = json.find("rotate")) {
    if (v->json().is_array())
      for (const JsonValue& item : v->items()) placement.rotations.push_back(read_rotation(item));
    else
      placement.rotations.push_back(read_rotation(*v));
  }
  if (const auto v = json.find("translate")) placement.translation = v->vec3(-kMaxDistance, kMaxDistance);
  return placement;
}

void put_placement(Json& object, const Placement& placement) {
  const auto put = [&](const char* key, bool said, auto value) {
    if (said)
      object[key] = value();
    else
      object.erase(key);
  };
  put("up", placement.up != 'y', [&] { return std::string(1, placement.up); });
  put("fit", placement.fit.has_value(), [&] { return number_json(*placement.fit); });
  put("scale", !placement.fit && placement.scale != Vec3(1), [&] { return scale_json(placement.scale); });
  put("rotate", !placement.rotations.empty(), [&] { return rotations_json(placement.rotations); });
  put("translate", placement.translation != Vec3(0), [&] { return vector_json(placement.translation); });
}

}  // namespace raycloth
