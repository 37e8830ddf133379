#include "app/run/output/setting_text.h"

#include <cstring>
#include <iomanip>
#include <sstream>

#include "sim/sources.h"
#include "sim/text.h"

namespace raycloth {
namespace {

/// In which a number is written, and how many of it there are to the SI unit.
struct Unit {
  std::string name;
  float factor = 1;

  Unit(const char* si, bool panel) : name(si) {
    if (panel && name == "m") *this = {"mm", 1000.0f};
  }
  Unit(const char* name, float factor) : name(name), factor(factor) {}

  std::string behind() const { return name.empty() ? "" : " " + name; }
  std::string write(float si) const { return printed("%g", si * factor); }
  std::string range(float min, float max) const { return write(min) + " to " + write(max) + behind(); }
};

std::string source_text(const char* key) {
  const char* const source = source_of(key);
  return source ? source : "";
}

struct RangeText {
  const SettingInfo& row;
  const Unit& unit;

  std::string operator()(float Settings::*) const { return unit.range(row.min, row.max); }
  std::string operator()(int Settings::*) const {
    return unit.range(row.zero ? 1 : row.min, row.max) + (row.zero ? std::string(", or ") + row.zero : "");
  }
  std::string operator()(bool Settings::*) const { return "on or off"; }
  std::string operator()(Vec3 Settings::*) const { return "three numbers, " + unit.range(row.min, row.max) + " each"; }
  std::string operator()(const Choice& choice) const { return joined(choice.words); }
};

void add_paragraph(std::ostringstream& out, const SettingText& text) {
  const auto line = [&](const std::string& left, const std::string& right) {
    out << "  " << std::left << std::setw(27) << left << right << '\n';
  };
  line(text.key, text.range + "; " + text.usual + " by default");
  line("", text.what);
  line("", "from: " + text.source);
}

}  // namespace

SettingText describe(const SettingInfo& row, bool panel) {
  const Unit unit(row.unit, panel);
  std::string usual = get(Settings{}, row.key);
  if (const auto* member = std::get_if<float Settings::*>(&row.member)) usual = unit.write(Settings{}.**member);
  return {row.key, row.help, std::visit(RangeText{row, unit}, row.member), usual, source_text(row.key)};
}

SettingText describe(const MaterialInfo& row, bool panel) {
  const Unit unit(row.unit, panel);
  return {row.key, row.help, unit.range(row.min, row.max), unit.write(Material{}.*row.member), source_text(row.key)};
}

std::string tooltip_text(const SettingText& text) {
  return text.what + "\n" + text.range + "; " + text.usual + " by default\nfrom: " + text.source;
}

std::string settings_text() {
  std::ostringstream out;
  const char* group = "";
  for (const SettingInfo& row : setting_list()) {
    if (std::strcmp(group, row.group) != 0) out << (group = row.group) << '\n';
    add_paragraph(out, describe(row));
  }
  out << "material: OBJECT.key, or cloth.key of every cloth\n";
  for (const MaterialInfo& row : material_list()) add_paragraph(out, describe(row));
  return out.str();
}

}  // namespace raycloth
