// Gamepads, as GLFW tells of them.
#pragma once

#include <optional>

#include "app/workbench/tools/pad_hands.h"

struct GLFWgamepadstate;

namespace raycloth {

/// Of the first one that is connected and whose buttons are known; on GLFW's thread.
std::optional<PadState> read_gamepad();

/// In the terms of the hands: triggers from 0, the D-pad up and down as the push.
PadState pad_state(const GLFWgamepadstate& state, const char* name);

}  // namespace raycloth
