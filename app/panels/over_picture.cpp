// What the mouse does, written over the picture: the pins that it sets, where it cuts, the points that it holds.
#include <algorithm>

#include "app/panels/panels.h"
#include "app/panels/widgets.h"

namespace raycloth {

void draw_labels(const Workbench& workbench, Int4 picture) {
  ImDrawList& canvas = *ImGui::GetBackgroundDrawList();
  const float gap = 0.6f * ImGui::GetFontSize();
  for (const Workbench::Label& label : workbench.labels()) {
    if (std::min(label.place.x, label.place.y) < 0 || std::max(label.place.x, label.place.y) > 1) continue;
    const ImVec2 size = ImGui::CalcTextSize(label.text.c_str());
    const float right = picture.x + picture.z - size.x - gap;
    const ImVec2 at(std::min(picture.x + label.place.x * picture.z + gap, right),
                    std::max(picture.y + label.place.y * picture.w - 2 * gap, picture.y + 0.5f * gap));
    canvas.AddRectFilled({at.x - 3, at.y - 1}, {at.x + size.x + 3, at.y + size.y + 1},
                         ImGui::GetColorU32(ImGuiCol_PopupBg, 0.7f), 3);
    canvas.AddText(at, ImGui::GetColorU32(ImGuiCol_Text), label.text.c_str());
  }
}

void draw_hands(const Workbench& workbench, Int4 picture) {
  if (!workbench.hands().pad().connected()) return;
  constexpr const char* kLetters[] = {"L", "R"};
  constexpr ImU32 kColors[] = {IM_COL32(90, 200, 255, 255), IM_COL32(255, 170, 60, 255)};
  ImDrawList& canvas = *ImGui::GetBackgroundDrawList();
  const float size = 0.8f * ImGui::GetFontSize();
  for (size_t i = 0; i < 2; ++i) {
    const PadHand& hand = workbench.hands().pad().hands()[i];
    const ImVec2 at(picture.x + hand.place.x * picture.z, picture.y + hand.place.y * picture.w);
    canvas.AddCircleFilled(at, size, ImGui::GetColorU32(ImGuiCol_PopupBg, 0.5f));
    canvas.AddCircleFilled(at, size * hand.pull, kColors[i]);
    canvas.AddCircle(at, size, kColors[i], 0, workbench.hands().pulls(hand.puller) ? 4.0f : 1.5f);
    const ImVec2 letter = ImGui::CalcTextSize(kLetters[i]);
    canvas.AddText({at.x - 0.5f * letter.x, at.y + size}, kColors[i], kLetters[i]);
  }
}

namespace {

std::string tool_words(const Workbench& workbench, const PanelState& state) {
  if (const auto task = workbench.task(); task && workbench.starting())
    return task->what + " (Cancel, at the panels' foot, ends that)";
  if (workbench.brushing())
    return "thickness: a drag paints it on cloth, shift + drag takes it back; time begins anew (D: done)";
  if (workbench.arranging)
    return "objects: a click chooses one, its arrows and rings move and turn it; time begins anew (E: done)";
  if (state.pinning) return "pins: a click sets or takes one, a drag sets a box of them, shift + drag takes (V: done)";
  if (state.cutting) return "cut: a drag cuts the cloth that is seen under it (U: done)";
  return "";
}

}  // namespace

void draw_tool_words(const Workbench& workbench, const PanelState& state, Int4 picture) {
  const std::string text = tool_words(workbench, state);
  if (text.empty()) return;
  const char* const words = text.c_str();
  ImDrawList& canvas = *ImGui::GetBackgroundDrawList();
  const ImVec2 size = ImGui::CalcTextSize(words), pad = ImGui::GetStyle().FramePadding;
  const float room = picture.z - 2 * pad.x, wide = std::min(size.x, room);
  const float lines = size.x > room ? 2 : 1, foot = timeline_height() + status_height() + 3 * pad.y;
  const ImVec2 at(picture.x + 0.5f * (picture.z - wide), picture.y + picture.w - foot - lines * size.y);
  const ImVec2 end(at.x + wide + pad.x, at.y + lines * size.y + pad.y);
  canvas.AddRectFilled({at.x - pad.x, at.y - pad.y}, end, ImGui::GetColorU32(ImGuiCol_PopupBg), 4);
  canvas.AddText(nullptr, 0, at, ImGui::GetColorU32(kWarningText), words, nullptr, wide);
}

void draw_pin_box(const PinBox& box) {
  const ImU32 color = box.takes ? ImGui::GetColorU32(kErrorText) : ImGui::GetColorU32(kWarningText);
  ImGui::GetBackgroundDrawList()->AddRect({std::min(box.from.x, box.to.x), std::min(box.from.y, box.to.y)},
                                          {std::max(box.from.x, box.to.x), std::max(box.from.y, box.to.y)}, color, 0, 0,
                                          1.5f);
}

void draw_stroke(const std::vector<Vec2>& stroke) {
  std::vector<ImVec2> points;
  for (const Vec2& p : stroke) points.emplace_back(p.x, p.y);
  ImGui::GetBackgroundDrawList()->AddPolyline(points.data(), static_cast<int>(points.size()),
                                              ImGui::GetColorU32(kWarningText), 0, 2);
}

}  // namespace raycloth
