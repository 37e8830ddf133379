// Runs the built program as a user does, and keeps its files in a folder of their own.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

namespace raycloth::test {

struct Result {
  int code = -1;         // exit code; 128 + signal when one ended it
  std::string out, err;  // what it printed
};

/// A fresh folder for one test, removed afterwards.
class Folder {
 public:
  Folder();
  ~Folder();
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  std::filesystem::path operator/(const std::string& name) const { return path_ / name; }
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

/// Runs raycloth with `arguments` and waits. With `interrupt_when` given, sends `signal` as soon as that file
/// holds at least `bytes` bytes.
struct Interruption {
  std::filesystem::path when;
  size_t bytes = 0;
  int signal = 0;
};
Result run_program(const std::vector<std::string>& arguments, const Interruption* interruption = nullptr);

std::string read_text(const std::filesystem::path& file);

/// Writes a scene of two small sheets, names with a blank among them, over a ball, and returns its file.
std::filesystem::path write_small_scene(const Folder& folder);

/// The number of lines of `text`, the last one terminated.
int line_count(const std::string& text);

}  // namespace raycloth::test
