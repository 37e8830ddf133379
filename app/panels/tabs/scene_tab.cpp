// The scene tab: what is open, and what else can be.
#include <functional>

#include "app/panels/files/asking.h"
#include "app/panels/files/browser.h"
#include "app/panels/panels.h"
#include "app/panels/tabs/object_fields.h"
#include "app/panels/widgets.h"

namespace raycloth {
namespace {

void draw_fact(const char* name, const std::string& value) {
  ImGui::TextColored(kFaintText, "%s", name);
  ImGui::SameLine(0.32f * ImGui::GetWindowContentRegionMax().x);
  ImGui::TextWrapped("%s", value.c_str());
}

void draw_path(const char* name, const std::string& path) {
  ImGui::TextColored(kFaintText, "%s", name);
  ImGui::SameLine(0.32f * ImGui::GetWindowContentRegionMax().x);
  path_text(path);
}

/// What the kind cell says: static is what a solid is unless it is said.
std::string kind_and_motion(const ModelObject& object) {
  const std::string kind = kKindNames[static_cast<int>(object.kind)];
  if (object.motion == MotionKind::fixed) return kind;
  return kMotionNames[static_cast<int>(object.motion)] + (" " + kind);
}

void draw_objects(Workbench& workbench) {
  const Model& model = workbench.model();
  if (!ImGui::BeginTable("objects", 5, ImGuiTableFlags_RowBg | ImGuiTableFlags_SizingStretchSame)) return;
  const float line = ImGui::GetTextLineHeight();
  const ImGuiStyle& style = ImGui::GetStyle();  // rows meet and do not lie over each other
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {style.ItemSpacing.x, 2 * style.CellPadding.y});
  ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthFixed, line);
  for (const char* heading : {"object", "kind", "vertices", "triangles"}) ImGui::TableSetupColumn(heading);
  ImGui::TableHeadersRow();
  for (int i = 0; i < static_cast<int>(model.objects.size()); ++i) {
    const ModelObject& object = model.objects[i];
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::PushID(i);
    draw_eye(workbench, i, line);
    ImGui::TableNextColumn();
    const std::string name = workbench.look(i).name;
    const bool chosen = workbench.selected() == i;
    const std::string shown = shortened(name, ImGui::GetContentRegionAvail().x);
    if (ImGui::Selectable(shown.c_str(), chosen)) workbench.select(chosen ? -1 : i);
    note_row("object " + name);
    if (shown != name && ImGui::IsItemHovered()) ImGui::SetTooltip("%s", name.c_str());
    ImGui::PopID();
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(kind_and_motion(object).c_str());
    ImGui::TableNextColumn();
    ImGui::Text("%d", object.vertices.size());
    ImGui::TableNextColumn();
    ImGui::Text("%d", object.triangles.size());
  }
  ImGui::PopStyleVar();
  ImGui::EndTable();
}

void draw_path_field(Workbench& workbench, PanelState& state) {
  const float right = room_beside("Open");
  const bool entered = text_field("path", "path of a .json, .obj, .glb or .jsonl file", state.path, right);
  ImGui::SameLine();
  if ((button("Open") || entered) && state.path[0]) open_files(workbench, state, {state.path.data()});
  if (button("Browse")) state.browser.open = true;
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("scenes, recent files, folders");
  ImGui::SameLine();
  if (button("Add a sheet")) workbench.begin_adding_sheet();
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("of cloth, as large and as fine as you say then");
  ImGui::SameLine();
  ImGui::TextColored(kFaintText, "or drop files here");
}

void draw_undo(const char* label, const std::string& words, bool can, const std::function<void()>& act) {
  ImGui::BeginDisabled(!can);
  if (button(label)) act();
  ImGui::EndDisabled();
  if (can && ImGui::IsItemHovered()) ImGui::SetTooltip("%s", spoken(words).c_str());
  ImGui::SameLine();
}

void draw_edits(Workbench& workbench, PanelState& state) {
  const EditHistory& edits = workbench.edits();
  ImGui::TextColored(kFaintText, "changes");
  ImGui::Separator();
  draw_undo("Undo", edits.undo_words(), edits.can_undo(), [&] { workbench.undo(); });
  draw_undo("Redo", edits.redo_words(), edits.can_redo(), [&] { workbench.redo(); });
  if (button("Save scene")) workbench.saving().save();
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", ("to " + workbench.saving().usual_file().string()).c_str());
  ImGui::SameLine();
  if (button("Save as")) ask_where_to_save(workbench, state);
}

}  // namespace

void draw_scene_tab(Workbench& workbench, PanelState& state) {
  draw_path_field(workbench, state);
  ImGui::Spacing();
  const Scene& scene = workbench.scene();
  const Model& model = workbench.model();
  ImGui::TextWrapped("%s", scene.description.c_str());
  ImGui::Spacing();
  draw_path("file", scene.path.string());
  draw_fact("device", workbench.frame().opened->device);
  draw_fact("vertices", std::to_string(model.positions.size()));
  draw_fact("triangles", std::to_string(model.triangles.size()));
  ImGui::Spacing();
  draw_objects(workbench);
  draw_chosen_object(workbench, state);
  draw_warnings(scene.warnings);
  ImGui::Spacing();
  draw_export(workbench, state);
  ImGui::Spacing();
  draw_edits(workbench, state);
}

}  // namespace raycloth
