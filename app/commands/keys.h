// Keys with what is held beside them, by GLFW's numbers, and how people call them. Knows no window.
#pragma once

#include <string>

namespace raycloth {

struct Key {
  int code = 0;
  int modifiers = 0;  // GLFW_MOD_SHIFT, _CONTROL, _ALT

  bool operator==(const Key&) const = default;
};

/// As the window is told of it; of the modifiers only those three count.
Key pressed_key(int code, int modifiers);

/// "ctrl + shift + Z"
std::string key_name(Key key);

}  // namespace raycloth
