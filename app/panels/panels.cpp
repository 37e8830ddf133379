#include "app/panels/panels.h"

#include <utility>

#include "app/panels/column.h"
#include "app/panels/files/asking.h"
#include "app/panels/files/browser.h"
#include "app/panels/widgets.h"

namespace raycloth {
namespace {

constexpr double kLongWait = 0.5;  // s after which the panel says that something is under way

/// One of `count` buttons that share a line.
bool line_button(const char* label, int index, int count) {
  const float gap = ImGui::GetStyle().ItemSpacing.x;
  const float width =
      (ImGui::GetWindowContentRegionMax().x - ImGui::GetWindowContentRegionMin().x - (count - 1) * gap) / count;
  if (index > 0) ImGui::SameLine();
  return button(label, ImVec2(width, 0));
}

void draw_transport(Workbench& workbench, PanelState& state) {
  if (line_button(workbench.player().playing() ? "Pause" : "Play", 0, 4))
    workbench.player().play(!workbench.player().playing());
  if (line_button("Step", 1, 4)) workbench.player().single_step();
  if (line_button("Reset", 2, 4)) workbench.reset();
  if (line_button("Help", 3, 4)) state.help = !state.help;
}

void draw_status(Workbench& workbench) {
  const Frame& frame = workbench.frame();
  ImGui::Text("%.2f s, frame %lld", frame.time, frame.number);
  ImGui::SameLine(0.45f * ImGui::GetWindowContentRegionMax().x);
  if (workbench.player().playing())
    ImGui::Text("%.2f x real time", frame.real_time_factor);
  else
    ImGui::TextColored(kWarningText, "paused");
  if (workbench.busy_seconds() > kLongWait) {
    ImGui::SameLine();
    ImGui::TextColored(kFaintText, "at work for %.1f s", workbench.busy_seconds());
  }
  ImGui::TextColored(kFaintText, "step %.1f ms", workbench.timings().step().mean);
  ImGui::SameLine(0.45f * ImGui::GetWindowContentRegionMax().x);
  ImGui::TextColored(kFaintText, "display %.0f Hz", ImGui::GetIO().Framerate);
}

void draw_tab(Workbench& workbench, PanelState& state, Tab tab) {
  static constexpr const char* kCollision[] = {"collision", "rays", "bridson"};
  static constexpr const char* kSolver[] = {"solver", "environment"};
  switch (tab) {
    case Tab::scene:
      return draw_scene_tab(workbench, state);
    case Tab::compare:
      return draw_compare_tab(workbench);
    case Tab::cloth:
      return draw_cloth_tab(workbench, state);
    case Tab::collision:
      return draw_settings_tab(workbench, kCollision, 3);
    case Tab::solver:
      return draw_settings_tab(workbench, kSolver, 2);
    case Tab::timings:
      return draw_timings_tab(workbench, state);
    case Tab::view:
      return draw_view_tab(workbench, state);
    case Tab::inspect:
      return draw_inspect_tab(workbench);
    case Tab::count:
      return;
  }
}

/// What is in a tab, wherever it is.
void draw_content(Workbench& workbench, PanelState& state, Tab tab) {
  if (tab == Tab::cloth || tab == Tab::collision || tab == Tab::solver) draw_side_choice(workbench);
  draw_tab(workbench, state, tab);
}

void draw_tabs(Workbench& workbench, PanelState& state, float scale, float foot) {
  const auto slim = [] {  // so that all names fit
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding,
                        ImVec2(0.11f * ImGui::GetFontSize(), ImGui::GetStyle().FramePadding.y));
    ImGui::PushStyleVar(ImGuiStyleVar_ItemInnerSpacing, ImVec2(0.15f * ImGui::GetFontSize(), 0));
  };
  slim();
  const bool bar = ImGui::BeginTabBar("tabs", ImGuiTabBarFlags_FittingPolicyScroll);
  ImGui::PopStyleVar(2);
  if (!bar) return;
  for (int i = 0; i < static_cast<int>(Tab::count); ++i) {
    const Tab tab = static_cast<Tab>(i);
    if (state.layout.is_out(tab)) continue;
    slim();
    const bool open =
        ImGui::BeginTabItem(kTabNames[i], nullptr, state.requested_tab == i ? ImGuiTabItemFlags_SetSelected : 0);
    ImGui::PopStyleVar(2);
    note_item(std::string("tab ") + kTabNames[i]);
    offer_taking_out(state, tab, scale);
    if (!open) continue;
    state.tab = tab;
    ImGui::BeginChild("content", ImVec2(0, -foot));
    draw_content(workbench, state, tab);
    ImGui::EndChild();
    ImGui::EndTabItem();
  }
  state.requested_tab = -1;
  ImGui::EndTabBar();
}

float message_height(const Message& message) {
  if (message.text.empty()) return 0;
  const float width = ImGui::GetContentRegionAvail().x;
  return ImGui::CalcTextSize(message.text.c_str(), nullptr, false, width).y + ImGui::GetFrameHeightWithSpacing() +
         3 * ImGui::GetStyle().ItemSpacing.y;
}

void draw_message(Message& message) {
  if (message.text.empty()) return;
  ImGui::Separator();
  wrapped(message.error ? kErrorText : ImGui::GetStyle().Colors[ImGuiCol_Text], message.text);
  if (small_button("Dismiss")) message = {};
}

}  // namespace

Vec4 picture_area(const PanelState& state, float scale, Vec2 window) {
  const float column = state.visible ? column_width(state.layout, window.x, scale) : 0;
  return {state.layout.side == PanelSide::left ? column : 0, 0, window.x - column, window.y};
}

namespace {

/// Those that are not drawn after so many frames are not there.
void grant_wish(PanelState& state) {
  constexpr int kPatience = 8;
  if (++state.wish_waits > kPatience) state.wish.clear();
  set_wish(state.palette ? nullptr : &state.wish);  // it has the keyboard
}

}  // namespace

void draw_panels(Workbench& workbench, PanelState& state, float scale) {
  grant_wish(state);
  const ImVec2 window = ImGui::GetIO().DisplaySize;
  const Vec4 picture = picture_area(state, scale, {window.x, window.y});
  if (state.visible) {
    begin_column(state, scale);
    draw_transport(workbench, state);
    draw_status(workbench);
    ImGui::Spacing();
    draw_tabs(workbench, state, scale, task_height(workbench) + message_height(workbench.message));
    if (shows_task(workbench)) draw_task(workbench);
    draw_message(workbench.message);
    end_column(state, scale);
    draw_timeline(workbench, state, picture.x, picture.z);
    draw_status_line(workbench, state);
    draw_taken_out(state, scale, [&](Tab tab) { draw_content(workbench, state, tab); });
  }
  if (state.takes) draw_takes_window(workbench, state, scale);
  if (!ImGui::IsAnyItemActive() && !workbench.in_gesture()) workbench.end_gesture();
  draw_adding(workbench, state, picture);
  state.laid_anew = false;
  if (!state.for_clipboard.empty()) ImGui::SetClipboardText(std::exchange(state.for_clipboard, {}).c_str());
  if (state.tour) draw_tour(state, picture);
  take_answer_of_desktop(state);
  draw_browser(workbench, state);
  draw_questions(workbench, state);
  if (state.help) draw_help(state);
  if (state.palette) draw_palette(workbench, state);
}

}  // namespace raycloth
