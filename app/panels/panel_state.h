// What the panels remember between frames and is nobody else's. Knows neither GLFW nor Dear ImGui.
#pragma once

#include <array>
#include <filesystem>
#include <optional>
#include <vector>

#include "app/layout/panel_layout.h"
#include "app/run/output/timings_file.h"
#include "app/view/look.h"

namespace raycloth {

/// Words about a take that are being typed.
struct TakeWords {
  int take = 0;  // its number; 0: none
  std::array<char, 128> name{};
  std::array<char, 1024> note{};
};

struct PanelState {
  bool visible = true;
  PanelLayout layout;
  Look look;
  Tab tab = Tab::scene;        // that is open in the column
  std::optional<Tab> carried;  // dragged out of the row, the button is still down
  std::optional<Tab> raised;   // taken out, to be seen before all others
  bool dragged = false;        // the column is
  bool laid_anew = false;      // in this frame: what floats goes where the layout has it
  bool help = false;
  bool palette = false;
  bool takes = false;  // the tree of takes is shown
  TakeWords take_words;
  std::array<char, 1024> report_path{};  // of the field for a report of takes
  int parity_frames = 60;
  float budget_ms = 1000.0f / 60;                     // for a step, a line in the timings
  std::optional<int> tour;                            // its step, from 0
  bool pinning = false;                               // the left button sets and takes pins
  std::array<char, 128> search{};                     // of the palette
  int chosen = 0;                                     // of what it lists
  int requested_tab = -1;                             // to be selected in the next frame; -1: none
  std::array<char, 1024> path{};                      // of the field in the scene panel
  std::array<char, 1024> export_path{};               // of the field for exports
  std::optional<std::array<int, 2>> export_range;     // first and last frame; absent: all
  std::vector<std::filesystem::path> shipped;         // scenes of the asset folder, looked up once
  std::array<char, 1024> recording_path{};            // of the field in the timings panel
  std::optional<TimingsFile> recording;               // that the last steps are held against
  bool wants_picture = false, wants_to_quit = false;  // asked of the window

  void show(Tab tab) {
    visible = true;
    if (layout.is_out(tab)) return static_cast<void>(raised = tab);
    requested_tab = static_cast<int>(tab);
  }
  /// As it was left, whether or not the panels show.
  void show_first(Tab wanted) {
    tab = wanted;
    requested_tab = static_cast<int>(wanted);
  }
};

}  // namespace raycloth
