// The window in which scenes and files are found: the shipped scenes with their pictures, what was opened last, and the
// folders of the disk.
#pragma once

#include "app/panels/panel_state.h"
#include "app/workbench/workbench.h"

namespace raycloth {

/// By its ending: a scene, a mesh or a session.
bool is_openable(const std::filesystem::path& file);

/// Does what a person means who opens files, from wherever: a scene takes the place of the present one; of meshes it is
/// asked what they shall be; a session is played.
void open_files(Workbench& workbench, PanelState& state, const std::vector<std::filesystem::path>& files);

/// Likewise of files that are dropped: of a scene it is asked whether it shall take the place of the present one.
void drop_files(Workbench& workbench, PanelState& state, const std::vector<std::filesystem::path>& files);

/// Opens files in place of the scene, or without any ends the program; asks first where changes would be lost.
void leave_for(Workbench& workbench, PanelState& state, const std::vector<std::filesystem::path>& files);
/// That question, and that about what an earlier run left behind.
void draw_questions(Workbench& workbench, PanelState& state);

/// What a mesh shall be, at the picture's lower left corner.
void draw_adding(Workbench& workbench, PanelState& state, Vec4 picture);

/// In the middle of the window, while it is open.
void draw_browser(Workbench& workbench, PanelState& state);

/// The desktop's dialog; where there is none, a message says how to get one.
void ask_desktop_for_file(Workbench& workbench, PanelState& state);
/// Of a scene, whose objects are added then, and of a session, which is played then; where there is no such dialog, the
/// browser, at the folder where they are recorded.
void ask_for_scene_to_add(Workbench& workbench, PanelState& state);
void ask_for_session(Workbench& workbench, PanelState& state);

}  // namespace raycloth
