// The panels in the column at the left: transport, then one tab each for scene, cloth, collision, solver,
// timings, view and what is looked at closely. Drawn anew each frame with Dear ImGui; all they do, they do through the
// Workbench.
#pragma once

#include <array>
#include <optional>
#include <string>

#include "app/workbench/workbench.h"

namespace raycloth {

enum class Tab : int { scene, cloth, collision, solver, timings, view, inspect, count };
inline constexpr std::array kTabNames = {"Scene", "Cloth", "Collision", "Solver", "Timings", "View", "Inspect"};

/// What the panels remember between frames and is nobody else's.
struct PanelState {
  bool visible = true;
  bool help = false;
  int requested_tab = -1;                          // to be selected in the next frame; -1: none
  std::array<char, 1024> path{};                   // of the field in the scene panel
  std::array<char, 1024> export_path{};            // of the field for exports
  std::optional<std::array<int, 2>> export_range;  // first and last frame; absent: all
  std::vector<std::filesystem::path> shipped;      // scenes of the asset folder, looked up once
};

/// Width of the column in pixels; 0 while it is hidden.
float panel_width(const PanelState& state, float scale);

void draw_panels(Workbench& workbench, PanelState& state, float scale);

// The tabs, each in its own file.
void draw_scene_tab(Workbench& workbench, PanelState& state);
void draw_export(Workbench& workbench, PanelState& state);  // of the scene tab
void draw_cloth_tab(Workbench& workbench);
void draw_settings_tab(Workbench& workbench, const char* const* groups, int group_count);
void draw_timings_tab(Workbench& workbench);
void draw_view_tab(Workbench& workbench);
void draw_inspect_tab(Workbench& workbench);

/// Over the foot of the picture: the past, its takes, and sessions. `left`: where the picture begins, in pixels.
void draw_timeline(Workbench& workbench, float left);

/// Every key and mouse action, in the middle of the window.
void draw_help(PanelState& state);

}  // namespace raycloth
