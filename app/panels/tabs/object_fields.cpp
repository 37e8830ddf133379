#include "app/panels/tabs/object_fields.h"

#include <algorithm>

#include "app/panels/widgets.h"

namespace raycloth {
namespace {

constexpr float kFarthest = 1000;                     // m
constexpr float kSmallest = 0.001f, kLargest = 1000;  // m or a factor

/// Three numbers on one line, noted as "place x" and so on. `active`: one of them is being typed or drawn on.
bool vector_row(const char* name, const char* help, Vec3& value, float step, float limit, const char* format,
                bool& active) {
  row_label(name, help);
  const float gap = 0.5f * ImGui::GetStyle().ItemInnerSpacing.x;
  const float width = (ImGui::GetContentRegionAvail().x - 2 * gap) / 3;
  bool changed = false;
  ImGui::PushID(name);
  active = false;
  for (int i = 0; i < 3; ++i) {
    if (i > 0) ImGui::SameLine(0, gap);
    ImGui::PushID(i);
    ImGui::SetNextItemWidth(width);
    changed |= ImGui::DragFloat("##value", &value[i], step, -limit, limit, format, ImGuiSliderFlags_NoRoundToFormat);
    note_item(std::string(name) + " " + static_cast<char>('x' + i));
    active |= ImGui::IsItemActive();
    ImGui::PopID();
  }
  ImGui::PopID();
  return changed;
}

bool draw_size(Placement& placement, Vec3 center) {
  float size = placement.fit ? *placement.fit : placement.scale.x;
  const float before = size;
  row_label(placement.fit ? "size" : "scale", placement.fit ? "m, of the longest side" : "of the file's units");
  const bool changed = ImGui::DragFloat("##size", &size, 0.005f * before, kSmallest, kLargest,
                                        placement.fit ? "%.3f m" : "%.3f", ImGuiSliderFlags_AlwaysClamp);
  note_item(placement.fit ? "size" : "scale");
  offer_item("size of the object");
  if (changed && before != 0) placement = enlarged(placement, size / before, center);
  return changed;
}

void draw_look(Workbench& workbench, PanelState& state, int object) {
  Look look = workbench.look(object);
  if (state.named_object != look.name) {
    state.named_object = look.name;
    put_text(state.object_name, look.name);
  }
  row_label("name");
  text_field("name of the object", "name", state.object_name);
  if (ImGui::IsItemDeactivatedAfterEdit()) {
    look.name = state.object_name.data();
    workbench.change(object, look);
    state.named_object.clear();  // what was refused is shown no more
  }
  row_label("colour");
  if (ImGui::ColorEdit3("##colour", &look.color.x)) workbench.change(object, look);
  ImGui::PushID("##colour");
  offer_item("colour", ImGui::GetID("##X"));  // of its three numbers the first
  ImGui::PopID();
  note_item("colour");
}

/// Numbers are taken over when a field is left.
void draw_place(Workbench& workbench, PanelState& state, int object) {
  Arranger& arranger = workbench.arranger;
  Placement placement = arranger.placement();
  if (draw_placement(placement, arranger.center(), state.angles)) arranger.set(placement);
  if (arranger.changed() && !arranger.held() && !ImGui::IsAnyItemActive() && !workbench.building())
    workbench.place(object, arranger.placement());
}

}  // namespace

bool draw_placement(Placement& placement, Vec3 center, std::optional<Vec3>& angles) {
  bool active = false;
  bool changed =
      vector_row("place", "m, of the origin of its file", placement.translation, 0.005f, kFarthest, "%.3f", active);
  Vec3 turn = angles.value_or(angles_of(placement));
  const bool turned =
      vector_row("turn", "degrees about x, then y, then z, about its middle", turn, 0.5f, 360, "%.1f", active);
  if (turned) {
    angles = turn;
    placement = with_angles(placement, turn, center);
  }
  if (!active) angles.reset();
  changed |= turned;
  return changed | draw_size(placement, center);
}

void draw_eye(Workbench& workbench, int object, float size) {
  Look look = workbench.look(object);
  if (!eye_button("eye of " + look.name, !look.hidden, size)) return;
  look.hidden = !look.hidden;
  workbench.change(object, look);
}

void draw_chosen_object(Workbench& workbench, PanelState& state) {
  const int object = workbench.selected();
  if (workbench.adding()) return;  // the window that asks about that has these fields
  if (object < 0) {
    ImGui::TextColored(kFaintText, "Click an object to name, colour, place or remove it.");
    return;
  }
  ImGui::PushID(object);
  draw_look(workbench, state, object);
  draw_place(workbench, state, object);
  checkbox("arrange with the mouse", &workbench.arranging);
  ImGui::SameLine();
  if (button("Remove")) workbench.remove(object);
  ImGui::PopID();
}

}  // namespace raycloth
