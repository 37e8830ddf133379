// The window that asks what a mesh, or a sheet, shall be in the present scene, while a ghost shows where it would be.
#include <algorithm>
#include <type_traits>

#include "app/panels/files/browser.h"
#include "app/panels/panels.h"
#include "app/panels/tabs/object_fields.h"
#include "app/panels/widgets.h"

namespace raycloth {
namespace {

constexpr float kWide = 25;                                               // letters
constexpr float kThinnest = 0.0001f, kThickest = 0.05f, kUsual = 0.004f;  // m, of half thicknesses

float radio_width(const char* label) {
  return ImGui::GetFrameHeight() + ImGui::GetStyle().ItemInnerSpacing.x + ImGui::CalcTextSize(label).x;
}

void draw_kinds(Workbench& workbench, Adding& adding) {
  for (const Becoming& what : kBecomings) {
    if (adding.object.sheet && what.kind == ObjectKind::solid) continue;
    if (&what == &kAsMoving && adding.animations.empty()) continue;
    const bool chosen = adding.what == &what;
    if (&what != kBecomings) flow(radio_width(what.name));
    if (ImGui::RadioButton(what.name, chosen) && !chosen) workbench.become(what);
    note_item(std::string("becomes ") + what.name);
    if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", what.help);
  }
}

/// Of a moving obstacle: which of its file's.
void draw_animation(Adding& adding) {
  if (adding.animations.size() < 2 || adding.what != &kAsMoving) return;
  std::vector<const char*> names;
  for (const std::string& name : adding.animations) names.push_back(name.c_str());
  int chosen =
      static_cast<int>(std::ranges::find(adding.animations, *adding.object.animation) - adding.animations.begin());
  row_label("animation", "of its file, that it follows");
  if (choice_field("animation", chosen, names))
    adding.object.animation = adding.animations[static_cast<size_t>(chosen)];
}

/// Two numbers side by side; what is seen of one that is not whole is "%.3f m". True when changed.
template <class Pair>
bool pair_row(const char* label, const char* help, Pair& pair, const Pair& least, const Pair& most) {
  constexpr bool whole = std::is_same_v<Pair, Int2>;
  row_label(label, help);
  const float width = 0.5f * (ImGui::GetContentRegionAvail().x - ImGui::GetStyle().ItemSpacing.x);
  bool changed = false;
  for (int i = 0; i < 2; ++i) {
    const std::string name = std::string(label) + (i == 0 ? " along x" : " along z");
    if (i == 1) ImGui::SameLine();
    ImGui::SetNextItemWidth(width);
    changed |= ImGui::DragScalar(("##" + name).c_str(), whole ? ImGuiDataType_S32 : ImGuiDataType_Float, &pair[i],
                                 whole ? 1.0f : 0.01f, &least[i], &most[i], whole ? "%d" : "%.3f m",
                                 ImGuiSliderFlags_AlwaysClamp);
    note_item(name);
  }
  return changed;
}

void draw_sheet(Workbench& workbench, NewSheet sheet) {
  const bool size = pair_row("size", "of the sheet before it is turned, along x and z", sheet.size,
                             Vec2(NewSheet::kSmallest), Vec2(NewSheet::kLargest));
  const bool cells =
      pair_row("cells", "squares, each of two triangles", sheet.cells, Int2(1), Int2(NewSheet::kMostCells));
  if (size || cells) workbench.resize(sheet);
}

/// The row is there whatever is chosen, so that no button moves away under the mouse.
void draw_thickness(NewObject& object) {
  const bool solid = object.kind == ObjectKind::solid;
  bool fits = !object.half_thickness;
  ImGui::BeginDisabled(solid);
  row_label("half thickness as fits", "of cloth and shells: as thick as edges and layers allow, at most 4 mm");
  if (ImGui::Checkbox("##fits", &fits)) object.half_thickness = fits ? std::nullopt : std::optional(kUsual);
  note_item("half thickness as fits");
  ImGui::EndDisabled();
  if (object.half_thickness && !solid)
    quantity_row("half thickness of it", *object.half_thickness, {"m", kThinnest, kThickest, kUsual, ""});
}

/// A name that others have gets a number when it is added.
void draw_name(PanelState& state, NewObject& object) {
  row_label("name");
  text_field("name of it", "name", state.object_name);
  object.name = state.object_name.data();
}

/// It grows with what is chosen in it.
void stay_above(float foot) {
  const ImVec2 at = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
  const float y = std::clamp(at.y, 0.0f, std::max(foot - size.y, 0.0f));
  if (y != at.y) ImGui::SetWindowPos({at.x, y});
}

void draw_buttons(Workbench& workbench, PanelState& state) {
  const bool named = workbench.adding()->object.name[0] != '\0';
  ImGui::BeginDisabled(!named);
  if (button("Add to the scene")) {
    workbench.finish_adding();
    state.object_name = {};
  }
  ImGui::EndDisabled();
  ImGui::SameLine();
  if (workbench.adding() && !workbench.adding()->object.sheet) {
    if (button("Open alone")) leave_for(workbench, state, workbench.stop_adding());
    if (ImGui::IsItemHovered()) ImGui::SetTooltip("a scene of its own, in place of the present one");
    ImGui::SameLine();
  }
  if (button("Cancel")) workbench.stop_adding();
}

}  // namespace

void draw_adding(Workbench& workbench, PanelState& state, Vec4 picture) {
  if (!workbench.adding()) {
    state.asked_of.clear();
    return;
  }
  Adding& adding = *workbench.adding();
  const std::filesystem::path what = adding.object.sheet ? "a new sheet" : adding.object.mesh;
  if (state.asked_of != what) {
    state.asked_of = what;
    put_text(state.object_name, adding.object.name);
  }
  const float em = ImGui::GetFontSize();
  const ImVec2 window = ImGui::GetIO().DisplaySize;
  const float width = std::min(kWide * em, 0.94f * window.x), left = std::min(picture.x + em, window.x - width);
  // At the foot, for what is added is proposed above all else or at its right; with room for one row more.
  const float foot = window.y - (state.visible ? timeline_height() + status_height() : 0);
  ImGui::SetNextWindowPos({left, foot - em - ImGui::GetFrameHeightWithSpacing()},
                          state.laid_anew ? ImGuiCond_Always : ImGuiCond_Appearing, {0, 1});
  ImGui::SetNextWindowSize({width, 0});
  ImGui::SetNextWindowSizeConstraints({0, 0}, {window.x, window.y - 2 * em});
  begin_over("Add to the scene", nullptr, ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_AlwaysAutoResize);
  stay_above(foot);
  path_text(what.filename().string());
  ImGui::TextColored(kFaintText, "%zu vertices, %zu triangles", adding.mesh.positions.size(),
                     adding.mesh.triangles.size());
  draw_warnings(adding.warnings);
  ImGui::TextUnformatted("What shall it be?");
  draw_kinds(workbench, adding);
  draw_animation(adding);
  draw_name(state, adding.object);
  if (adding.object.sheet) draw_sheet(workbench, *adding.object.sheet);
  Placement placement = workbench.arranger.placement();
  if (draw_placement(placement, workbench.arranger.center(), state.angles)) workbench.arranger.set(placement);
  draw_thickness(adding.object);
  ImGui::TextColored(kFaintText, "Arrows and rings in the picture move and turn it.");
  draw_buttons(workbench, state);
  ImGui::End();
}

}  // namespace raycloth
