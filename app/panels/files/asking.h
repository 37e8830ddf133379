// Where a file is, or shall be: asked in the desktop's dialog, and for what is written also in a panel, where there is
// no such dialog.
#pragma once

#include <functional>
#include <span>

#include "app/panels/panel_state.h"
#include "app/workbench/workbench.h"

namespace raycloth {

using WithFile = std::function<void(const std::filesystem::path& file)>;

/// Where the desktop's dialog cannot be started, a message says why.
void ask_desktop(Workbench& workbench, PanelState& state, const FileQuestion& question, WithFile then);

/// Of a file that is to be written.
struct Place {
  std::string title;            // "Save the scene as"
  std::filesystem::path usual;  // what is proposed
  std::string filter;           // "Scenes | *.json"
  std::string ending;           // that files with none of those get
};
/// `then` gets a file that may replace what is there: that was asked.
void ask_for_place(Workbench& workbench, PanelState& state, const Place& place, WithFile then);
/// Where the scene is to be saved, and saves it; where a session or timings are to be recorded, and records them.
void ask_where_to_save(Workbench& workbench, PanelState& state);
void ask_where_to_record_session(Workbench& workbench, PanelState& state);
void ask_where_to_record_timings(Workbench& workbench, PanelState& state);

/// A field with the path of a file that is to be written (widgets.h: text_field), and a button that lets it be chosen
/// in the desktop's dialog. True after Return.
bool place_field(Workbench& workbench, PanelState& state, const char* name, const char* hint, std::span<char> text,
                 const Place& place, float right = 0);
/// That button, of a place called `name`, and its width with the room before it.
bool place_button(const char* name);
float room_for_places();

/// The panel, while it asks.
void draw_place(PanelState& state);
/// Does what was asked for, once a file is chosen in the dialog.
void take_answer_of_desktop(PanelState& state);

}  // namespace raycloth
