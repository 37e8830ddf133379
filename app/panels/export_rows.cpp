// The rows of the scene tab that write the cloth for other programs.
#include <algorithm>

#include "app/panels/panels.h"
#include "app/panels/widgets.h"

namespace raycloth {

namespace {

/// The same frames, as they are seen.
void draw_video(Workbench& workbench, PanelState& state, const std::array<int, 2>& range) {
  const std::string usual = workbench.usual_video().string();
  const float room = ImGui::GetContentRegionAvail().x - 2 * ImGui::GetStyle().FramePadding.x;
  text_field("video", shortened(usual + ", .webm, .mkv, .apng, or a folder", room).c_str(), state.video_path);
  if (!button("Record video")) return;
  workbench.record_video(state.video_path[0] ? state.video_path.data() : usual, range[0], range[1]);
}

/// First and last frame. True when changed.
bool draw_range(std::array<int, 2>& range, int last) {
  const float gap = ImGui::GetStyle().ItemInnerSpacing.x;
  const float width = 0.5f * (ImGui::GetContentRegionAvail().x - gap);
  ImGui::SetNextItemWidth(width);
  bool changed = ImGui::DragInt("##first", &range[0], 1, 0, range[1], "from %d", ImGuiSliderFlags_AlwaysClamp);
  note_item("first frame");
  ImGui::SameLine(0, gap);
  ImGui::SetNextItemWidth(width);
  changed |= ImGui::DragInt("##last", &range[1], 1, range[0], last, "to %d", ImGuiSliderFlags_AlwaysClamp);
  note_item("last frame");
  range[0] = std::clamp(range[0], 0, std::clamp(range[1], 0, last));  // what is typed may be anything
  range[1] = std::clamp(range[1], range[0], last);
  return changed;
}

}  // namespace

void draw_export(Workbench& workbench, PanelState& state) {
  ImGui::TextColored(kFaintText, "export of the cloth");
  ImGui::Separator();
  text_field("export", "file.obj, .ply, .pc2, .usda, .glb or .gltf, or a folder", state.export_path);
  const int last = static_cast<int>(workbench.frame().past.last_frame);
  std::array<int, 2> range = state.exported(last);
  const std::filesystem::path path(state.export_path.data());
  ImGui::BeginDisabled(path.empty());
  if (button("This frame")) workbench.export_frame(path);
  ImGui::SameLine();
  if (button("Frames")) workbench.export_frames(path, range[0], range[1]);
  ImGui::EndDisabled();
  ImGui::SameLine();
  if (draw_range(range, last)) state.export_range = range;
  draw_video(workbench, state, range);
}

}  // namespace raycloth
