// The help overlay: every key and mouse action.
#include "app/panels/panels.h"
#include "app/panels/widgets.h"

namespace raycloth {
namespace {

struct HelpRow {
  const char* input;
  const char* effect;  // nullptr: `input` is a heading
};

constexpr HelpRow kRows[] = {
    {"Mouse", nullptr},
    {"left drag on cloth", "pull it; the wheel pulls nearer and farther"},
    {"left drag beside it, right drag", "turn the view"},
    {"middle drag, shift + right drag", "move the view"},
    {"wheel", "zoom"},
    {"alt + left drag", "turn the view, also over cloth"},
    {"ctrl + left click", "inspect the vertex there: its rays, verdicts and contacts"},
    {"drop scenes or meshes", "open them"},
    {"Time", nullptr},
    {"space", "play, pause"},
    {"right arrow, S", "a single step, or to the next frame of the past"},
    {"left arrow", "a frame back; with shift, either arrow goes 60 frames"},
    {"G", "from a past frame: do again what was done, with the present settings"},
    {"R", "reset"},
    {"K", "keep what was done since the start in a session file, and stop"},
    {"T", "record timings to a CSV file, and stop"},
    {"Method", nullptr},
    {"I", "inversion handling: the next choice"},
    {"P", "predictions on, off"},
    {"ctrl + Z, ctrl + shift + Z", "take back a change of settings or materials, do it again"},
    {"X", "pause at the first penetration: on, off"},
    {"View", nullptr},
    {"F", "frame the scene"},
    {"W   N   Y", "wireframe, normals, rays"},
    {"C   B", "contacts, hierarchy boxes"},
    {"number pad 1   3   7", "from the front, the right, above; with ctrl from the other side"},
    {"number pad 5", "orthographic, perspective"},
    {"F5 ... F8", "a kept view; with shift, keep the present one"},
    {"M", "heat map: the next quantity"},
    {"Tab", "panels on, off"},
    {"1 ... 7", "a panel"},
    {"F12", "save a picture of the window"},
    {"ctrl + S", "save the scene as it has been changed"},
    {"F1, H", "this help"},
    {"ctrl + Q", "quit"},
};

}  // namespace

void draw_help(PanelState& state) {
  const ImVec2 middle(0.5f * ImGui::GetIO().DisplaySize.x, 0.5f * ImGui::GetIO().DisplaySize.y);
  ImGui::SetNextWindowPos(middle, ImGuiCond_Always, ImVec2(0.5f, 0.5f));
  ImGui::Begin("Keys and mouse", &state.help,
               ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoMove);
  for (const HelpRow& row : kRows) {
    if (!row.effect) {
      ImGui::Spacing();
      ImGui::TextColored(kFaintText, "%s", row.input);
      ImGui::Separator();
      continue;
    }
    ImGui::TextUnformatted(row.input);
    ImGui::SameLine(17 * ImGui::GetFontSize());
    ImGui::TextUnformatted(row.effect);
  }
  ImGui::End();
}

}  // namespace raycloth
