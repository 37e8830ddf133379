// Everything that a person can tell the window to do, in one table: its name, its keys and what it does. The key
// handling, the palette, the help and `raycloth commands` are made from it. Knows neither GLFW's events nor Dear ImGui.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/commands/keys.h"
#include "app/panels/panel_state.h"
#include "app/workbench/workbench.h"

namespace raycloth {

/// What commands act on.
struct Desk {
  Workbench& workbench;
  PanelState& panels;
};

struct UserCommand {
  std::string group;
  std::string name;  // no other's
  std::vector<Key> keys;
  std::string help;  // what it does, where the name does not say all
  std::function<void(const Desk&)> act;
  bool repeats = false;  // again and again while its key is held; a switch would flicker
};

/// Group by group. The same ones while the program runs.
const std::vector<UserCommand>& command_list();

/// nullptr where none has this key.
const UserCommand* command_of(Key key);

/// "space", "ctrl + shift + Z, ctrl + Y"; empty without keys.
std::string keys_text(const UserCommand& command);

/// Those that all of the words are found in, whatever their case: in the beginning of names first, then inside names,
/// then in what they do. Without words: all.
std::vector<const UserCommand*> find_commands(std::string_view words);

/// What the mouse does over the picture; app/window/input.cpp does it.
struct Gesture {
  const char *input, *effect;
};
std::span<const Gesture> gesture_list();

/// The whole table as text, a line each.
std::string command_text();

}  // namespace raycloth
