// The panels in the column at the left: transport, then one tab each for scene, cloth, collision, solver,
// timings, view, what is looked at closely, and A and B. Drawn anew each frame with Dear ImGui; all they do, they do
// through the Workbench.
#pragma once

#include "app/panels/panel_state.h"
#include "app/workbench/workbench.h"

namespace raycloth {

/// Width of the column in pixels; 0 while it is hidden.
float panel_width(const PanelState& state, float scale);

void draw_panels(Workbench& workbench, PanelState& state, float scale);

// The tabs, each in its own file.
void draw_scene_tab(Workbench& workbench, PanelState& state);
void draw_export(Workbench& workbench, PanelState& state);  // of the scene tab
void draw_cloth_tab(Workbench& workbench);
void draw_settings_tab(Workbench& workbench, const char* const* groups, int group_count);
void draw_timings_tab(Workbench& workbench, PanelState& state);
void draw_view_tab(Workbench& workbench);
void draw_inspect_tab(Workbench& workbench);
void draw_compare_tab(Workbench& workbench);

/// While A and B are compared: whose settings the tabs show and change.
void draw_side_choice(Workbench& workbench);

/// Over the picture while A and B are compared: the line between them, which can be dragged, and what each is.
void draw_divider(Workbench& workbench, Int4 picture);

/// Over the picture while pins are set, objects arranged or thickness is painted: what the left button does.
void draw_tool_words(const Workbench& workbench, const PanelState& state, Int4 picture);
/// The box that is drawn around pins.
struct PinBox {
  Vec2 from, to;
  bool takes;
};
void draw_pin_box(const PinBox& box);

/// Over the picture: how hard what is held is pulled.
void draw_labels(const Workbench& workbench, Int4 picture);

/// Over the foot of the picture: the past, its takes, and sessions. `left`: where the picture begins, in pixels.
void draw_timeline(Workbench& workbench, float left);
float timeline_height();

/// A line across the foot of the window: what runs, where, and how it fares; its height in pixels.
void draw_status_line(Workbench& workbench, PanelState& state);
float status_height();

/// Every key and mouse action, in the middle of the window.
void draw_help(PanelState& state);

/// Every command by name: words choose, Return does it.
void draw_palette(Workbench& workbench, PanelState& state);

}  // namespace raycloth
