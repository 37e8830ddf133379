#include "app/workbench/parts/comparison_words.h"

#include <algorithm>

#include "app/run/past/session.h"
#include "sim/text.h"

namespace raycloth {
namespace {

/// Lengths in millimetres, as the panels show them.
std::string with_unit(float value, const std::string& unit) {
  return printed("%.4g", unit == "m" ? 1000 * value : value) + (unit.empty() ? "" : " " + (unit == "m" ? "mm" : unit));
}

std::string value_text(const Settings& settings, const std::string& key) {
  const auto row = std::ranges::find(setting_list(), key, &SettingInfo::key);
  const auto* number = std::get_if<float Settings::*>(&row->member);
  return number ? with_unit(settings.*(*number), row->unit) : get(settings, key);
}

void add_settings(const Settings& a, const Settings& b, std::vector<ComparedSetting>& rows) {
  for (const auto& [key, value] : difference(a, b).values)
    rows.push_back({spoken(key), value_text(a, key), value_text(b, key)});
}

struct MaterialRow {
  ComparedSetting setting;  // its name without the objects
  std::vector<std::string> objects;
};

void add_material(const std::string& object, const Material& a, const Material& b, std::vector<MaterialRow>& rows) {
  for (const MaterialInfo& info : material_list()) {
    if (a.*info.member == b.*info.member) continue;
    const ComparedSetting setting{spoken(info.key), with_unit(a.*info.member, info.unit),
                                  with_unit(b.*info.member, info.unit)};
    const auto alike = std::ranges::find_if(rows, [&](const MaterialRow& row) {
      return row.setting.name == setting.name && row.setting.a == setting.a && row.setting.b == setting.b;
    });
    if (alike == rows.end())
      rows.push_back({setting, {object}});
    else
      alike->objects.push_back(object);
  }
}

void add_materials(const Frame& a, const Frame& b, std::vector<ComparedSetting>& rows) {
  std::vector<MaterialRow> materials;
  for (size_t i = 0; i < a.materials.size(); ++i)
    add_material(a.opened->model.objects[i].name, a.materials[i], b.materials[i], materials);
  for (MaterialRow& row : materials) {
    const size_t count = row.objects.size();
    row.setting.name += " of " + (count == 1 ? row.objects.front() : std::to_string(count) + " objects");
    rows.push_back(row.setting);
  }
}

}  // namespace

std::vector<ComparedSetting> compared_settings(const Frame& frame) {
  std::vector<ComparedSetting> rows;
  const auto& b = frame.comparison.b;
  if (!b) return rows;
  add_settings(frame.settings, b->settings, rows);
  add_materials(frame, *b, rows);
  if (frame.opened->device != frame.comparison.device)
    rows.push_back({"device", frame.opened->device, frame.comparison.device});
  return rows;
}

}  // namespace raycloth
