// What a person is asked before changes or takes would be lost, and about changes that an earlier run left behind.
#include <utility>

#include "app/panels/files/asking.h"
#include "app/panels/files/browser.h"
#include "app/panels/files/question.h"
#include "app/run/user/autosave.h"

namespace raycloth {
namespace {

/// Ends the program, or opens the files.
void go(Workbench& workbench, PanelState& state) {
  const std::vector<std::filesystem::path> files = state.leaving->files;
  state.leaving.reset();
  if (files.empty())
    workbench.takes().end_for({"Raycloth ends", "Quit"}, [&state] { state.leaves = true; });
  else
    workbench.takes().end_for({"Another scene takes the place of '" + workbench.scene().name + "'", "Open it"},
                              [&workbench, files] { workbench.open(files); });
}

/// Once the scene has been saved.
void draw_saving(Workbench& workbench, PanelState& state) {
  if (!workbench.saving().unsaved()) return go(workbench, state);
  if (workbench.message.error) state.leaving.reset();  // it says why not
}

void draw_leaving(Workbench& workbench, PanelState& state) {
  if (state.leaving->saving) return draw_saving(workbench, state);
  begin_question("Unsaved changes");
  ImGui::TextWrapped("'%s' has changes that no file has: %s.", workbench.scene().name.c_str(),
                     workbench.saving().unsaved_words().c_str());
  ImGui::Spacing();
  const bool saves = button("Save and go on"), discards = (ImGui::SameLine(), button("Discard"));
  ImGui::SameLine();
  const bool stays = button("Cancel##leaving") || pressed(ImGuiKey_Escape);
  ImGui::End();
  if (discards) return go(workbench, state);
  if (stays) return state.leaving.reset();
  if (!saves) return;
  workbench.message = {};
  workbench.saving().save();
  state.leaving->saving = true;
}

void draw_left_behind(Workbench& workbench, PanelState& state) {
  const AutosavedScene& left = state.left_behind.front();
  begin_question("Changes that were not saved");
  ImGui::TextWrapped("Raycloth ended before changes of '%s' were saved. They have been kept.",
                     left.scene.stem().c_str());
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", left.scene.c_str());
  ImGui::Spacing();
  const bool opens = button("Open them"), drops = (ImGui::SameLine(), button("Throw them away"));
  ImGui::SameLine();
  const bool later = button("Ask again next time") || pressed(ImGuiKey_Escape);
  ImGui::End();
  if (opens) workbench.open(left);
  if (drops) forget_left_behind(left);
  if (opens || drops || later) state.left_behind.erase(state.left_behind.begin());
}

void draw_dropped(Workbench& workbench, PanelState& state) {
  begin_question("A scene was dropped");
  ImGui::TextWrapped("'%s': open it in place of '%s', or add its objects to that, where they are there?",
                     state.dropped.stem().c_str(), workbench.scene().name.c_str());
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", state.dropped.c_str());
  ImGui::Spacing();
  const bool opens = button("Open it"), adds = (ImGui::SameLine(), button("Add its objects"));
  ImGui::SameLine();
  const bool stays = button("Cancel##dropped") || pressed(ImGuiKey_Escape);
  ImGui::End();
  if (!opens && !adds && !stays) return;
  const std::filesystem::path file = std::exchange(state.dropped, {});
  if (opens) open_files(workbench, state, {file});
  if (adds) workbench.add_scene(file);
}

void draw_takes_lost(Workbench& workbench, PanelState& state) {
  begin_question("Takes would be lost");
  const TakesLoss& loss = workbench.takes().question().loss();
  ImGui::TextWrapped("%s: %zu takes are lost. A report of them can be written before, in the window of takes.",
                     loss.why.c_str(), workbench.frame().past.takes.size());
  ImGui::Spacing();
  checkbox("do not ask again in this scene", &state.asks_no_more);
  ImGui::Spacing();
  const bool goes_on = button(loss.button.c_str());
  ImGui::SameLine();
  const bool stays = button("Cancel##takes") || pressed(ImGuiKey_Escape);
  ImGui::End();
  if (goes_on || stays) workbench.takes().question().answer(goes_on, std::exchange(state.asks_no_more, false));
}

}  // namespace

void leave_for(Workbench& workbench, PanelState& state, const std::vector<std::filesystem::path>& files) {
  state.leaving = Leaving{files, false};
  if (!workbench.saving().unsaved()) go(workbench, state);
}

void draw_questions(Workbench& workbench, PanelState& state) {
  if (state.place) return draw_place(state);
  if (state.leaving) return draw_leaving(workbench, state);
  if (!state.left_behind.empty()) return draw_left_behind(workbench, state);
  if (!state.dropped.empty()) return draw_dropped(workbench, state);
  if (workbench.takes().question().asked()) draw_takes_lost(workbench, state);
}

}  // namespace raycloth
