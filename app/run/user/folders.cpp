#include "app/run/user/folders.h"

#include <cstdlib>

namespace raycloth {
namespace {

namespace fs = std::filesystem;

/// The specification has relative paths ignored.
fs::path absolute_folder(const char* variable) {
  const char* const value = std::getenv(variable);
  const fs::path folder = value ? value : "";
  return folder.is_absolute() ? folder : fs::path();
}

/// In the folder that a variable names, or in one of the user's home.
fs::path folder_of(const char* variable, const char* in_home) {
  if (const fs::path folder = absolute_folder(variable); !folder.empty()) return folder / "raycloth";
  const fs::path home = absolute_folder("HOME");
  return home.empty() ? home : home / in_home / "raycloth";
}

}  // namespace

fs::path config_folder() { return folder_of("XDG_CONFIG_HOME", ".config"); }

fs::path state_folder() { return folder_of("XDG_STATE_HOME", ".local/state"); }

}  // namespace raycloth
