// The rows of the scene tab that write the cloth for other programs.
#include <algorithm>

#include "app/panels/files/asking.h"
#include "app/panels/panels.h"
#include "app/panels/widgets.h"

namespace raycloth {

namespace {

void draw_whole(const char* name, const char* format, int& value, int least, int most, float width, const char* help) {
  ImGui::SetNextItemWidth(width);
  ImGui::DragInt((std::string("##") + name).c_str(), &value, 1, least, most, format, ImGuiSliderFlags_AlwaysClamp);
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", help);
  note_item(name);
}

void draw_film_format(FilmFormat& format) {
  const float gap = ImGui::GetStyle().ItemSpacing.x, width = (ImGui::GetContentRegionAvail().x - 2 * gap) / 3;
  const char* const help = "pixels, of videos and of pictures of the scene; ctrl+click to type";
  draw_whole("video width", "%d wide", format.size.width, PictureSize::kLeast, PictureSize::kMost, width, help);
  ImGui::SameLine();
  draw_whole("video height", "%d high", format.size.height, PictureSize::kLeast, PictureSize::kMost, width, help);
  ImGui::SameLine();
  draw_whole("video every", "every %d", format.every, 1, FilmFormat::kMostEvery, width,
             "frames whose number is a multiple of this are pictured, for a smaller file");
}

/// Under the mouse, over the last item.
void tell_of_both(const ComparisonView& comparison) {
  if (!comparison.b || !ImGui::IsItemHovered()) return;
  ImGui::SetTooltip("A beside B, as they are seen, from frame %lld on;\nbefore that frame there is no B: A alone",
                    comparison.since);
}

/// The same frames, as they are seen.
void draw_video(Workbench& workbench, PanelState& state, const std::array<int, 2>& range) {
  const std::string usual = workbench.filming().usual_file().string();
  const float room = ImGui::GetContentRegionAvail().x - 2 * ImGui::GetStyle().FramePadding.x - room_for_places();
  const Place place{"Record a video to", usual, "Videos | *.mp4 *.webm *.mkv *.apng *.png",
                    std::filesystem::path(usual).extension()};
  const std::string hint = shortened(usual + ", .webm, or a folder", room);
  place_field(workbench, state, "video", hint.c_str(), state.video_path, place);
  draw_film_format(workbench.filming().format);
  if (button("Record video"))
    workbench.filming().record(state.video_path[0] ? state.video_path.data() : usual, range[0], range[1]);
  tell_of_both(workbench.frame().comparison);
  flow_button("Picture of the scene");
  if (button("Picture of the scene")) workbench.filming().ask_for_picture();
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
  const Place place{"Export the cloth to", workbench.scene().name + ".obj",
                    "Meshes | *.obj *.ply *.pc2 *.usda *.glb *.gltf", ".obj"};
  place_field(workbench, state, "export", "file.obj, .ply, .pc2, .usda, .glb or .gltf, or a folder", state.export_path,
              place);
  const int last = static_cast<int>(workbench.frame().past.last_frame);
  std::array<int, 2> range = state.exported(last);
  const std::filesystem::path path(state.export_path.data());
  ImGui::BeginDisabled(path.empty());
  if (button("This frame")) workbench.recordings().export_frame(path);
  ImGui::SameLine();
  if (button("Frames")) workbench.recordings().export_frames(path, range[0], range[1]);
  ImGui::EndDisabled();
  ImGui::SameLine();
  if (draw_range(range, last)) state.export_range = range;
  draw_video(workbench, state, range);
}

}  // namespace raycloth
