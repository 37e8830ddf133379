// Where files of the user's own go: the folders of the XDG base directory specification.
#pragma once

#include <filesystem>

namespace raycloth {

/// For what the user chose: $XDG_CONFIG_HOME/raycloth, or ~/.config/raycloth. Empty where neither is known; whoever
/// writes there makes it.
std::filesystem::path config_folder();

}  // namespace raycloth
