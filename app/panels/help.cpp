// The help overlay: every key and mouse action, from the table of commands.
#include <algorithm>

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

/// Widths of the longest input and the longest effect, pixels.
ImVec2 widths_of(const std::vector<Row>& rows) {
  ImVec2 widths(0, 0);
  for (const Row& row : rows) {
    widths.x = std::max(widths.x, ImGui::CalcTextSize(row.input.c_str()).x);
    widths.y = std::max(widths.y, ImGui::CalcTextSize(row.effect.c_str()).x);
  }
  return widths;
}

void draw_row(const Row& row) {
  ImGui::TableNextColumn();
  if (row.effect.empty())
    ImGui::TextColored(kFaintText, "%s", row.input.c_str());
  else
    ImGui::TextUnformatted(row.input.c_str());
  ImGui::TableNextColumn();
  ImGui::TextWrapped("%s", row.effect.c_str());
}

/// In two parts beside each other, or in one where there is no room for that.
void draw_rows(const std::vector<Row>& rows, int parts, float input) {
  size_t length = (rows.size() + parts - 1) / parts;
  while (length < rows.size() && !rows[length].effect.empty()) ++length;  // no group is cut
  if (!ImGui::BeginTable("rows", 2 * parts, ImGuiTableFlags_PadOuterX)) return;
  for (int i = 0; i < parts; ++i) {
    ImGui::TableSetupColumn(nullptr, ImGuiTableColumnFlags_WidthFixed, input);
    ImGui::TableSetupColumn(nullptr, ImGuiTableColumnFlags_WidthStretch);
  }
  for (size_t i = 0; i < length; ++i)
    for (size_t part = 0; part < static_cast<size_t>(parts); ++part)
      draw_row(part * length + i < rows.size() ? rows[part * length + i] : Row{});
  ImGui::EndTable();
}

}  // namespace

void draw_help(PanelState& state) {
  static const std::vector<Row> rows = make_rows();
  const ImVec2 window = ImGui::GetIO().DisplaySize;
  const ImVec2 widths = widths_of(rows);
  const float gaps = 4 * ImGui::GetFontSize();  // of a part: between its columns, beside them, a scroll bar
  const float part = widths.x + widths.y + gaps, most = 0.96f * window.x;
  const int parts = 2 * part <= most ? 2 : 1;
  ImGui::SetNextWindowPos({0.5f * window.x, 0.5f * window.y}, ImGuiCond_Always, ImVec2(0.5f, 0.5f));
  ImGui::SetNextWindowSize({std::min(parts * part, most), 0});
  ImGui::SetNextWindowSizeConstraints({0, 0}, {most, window.y - 3 * status_height()});
  begin_over("Keys and mouse", &state.help,
             ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoMove |
                 ImGuiWindowFlags_NoSavedSettings);
  draw_rows(rows, parts, widths.x);
  ImGui::Spacing();
  wrapped(kFaintText, "ctrl + P lists every command, those without keys as well");
  ImGui::End();
}

}  // namespace raycloth
