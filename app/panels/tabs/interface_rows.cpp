// The rows of the view tab that are of the window itself: how large it writes, its colours, where its panels are.
#include <array>
#include <cmath>
#include <cstdio>

#include "app/panels/panels.h"
#include "app/panels/widgets.h"

namespace raycloth {
namespace {

std::string percent(float scale) { return std::to_string(std::lround(100 * scale)) + " %"; }

void draw_scale(WindowLook& look) {
  row_label("size of letters", "of all panels, times what the display asks for (ctrl + =, ctrl + -, ctrl + 0)");
  const bool open = ImGui::BeginCombo("##scale", percent(look.scale).c_str());
  note_item("size of letters");
  if (!open) return;
  for (const float scale : WindowLook::kScales)
    if (selectable(percent(scale).c_str(), std::abs(scale - look.scale) < 1e-3f)) look.scale = scale;
  ImGui::EndCombo();
}

template <class Enum>
void draw_choice(const char* name, const char* help, Enum& value, std::span<const char* const> words) {
  int chosen = static_cast<int>(value);
  row_label(name, help);
  if (choice_field(name, chosen, words)) value = static_cast<Enum>(chosen);
}

}  // namespace

void draw_interface(PanelState& state) {
  ImGui::TextColored(kFaintText, "window");
  ImGui::Separator();
  draw_scale(state.look);
  draw_choice("colours", "of the panels", state.look.theme, kThemeNames);
  draw_choice("background", "behind the scene: grey, or white as in print", state.look.backdrop, kBackdropNames);
  draw_choice("panels", "left or right of the picture, or over it; a grip at their head drags them there",
              state.layout.side, kPanelSideNames);
  if (button("Layout as at first", ImVec2(-1, 0))) state.layout = {};
}

}  // namespace raycloth
