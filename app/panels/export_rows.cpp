// The rows of the scene tab that write the cloth for other programs.
#include <algorithm>

#include "app/panels/files/asking.h"
#include "app/panels/panels.h"
#include "app/panels/widgets.h"

namespace raycloth {

namespace {

/// The same frames, as they are seen.
void draw_video(Workbench& workbench, PanelState& state, const std::array<int, 2>& range) {
  const std::string usual = workbench.usual_video().string();
  const float room = ImGui::GetContentRegionAvail().x - 2 * ImGui::GetStyle().FramePadding.x - room_for_places();
  const Place place{"Record a video to", usual, "Videos | *.mp4 *.webm *.mkv *.apng *.png",
                    std::filesystem::path(usual).extension()};
  const std::string hint = shortened(usual + ", .webm, .mkv, .apng, or a folder", room);
  place_field(workbench, state, "video", hint.c_str(), state.video_path, place);
  if (!button("Record video")) return;
  workbench.record_video(state.video_path[0] ? state.video_path.data() : usual, range[0], range[1]);
}

}  // namespace

void draw_export(Workbench& workbench, PanelState& state) {
  ImGui::TextColored(kFaintText, "export of the cloth");
  ImGui::Separator();
  const Place place{"Export the cloth to", workbench.scene().name + ".obj",
                    "Meshes | *.obj *.ply *.pc2 *.usda *.glb *.gltf", ".obj"};
  place_field(workbench, state, "export", "file.obj, .ply, .pc2, .usda, .glb or .gltf, or a folder", state.export_path,
              place);
  const int last = static_cast<int>(workbench.frame().past.last_frame);
  std::array<int, 2> range = state.export_range.value_or(std::array{0, last});
  range[1] = std::min(range[1], last);
  range[0] = std::min(range[0], range[1]);
  const std::filesystem::path path(state.export_path.data());
  ImGui::BeginDisabled(path.empty());
  if (button("This frame")) workbench.export_frame(path);
  ImGui::SameLine();
  if (button("Frames")) workbench.export_frames(path, range[0], range[1]);
  ImGui::EndDisabled();
  ImGui::SameLine();
  ImGui::SetNextItemWidth(-1);
  if (ImGui::DragIntRange2("##range", &range[0], &range[1], 1, 0, last, "from %d", "to %d",
                           ImGuiSliderFlags_AlwaysClamp))
    state.export_range = range;
  note_item("export range");
  draw_video(workbench, state, range);
}

}  // namespace raycloth
