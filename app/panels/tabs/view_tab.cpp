// The view tab: the picture's quality, heat maps, what is drawn over the scene, with its colours, and which objects
// show.
#include <algorithm>

#include "app/panels/panels.h"
#include "app/panels/tabs/object_fields.h"
#include "app/panels/widgets.h"
#include "app/view/camera_text.h"
#include "app/view/marks/tangle_lines.h"

namespace raycloth {
namespace {

void draw_legend(std::initializer_list<std::pair<uint32_t, const char*>> entries) {
  ImGui::Indent();
  for (const auto& [color, meaning] : entries) ImGui::TextColored(im_color(color | 0xff000000u), "%s", meaning);
  ImGui::Unindent();
}

void draw_boxes(Workbench& workbench) {
  ViewOptions& view = workbench.view;
  const std::vector<ModelObject>& objects = workbench.model().objects;
  checkbox("hierarchy boxes", &view.boxes, "of the eight-wide tree that rays descend, level by level");
  if (!view.boxes || objects.empty()) return;
  ImGui::Indent();
  row_label("of object");
  const bool open = ImGui::BeginCombo("##object", objects[view.boxes_object].name.c_str());
  note_item("of object");
  if (open) {
    for (int i = 0; i < static_cast<int>(objects.size()); ++i)
      if (selectable(objects[i].name.c_str(), i == view.boxes_object)) view.boxes_object = i;
    ImGui::EndCombo();
  }
  row_label("level", "0 is the box around the whole object");
  ImGui::SliderInt("##level", &view.boxes_level, 0, 20, "%d", ImGuiSliderFlags_AlwaysClamp);
  note_item("level");
  ImGui::Unindent();
}

std::string contour_text(const Tangle& tangle, int number) {
  const TangleContour& contour = tangle.contours[number];
  return "contour " + std::to_string(number) + ": " + std::to_string(contour.pairs) +
         (contour.pairs == 1 ? " pair, " : " pairs, ") + (contour.closed ? "closed" : "open");
}

void draw_crossings(Workbench& workbench) {
  constexpr int kMostLines = 8;
  checkbox("crossings", &workbench.view.crossings,
           "contours along which surfaces cross, the regions that have to go back, in their colours, and the ways on "
           "which untangling takes them apart (Wicke et al. 2006; Volino and Magnenat-Thalmann 2006)");
  if (!workbench.view.crossings) return;
  const Tangle& tangle = workbench.frame().tangle;
  const int contours = static_cast<int>(tangle.contours.size());
  if (contours == 0) return ImGui::TextColored(kFaintText, "    nothing crosses");
  for (int i = 0; i < std::min(contours, kMostLines); ++i)
    draw_legend({{contour_color(i), contour_text(tangle, i).c_str()}});
  if (contours > kMostLines) ImGui::TextColored(kFaintText, "    and %d more", contours - kMostLines);
}

void draw_net(Workbench& workbench) {
  checkbox(
      "what the net did", &workbench.view.net,
      "the vertices that the safety net moved in the last step: arrows to where it put them, longer than they were");
  if (!workbench.view.net) return;
  const std::vector<Vec3>& moves = workbench.frame().net_moves;
  const auto moved = std::ranges::count_if(moves, [](Vec3 move) { return move != Vec3(0); });
  if (moved == 0) return ImGui::TextColored(kFaintText, "    nothing in the last step");
  ImGui::TextColored(im_color(kNetColor), "    %d vertices, drawn %.3g times as long", static_cast<int>(moved),
                     times_longer(moves));
}

void draw_quality(Workbench& workbench) {
  int chosen = static_cast<int>(workbench.quality.chosen());
  row_label("quality",
            "high: soft shadows, ambient occlusion, four samples a pixel; auto: as much of it as stays quick");
  if (choice_field("quality", chosen, kQualityNames)) workbench.quality.choose(static_cast<Quality>(chosen));
}

void draw_heat(Workbench& workbench) {
  ViewOptions& view = workbench.view;
  const HeatInfo& shown = kHeats[static_cast<int>(view.heat)];
  row_label("heat map", shown.help);
  const bool open = ImGui::BeginCombo("##heat", shown.name);
  note_item("heat map");
  if (!open) return;
  for (int i = 0; i < static_cast<int>(kHeats.size()); ++i) {
    if (!workbench.can_show(static_cast<Heat>(i))) continue;
    if (selectable(kHeats[i].name, kHeats[i].name == shown.name)) view.heat = static_cast<Heat>(i);
    if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", kHeats[i].help);
  }
  ImGui::EndCombo();
}

void draw_looks(Workbench& workbench) {
  for (int i = 0; i < static_cast<int>(workbench.model().objects.size()); ++i) {
    ImGui::PushID(i);
    draw_eye(workbench, i, ImGui::GetFrameHeight());
    const Look look = workbench.look(i);
    ImGui::SameLine();
    ImGui::AlignTextToFramePadding();
    ImGui::TextColored(look.hidden ? kFaintText : ImGui::GetStyle().Colors[ImGuiCol_Text], "%s", look.name.c_str());
    ImGui::PopID();
  }
}

}  // namespace

void copy_camera(Workbench& workbench, PanelState& state) {
  state.for_clipboard = camera_options(workbench.camera);
  workbench.message = {"on the clipboard: " + state.for_clipboard};
}

void draw_view_tab(Workbench& workbench, PanelState& state) {
  ViewOptions& view = workbench.view;
  draw_quality(workbench);
  draw_heat(workbench);
  ImGui::Spacing();
  checkbox("wireframe", &view.wireframe, "the edges of all triangles");
  checkbox("normals", &view.normals, "of every vertex");
  checkbox("rays", &view.rays,
           "that every vertex casts along its normal and against it (Lehericey et al. 2015, Section 4.1)");
  if (view.rays) draw_legend({{kOutwardRayColor, "outward"}, {kInwardRayColor, "inward"}});
  checkbox("contacts", &view.contacts, "of the last detection");
  if (view.contacts)
    draw_legend({{kCollisionColor, "collision"}, {kPredictionColor, "prediction"}, {kInvertedColor, "inverted"}});
  draw_crossings(workbench);
  draw_net(workbench);
  checkbox("pins", &view.pins, "vertices that stay where they are; V sets and takes them");
  if (view.pins) draw_legend({{kPinColor, "a vertex that stays where it is"}});
  checkbox("wind", &view.wind);
  if (view.wind) ImGui::TextColored(kFaintText, "    drag the arrow's tip; gusts are in the Solver tab");
  draw_boxes(workbench);
  checkbox("scale bar", &view.scale_bar, "at the depth that the camera looks at");
  bool orthographic = workbench.camera.orthographic();
  if (checkbox("orthographic", &orthographic, "without perspective")) workbench.camera.set_orthographic(orthographic);
  if (button("Frame the scene")) workbench.frame_view();
  flow_button("Camera as text");
  if (button("Camera as text")) copy_camera(workbench, state);
  ImGui::Spacing();
  ImGui::TextColored(kFaintText, "objects");
  ImGui::Separator();
  draw_looks(workbench);
  ImGui::Spacing();
  draw_interface(state);
}

}  // namespace raycloth
