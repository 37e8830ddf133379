// The window: everything a user sees and does. Input, step, draw, panels, once per display frame.
#pragma once

#include "sim/scene.h"
#include "sim/simulation.h"

namespace raycloth {

/// Opens `scene` in a window and runs until it is closed. Returns the exit code. Throws std::runtime_error
/// with one line where there is no display or no OpenGL 4.5. `threads` 0 is all.
int run_window(Scene scene, DeviceChoice device, int threads);

}  // namespace raycloth
