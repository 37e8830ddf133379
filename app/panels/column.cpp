#include "app/panels/column.h"

#include <imgui.h>

#include <cmath>

#include "app/panels/panels.h"
#include "app/panels/widgets.h"

namespace raycloth {
namespace {

constexpr ImGuiWindowFlags kColumn = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoScrollbar |
                                     ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoMove |
                                     ImGuiWindowFlags_NoSavedSettings;
constexpr float kReach = 4;  // points at either side of a border within which it can be taken

ImVec2 pixels(Vec2 points, float scale) { return {std::round(scale * points.x), std::round(scale * points.y)}; }

Vec2 points(ImVec2 pixels, float scale) { return {pixels.x / scale, pixels.y / scale}; }

/// Room for what floats, in points: the window down to its status line.
Vec2 room(float scale) {
  const ImVec2 window = ImGui::GetIO().DisplaySize;
  return points({window.x, window.y - status_height()}, scale);
}

void place_floating(PanelBox& box, float scale) {
  box = fitted(box, room(scale));
  ImGui::SetNextWindowPos(pixels(box.corner, scale));
  ImGui::SetNextWindowSize(pixels(box.size, scale));
}

void limit_floating(float scale) {
  ImGui::SetNextWindowSizeConstraints(pixels({PanelLayout::kLeastWidth, PanelLayout::kLeastHeight}, scale),
                                      pixels(room(scale), scale));
}

/// Where the column would come to lie.
void show_dock(PanelSide side, const PanelLayout& layout, float scale) {
  if (side == PanelSide::floating) return;
  const ImVec2 window = ImGui::GetIO().DisplaySize;
  const float width = std::min(layout.width * scale, PanelLayout::kMostOfWindow * window.x);
  const float left = side == PanelSide::left ? 0 : window.x - width;
  ImGui::GetForegroundDrawList()->AddRectFilled({left, 0}, {left + width, window.y - status_height()},
                                                ImGui::GetColorU32(ImGuiCol_PlotHistogram, 0.35f));
}

/// From beside the picture to over it, where it is.
void float_column(PanelLayout& layout, float scale) {
  layout.box.corner = points(ImGui::GetWindowPos(), scale);
  layout.box.size = {points(ImGui::GetWindowSize(), scale).x, std::min(layout.box.size.y, 0.8f * room(scale).y)};
  layout.side = PanelSide::floating;
}

void drag_column(PanelState& state, float scale) {
  const ImGuiIO& io = ImGui::GetIO();
  PanelLayout& layout = state.layout;
  const PanelSide goal = side_at(io.MousePos.x, io.DisplaySize.x, scale);
  if (ImGui::IsItemActive() && ImGui::IsMouseDragging(ImGuiMouseButton_Left)) {
    if (layout.side != PanelSide::floating) float_column(layout, scale);
    layout.box.corner = layout.box.corner + points(io.MouseDelta, scale);
    show_dock(goal, layout, scale);
    state.dragged = true;
  }
  if (ImGui::IsItemDeactivated() && std::exchange(state.dragged, false)) layout.side = goal;
}

void draw_grip(PanelState& state, float scale) {
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const ImVec2 size(ImGui::GetContentRegionAvail().x, std::round(0.7f * ImGui::GetFontSize()));
  ImGui::SetCursorScreenPos({corner.x, corner.y - 0.5f * ImGui::GetStyle().WindowPadding.y});
  ImGui::InvisibleButton("grip", size);
  note_item("panel grip");
  const bool near = ImGui::IsItemHovered() || ImGui::IsItemActive();
  if (near) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeAll);
  if (ImGui::IsItemHovered() && !ImGui::IsItemActive())
    ImGui::SetTooltip("drag: over the picture, or to the other side of the window");
  const ImVec2 middle(corner.x + 0.5f * size.x, corner.y - 0.5f * ImGui::GetStyle().WindowPadding.y + 0.5f * size.y);
  const ImU32 ink = ImGui::GetColorU32(near ? ImGui::GetStyle().Colors[ImGuiCol_Text] : kFaintText);
  for (const float line : {-2.0f, 2.0f})
    ImGui::GetWindowDrawList()->AddLine({middle.x - 18 * scale, middle.y + line * scale},
                                        {middle.x + 18 * scale, middle.y + line * scale}, ink, 1.5f * scale);
  drag_column(state, scale);
}

/// The inner border of a column beside the picture.
void draw_border(PanelLayout& layout, float scale) {
  const ImVec2 window = ImGui::GetIO().DisplaySize;
  const bool left = layout.side == PanelSide::left;
  const float width = column_width(layout, window.x, scale), reach = kReach * scale;
  const float x = left ? width : window.x - width;
  ImGui::SetNextWindowPos({x - reach, 0});
  ImGui::SetNextWindowSize({2 * reach, window.y - status_height()});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(0, 0));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, ImVec2(1, 1));
  ImGui::Begin("Border", nullptr,
               kColumn | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoNav |
                   ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoBringToFrontOnFocus);
  ImGui::PopStyleVar(2);
  ImGui::InvisibleButton("border", {2 * reach, window.y - status_height()});
  note_item("panel border");
  if (ImGui::IsItemHovered() || ImGui::IsItemActive()) {
    ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
    ImGui::GetWindowDrawList()->AddLine({x, 0}, {x, window.y}, ImGui::GetColorU32(ImGuiCol_PlotHistogram), 2 * scale);
  }
  if (ImGui::IsItemActive()) {
    const float mouse = ImGui::GetIO().MousePos.x;
    const float most = PanelLayout::kMostOfWindow * window.x / scale;
    layout.width = std::max(PanelLayout::kLeastWidth, std::min((left ? mouse : window.x - mouse) / scale, most));
  }
  ImGui::End();
}

/// The window of a tab that was taken out, to be ended with ImGui::End(); false where it was closed.
bool begin_taken_out(PanelState& state, Tab tab, float scale) {
  PanelBox& box = state.layout.taken_out[tab];
  const char* const name = kTabNames[static_cast<int>(tab)];
  const bool carried = state.carried == tab;
  if (carried) box.corner = box.corner + points(ImGui::GetIO().MouseDelta, scale);
  const PanelBox inside = fitted(box, room(scale));
  const ImGuiCond when = carried || state.laid_anew || inside != box ? ImGuiCond_Always : ImGuiCond_Appearing;
  box = inside;
  ImGui::SetNextWindowPos(pixels(box.corner, scale), when);
  ImGui::SetNextWindowSize(pixels(box.size, scale), when);
  limit_floating(scale);
  if (state.raised == tab) {
    ImGui::SetNextWindowFocus();
    state.raised.reset();
  }
  bool open = true;
  begin_over((name + std::string("##taken out")).c_str(), &open,
             ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoCollapse);
  box = {points(ImGui::GetWindowPos(), scale), points(ImGui::GetWindowSize(), scale)};
  if (carried && !ImGui::IsMouseDown(ImGuiMouseButton_Left)) state.carried.reset();
  if (open) return true;
  ImGui::End();
  state.layout.put_back(tab);
  state.requested_tab = static_cast<int>(tab);
  return false;
}

}  // namespace

void begin_column(PanelState& state, float scale) {
  PanelLayout& layout = state.layout;
  const bool floating = layout.side == PanelSide::floating;
  if (floating) {
    place_floating(layout.box, scale);
    limit_floating(scale);
  } else {
    const ImVec2 window = ImGui::GetIO().DisplaySize;
    const float width = column_width(layout, window.x, scale);
    ImGui::SetNextWindowPos({layout.side == PanelSide::left ? 0 : window.x - width, 0});
    ImGui::SetNextWindowSize({width, window.y - status_height()});
  }
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, floating ? 1.0f : 0.0f);
  ImGui::Begin("Raycloth", nullptr,
               kColumn | (floating ? 0 : ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoBringToFrontOnFocus));
  ImGui::PopStyleVar();
  if (floating) layout.box = {points(ImGui::GetWindowPos(), scale), points(ImGui::GetWindowSize(), scale)};
  draw_grip(state, scale);
}

void end_column(PanelState& state, float scale) {
  ImGui::End();
  if (state.layout.side != PanelSide::floating) draw_border(state.layout, scale);
}

void offer_taking_out(PanelState& state, Tab tab, float scale) {
  const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax(), mouse = ImGui::GetIO().MousePos;
  if (ImGui::IsItemActive()) {
    const float away = std::max(mouse.y - high.y, low.y - mouse.y);
    if (away < 0.8f * (high.y - low.y)) return;
    state.layout.take_out(tab);
    state.layout.taken_out[tab].corner = points({mouse.x - 3 * ImGui::GetFontSize(), mouse.y - 10 * scale}, scale);
    state.carried = tab;
  } else if (ImGui::BeginPopupContextItem()) {
    if (selectable("Take out of the row")) state.layout.take_out(tab);
    ImGui::EndPopup();
  }
}

void draw_taken_out(PanelState& state, float scale, const std::function<void(Tab)>& draw) {
  for (int i = 0; i < static_cast<int>(Tab::count); ++i) {
    const Tab tab = static_cast<Tab>(i);
    if (!state.layout.is_out(tab) || !begin_taken_out(state, tab, scale)) continue;
    draw(tab);
    ImGui::End();
  }
}

}  // namespace raycloth
