#include "app/panels/widgets.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace raycloth {
namespace {

/// A slider moves in steps that can be read.
float three_digits(float value) {
  if (value == 0) return 0;
  const float step = std::pow(10.0f, std::floor(std::log10(std::abs(value))) - 2);
  return std::round(value / step) * step;
}

}  // namespace

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

bool quantity_row(const char* label, float& value, const QuantityInfo& info) {
  const bool length = std::strcmp(info.unit, "m") == 0;
  const float factor = length ? 1000.0f : 1.0f;
  const bool wide = info.min >= 0 && info.usual < 0.01f * info.max;
  // Dear ImGui takes the smallest step of a logarithmic slider from the digits of its format.
  const std::string format = std::string(wide ? "%.7g " : "%.4g ") + (length ? "mm" : info.unit);
  const ImGuiSliderFlags flags =
      ImGuiSliderFlags_AlwaysClamp | ImGuiSliderFlags_NoRoundToFormat | (wide ? ImGuiSliderFlags_Logarithmic : 0);
  float shown = value * factor;
  row_label(label, info.help);
  ImGui::PushID(label);
  const bool changed =
      ImGui::SliderFloat("##value", &shown, info.min * factor, info.max * factor, format.c_str(), flags);
  ImGui::PopID();
  if (changed) value = std::clamp(three_digits(shown) / factor, info.min, info.max);
  return changed;
}

std::string spoken(const char* key) {
  std::string words(key);
  std::ranges::replace(words, '_', ' ');
  return words;
}

ImVec4 im_color(uint32_t rgba) { return ImGui::ColorConvertU32ToFloat4(rgba); }

}  // namespace raycloth
