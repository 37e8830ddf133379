#include "app/panels/widgets.h"

#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "app/panels/widget_map.h"

namespace raycloth {
namespace {

/// A slider moves in steps that can be read.
float three_digits(float value) {
  if (value == 0) return 0;
  const float step = std::pow(10.0f, std::floor(std::log10(std::abs(value))) - 2);
  return std::round(value / step) * step;
}

/// "Open##file" -> "Open"
std::string seen_of(const std::string& label) { return label.substr(0, label.find("##")); }

std::string* wish = nullptr;  // of this frame, which is one thread's as all of Dear ImGui's

/// What is outside of `clip` is not seen.
void note(const std::string& name, const ImRect& clip) {
  offer_item(name);
  auto* map = static_cast<WidgetMap*>(ImGui::GetIO().UserData);
  if (!map || !ImGui::IsItemVisible() || ImGui::IsWindowAppearing())
    return;  // in its first frame nothing has its place
  const ImGuiWindow* window = ImGui::GetCurrentWindowRead();
  const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
  ImRect seen(low, high);
  seen.ClipWith(clip);
  const float edge = ImGui::GetStyle().ItemSpacing.x;  // rows reach into the room between items
  const bool cut = low.x < seen.Min.x - edge || high.x > seen.Max.x + edge;
  map->add({name,
            {seen.Min.x, seen.Min.y, seen.GetWidth(), seen.GetHeight()},
            ImGui::GetItemID(),
            window->RootWindow->Name,
            cut});
}

}  // namespace

void tell(const char* help) {
  if (!help || !*help || !ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) return;
  ImGui::BeginTooltip();
  ImGui::PushTextWrapPos(30 * ImGui::GetFontSize());
  ImGui::TextUnformatted(help);
  ImGui::PopTextWrapPos();
  ImGui::EndTooltip();
}

void set_wish(std::string* name) { wish = name; }

void offer_item(const std::string& name, ImGuiID id) {
  if (!wish || wish->empty() || *wish != name) return;
  if (id == 0) id = ImGui::GetItemID();
  if (id == 0) return;  // a row of several: it offers one of them itself
  if (!ImGui::IsItemVisible()) return ImGui::SetScrollHereY();
  ImGui::ActivateItem(id);
  GImGui->NavNextActivateFlags = ImGuiActivateFlags_PreferInput;
  wish->clear();
}

ImGuiID first_of_row(const char* label) {
  ImGui::PushID(label);
  ImGui::PushID(0);
  const ImGuiID id = ImGui::GetID("");
  ImGui::PopID();
  ImGui::PopID();
  return id;
}

void note_item(const std::string& name) { note(name, ImGui::GetCurrentWindowRead()->ClipRect); }

void note_row(const std::string& name) { note(name, GImGui->CurrentTable->Bg0ClipRectForDrawCmd); }

bool button(const char* label, ImVec2 size) {
  const bool clicked = ImGui::Button(label, size);
  return note_item(seen_of(label)), clicked;
}

bool small_button(const char* label) {
  const bool clicked = ImGui::SmallButton(label);
  return note_item(seen_of(label)), clicked;
}

bool checkbox(const char* label, bool* value, const char* help) {
  const bool changed = ImGui::Checkbox(label, value);
  tell(help);
  return note_item(seen_of(label)), changed;
}

bool selectable(const char* label, bool chosen) {
  const bool clicked = ImGui::Selectable(label, chosen);
  return note_item(seen_of(label)), clicked;
}

bool wrapped_selectable(const char* label, bool chosen) {
  const float width = ImGui::GetContentRegionAvail().x;
  const ImVec2 corner = ImGui::GetCursorPos();
  ImGui::PushID(label);
  const bool clicked = ImGui::Selectable("##row", chosen, 0, {0, ImGui::CalcTextSize(label, nullptr, false, width).y});
  ImGui::PopID();
  note_item(label);
  const ImVec2 next = ImGui::GetCursorPos();
  ImGui::SetCursorPos(corner);
  ImGui::TextWrapped("%s", label);
  ImGui::SetCursorPos(next);
  return clicked;
}

std::string shortened(const std::string& text, float width) {
  std::string shown = text;
  for (size_t left = text.size(); left > 0 && ImGui::CalcTextSize(shown.c_str()).x > width; --left)
    shown = text.substr(0, left - 1) + "...";
  return shown;
}

void begin_over(const char* title, bool* open, ImGuiWindowFlags flags) {
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1);
  ImGui::Begin(title, open, flags);
  ImGui::PopStyleVar();
}

void path_text(const std::string& path) {
  const float room = ImGui::GetContentRegionAvail().x;
  std::string shown = path;
  for (size_t cut = 1; cut < path.size() && ImGui::CalcTextSize(shown.c_str()).x > room; ++cut)
    shown = "..." + path.substr(cut);
  ImGui::TextUnformatted(shown.c_str());
  if (shown != path && ImGui::IsItemHovered()) ImGui::SetTooltip("%s", path.c_str());
}

void wrapped(const ImVec4& color, const std::string& text) {
  ImGui::PushStyleColor(ImGuiCol_Text, color);
  ImGui::TextWrapped("%s", text.c_str());
  ImGui::PopStyleColor();
}

void draw_warnings(std::span<const std::string> warnings) {
  for (const std::string& warning : warnings) wrapped(kWarningText, warning);
}

bool choice_field(const char* name, int& value, std::span<const char* const> words) {
  const int before = value;
  const bool open = ImGui::BeginCombo((std::string("##") + name).c_str(), words[value]);
  note_item(name);
  if (!open) return false;
  for (int i = 0; i < static_cast<int>(words.size()); ++i)
    if (selectable(words[i], i == before)) value = i;
  ImGui::EndCombo();
  return value != before;
}

bool text_field(const char* name, const char* hint, std::span<char> text, float right) {
  ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x - right);
  const bool entered =
      ImGui::InputTextWithHint((std::string("##") + name).c_str(), hint, text.data(), text.size(),
                               ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
  return note_item(name), entered;
}

bool eye_button(const std::string& name, bool open, float size) {
  const float wide = 0.36f * size;
  const ImVec2 corner = ImGui::GetCursorScreenPos(), middle(corner.x + 0.5f * size, corner.y + 0.5f * size);
  const bool clicked = ImGui::InvisibleButton("eye", {size, size});
  note_item(name);
  const ImU32 ink =
      ImGui::GetColorU32(ImGui::IsItemHovered() || open ? ImGui::GetStyle().Colors[ImGuiCol_Text] : kFaintText);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 left(middle.x - wide, middle.y), right(middle.x + wide, middle.y);
  list.AddBezierQuadratic(left, {middle.x, middle.y + 1.2f * wide}, right, ink, 1.5f);
  if (!open) return clicked;
  list.AddBezierQuadratic(left, {middle.x, middle.y - 1.2f * wide}, right, ink, 1.5f);
  list.AddCircleFilled(middle, 0.36f * wide, ink);
  return clicked;
}

void flow(float width) {
  ImGui::SameLine();
  if (ImGui::GetContentRegionAvail().x < width) ImGui::NewLine();
}

void flow_text(const char* label) { flow(ImGui::CalcTextSize(label).x); }

float room_beside(const char* button) {
  const ImGuiStyle& style = ImGui::GetStyle();
  return ImGui::CalcTextSize(button).x + 2 * style.FramePadding.x + style.ItemSpacing.x;
}

void flow_button(const char* label) { flow(ImGui::CalcTextSize(label).x + 2 * ImGui::GetStyle().FramePadding.x); }

void row_label(const char* label, const char* help) {
  const float editor = 0.50f * ImGui::GetWindowContentRegionMax().x;
  const float room = editor - ImGui::GetCursorPosX() - ImGui::GetStyle().ItemInnerSpacing.x;
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(shortened(label, room).c_str());
  tell(help);
  ImGui::SameLine(editor);
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
  note_item(label);
  if (changed) value = std::clamp(three_digits(shown) / factor, info.min, info.max);
  return changed;
}

ImVec4 im_color(uint32_t rgba) { return ImGui::ColorConvertU32ToFloat4(rgba); }

}  // namespace raycloth
