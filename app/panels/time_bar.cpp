// The bar at the foot of the picture: where in time the scene is, the takes, and sessions.
#include <imgui_internal.h>

#include <algorithm>
#include <cstdio>

#include "app/panels/files/asking.h"
#include "app/panels/files/browser.h"
#include "app/panels/panels.h"
#include "app/panels/widgets.h"
#include "app/run/past/take_facts.h"

namespace raycloth {
namespace {

std::string name_of(const TakeView& take) {
  std::string text = title_of(take.number, take.name);
  if (take.from > 0) text += ", from frame " + std::to_string(take.from);
  for (const auto& [key, value] : take.changes) text += ", " + spoken(key) + " " + value;
  return text;
}

void draw_slider(Workbench& workbench) {
  int frame = static_cast<int>(workbench.player().frame_number());
  const int last = static_cast<int>(workbench.frame().past.last_frame);
  if (last == 0) {  // the knob of so few frames would be half of the bar
    ImGui::PushStyleColor(ImGuiCol_SliderGrab, 0);
    ImGui::PushStyleColor(ImGuiCol_SliderGrabActive, 0);
  }
  ImGui::SetNextItemWidth(-1);
  if (ImGui::SliderInt("##frame", &frame, 0, std::max(last, 1), "frame %d", ImGuiSliderFlags_AlwaysClamp))
    workbench.player().seek(std::min(frame, last));
  note_item("frame");
  if (last == 0) ImGui::PopStyleColor(2);
}

void draw_takes(Workbench& workbench) {
  const PastView& past = workbench.frame().past;
  const TakeView& present = past.takes[past.present_take];
  const float width = std::max(0.25f * ImGui::GetWindowContentRegionMax().x, 8 * ImGui::GetFontSize());
  flow(width);
  const std::string name = name_of(present);
  const float room = width - ImGui::GetFrameHeight() - 2 * ImGui::GetStyle().FramePadding.x;
  ImGui::SetNextItemWidth(width);
  const bool open = ImGui::BeginCombo("##take", shortened(name, room).c_str());
  note_item("take");
  if (!open && ImGui::IsItemHovered()) ImGui::SetTooltip("%s", name.c_str());
  if (open) {
    for (const TakeView& take : past.takes) {
      ImGui::PushID(take.number);
      const bool chosen = selectable(name_of(take).c_str(), &take == &present);
      ImGui::PopID();
      if (chosen && &take != &present) workbench.player().show_take(take.number);
    }
    ImGui::EndCombo();
  }
  for (const TakeView& other : past.takes) {
    if (!other.distance) continue;
    char text[64];
    std::snprintf(text, sizeof text, "%.1f mm from take %d", 1000 * *other.distance, other.number);
    flow_text(text);
    ImGui::AlignTextToFramePadding();
    ImGui::TextColored(kFaintText, "%s", text);
  }
}

/// What is written of the session that is being recorded, behind a red disc.
void draw_recording(const FileView& file) {
  const char* const disc = "\xE2\x97\x8F";
  flow_text(disc);
  ImGui::AlignTextToFramePadding();
  ImGui::TextColored(kErrorText, "%s", disc);
  ImGui::SameLine();
  const std::string text = file.path.string() + ", " + std::to_string(file.lines) + " events";
  ImGui::TextUnformatted(shortened(text, ImGui::GetContentRegionAvail().x).c_str());
}

/// One more button of the line, or of the next.
bool next_button(const char* label) {
  flow_button(label);
  return button(label);
}

void draw_session(Workbench& workbench) {
  const Frame& frame = workbench.frame();
  if (frame.past.session_plays) {
    if (next_button("Take over")) return workbench.player().stop_session();
    const char* const words = frame.past.session_finished ? "session at its end" : "session plays";
    flow_text(words);
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(words);
  } else if (!workbench.scene().session.empty() && next_button("Play session")) {
    return workbench.play_session();
  }
  if (frame.number < frame.past.last_frame && next_button("Go on from here")) return workbench.player().play(true);
  if (frame.past.can_repeat && next_button("Do again from here")) return workbench.player().repeat();
  if (frame.session) draw_recording(*frame.session);
}

}  // namespace

/// As it was drawn last: narrow, it has more lines.
float timeline_height() {
  const ImGuiWindow* const window = ImGui::FindWindowByName("Timeline");
  return window ? window->Size.y : 2 * ImGui::GetFrameHeightWithSpacing() + 2 * ImGui::GetStyle().WindowPadding.y;
}

void draw_timeline(Workbench& workbench, PanelState& state, float left, float width) {
  const ImVec2 window = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos({left, window.y - status_height()}, ImGuiCond_Always, {0, 1});
  ImGui::SetNextWindowSize({width, 0});
  ImGui::SetNextWindowBgAlpha(0.7f);
  ImGui::Begin("Timeline", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                   ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoFocusOnAppearing);
  draw_slider(workbench);
  const bool records = workbench.frame().session.has_value();
  if (button(records ? "Stop" : "Record session")) workbench.recordings().toggle_session();
  if (!records && next_button("Record as")) ask_where_to_record_session(workbench, state);
  if (next_button("Play recorded")) ask_for_session(workbench, state);
  if (next_button("Takes")) state.takes = !state.takes;
  if (workbench.frame().past.takes.size() > 1) draw_takes(workbench);
  draw_session(workbench);
  ImGui::End();
}

}  // namespace raycloth
