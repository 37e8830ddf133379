// Objects of another scene, added to a document.
#include <map>
#include <nlohmann/json.hpp>

#include "sim/scene/document.h"
#include "sim/scene/json/json.h"
#include "sim/scene/json/paths_json.h"
#include "sim/text.h"

namespace raycloth {
namespace {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

std::vector<std::string> other_keys(const Settings& other, const Settings& settings) {
  std::vector<std::string> keys;
  for (const SettingInfo& row : setting_list())
    if (get(other, row.key) != get(settings, row.key)) keys.emplace_back(row.key);
  return keys;
}

std::string left_out(const Scene& other, const Scene& scene, const Settings& settings) {
  std::vector<std::string> words;
  const auto of_ground = [](const Scene& s) {
    return s.ground ? std::vector{s.ground->height, s.ground->static_friction, s.ground->kinetic_friction}
                    : std::vector<float>();
  };
  if (other.ground && of_ground(other) != of_ground(scene)) words.emplace_back("ground");
  if (!other.session.empty()) words.emplace_back("session");
  const std::vector<std::string> keys = other_keys(other.settings, settings);
  if (!keys.empty()) words.push_back("settings (" + joined(keys) + ")");
  return joined(words);
}

}  // namespace

Merged with_objects_of(const Scene& other, const Scene& scene, const Settings& settings, const std::string& document) {
  Json json = parse_ordered_json(document, "the scene"), from = parse_ordered_json(other.document, other.path.string());
  std::vector<std::string> taken;
  for (const Json& object : json["objects"]) taken.push_back(object["name"]);
  Merged merged;
  std::map<std::string, std::string> names;
  for (const SceneObject& object : other.objects) {
    merged.names.push_back(free_name(taken, object.name));
    taken.push_back(names[object.name] = merged.names.back());
  }
  const fs::path there = fs::absolute(other.path).parent_path(), here = fs::absolute(scene.path).parent_path();
  for (Json& object : from["objects"]) {
    object["name"] = names.at(object["name"].get<std::string>());
    if (object.contains("attachments"))
      for (Json& attachment : object["attachments"])
        attachment["target"] = names.at(attachment["target"].get<std::string>());
    move_paths_of_object(object, there, here);
    json["objects"].push_back(object);
  }
  json.erase("session");
  merged.document = json.dump(2) + "\n";
  merged.left_out = left_out(other, scene, settings);
  return merged;
}

}  // namespace raycloth
