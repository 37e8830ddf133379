// The file that a scene is saved to, again and again, and what it said when this program last read or wrote it: what
// somebody else has written there since is not lost. From any thread.
#pragma once

#include <filesystem>
#include <mutex>
#include <string>

namespace raycloth {

class SceneHome {
 public:
  SceneHome() = default;  // none yet
  SceneHome(std::filesystem::path file, std::string text) : file_(std::move(file)), text_(std::move(text)) {}
  static SceneHome as_it_is(const std::filesystem::path& file);  // whatever it says now
  SceneHome(SceneHome&& other) : file_(std::move(other.file_)), text_(std::move(other.text_)) {}

  std::filesystem::path file() const;  // empty: none yet

  /// Writes the scene there, whole or not at all; that is its home from then on. Throws InputError where it has been
  /// its home and another program wrote there, unless what is there may be replaced.
  void write(const std::filesystem::path& file, std::string text, bool replaces);

 private:
  mutable std::mutex mutex_;
  std::filesystem::path file_;
  std::string text_;
};

}  // namespace raycloth
