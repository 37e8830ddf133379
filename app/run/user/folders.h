// Where the program keeps what it remembers for its user from one start to the next, as the XDG base directory
// specification says. Knows nothing of what is kept.
#pragma once

#include <filesystem>

namespace raycloth {

/// $XDG_STATE_HOME/raycloth, or ~/.local/state/raycloth; empty where neither variable names a folder: then nothing is
/// remembered. Not made here.
std::filesystem::path state_folder();

}  // namespace raycloth
