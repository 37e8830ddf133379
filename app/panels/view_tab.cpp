// The view tab: what is drawn over the scene, with its colours, and the picture's quality.
#include "app/panels/panels.h"
#include "app/panels/widgets.h"

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
  ImGui::Checkbox("hierarchy boxes", &view.boxes);
  if (!view.boxes || objects.empty()) return;
  ImGui::Indent();
  row_label("of object");
  if (ImGui::BeginCombo("##object", objects[view.boxes_object].name.c_str())) {
    for (int i = 0; i < static_cast<int>(objects.size()); ++i)
      if (ImGui::Selectable(objects[i].name.c_str(), i == view.boxes_object)) view.boxes_object = i;
    ImGui::EndCombo();
  }
  row_label("level", "0 is the box around the whole object");
  ImGui::SliderInt("##level", &view.boxes_level, 0, 20, "%d", ImGuiSliderFlags_AlwaysClamp);
  ImGui::Unindent();
}

void draw_anti_aliasing(ViewOptions& view) {
  row_label("anti-aliasing", "samples per pixel");
  const std::string chosen = std::to_string(view.samples) + " x";
  if (!ImGui::BeginCombo("##samples", chosen.c_str())) return;
  for (int samples : {1, 2, 4, 8})
    if (ImGui::Selectable((std::to_string(samples) + " x").c_str(), samples == view.samples)) view.samples = samples;
  ImGui::EndCombo();
}

}  // namespace

void draw_view_tab(Workbench& workbench) {
  ViewOptions& view = workbench.view;
  ImGui::Checkbox("wireframe", &view.wireframe);
  ImGui::Checkbox("normals", &view.normals);
  ImGui::Checkbox("rays", &view.rays);
  if (view.rays) draw_legend({{kOutwardRayColor, "outward"}, {kInwardRayColor, "inward"}});
  ImGui::Checkbox("contacts", &view.contacts);
  if (view.contacts)
    draw_legend({{kCollisionColor, "collision"}, {kPredictionColor, "prediction"}, {kInvertedColor, "inverted"}});
  draw_boxes(workbench);
  ImGui::Spacing();
  draw_anti_aliasing(view);
  ImGui::Checkbox("soft shadows", &view.soft_shadows);
  if (ImGui::Button("Frame the scene", ImVec2(-1, 0))) workbench.frame_view();
}

}  // namespace raycloth
