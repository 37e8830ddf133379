// Files that a person has chosen, by the desktop's dialog or otherwise.
#include <algorithm>

#include "app/panels/files/asking.h"
#include "app/panels/files/browser.h"
#include "app/run/past/session.h"
#include "sim/mesh/mesh.h"
#include "sim/text.h"

namespace raycloth {
namespace {

namespace fs = std::filesystem;

void play(Workbench& workbench, const std::vector<fs::path>& files) {
  if (files.size() > 1)
    workbench.message = {"a session is played in the scene that is open: open it alone", true};
  else
    workbench.play_session(files.front());
}

/// At a folder of the disk.
void browse(PanelState& state, const fs::path& folder, WithFile then) {
  BrowserState& browser = state.browser;
  browser.open = browser.at_files = true;
  browser.frames = 0;
  browser.listing.folder = folder;
  browser.then = std::move(then);
}

}  // namespace

bool is_openable(const fs::path& file) {
  return ending_of(file) == ".json" || is_mesh_file(file) || is_session_file(file);
}

void open_files(Workbench& workbench, PanelState& state, const std::vector<fs::path>& files) {
  if (files.empty()) return;
  state.browser.open = false;
  if (std::ranges::any_of(files, is_session_file))
    play(workbench, files);
  else if (std::ranges::all_of(files, is_mesh_file))
    workbench.begin_adding(files);
  else
    leave_for(workbench, state, files);
}

void ask_desktop_for_file(Workbench& workbench, PanelState& state) {
  if (!DesktopDialog::available()) {
    workbench.message = {"the desktop's dialog needs zenity on PATH (apt install zenity); ctrl + O browses without"};
    return;
  }
  const FileQuestion question{"Open a scene, a mesh or a session",
                              fs::absolute(workbench.scene().path).parent_path(),
                              {"Scenes, meshes, sessions | *.json *.jsonl *.obj *.glb *.gltf *.OBJ *.GLB"}};
  ask_desktop(workbench, state, question, [&](const fs::path& file) { open_files(workbench, state, {file}); });
}

void drop_files(Workbench& workbench, PanelState& state, const std::vector<fs::path>& files) {
  if (files.size() == 1 && ending_of(files.front()) == ".json")
    state.dropped = files.front();
  else
    open_files(workbench, state, files);
}

void ask_for_scene_to_add(Workbench& workbench, PanelState& state) {
  const fs::path folder = fs::absolute(workbench.scene().path).parent_path();
  const auto add = [&](const fs::path& file) { workbench.add_scene(file); };
  if (DesktopDialog::available())
    return ask_desktop(workbench, state, {"Add the objects of a scene", folder, {"Scenes | *.json"}}, add);
  browse(state, folder, add);
}

void ask_for_session(Workbench& workbench, PanelState& state) {
  const fs::path here = fs::current_path();  // where they are recorded
  if (DesktopDialog::available())
    return ask_desktop(workbench, state, {"Play a recorded session", here, {"Sessions | *.jsonl"}},
                       [&](const fs::path& file) { workbench.play_session(file); });
  browse(state, here, [&](const fs::path& file) { open_files(workbench, state, {file}); });
}

}  // namespace raycloth
