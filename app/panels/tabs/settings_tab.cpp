// The collision and solver tabs: one row for every setting of setting_list(), so that a new one appears by
// itself.
#include <cstring>
#include <map>

#include "app/panels/panels.h"
#include "app/panels/widgets.h"
#include "app/run/output/setting_text.h"

namespace raycloth {
namespace {

/// The words of a setting, made once: the table stays as it is.
const std::string& tip_of(const SettingInfo& info) {
  static std::map<const SettingInfo*, std::string> tips;
  std::string& tip = tips[&info];
  if (tip.empty()) tip = tooltip_text(describe(info, true));
  return tip;
}

/// One row for one value of any of the types a setting can have.
class SettingRow {
 public:
  SettingRow(Settings& settings, const SettingInfo& info)
      : settings_(settings), info_(info), label_(spoken(info.key)), tip_(tip_of(info)) {}

  bool operator()(float Settings::*member) const {
    return quantity_row(label_.c_str(), settings_.*member,
                        {info_.unit, info_.min, info_.max, Settings{}.*member, tip_.c_str()});
  }
  bool operator()(int Settings::*member) const {
    row_label(label_.c_str(), tip_.c_str());
    const int before = settings_.*member;
    if (ImGui::SliderInt("##value", &(settings_.*member), static_cast<int>(info_.min), static_cast<int>(info_.max),
                         before == 0 && info_.zero ? info_.zero : "%d", ImGuiSliderFlags_AlwaysClamp))
      fit(settings_, info_.key);
    note_item(label_);
    return settings_.*member != before;
  }
  bool operator()(bool Settings::*member) const {
    row_label(label_.c_str(), tip_.c_str());
    const bool changed = ImGui::Checkbox("##value", &(settings_.*member));
    return note_item(label_), changed;
  }
  bool operator()(Vec3 Settings::*member) const {
    row_label(label_.c_str(), tip_.c_str());
    const bool changed = ImGui::DragFloat3("##value", &(settings_.*member).x, 0.02f, info_.min, info_.max, "%.2f",
                                           ImGuiSliderFlags_AlwaysClamp);
    offer_item(label_, first_of_row("##value"));
    return note_item(label_), changed;
  }
  bool operator()(const Choice& choice) const {
    int value = choice.get(settings_);
    row_label(label_.c_str(), tip_.c_str());
    const bool changed = choice_field(label_.c_str(), value, choice.words);
    choice.set(settings_, value);
    return changed;
  }

 private:
  Settings& settings_;
  const SettingInfo& info_;
  std::string label_;
  const std::string& tip_;
};

bool draw_group(Settings& settings, const char* group) {
  bool changed = false;
  for (const SettingInfo& info : setting_list()) {
    if (std::strcmp(info.group, group) != 0) continue;
    ImGui::PushID(info.key);
    changed |= std::visit(SettingRow(settings, info), info.member);
    ImGui::PopID();
  }
  return changed;
}

}  // namespace

bool is_idle(const char* group, HandlerKind handler) {
  for (size_t i = 0; i < std::size(kHandlerNames); ++i)
    if (std::strcmp(group, kHandlerNames[i]) == 0) return static_cast<int>(handler) != static_cast<int>(i);
  return false;
}

void draw_settings_tab(Workbench& workbench, const char* const* groups, int group_count) {
  Settings settings = workbench.settings();
  bool changed = false;
  for (int i = 0; i < group_count; ++i) {
    if (group_count > 1) {
      ImGui::Spacing();
      ImGui::TextColored(kFaintText, "%s", groups[i]);
      ImGui::Separator();
    }
    ImGui::BeginDisabled(is_idle(groups[i], settings.handler));
    changed |= draw_group(settings, groups[i]);
    ImGui::EndDisabled();
  }
  if (changed) workbench.change(settings);
}

}  // namespace raycloth
