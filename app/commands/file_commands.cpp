// Commands for files: scenes, sessions, recordings, exports, pictures.
#include <GLFW/glfw3.h>

#include "app/commands/command_groups.h"
#include "app/panels/files/asking.h"
#include "app/panels/files/browser.h"

namespace raycloth {

using List = std::vector<UserCommand>;

namespace {

/// Else it can be typed.
bool has_export_path(const Desk& d) {
  if (d.panels.export_path[0]) return true;
  d.workbench.message = {"where are exports written? Type a path, and choose the command again"};
  d.panels.show(Tab::scene);
  d.panels.type_into("export");
  return false;
}

}  // namespace

void add_files(List& list) {
  const char* const group = "Files";
  list.push_back({group, "browse scenes and files", {{GLFW_KEY_O, kCtrl}}, "with pictures", [](const Desk& d) {
                    d.panels.browser.open = !d.panels.browser.open;
                  }});
  list.push_back({group, "open by the desktop's dialog", {{GLFW_KEY_O, kCtrl | kShift}}, "", [](const Desk& d) {
                    ask_desktop_for_file(d.workbench, d.panels);
                  }});
  list.push_back({group,
                  "save scene",
                  {{GLFW_KEY_S, kCtrl}},
                  "as it has been changed, to its file; a shipped one to a new file",
                  [](const Desk& d) { d.workbench.saving().save(); }});
  list.push_back({group, "save scene as", {{GLFW_KEY_S, kCtrl | kShift}}, "asks where", [](const Desk& d) {
                    ask_where_to_save(d.workbench, d.panels);
                  }});
  list.push_back(
      {group, "record session, stop", {{GLFW_KEY_K}}, "what was done since the start, in a file", [](const Desk& d) {
         d.workbench.recordings().toggle_session();
       }});
  list.push_back({group, "record session as", {}, "asks where", [](const Desk& d) {
                    ask_where_to_record_session(d.workbench, d.panels);
                  }});
  list.push_back(
      {group, "play session", {}, "the one that the scene names", [](const Desk& d) { d.workbench.play_session(); }});
  list.push_back({group, "play a recorded session", {}, "asks which; it plays as it was recorded", [](const Desk& d) {
                    ask_for_session(d.workbench, d.panels);
                  }});
  list.push_back({group, "take over from the session", {}, "which plays: it stops", [](const Desk& d) {
                    d.workbench.player().stop_session();
                  }});
  list.push_back({group, "kind of recording: CSV, JSON", {}, "of timings, from the next on", [](const Desk& d) {
                    d.panels.recording_ending = 1 - d.panels.recording_ending;
                  }});
  list.push_back({group, "record timings, stop", {{GLFW_KEY_T}}, "a file, a row a step", [](const Desk& d) {
                    d.workbench.recordings().toggle_timings(d.panels.recording_kind());
                  }});
  list.push_back({group, "record timings as", {}, "asks where", [](const Desk& d) {
                    ask_where_to_record_timings(d.workbench, d.panels);
                  }});
  list.push_back({group, "export this frame", {}, "of the cloth, for other programs", [](const Desk& d) {
                    if (has_export_path(d)) d.workbench.recordings().export_frame(d.panels.export_path.data());
                  }});
  list.push_back({group, "export frames", {}, "from the first to the last that the panel Scene has", [](const Desk& d) {
                    if (!has_export_path(d)) return;
                    const auto [first, last] = d.panels.exported(d.workbench.frame().past.last_frame);
                    d.workbench.recordings().export_frames(d.panels.export_path.data(), first, last);
                  }});
  list.push_back(
      {group, "record video", {}, "of all frames of the take, as they are seen from here", [](const Desk& d) {
         d.workbench.filming().record();
       }});
  list.push_back({group, "picture", {{GLFW_KEY_F12}}, "of the window, as a PNG file", [](const Desk& d) {
                    d.panels.wants_picture = true;
                  }});
  list.push_back({group,
                  "picture of the scene",
                  {{GLFW_KEY_F12, kShift}},
                  "alone, without panels, as large as a video, in full quality, as a PNG file",
                  [](const Desk& d) { d.workbench.filming().ask_for_picture(); }});
  list.push_back({group, "quit", {{GLFW_KEY_Q, kCtrl}}, "", [](const Desk& d) { d.panels.wants_to_quit = true; }});
}

}  // namespace raycloth
