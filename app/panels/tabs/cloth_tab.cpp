// The cloth tab: the materials of every cloth, live, from material_list().
#include <algorithm>
#include <map>

#include "app/panels/panels.h"
#include "app/panels/widgets.h"
#include "app/run/output/setting_text.h"
#include "sim/scene/fabrics.h"
#include "sim/text.h"

namespace raycloth {
namespace {

bool material_row(const char* label, const MaterialInfo& info, float& value) {
  static std::map<const MaterialInfo*, std::string> tips;  // made once: the table stays as it is
  std::string& tip = tips[&info];
  if (tip.empty()) tip = tooltip_text(describe(info, true));
  return quantity_row(label, value, {info.unit, info.min, info.max, Material{}.*info.member, tip.c_str()});
}

void draw_fabric_choice(const Fabric& fabric, const Fabric* present, const Fabric*& chosen) {
  if (selectable(fabric.name.c_str(), &fabric == present)) chosen = &fabric;
  if (!ImGui::IsItemHovered()) return;
  std::string text = fabric.description;
  for (const auto& [info, value] : fabric.values)
    text += "\n" + spoken(info->key) + printed(" %.4g %s", value, info->unit);
  ImGui::SetTooltip("%s\n%s", text.c_str(), fabric.source.c_str());
}

bool draw_fabric(Material& material) {
  const Fabric* const present = fabric_of(material);
  const Fabric* chosen = nullptr;
  row_label("fabric", "as it was measured: sets bending and density, and leaves the rest as it is");
  const bool open = ImGui::BeginCombo("##fabric", present ? present->name.c_str() : "its own");
  note_item("fabric");
  if (!open) return false;
  for (const Fabric& fabric : fabric_list()) draw_fabric_choice(fabric, present, chosen);
  ImGui::EndCombo();
  if (chosen) put(*chosen, material);
  return chosen != nullptr;
}

/// `asked`: of the cloth that commands speak of.
bool draw_material(Material& material, bool asked) {
  bool changed = draw_fabric(material);
  for (const MaterialInfo& info : material_list()) {
    if (!(info.owners & matter::cloth)) continue;
    changed |= material_row(spoken(info.key).c_str(), info, material.*info.member);
    if (asked) offer_item(spoken(info.key) + " of the cloth");
  }
  return changed;
}

const MaterialInfo& thickness_info() {
  for (const MaterialInfo& info : material_list())
    if (info.member == &Material::half_thickness) return info;
  throw std::logic_error("material_list() has no half_thickness");
}

/// One slider for the half thickness of every cloth.
void draw_common_thickness(Workbench& workbench, const std::vector<int>& cloths) {
  const MaterialInfo& info = thickness_info();
  float thickness = workbench.material(cloths.front()).half_thickness;
  ImGui::PushID("all");
  const bool changed = material_row("half thickness, all", info, thickness);
  ImGui::PopID();
  if (!changed) return;
  for (int object : cloths) {
    Material material = workbench.material(object);
    material.half_thickness = thickness;
    workbench.change(object, material);
  }
}

void draw_cutter(Workbench& workbench, PanelState& state) {
  bool cutting = state.cutting;
  if (checkbox("cut cloth", &cutting)) {
    end_tools(workbench, state);
    state.cutting = cutting;
  }
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("with the left button: a drag over cloth cuts what is seen of it");
}

/// The brush, and what it has painted on an object.
void draw_brush(Workbench& workbench) {
  bool brushing = workbench.brushing();
  if (checkbox("paint thickness", &brushing)) workbench.brush(brushing);
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("with the left button, on cloth; each stroke builds the scene anew");
  if (!workbench.brushing()) return;
  Brush& brush = workbench.painter.brush;
  quantity_row("brush radius", brush.radius, {"m", 0.005f, 1, 0.05f, "of the fabric, as it lies at rest"});
  quantity_row("brush factor", brush.factor,
               {"", kThinnestFactor, kThickestFactor, 2, "of the half thickness, towards which a stroke goes"});
  quantity_row("brush strength", brush.strength, {"", 0.05f, 1, 0.5f, "part of the way in its middle, at a touch"});
}

void draw_painted(Workbench& workbench, int object) {
  if (workbench.scene().objects[object].thickness_map.empty()) return;
  row_label("thickness map", "factors of the half thickness, from vertex to vertex");
  if (button("Clear")) workbench.clear_thickness(object);
}

/// `asked`: it is the one that commands speak of.
void draw_object(Workbench& workbench, PanelState& state, int object, bool open, bool asked) {
  const ModelObject& model = workbench.model().objects[object];
  ImGui::PushID(object);
  const ImVec4 swatch(model.color.x, model.color.y, model.color.z, 1);
  ImGui::ColorButton("##color", swatch, ImGuiColorEditFlags_NoTooltip,
                     ImVec2(ImGui::GetFrameHeight(), ImGui::GetFrameHeight()));
  ImGui::SameLine();
  if (asked && state.wish.ends_with(" of the cloth")) ImGui::SetNextItemOpen(true);
  const bool unfolded = ImGui::CollapsingHeader(model.name.c_str(), open ? ImGuiTreeNodeFlags_DefaultOpen : 0);
  note_item("material of " + model.name);
  if (unfolded) {
    Material material = workbench.material(object);
    if (draw_material(material, asked)) workbench.change(object, material);
    draw_painted(workbench, object);
  }
  ImGui::PopID();
}

}  // namespace

void draw_cloth_tab(Workbench& workbench, PanelState& state) {
  const std::vector<ModelObject>& objects = workbench.model().objects;
  std::vector<int> cloths;
  for (size_t i = 0; i < objects.size(); ++i)
    if (objects[i].kind == ObjectKind::cloth) cloths.push_back(static_cast<int>(i));
  if (cloths.empty()) {
    ImGui::TextColored(kFaintText, "This scene has no cloth.");
    return;
  }
  draw_common_thickness(workbench, cloths);
  draw_cutter(workbench, state);
  draw_brush(workbench);
  ImGui::Spacing();
  const bool chosen = std::ranges::count(cloths, workbench.selected()) > 0;
  const int asked = chosen ? workbench.selected() : cloths.front();
  for (int object : cloths) draw_object(workbench, state, object, object == cloths.front(), object == asked);
}

}  // namespace raycloth
