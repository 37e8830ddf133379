// The window: everything a user sees and does. Input, step, draw, panels, once per display frame.
#pragma once

#include "app/run/scene_options.h"

namespace raycloth {

/// Opens the scene of `options` in a window and runs until it is closed; draws at most `display_rate` times a second,
/// 0: as often as the display shows. Returns the exit code. Throws InputError for files, and std::runtime_error with
/// one line where there is no display or no OpenGL 4.5.
int run_window(const SceneOptions& options, double display_rate);

}  // namespace raycloth
