// The panels in their column: transport, then one tab each for scene, cloth, collision, solver, timings, view, what is
// looked at closely, and A and B. Drawn anew each frame with Dear ImGui; all they do, they do through the Workbench.
#pragma once

#include "app/panels/panel_state.h"
#include "app/workbench/workbench.h"

namespace raycloth {

/// Where the scene is shown in a window of this size: x, y, width, height, in Dear ImGui's units.
Vec4 picture_area(const PanelState& state, float scale, Vec2 window);

void draw_panels(Workbench& workbench, PanelState& state, float scale);

/// The left button pulls again, whatever it did.
inline void end_tools(Workbench& workbench, PanelState& state) {
  state.pinning = state.cutting = workbench.arranging = false;
  workbench.brush(false);
}

// The tabs, each in its own file.
void draw_scene_tab(Workbench& workbench, PanelState& state);
void draw_export(Workbench& workbench, PanelState& state);  // of the scene tab
void draw_cloth_tab(Workbench& workbench, PanelState& state);
/// Whether a group of settings is of a handler that is not at work: they cannot be changed.
bool is_idle(const char* group, HandlerKind handler);
void draw_settings_tab(Workbench& workbench, const char* const* groups, int group_count);
void draw_timings_tab(Workbench& workbench, PanelState& state);
void draw_display(const Workbench& workbench);              // of the timings tab
void draw_gauges(Workbench& workbench);                     // likewise
void draw_tables(Workbench& workbench, PanelState& state);  // likewise
void draw_view_tab(Workbench& workbench, PanelState& state);
void draw_interface(PanelState& state);  // of the view tab
/// The options that show the same view without a window, onto the clipboard and into the message line.
void copy_camera(Workbench& workbench, PanelState& state);
void draw_inspect_tab(Workbench& workbench);
void draw_compare_tab(Workbench& workbench);

/// While A and B are compared: whose settings the tabs show and change.
void draw_side_choice(Workbench& workbench);

/// Over the picture while A and B are compared: the line between them, which can be dragged, and what each is. `foot`:
/// the height of what lies over the picture's foot.
void draw_divider(Workbench& workbench, Int4 picture, float foot);

/// Over the picture while pins are set, objects arranged or thickness is painted: what the left button does. Before the
/// first scene is there: that it comes.
void draw_tool_words(const Workbench& workbench, const PanelState& state, Int4 picture);
/// The box that is drawn around pins.
struct PinBox {
  Vec2 from, to;
  bool takes;
};
void draw_pin_box(const PinBox& box);

/// Where cloth is going to be cut.
void draw_stroke(const std::vector<Vec2>& stroke);

/// Over the picture: how hard what is held is pulled.
void draw_labels(const Workbench& workbench, Int4 picture);
/// A gamepad's hands: a ring each, the fuller the harder it pulls, thick while it holds something.
void draw_hands(const Workbench& workbench, Int4 picture);

/// Over the foot of the picture, which is so far from the left and so wide: the past, its takes, and sessions.
void draw_timeline(Workbench& workbench, PanelState& state, float left, float width);
float timeline_height();

/// A line across the foot of the window: what runs, where, and how it fares; its height in pixels.
void draw_status_line(Workbench& workbench, PanelState& state);
float status_height();

/// Every key and mouse action, in the middle of the window.
void draw_help(PanelState& state);

/// The tree of takes, in a window over the picture.
void draw_takes_window(Workbench& workbench, PanelState& state, float scale);

/// What takes a while, at the foot of the column; nothing of short work.
bool shows_task(const Workbench& workbench);
float task_height(const Workbench& workbench);
void draw_task(Workbench& workbench);

/// The present step of the tour that a first start shows.
void draw_tour(PanelState& state, Vec4 picture);

/// Every command by name: words choose, Return does it.
void draw_palette(Workbench& workbench, PanelState& state);

}  // namespace raycloth
