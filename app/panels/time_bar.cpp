// The bar at the foot of the picture: where in time the scene is, the takes, and sessions.
#include <algorithm>

#include "app/panels/panels.h"
#include "app/panels/widgets.h"

namespace raycloth {
namespace {

/// The settings that the take changed after it left the one before.
std::string changes_of(const Timeline::Take& take) {
  std::string text;
  for (const SessionEvent& event : take.log.events) {
    const auto* change = std::get_if<SettingsAction>(&event.action);
    if (!change || event.frame < take.from) continue;
    for (const auto& [key, value] : change->values) text += ", " + spoken(key.c_str()) + " " + value;
  }
  return text;
}

std::string name_of(const Timeline::Take& take) {
  const std::string from = take.from > 0 ? ", from frame " + std::to_string(take.from) : "";
  return "take " + std::to_string(take.number) + from + changes_of(take);
}

void draw_slider(Workbench& workbench) {
  const Timeline& timeline = workbench.timeline();
  int frame = static_cast<int>(timeline.frame());
  const int last = static_cast<int>(timeline.last_frame());
  ImGui::SetNextItemWidth(-1);
  if (ImGui::SliderInt("##frame", &frame, 0, std::max(last, 1), "frame %d", ImGuiSliderFlags_AlwaysClamp))
    workbench.seek(std::min(frame, last));
}

void draw_takes(Workbench& workbench) {
  const Timeline& timeline = workbench.timeline();
  const auto& takes = timeline.takes();
  const Timeline::Take& present = takes[timeline.present_take()];
  ImGui::SetNextItemWidth(0.3f * ImGui::GetContentRegionAvail().x);
  if (ImGui::BeginCombo("##take", name_of(present).c_str())) {
    int chosen = timeline.present_take();
    for (int i = 0; i < static_cast<int>(takes.size()); ++i) {
      ImGui::PushID(takes[i].number);
      if (ImGui::Selectable(name_of(takes[i]).c_str(), i == timeline.present_take())) chosen = i;
      ImGui::PopID();
    }
    ImGui::EndCombo();
    if (chosen != timeline.present_take()) return workbench.show_take(chosen);
  }
  for (const Timeline::Take& other : takes) {
    if (&other == &present) continue;
    const std::optional<float> distance = timeline.distance_to(other);
    if (!distance) continue;
    ImGui::SameLine();
    ImGui::TextColored(kFaintText, "%.1f mm from take %d", 1000 * *distance, other.number);
  }
}

void draw_session(Workbench& workbench) {
  const Timeline& timeline = workbench.timeline();
  if (const SessionRecorder* recorder = timeline.recorder()) {
    if (ImGui::SmallButton("Stop")) return workbench.toggle_session_recording();
    ImGui::SameLine();
    ImGui::TextColored(kErrorText, "\xE2\x97\x8F");  // a disc
    ImGui::SameLine();
    ImGui::Text("%s, %zu events", recorder->file().c_str(), recorder->events());
  } else if (ImGui::SmallButton("Record session")) {
    return workbench.toggle_session_recording();
  }
  ImGui::SameLine();
  if (timeline.session_plays()) {
    if (ImGui::SmallButton("Take over")) return workbench.stop_session();
    ImGui::SameLine();
    ImGui::TextUnformatted(timeline.session_finished() ? "session at its end" : "session plays");
  } else if (!workbench.scene().session.empty() && ImGui::SmallButton("Play session")) {
    return workbench.play_session({});
  }
  if (timeline.frame() < timeline.last_frame()) {
    ImGui::SameLine();
    if (ImGui::SmallButton("Go on from here")) return workbench.play(true);
  }
  if (timeline.can_repeat()) {
    ImGui::SameLine();
    if (ImGui::SmallButton("Do again from here")) return workbench.repeat();
  }
}

}  // namespace

void draw_timeline(Workbench& workbench, float left) {
  const ImVec2 window = ImGui::GetIO().DisplaySize;
  const float height = 2 * ImGui::GetFrameHeightWithSpacing() + 2 * ImGui::GetStyle().WindowPadding.y;
  ImGui::SetNextWindowPos({left, window.y - height});
  ImGui::SetNextWindowSize({window.x - left, height});
  ImGui::SetNextWindowBgAlpha(0.7f);
  ImGui::Begin("Timeline", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                   ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoFocusOnAppearing);
  draw_slider(workbench);
  if (workbench.timeline().takes().size() > 1) {
    draw_takes(workbench);
    ImGui::SameLine();
  }
  draw_session(workbench);
  ImGui::End();
}

}  // namespace raycloth
