#include "sim/scene/document.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "device/error.h"
#include "sim/scene/cuts.h"
#include "sim/scene/json/json.h"
#include "sim/scene/json/numbers.h"
#include "sim/scene/json/placement_json.h"
#include "sim/scene/object.h"

namespace raycloth {
namespace {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

constexpr const char* kName = "the scene";  // for messages

Json parsed(const std::string& document) { return parse_ordered_json(document, kName); }

std::string text_of(const Json& json) { return json.dump(2) + "\n"; }

Json& object_of(Json& json, int object) { return json.at("objects").at(static_cast<size_t>(object)); }

void drop_attachments_to(Json& json, const std::string& target) {
  for (Json& object : json["objects"]) {
    if (!object.contains("attachments")) continue;
    Json kept = Json::array();
    for (const Json& attachment : object["attachments"])
      if (attachment["target"] != target) kept.push_back(attachment);
    if (kept.empty())
      object.erase("attachments");
    else
      object["attachments"] = kept;
  }
}

void rename_target(Json& json, const std::string& before, const std::string& after) {
  for (Json& object : json["objects"]) {
    if (!object.contains("attachments")) continue;
    for (Json& attachment : object["attachments"])
      if (attachment["target"] == before) attachment["target"] = after;
  }
}

void put_numbers(Json& selection, const std::vector<int>& vertices) {
  selection.erase("nearest");
  selection.erase("boxes");
  selection["vertices"] = vertices;
}

void put_chosen(Json& object, const Chosen& chosen) {
  if (object.contains("pins")) put_numbers(object["pins"], chosen.pins);
  if (chosen.pins.empty()) object.erase("pins");
  for (size_t i = 0; i < chosen.attachments.size(); ++i)
    put_numbers(object["attachments"].at(i), chosen.attachments[i]);
}

void put_thickness(Json& object, const std::vector<float>& factors) {
  object.erase("thickness_map");
  if (factors.empty()) return;
  Json values = Json::array();
  for (const float factor : factors) values.push_back(number_json(factor));
  object["thickness_map"] = std::move(values);
}

Json vector_json(Vec3 v) { return {number_json(v.x), number_json(v.y), number_json(v.z)}; }

/// The point that keyframes turn about, where the file says one.
void carry_pivot(Json& object, const glm::dmat4& change) {
  if (!object.contains("motion") || !object["motion"].contains("about")) return;
  Json& about = object["motion"]["about"];
  const auto at = about.get<std::vector<double>>();
  about = vector_json(Vec3(glm::dvec3(change * glm::dvec4(at.at(0), at.at(1), at.at(2), 1))));
}

}  // namespace

std::string with_object(const std::string& document, const fs::path& path, const NewObject& added) {
  Json json = parsed(document);
  Json object;
  object["name"] = added.name;
  object["kind"] = kKindNames[static_cast<int>(added.kind)];
  if (added.sheet) {
    object["sheet"]["size"] = {number_json(added.sheet->size.x), number_json(added.sheet->size.y)};
    object["sheet"]["cells"] = {added.sheet->cells.x, added.sheet->cells.y};
  } else {
    object["mesh"] = fs::proximate(fs::absolute(added.mesh), fs::absolute(path).parent_path()).string();
  }
  put_placement(object, added.placement);
  if (added.motion != MotionKind::fixed) object["motion"]["kind"] = kMotionNames[static_cast<int>(added.motion)];
  if (added.motion == MotionKind::kinematic) {
    object["motion"]["sequence"]["files"] = object["mesh"];
    if (added.animation) object["motion"]["sequence"]["animation"] = *added.animation;
  }
  if (added.color) object["color"] = vector_json(*added.color);
  if (added.half_thickness && added.kind != ObjectKind::solid)
    object["material"]["half_thickness"] = number_json(*added.half_thickness);
  json["objects"].push_back(object);
  json.erase("session");
  return text_of(json);
}

std::string without_object(const std::string& document, int object) {
  Json json = parsed(document);
  Json& objects = json["objects"];
  check(objects.size() > 1, "a scene keeps at least one object: add another first");
  const std::string name = object_of(json, object)["name"];
  objects.erase(static_cast<size_t>(object));
  drop_attachments_to(json, name);
  json.erase("session");
  return text_of(json);
}

std::vector<uint8_t> hidden_objects(const std::string& document) {
  std::vector<uint8_t> hidden;
  if (document.empty()) return hidden;
  const Json scene = parsed(document);
  for (const Json& object : scene["objects"]) hidden.push_back(object.value("hidden", false));
  return hidden;
}

std::string with_look(const std::string& document, int object, const Look& look) {
  check(!look.name.empty(), "an object needs a name");
  Json json = parsed(document);
  for (int i = 0; i < static_cast<int>(json["objects"].size()); ++i)
    check(i == object || json["objects"][static_cast<size_t>(i)]["name"] != look.name,
          "found another object named '" + look.name + "', expected a name that no other has");
  Json& changed = object_of(json, object);
  rename_target(json, changed["name"], look.name);
  changed["name"] = look.name;
  changed["color"] = vector_json(look.color);
  changed.erase("hidden");
  if (look.hidden) changed["hidden"] = true;
  return text_of(json);
}

std::string with_placement(const std::string& document, int object, const Placement& placement, const Chosen& chosen) {
  Json json = parsed(document);
  Json& placed = object_of(json, object);
  const nlohmann::json before = nlohmann::json::parse(placed.dump());
  const Placement from = read_placement(JsonValue(before, kName));
  carry_pivot(placed, change_between(from, placement));
  put_placement(placed, placement);
  put_chosen(placed, chosen);
  return text_of(json);
}

std::string with_thickness(const std::string& document, int object, const std::vector<float>& factors) {
  Json json = parsed(document);
  put_thickness(object_of(json, object), factors);
  return text_of(json);
}

std::string with_cuts(const std::string& document, int object, const std::vector<Cut>& cuts, const Chosen& chosen,
                      const std::vector<float>& factors) {
  Json json = parsed(document);
  Json& cut = object_of(json, object);
  if (cuts.empty() && !cut.contains("cuts")) return document;
  cut.erase("cuts");
  if (!cuts.empty()) cut["cuts"] = cuts_json(cuts);
  put_chosen(cut, chosen);
  put_thickness(cut, factors);
  return text_of(json);
}

std::string free_name(const Scene& scene, const std::string& wanted) {
  std::vector<std::string> taken;
  for (const SceneObject& object : scene.objects) taken.push_back(object.name);
  return free_name(taken, wanted);
}

std::string free_name(const std::vector<std::string>& taken, const std::string& wanted) {
  const std::string stem = wanted.empty() ? "object" : wanted;
  std::string name = stem;
  for (int i = 2; std::ranges::count(taken, name) > 0; ++i) name = stem + " " + std::to_string(i);
  return name;
}

}  // namespace raycloth
