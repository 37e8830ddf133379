// The palette: words choose among all commands, the arrows and Return take one, so does a click.
#include <algorithm>

#include "app/commands/commands.h"
#include "app/panels/panels.h"
#include "app/panels/widgets.h"

namespace raycloth {
namespace {

constexpr float kRows = 14;  // seen at once, where the window has room for them

bool pressed(ImGuiKey key) { return ImGui::IsKeyPressed(ImGui::GetKeyIndex(key)); }

/// Whether Return was pressed in the field.
bool draw_field(PanelState& state) {
  if (ImGui::IsWindowAppearing()) ImGui::SetKeyboardFocusHere();
  const std::array<char, 128> before = state.search;
  const bool entered = text_field("palette", "what to do", state.search);
  if (state.search != before) state.chosen = 0;
  return entered;
}

/// Whether the row was clicked.
bool draw_row(const UserCommand& command, bool chosen) {
  const bool clicked = selectable((command.name + "##" + command.group).c_str(), chosen);
  if (chosen && !ImGui::IsItemVisible()) ImGui::SetScrollHereY();
  const float keys = ImGui::CalcTextSize(keys_text(command).c_str()).x;
  const float right = ImGui::GetWindowContentRegionMax().x - keys;
  ImGui::SameLine(0.42f * ImGui::GetWindowContentRegionMax().x);
  const float room = right - ImGui::GetCursorPosX() - ImGui::GetFontSize();
  const ImVec4 color = chosen ? ImGui::GetStyle().Colors[ImGuiCol_Text] : kFaintText;
  ImGui::TextColored(color, "%s", shortened(command.help, room).c_str());
  ImGui::SameLine(right);
  ImGui::TextUnformatted(keys_text(command).c_str());
  return clicked;
}

/// The command that was clicked; nullptr: none was.
const UserCommand* draw_list(const std::vector<const UserCommand*>& found, int chosen) {
  const UserCommand* clicked = nullptr;
  ImGui::PushStyleColor(ImGuiCol_Header, ImGui::GetStyle().Colors[ImGuiCol_ButtonActive]);
  const float room = 0.95f * ImGui::GetIO().DisplaySize.y - ImGui::GetCursorScreenPos().y;
  ImGui::BeginChild("list", {0, std::min(kRows * ImGui::GetTextLineHeightWithSpacing(), room)});
  for (size_t i = 0; i < found.size(); ++i)
    if (draw_row(*found[i], static_cast<int>(i) == chosen)) clicked = found[i];
  if (found.empty()) ImGui::TextColored(kFaintText, "no command is called so");
  ImGui::EndChild();
  ImGui::PopStyleColor();
  return clicked;
}

}  // namespace

void draw_palette(Workbench& workbench, PanelState& state) {
  const ImVec2 window = ImGui::GetIO().DisplaySize;
  const float width = std::min(46 * ImGui::GetFontSize(), 0.94f * window.x);
  ImGui::SetNextWindowPos({0.5f * window.x, 0.1f * window.y}, ImGuiCond_Always, ImVec2(0.5f, 0));
  ImGui::SetNextWindowSize({width, 0});
  ImGui::SetNextWindowFocus();
  begin_over("Commands", nullptr, ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove);
  const bool entered = draw_field(state);
  const std::vector<const UserCommand*> found = find_commands(state.search.data());
  state.chosen += pressed(ImGuiKey_DownArrow) - pressed(ImGuiKey_UpArrow);
  state.chosen = std::clamp(state.chosen, 0, std::max(static_cast<int>(found.size()) - 1, 0));
  const UserCommand* taken = draw_list(found, state.chosen);
  if (entered && !found.empty()) taken = found[state.chosen];
  const bool outside =
      ImGui::IsMouseClicked(0) &&
      !ImGui::IsWindowHovered(ImGuiHoveredFlags_RootAndChildWindows | ImGuiHoveredFlags_AllowWhenBlockedByActiveItem);
  ImGui::End();
  if (!taken && !entered && !outside && !pressed(ImGuiKey_Escape)) return;
  state.palette = false;
  state.search = {};
  state.chosen = 0;
  if (taken) taken->act({workbench, state});
}

}  // namespace raycloth
