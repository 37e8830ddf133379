// What the panels remember between frames and is nobody else's. Knows neither GLFW nor Dear ImGui.
#pragma once

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/layout/panel_layout.h"
#include "app/panels/files/browser_state.h"
#include "app/run/output/timings_file.h"
#include "app/run/user/autosave.h"
#include "app/view/window_look.h"
#include "device/math.h"

namespace raycloth {

/// Words about a take that are being typed.
struct TakeWords {
  int take = 0;  // its number; 0: none
  std::array<char, 128> name{};
  std::array<char, 1024> note{};
};

/// What would take the place of the scene: other files, or nothing at all.
struct Leaving {
  std::vector<std::filesystem::path> files;
  bool saving = false;  // when that is done
};

/// Cut to what fits.
template <size_t size>
void put_text(std::array<char, size>& field, const std::string& text) {
  field = {};
  text.copy(field.data(), size - 1);
}

struct PanelState {
  bool visible = true;
  PanelLayout layout;
  WindowLook look;
  Tab tab = Tab::scene;        // that is open in the column
  std::optional<Tab> carried;  // dragged out of the row, the button is still down
  std::optional<Tab> raised;   // taken out, to be seen before all others
  bool dragged = false;        // the column is
  bool laid_anew = false;      // in this frame: what floats goes where the layout has it
  bool help = false;
  bool palette = false;
  BrowserState browser;
  DesktopState desktop;
  std::optional<PlaceState> place;  // that is asked for
  std::filesystem::path dropped;    // a scene about which it is asked what to do with it
  bool takes = false;               // the tree of takes is shown
  TakeWords take_words;
  std::array<char, 1024> report_path{};  // of the field for a report of takes
  int parity_frames = 60;
  float budget_ms = 1000.0f / 60;                  // for a step, a line in the timings
  std::optional<int> tour;                         // its step, from 0
  bool pinning = false;                            // the left button sets and takes pins
  bool cutting = false;                            // or it cuts
  std::array<char, 128> search{};                  // of the palette
  int chosen = 0;                                  // of what it lists
  int requested_tab = -1;                          // to be selected in the next frame; -1: none
  std::array<char, 1024> path{};                   // of the field in the scene panel
  std::array<char, 1024> export_path{};            // of the field for exports
  std::optional<std::array<int, 2>> export_range;  // first and last frame; absent: all
  std::array<char, 1024> video_path{};             // likewise for videos
  int recording_ending = 0;                        // of a recording of timings: CSV or JSON
  /// Of the timings panel: a field with a file, and what was read from it. The second is held against the first;
  /// without it, the last steps are.
  struct Recording {
    std::array<char, 1024> path{};
    std::optional<TimingsFile> file;
  } recordings[2];
  bool wants_picture = false, wants_to_quit = false;  // asked of the window
  std::string for_clipboard;                          // to be put there; empty: nothing
  std::optional<Leaving> leaving;                     // that is asked about
  bool leaves = false;                                // it was answered: the window closes
  bool asks_no_more = false;                          // the mark beside the question about takes
  std::vector<AutosavedScene> left_behind;            // to be asked about
  std::array<char, 128> object_name{};                // of the field for the chosen or added object's
  std::string named_object;                           // whose name is in it
  std::filesystem::path asked_of;                     // the mesh about which it is asked what it shall be
  std::optional<Vec3> angles;                         // that are being typed

  std::string wish;    // a widget that is to be typed into, by its name
  int wish_waits = 0;  // frames, for it to be drawn

  std::filesystem::path report_file() const { return report_path[0] ? report_path.data() : "takes.html"; }
  /// First and last frame of exports, in a take of so many.
  std::array<int, 2> exported(long long last_frame) const {
    const int last = static_cast<int>(last_frame);
    std::array<int, 2> range = export_range.value_or(std::array{0, last});
    range[1] = std::min(range[1], last);
    range[0] = std::min(range[0], range[1]);
    return range;
  }
  /// Whether an answer is waited for.
  bool asks() const { return leaving || !left_behind.empty() || place || !dropped.empty(); }
  /// Of a recording of timings, as it is chosen.
  const char* recording_kind() const { return recording_ending == 0 ? ".csv" : ".json"; }
  void show(Tab tab) {
    visible = true;
    if (layout.is_out(tab)) return static_cast<void>(raised = tab);
    requested_tab = static_cast<int>(tab);
  }
  /// The keyboard goes to a widget of that name as soon as it is seen.
  void type_into(const std::string& widget) {
    visible = true;
    wish = widget;
    wish_waits = 0;
  }
  /// As it was left, whether or not the panels show.
  void show_first(Tab wanted) {
    tab = wanted;
    requested_tab = static_cast<int>(wanted);
  }
};

}  // namespace raycloth
