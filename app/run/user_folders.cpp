#include "app/run/user_folders.h"

#include <cstdlib>

namespace raycloth {
namespace {

/// The specification has relative paths ignored.
std::filesystem::path absolute_path_in(const char* variable) {
  const char* const text = std::getenv(variable);
  const std::filesystem::path path(text ? text : "");
  return path.is_absolute() ? path : std::filesystem::path();
}

}  // namespace

std::filesystem::path config_folder() {
  if (const auto config = absolute_path_in("XDG_CONFIG_HOME"); !config.empty()) return config / "raycloth";
  if (const auto home = absolute_path_in("HOME"); !home.empty()) return home / ".config" / "raycloth";
  return {};
}

}  // namespace raycloth
