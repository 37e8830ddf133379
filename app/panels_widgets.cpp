#include "app/panels_widgets.h"

#include <algorithm>
#include <cstring>

namespace raycloth {

void row_label(const char* label, const char* help) {
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(label);
  if (help && *help && ImGui::IsItemHovered()) {
    ImGui::BeginTooltip();
    ImGui::PushTextWrapPos(24 * ImGui::GetFontSize());
    ImGui::TextUnformatted(help);
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
  }
  ImGui::SameLine(0.50f * ImGui::GetWindowContentRegionMax().x);
  ImGui::SetNextItemWidth(-1);
}

bool quantity_row(const char* label, const char* unit, float& value, float min, float max, const char* help) {
  const bool length = std::strcmp(unit, "m") == 0;
  const float factor = length ? 1000.0f : 1.0f;
  const bool wide = min >= 0 && max > 1000 * std::max(min, 1e-3f * max);
  const std::string format = std::string(length || !wide ? "%.4g " : "%.3g ") + (length ? "mm" : unit);
  float shown = value * factor;
  row_label(label, help);
  const ImGuiSliderFlags flags = ImGuiSliderFlags_AlwaysClamp | ImGuiSliderFlags_NoRoundToFormat |
                                 (wide ? ImGuiSliderFlags_Logarithmic : 0);
  ImGui::PushID(label);
  const bool changed =
      ImGui::SliderFloat("##value", &shown, min * factor, max * factor, format.c_str(), flags);
  ImGui::PopID();
  if (changed) value = std::clamp(shown / factor, min, max);
  return changed;
}

std::string spoken(const char* key) {
  std::string words(key);
  std::ranges::replace(words, '_', ' ');
  return words;
}

ImVec4 im_color(uint32_t rgba) {
  return ImGui::ColorConvertU32ToFloat4(rgba);
}

}  // namespace raycloth
