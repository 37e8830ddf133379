#include "app/run/user/folders.h"

#include <cstdlib>

namespace raycloth {
namespace {

/// The specification has relative paths ignored.
std::filesystem::path absolute_folder(const char* variable) {
  const char* const value = std::getenv(variable);
  const std::filesystem::path folder = value ? value : "";
  return folder.is_absolute() ? folder : std::filesystem::path();
}

}  // namespace

std::filesystem::path state_folder() {
  const std::filesystem::path state = absolute_folder("XDG_STATE_HOME"), home = absolute_folder("HOME");
  if (!state.empty()) return state / "raycloth";
  return home.empty() ? home : home / ".local/state/raycloth";
}

}  // namespace raycloth
