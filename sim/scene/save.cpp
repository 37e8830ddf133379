#include "sim/scene/save.h"

#include <nlohmann/json.hpp>

#include "device/error.h"
#include "sim/scene/json/json.h"
#include "sim/scene/json/numbers.h"
#include "sim/scene/json/paths_json.h"
#include "sim/text.h"

namespace raycloth {
namespace {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

struct ValueOf {
  const Settings& settings;

  Json operator()(float Settings::*member) const { return number_json(settings.*member); }
  Json operator()(int Settings::*member) const { return settings.*member; }
  Json operator()(bool Settings::*member) const { return settings.*member; }
  Json operator()(Vec3 Settings::*member) const {
    const Vec3 v = settings.*member;
    return {number_json(v.x), number_json(v.y), number_json(v.z)};
  }
  Json operator()(const Choice& choice) const { return choice.words[choice.get(settings)]; }
};

/// What is not as it would be without a word, and what the file says already.
void put_settings(Json& json, const Settings& settings) {
  Json values = json.value("settings", Json::object());
  for (const SettingInfo& row : setting_list()) {
    if (values.contains(row.key) || get(settings, row.key) != get(Settings{}, row.key))
      values[row.key] = std::visit(ValueOf{settings}, row.member);
  }
  if (!values.empty()) json["settings"] = std::move(values);
}

/// As put_settings; old words give way, and a cloth's thickness is said, which would else be chosen.
void put_material(Json& json, const SceneObject& object, const Material& material) {
  const unsigned kind = matter_of(object.kind, object.motion.kind);
  Json values = Json::object();
  for (const MaterialInfo& row : material_list()) {
    const bool said = object.kind == ObjectKind::cloth && row.member == &Material::half_thickness;
    if ((row.owners & kind) && (said || material.*row.member != Material{}.*row.member))
      values[row.key] = number_json(material.*row.member);
  }
  json.erase("material");
  if (!values.empty()) json["material"] = std::move(values);
}

void put_pins(Json& json, const std::vector<int>& vertices) {
  json.erase("pins");
  if (!vertices.empty()) json["pins"]["vertices"] = vertices;
}

}  // namespace

std::string edited_scene(const Scene& scene, const Settings& settings, std::span<const Material> materials,
                         std::span<const std::optional<std::vector<int>>> pins, const fs::path& folder) {
  Json json = parse_ordered_json(scene.document, scene.path.string());
  put_settings(json, settings);
  for (size_t i = 0; i < scene.objects.size(); ++i) {
    put_material(json["objects"][i], scene.objects[i], materials[i]);
    if (pins[i]) put_pins(json["objects"][i], *pins[i]);
  }
  const fs::path here = fs::absolute(scene.path).parent_path();
  json.erase("$schema");  // of the repository alone
  if (json.contains("session")) move_path(json["session"], here, folder);
  for (Json& object : json["objects"]) move_paths_of_object(object, here, folder);
  return json.dump(2) + "\n";
}

}  // namespace raycloth
