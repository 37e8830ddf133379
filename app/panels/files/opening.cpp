// Files that a person has chosen, by the desktop's dialog or otherwise.
#include <algorithm>

#include "app/panels/files/browser.h"
#include "sim/mesh/mesh.h"

namespace raycloth {

void open_files(Workbench& workbench, PanelState& state, const std::vector<std::filesystem::path>& files) {
  if (files.empty()) return;
  state.browser.open = false;
  if (std::ranges::all_of(files, is_mesh_file))
    workbench.begin_adding(files);
  else
    leave_for(workbench, state, files);
}

void ask_desktop_for_file(Workbench& workbench, PanelState& state) {
  if (!DesktopDialog::available()) {
    workbench.message = {"the desktop's dialog needs zenity on PATH (apt install zenity); ctrl + O browses without"};
    return;
  }
  const std::filesystem::path scene = std::filesystem::absolute(workbench.scene().path);
  try {
    state.browser.dialog = std::make_shared<DesktopDialog>(scene.parent_path());
  } catch (const std::exception& error) {
    workbench.message = {error.what(), true};
  }
}

void take_answer_of_desktop(Workbench& workbench, PanelState& state) {
  if (!state.browser.dialog) return;
  const auto answer = state.browser.dialog->answer();
  if (!answer) return;
  state.browser.dialog.reset();
  if (!answer->empty()) open_files(workbench, state, {*answer});
}

}  // namespace raycloth
