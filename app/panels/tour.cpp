// The tour of a first start: five cards, each with what it tells of framed.
#include <imgui_internal.h>

#include <algorithm>
#include <array>

#include "app/panels/panels.h"
#include "app/panels/widgets.h"

namespace raycloth {
namespace {

struct Card {
  const char *title, *text;
  const char* window;  // of Dear ImGui that it tells of; nullptr: the picture
};

constexpr std::array kCards = {
    Card{
        "Take hold of it",
        "Drag the cloth with the left button: it follows, and the force is written beside it. Drag beside the cloth to "
        "turn the view; the wheel zooms. Space pauses and goes on. Ctrl and a click on a vertex show its rays, and why "
        "each was judged as it was.",
        nullptr},
    Card{"Change anything while it runs",
         "Every part of the method is in these tabs and acts at once. Rest the mouse on a name: it says what the "
         "setting "
         "does, its unit, range and default, and the paper that it comes from. Drag a tab out of the row to keep it in "
         "sight, the grip at the head to move all of them. Ctrl + Z takes a change back.",
         "Raycloth"},
    Card{"Go back in time",
         "Draw this bar back to see a past frame again. Go on from there, with other settings if you like: what was "
         "before stays as a take to compare with.",
         "Timeline"},
    Card{"Compare two methods",
         "Ctrl + B continues the present state twice, side by side. Give B another handler or tracer in the tab "
         "Collision; the tab A/B tells how far apart both are, since when, and what a step of each costs.",
         "Raycloth"},
    Card{
        "Find everything by its name",
        "Ctrl + P lists every command: type some of its words, Return does it. F1 shows keys and mouse. Ctrl + O shows "
        "the other scenes. docs/guide.md goes on from here; the command 'tour' begins again.",
        nullptr},
};

void frame_what_is_told_of(const Card& card, Vec4 picture) {
  const ImGuiWindow* const window = card.window ? ImGui::FindWindowByName(card.window) : nullptr;
  ImRect box(picture.x, picture.y, picture.x + picture.z, picture.y + picture.w - status_height());
  if (window && window->WasActive) box = window->Rect();
  const float line = 0.2f * ImGui::GetFontSize();
  box.Expand(-0.5f * line);
  ImGui::GetForegroundDrawList()->AddRect(box.Min, box.Max, ImGui::GetColorU32(ImGuiCol_CheckMark), 0, 0, line);
}

/// "Back", "2 of 5", "Next" and "End the tour" in a line.
void draw_buttons(PanelState& state) {
  const int last = static_cast<int>(kCards.size()) - 1;
  const int step = *state.tour;
  ImGui::BeginDisabled(step == 0);
  if (button("Back")) state.tour = step - 1;
  ImGui::EndDisabled();
  ImGui::SameLine();
  ImGui::AlignTextToFramePadding();
  ImGui::TextColored(kFaintText, "%d of %d", step + 1, last + 1);
  ImGui::SameLine();
  if (step < last && button("Next")) state.tour = step + 1;
  if (step < last) ImGui::SameLine();
  if (button("End the tour")) state.tour.reset();
}

}  // namespace

void draw_tour(PanelState& state, Vec4 picture) {
  const Card& card = kCards[std::clamp<size_t>(*state.tour, 0, kCards.size() - 1)];
  frame_what_is_told_of(card, picture);
  const ImVec2 window = ImGui::GetIO().DisplaySize;
  const float width = std::min(30 * ImGui::GetFontSize(), 0.9f * window.x);
  // In the middle of the picture, above what is told of at its foot; inside the window however narrow the picture is.
  const float middle = std::clamp(picture.x + 0.5f * picture.z, 0.52f * width, window.x - 0.52f * width);
  ImGui::SetNextWindowPos({middle, 0.16f * window.y}, ImGuiCond_Always, {0.5f, 0});
  ImGui::SetNextWindowSize({width, 0});
  ImGui::PushStyleColor(ImGuiCol_WindowBg, ImGui::GetStyle().Colors[ImGuiCol_PopupBg]);
  begin_over("Tour", nullptr,
             ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings);
  ImGui::PopStyleColor();
  ImGui::TextUnformatted(card.title);
  ImGui::Separator();
  ImGui::Spacing();
  ImGui::TextWrapped("%s", card.text);
  ImGui::Spacing();
  draw_buttons(state);
  ImGui::End();
}

}  // namespace raycloth
