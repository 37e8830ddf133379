// The desktop's own dialog for files, through zenity where that is on PATH: a program of its own, so nothing waits for
// it.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/run/child.h"

namespace raycloth {

/// What is asked in it.
struct FileQuestion {
  std::string title;
  std::filesystem::path start;       // a folder, or, of a file that is to be written, what is proposed
  std::vector<std::string> filters;  // "Scenes | *.json"
  bool writes = false;               // it asks before another file would be replaced
};

class DesktopDialog {
 public:
  /// Whether there is one.
  static bool available();

  /// Throws std::system_error where it cannot be started.
  explicit DesktopDialog(const FileQuestion& question);
  ~DesktopDialog() { child_.stop(); }

  /// The answer once there is one: a file, or an empty path where none was chosen.
  std::optional<std::filesystem::path> answer();

 private:
  Child child_;
};

}  // namespace raycloth
