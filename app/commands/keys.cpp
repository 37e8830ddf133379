#include "app/commands/keys.h"

#include <GLFW/glfw3.h>

#include <utility>

namespace raycloth {
namespace {

constexpr std::pair<int, const char*> kNamed[] = {
    {GLFW_KEY_SPACE, "space"},  {GLFW_KEY_LEFT, "left arrow"},     {GLFW_KEY_RIGHT, "right arrow"},
    {GLFW_KEY_TAB, "Tab"},      {GLFW_KEY_ESCAPE, "Esc"},          {GLFW_KEY_DELETE, "Del"},
    {GLFW_KEY_ENTER, "Return"}, {GLFW_KEY_KP_ADD, "number pad +"}, {GLFW_KEY_KP_SUBTRACT, "number pad -"},
};

std::string code_name(int code) {
  for (const auto& [named, name] : kNamed)
    if (named == code) return name;
  if (code >= GLFW_KEY_F1 && code <= GLFW_KEY_F25) return "F" + std::to_string(code - GLFW_KEY_F1 + 1);
  if (code >= GLFW_KEY_KP_0 && code <= GLFW_KEY_KP_9) return "number pad " + std::to_string(code - GLFW_KEY_KP_0);
  return {static_cast<char>(code)};  // GLFW's numbers of letters and digits are their characters
}

}  // namespace

Key pressed_key(int code, int modifiers) {
  return {code, modifiers & (GLFW_MOD_SHIFT | GLFW_MOD_CONTROL | GLFW_MOD_ALT)};
}

std::string key_name(Key key) {
  std::string name;
  if (key.modifiers & GLFW_MOD_CONTROL) name += "ctrl + ";
  if (key.modifiers & GLFW_MOD_ALT) name += "alt + ";
  if (key.modifiers & GLFW_MOD_SHIFT) name += "shift + ";
  return name + code_name(key.code);
}

}  // namespace raycloth
