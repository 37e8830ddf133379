// Where the program keeps what it remembers for its user from one start to the next, as the XDG base directory
// specification says. Knows nothing of what is kept. A folder is empty where no variable names it: then nothing is
// remembered. Whoever writes into one makes it.
#pragma once

#include <filesystem>

namespace raycloth {

/// For what the user chose: $XDG_CONFIG_HOME/raycloth, or ~/.config/raycloth.
std::filesystem::path config_folder();

/// For what came of the user's work: $XDG_STATE_HOME/raycloth, or ~/.local/state/raycloth.
std::filesystem::path state_folder();

}  // namespace raycloth
