// The desktop's own dialog for files, through zenity where that is on PATH: a program of its own, so nothing waits for
// it.
#pragma once

#include <filesystem>
#include <optional>

#include "app/run/child.h"

namespace raycloth {

class DesktopDialog {
 public:
  /// Whether there is one.
  static bool available();

  /// Begins in a folder. Throws std::system_error where it cannot be started.
  explicit DesktopDialog(const std::filesystem::path& folder);
  ~DesktopDialog() { child_.stop(); }

  /// The answer once there is one: a file, or an empty path where none was chosen.
  std::optional<std::filesystem::path> answer();

 private:
  Child child_;
};

}  // namespace raycloth
