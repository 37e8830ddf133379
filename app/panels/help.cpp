// The help overlay: every key and mouse action, from the table of commands.
#include "app/commands/commands.h"
#include "app/panels/panels.h"
#include "app/panels/widgets.h"

namespace raycloth {
namespace {

struct Row {
  std::string input, effect;  // without effect: a heading
};

std::vector<Row> make_rows() {
  std::vector<Row> rows = {{"Mouse", ""}};
  for (const Gesture& gesture : gesture_list()) rows.push_back({gesture.input, gesture.effect});
  std::string group;
  for (const UserCommand& command : command_list()) {
    if (command.keys.empty()) continue;
    if (std::exchange(group, command.group) != command.group) rows.push_back({command.group, ""});
    rows.push_back({keys_text(command), command.name});
  }
  return rows;
}

void draw_row(const Row& row) {
  ImGui::TableNextColumn();
  if (row.effect.empty())
    ImGui::TextColored(kFaintText, "%s", row.input.c_str());
  else
    ImGui::TextUnformatted(row.input.c_str());
  ImGui::TableNextColumn();
  ImGui::TextUnformatted(row.effect.c_str());
}

/// In two halves beside each other.
void draw_rows(const std::vector<Row>& rows) {
  size_t half = (rows.size() + 1) / 2;
  while (half < rows.size() && !rows[half].effect.empty()) ++half;  // no group is cut
  if (!ImGui::BeginTable("rows", 4, ImGuiTableFlags_SizingFixedFit | ImGuiTableFlags_PadOuterX)) return;
  for (size_t i = 0; i < half; ++i) {
    draw_row(rows[i]);
    draw_row(half + i < rows.size() ? rows[half + i] : Row{});
  }
  ImGui::EndTable();
}

}  // namespace

void draw_help(PanelState& state) {
  static const std::vector<Row> rows = make_rows();
  const ImVec2 window = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos({0.5f * window.x, 0.5f * window.y}, ImGuiCond_Always, ImVec2(0.5f, 0.5f));
  ImGui::SetNextWindowSizeConstraints({0, 0}, {0.96f * window.x, window.y - 3 * status_height()});
  ImGui::Begin("Keys and mouse", &state.help,
               ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_HorizontalScrollbar);
  draw_rows(rows);
  ImGui::Spacing();
  ImGui::TextColored(kFaintText, "ctrl + P lists every command, those without keys as well");
  ImGui::End();
}

}  // namespace raycloth
