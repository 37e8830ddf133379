#include "app/window/gamepads.h"

#include <GLFW/glfw3.h>

namespace raycloth {

PadState pad_state(const GLFWgamepadstate& state, const char* name) {
  const auto side = [&](int x, int y, int trigger, int bumper) {
    return PadState::Side{
        {state.axes[x], state.axes[y]}, 0.5f * (state.axes[trigger] + 1), state.buttons[bumper] == GLFW_PRESS};
  };
  const auto down = [&](int button) { return state.buttons[button] == GLFW_PRESS ? 1.0f : 0.0f; };
  return {name,
          {side(GLFW_GAMEPAD_AXIS_LEFT_X, GLFW_GAMEPAD_AXIS_LEFT_Y, GLFW_GAMEPAD_AXIS_LEFT_TRIGGER,
                GLFW_GAMEPAD_BUTTON_LEFT_BUMPER),
           side(GLFW_GAMEPAD_AXIS_RIGHT_X, GLFW_GAMEPAD_AXIS_RIGHT_Y, GLFW_GAMEPAD_AXIS_RIGHT_TRIGGER,
                GLFW_GAMEPAD_BUTTON_RIGHT_BUMPER)},
          down(GLFW_GAMEPAD_BUTTON_DPAD_UP) - down(GLFW_GAMEPAD_BUTTON_DPAD_DOWN)};
}

std::optional<PadState> read_gamepad() {
  GLFWgamepadstate state;
  for (int pad = GLFW_JOYSTICK_1; pad <= GLFW_JOYSTICK_LAST; ++pad)
    if (glfwGetGamepadState(pad, &state)) return pad_state(state, glfwGetGamepadName(pad));
  return {};
}

}  // namespace raycloth
