// The window in which scenes and files are found: the shipped scenes with their pictures, what was opened last, and the
// folders of the disk.
#pragma once

#include "app/panels/panel_state.h"
#include "app/workbench/workbench.h"

namespace raycloth {

/// Does what a person means who opens files, from wherever: one scene, or one or more meshes.
void open_files(Workbench& workbench, PanelState& state, const std::vector<std::filesystem::path>& files);

/// In the middle of the window, while it is open.
void draw_browser(Workbench& workbench, PanelState& state);

/// The desktop's dialog; where there is none, a message says how to get one.
void ask_desktop_for_file(Workbench& workbench, PanelState& state);
/// Opens what was chosen in it, once it was.
void take_answer_of_desktop(Workbench& workbench, PanelState& state);

}  // namespace raycloth
