// The line between A and B, and over each side which it is and what it has that the other has not.
#include <algorithm>

#include "app/panels/panels.h"
#include "app/panels/widgets.h"
#include "app/workbench/parts/comparison_words.h"

namespace raycloth {
namespace {

constexpr ImGuiWindowFlags kOverPicture = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                          ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBringToFrontOnFocus |
                                          ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoNav;
constexpr float kLegend = 15, kLegendHeight = 9;  // of a heat map in the upper right corner, in heights of the letters
constexpr int kMostRows = 4;                      // of what differs, over the picture

/// "B" and "inversion off" below it, as much as the width holds.
void draw_label(const char* side, const std::vector<std::string>& rows, ImVec2 corner, float width, bool to_the_left) {
  if (width < 3 * ImGui::GetFontSize()) return;
  ImGui::SetNextWindowPos(corner, ImGuiCond_Always, {to_the_left ? 1.0f : 0.0f, 0});
  ImGui::SetNextWindowBgAlpha(0.7f);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, ImVec2(1, 1));
  ImGui::Begin((std::string("label ") + side).c_str(), nullptr,
               kOverPicture | ImGuiWindowFlags_NoInputs | ImGuiWindowFlags_AlwaysAutoResize);
  ImGui::PopStyleVar();
  ImGui::TextUnformatted(side);
  note_item(std::string("label ") + side);
  for (const std::string& row : rows) {
    ImGui::TextUnformatted(shortened(row, width).c_str());
    note_item(side + (": " + row));
  }
  ImGui::End();
}

/// Whether any of it is wider.
bool reaches(const std::vector<std::string>& words, float width) {
  return std::ranges::any_of(words,
                             [&](const std::string& text) { return ImGui::CalcTextSize(text.c_str()).x > width; });
}

/// What one of the sides has.
std::vector<std::string> words_of(const std::vector<ComparedSetting>& settings, std::string ComparedSetting::*side) {
  if (settings.empty()) return {"settings alike"};
  std::vector<std::string> words;
  for (const ComparedSetting& setting : settings) words.push_back(setting.name + " " + setting.*side);
  if (words.size() <= kMostRows) return words;
  const size_t more = words.size() - (kMostRows - 1);
  words.resize(kMostRows - 1);
  words.push_back("and " + std::to_string(more) + " more");
  return words;
}

/// The line with its grip, down to what the panels have over the foot of the picture.
void draw_line(Workbench& workbench, Int4 picture, float foot) {
  const float size = ImGui::GetFontSize(), reach = 0.5f * size;
  const float x = picture.x + workbench.comparison().divider() * picture.z, top = static_cast<float>(picture.y);
  const float height = picture.w - foot;
  ImGui::SetNextWindowPos({x - reach, top});
  ImGui::SetNextWindowSize({2 * reach, height});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(0, 0));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, ImVec2(1, 1));
  ImGui::Begin("Divider", nullptr, kOverPicture | ImGuiWindowFlags_NoBackground);
  ImGui::PopStyleVar(2);
  ImGui::InvisibleButton("divider", {2 * reach, height});
  note_item("divider");
  const bool held = ImGui::IsItemActive(), near = held || ImGui::IsItemHovered();
  if (near) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
  if (held) workbench.comparison().move_divider((ImGui::GetIO().MousePos.x - picture.x) / picture.z);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImU32 ink = ImGui::GetColorU32(near ? kWarningText : ImGui::GetStyle().Colors[ImGuiCol_Text]);
  const float middle = top + 0.5f * height;
  list.AddLine({x, top}, {x, top + height}, ink, 2);
  list.AddRectFilled({x - 0.3f * size, middle - size}, {x + 0.3f * size, middle + size}, ink, 0.3f * size);
  ImGui::End();
}

}  // namespace

void draw_divider(Workbench& workbench, Int4 picture, float foot) {
  const Frame& frame = workbench.frame();
  if (!frame.comparison.b) return;
  const float size = ImGui::GetFontSize();
  const std::vector<ComparedSetting> settings = compared_settings(frame);
  const float x = picture.x + workbench.comparison().divider() * picture.z;
  const float room_a = x - picture.x - 3 * size, room_b = picture.x + picture.z - x - 3 * size;
  draw_label("A", words_of(settings, &ComparedSetting::a), {x - size, picture.y + size}, room_a, true);
  const std::vector<std::string> words_b = words_of(settings, &ComparedSetting::b);
  const float top_b = reaches(words_b, room_b - kLegend * size) ? kLegendHeight * size : size;
  draw_label("B", words_b, {x + size, picture.y + top_b}, room_b, false);
  draw_line(workbench, picture, foot);
}

}  // namespace raycloth
