// The A/B tab: the comparison itself, whose settings the other tabs change, what differs, and how far apart both are.
#include <cstdio>

#include "app/panels/panels.h"
#include "app/panels/widgets.h"
#include "app/run/output/naming.h"
#include "app/workbench/parts/comparison_words.h"

namespace raycloth {
namespace {

/// A value at the right of its name.
template <class... Values>
void fact(const char* name, const char* format, Values... values) {
  row_label(name);
  ImGui::Text(format, values...);
}

void draw_device(Workbench& workbench) {
  static constexpr const char* kDevices[] = {"auto", "cpu", "cuda"};
  int choice = static_cast<int>(workbench.frame().comparison.choice);
  row_label("device of B", workbench.frame().comparison.device.c_str());
  if (choice_field("device of B", choice, kDevices)) workbench.comparison().move_b(static_cast<DeviceChoice>(choice));
}

void draw_differences(const Frame& frame) {
  const std::vector<ComparedSetting> rows = compared_settings(frame);
  if (rows.empty())
    return wrapped(kFaintText, "Nothing differs yet: change B in the tabs Cloth, Collision and Solver.");
  if (!ImGui::BeginTable("differences", 3, ImGuiTableFlags_RowBg | ImGuiTableFlags_SizingStretchProp)) return;
  for (const char* title : {"", "A", "B"}) ImGui::TableSetupColumn(title);
  ImGui::TableHeadersRow();
  for (const ComparedSetting& row : rows)
    for (const std::string* text : {&row.name, &row.a, &row.b}) {
      ImGui::TableNextColumn();
      ImGui::TextWrapped("%s", text->c_str());
    }
  ImGui::EndTable();
}

void draw_pace(const ComparisonView& both) {
  if (both.ms_a <= 0 || both.ms_b <= 0) return fact("step", "-");
  fact("step of A", "%.2f ms", both.ms_a);
  fact("step of B", "%.2f ms (%+.2f)", both.ms_b, both.ms_b - both.ms_a);
  fact("B to A", "%.2f times", both.ms_b / both.ms_a);
}

void draw_first(const char* name, const std::optional<long long>& frame) {
  if (frame)
    fact(name, "frame %lld", *frame);
  else
    fact(name, "not yet");
}

void draw_distances(const Divergence& divergence, const Model& model) {
  constexpr double kMillimetres = 1000;
  fact("farthest vertex", "%.3g mm", kMillimetres * divergence.now.distance);
  if (divergence.now.distance > 0 && ImGui::IsItemHovered())
    ImGui::SetTooltip("%s", vertex_name(model, divergence.now.vertex).c_str());
  fact("mean of cloth", "%.3g mm", kMillimetres * divergence.mean);
  draw_first("first that differs", divergence.differs);
  draw_first("first over 1 mm apart", divergence.is_apart);
}

void draw_crossings(const Workbench& workbench) {
  if (!workbench.examining().counting() && !workbench.examining().pausing_at_first()) return;
  const auto row = [](const char* name, const PenetrationsView& found) {
    if (found.frame < 0) return fact(name, "counting");
    fact(name, "%lld (frame %lld)", found.pairs, found.frame);
  };
  row("crossing pairs of A", workbench.frame().penetrations);
  row("crossing pairs of B", workbench.frame().comparison.b->penetrations);
}

void draw_heat_of_distances(Workbench& workbench) {
  bool shown = workbench.view.heat == Heat::distance;
  if (checkbox("distances as colours on B", &shown)) workbench.view.heat = shown ? Heat::distance : Heat::off;
}

void draw_numbers(Workbench& workbench) {
  const Frame& frame = workbench.frame();
  char since[64];
  std::snprintf(since, sizeof since, "since frame %lld", frame.comparison.since);
  ImGui::Spacing();
  ImGui::TextColored(kFaintText, "%s", since);
  ImGui::Separator();
  draw_distances(frame.comparison.divergence, workbench.model());
  draw_crossings(workbench);
  draw_pace(frame.comparison);
  draw_heat_of_distances(workbench);
}

void draw_ends(Workbench& workbench) {
  ImGui::Spacing();
  if (button("Again from here", {-1, 0})) workbench.comparison().begin_again();
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("B goes on from A's present state, with the settings that it has");
  if (button("Keep B's settings", {-1, 0})) workbench.comparison().keep_b();
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("A goes on with them, and B ends");
  if (button("Stop comparing", {-1, 0})) workbench.comparison().turn(false);
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("A goes on as it is, and B ends");
}

}  // namespace

void draw_side_choice(Workbench& workbench) {
  if (!workbench.comparison().on()) return;
  using enum Comparison::Side;
  row_label("settings shown",
            "and changed: of the left side of the picture, or of the right; wind and gravity are of both");
  const Comparison::Side chosen = workbench.comparison().chosen();
  if (ImGui::RadioButton("A", chosen == a)) workbench.comparison().choose(a);
  note_item("side A");
  ImGui::SameLine(0, 2 * ImGui::GetStyle().ItemSpacing.x);
  if (ImGui::RadioButton("B", chosen == b)) workbench.comparison().choose(b);
  note_item("side B");
  ImGui::Separator();
}

void draw_compare_tab(Workbench& workbench) {
  if (!workbench.comparison().on()) {
    if (button("Compare A and B", {-1, 0})) workbench.comparison().turn(true);
    wrapped(kFaintText,
            "The present state goes on twice, side by side: A as it is, B with settings, materials and a device of "
            "its own. Hands, pins and wind act on both.");
    return;
  }
  if (!workbench.frame().comparison.b) return wrapped(kFaintText, "B begins.");
  draw_side_choice(workbench);
  draw_device(workbench);
  ImGui::Spacing();
  draw_differences(workbench.frame());
  draw_numbers(workbench);
  draw_ends(workbench);
}

}  // namespace raycloth
