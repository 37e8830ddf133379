// The bar at the foot of the picture: where in time the scene is, the takes, and sessions.
#include <algorithm>

#include "app/panels/panels.h"
#include "app/panels/widgets.h"

namespace raycloth {
namespace {

std::string name_of(const TakeView& take) {
  std::string text = "take " + std::to_string(take.number);
  if (take.from > 0) text += ", from frame " + std::to_string(take.from);
  for (const auto& [key, value] : take.changes) text += ", " + spoken(key) + " " + value;
  return text;
}

void draw_slider(Workbench& workbench) {
  int frame = static_cast<int>(workbench.frame_number());
  const int last = static_cast<int>(workbench.frame().past.last_frame);
  ImGui::SetNextItemWidth(-1);
  if (ImGui::SliderInt("##frame", &frame, 0, std::max(last, 1), "frame %d", ImGuiSliderFlags_AlwaysClamp))
    workbench.seek(std::min(frame, last));
  note_item("frame");
}

void draw_takes(Workbench& workbench) {
  const PastView& past = workbench.frame().past;
  const TakeView& present = past.takes[past.present_take];
  ImGui::SetNextItemWidth(0.3f * ImGui::GetContentRegionAvail().x);
  if (ImGui::BeginCombo("##take", name_of(present).c_str())) {
    for (const TakeView& take : past.takes) {
      ImGui::PushID(take.number);
      const bool chosen = selectable(name_of(take).c_str(), &take == &present);
      ImGui::PopID();
      if (chosen && &take != &present) workbench.show_take(take.number);
    }
    ImGui::EndCombo();
  }
  for (const TakeView& other : past.takes) {
    if (!other.distance) continue;
    ImGui::SameLine();
    ImGui::TextColored(kFaintText, "%.1f mm from take %d", 1000 * *other.distance, other.number);
  }
}

void draw_session(Workbench& workbench) {
  const Frame& frame = workbench.frame();
  if (const std::optional<FileView>& file = frame.session) {
    if (small_button("Stop")) return workbench.toggle_session_recording();
    ImGui::SameLine();
    ImGui::TextColored(kErrorText, "\xE2\x97\x8F");  // a disc
    ImGui::SameLine();
    ImGui::Text("%s, %lld events", file->path.c_str(), file->lines);
  } else if (small_button("Record session")) {
    return workbench.toggle_session_recording();
  }
  ImGui::SameLine();
  if (frame.past.session_plays) {
    if (small_button("Take over")) return workbench.stop_session();
    ImGui::SameLine();
    ImGui::TextUnformatted(frame.past.session_finished ? "session at its end" : "session plays");
  } else if (!workbench.scene().session.empty() && small_button("Play session")) {
    return workbench.play_session({});
  }
  if (frame.number < frame.past.last_frame) {
    ImGui::SameLine();
    if (small_button("Go on from here")) return workbench.play(true);
  }
  if (frame.past.can_repeat) {
    ImGui::SameLine();
    if (small_button("Do again from here")) return workbench.repeat();
  }
}

}  // namespace

float timeline_height() { return 2 * ImGui::GetFrameHeightWithSpacing() + 2 * ImGui::GetStyle().WindowPadding.y; }

void draw_timeline(Workbench& workbench, float left) {
  const ImVec2 window = ImGui::GetIO().DisplaySize;
  const float height = timeline_height();
  ImGui::SetNextWindowPos({left, window.y - status_height() - height});
  ImGui::SetNextWindowSize({window.x - left, height});
  ImGui::SetNextWindowBgAlpha(0.7f);
  ImGui::Begin("Timeline", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                   ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoFocusOnAppearing);
  draw_slider(workbench);
  if (workbench.frame().past.takes.size() > 1) {
    draw_takes(workbench);
    ImGui::SameLine();
  }
  draw_session(workbench);
  ImGui::End();
}

}  // namespace raycloth
