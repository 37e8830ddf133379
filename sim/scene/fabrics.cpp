#include "sim/scene/fabrics.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "materials_json.h"
#include "sim/scene/json/json.h"

namespace raycloth {
namespace {

Fabric read_fabric(const std::string& name, const JsonValue& json) {
  json.allow({"description", "source", "material"});
  Fabric fabric{name, json.at("description").text(), json.at("source").text(), {}};
  for (const auto& [key, value] : json.at("material").members()) {
    const auto word = find_material_word(key);
    if (!word || word->meaning || !(word->info->owners & matter::cloth))
      value.refuse("the value of a cloth's property");
    fabric.values.emplace_back(word->info, value.number(word->min, word->max));
  }
  return fabric;
}

std::vector<Fabric> read_fabrics() {
  const nlohmann::json parsed = nlohmann::json::parse(kMaterialsJson);
  std::vector<Fabric> fabrics;
  for (const auto& [name, value] : JsonValue(parsed, "assets/materials.json").members())
    fabrics.push_back(read_fabric(name, value));
  return fabrics;
}

}  // namespace

std::span<const Fabric> fabric_list() {
  static const std::vector<Fabric> fabrics = read_fabrics();
  return fabrics;
}

const Fabric* find_fabric(std::string_view name) {
  const auto fabrics = fabric_list();
  const auto found = std::ranges::find(fabrics, name, &Fabric::name);
  return found == fabrics.end() ? nullptr : &*found;
}

void put(const Fabric& fabric, Material& material) {
  if (const Fabric* before = fabric_of(material))
    for (const auto& [info, value] : before->values) material.*info->member = Material{}.*info->member;
  for (const auto& [info, value] : fabric.values) material.*info->member = value;
}

const Fabric* fabric_of(const Material& material) {
  for (const Fabric& fabric : fabric_list()) {
    const auto same = [&](const auto& value) { return material.*value.first->member == value.second; };
    if (std::ranges::all_of(fabric.values, same)) return &fabric;
  }
  return nullptr;
}

}  // namespace raycloth
