// The window: everything a user sees and does. Input, newest state, draw, panels, once per display frame.
#pragma once

#include <optional>

#include "app/run/scene_options.h"
#include "app/view/quality.h"

namespace raycloth {

struct WindowOptions {
  SceneOptions scene;
  double display_rate = 0;         // Hz at most; 0: as often as the display shows
  std::optional<Quality> quality;  // absent, as the next: what was last chosen in the window
  std::optional<float> ui_scale;
  std::filesystem::path frame_log, widget_map;  // empty: none
};

/// Opens the scene of `options` in a window and runs until it is closed. Returns the exit code. Throws InputError for
/// files, and std::runtime_error with one line where there is no display or no OpenGL 4.5.
int run_window(const WindowOptions& options);

}  // namespace raycloth
