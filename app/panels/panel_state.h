// What the panels remember between frames and is nobody else's. Knows neither GLFW nor Dear ImGui.
#pragma once

#include <array>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/panels/files/browser_state.h"
#include "app/run/output/timings_file.h"
#include "app/run/user/autosave.h"
#include "device/math.h"

namespace raycloth {

enum class Tab : int { scene, cloth, collision, solver, timings, view, inspect, compare, count };
inline constexpr std::array kTabNames = {"Scene", "Cloth", "Collision", "Solver", "Timings", "View", "Inspect", "A/B"};

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
  bool help = false;
  bool palette = false;
  BrowserState browser;
  bool pinning = false;                               // the left button sets and takes pins
  std::array<char, 128> search{};                     // of the palette
  int chosen = 0;                                     // of what it lists
  int requested_tab = -1;                             // to be selected in the next frame; -1: none
  std::array<char, 1024> path{};                      // of the field in the scene panel
  std::array<char, 1024> export_path{};               // of the field for exports
  std::optional<std::array<int, 2>> export_range;     // first and last frame; absent: all
  std::array<char, 1024> recording_path{};            // of the field in the timings panel
  std::optional<TimingsFile> recording;               // that the last steps are held against
  bool wants_picture = false, wants_to_quit = false;  // asked of the window
  std::optional<Leaving> leaving;                     // that is asked about
  bool leaves = false;                                // it was answered: the window closes
  std::vector<AutosavedScene> left_behind;            // to be asked about
  std::array<char, 128> object_name{};                // of the field for the chosen or added object's
  std::string named_object;                           // whose name is in it
  std::filesystem::path asked_of;                     // the mesh about which it is asked what it shall be
  std::optional<Vec3> angles;                         // that are being typed

  void show(Tab tab) {
    visible = true;
    requested_tab = static_cast<int>(tab);
  }
};

}  // namespace raycloth
