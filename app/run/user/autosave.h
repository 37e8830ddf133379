// Unsaved changes of a scene, kept in the state folder while the program runs and found again after it ended in another
// way than by being told to. Each running program has a file of its own there and holds a lock beside it; a file whose
// lock nobody holds was left behind.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

namespace raycloth {

/// A scene as it had been changed.
struct AutosavedScene {
  std::filesystem::path scene;   // where it came from, which its paths are seen from
  std::string document;          // sim/scene/document.h
  std::filesystem::path file{};  // that has it, of one that was left behind
  std::filesystem::path home{};  // what it is saved to; empty: no file yet
};

class Autosave {
 public:
  Autosave() = default;
  ~Autosave();  // leaves the file: whoever ends the program as it should drops it
  Autosave(const Autosave&) = delete;
  Autosave& operator=(const Autosave&) = delete;

  /// Whether these changes, by their number, are others than were kept, and the last ones were kept a while ago.
  bool due(long long changes) const;
  /// Throws where they cannot be written, once: it is not due again for these changes.
  void keep(const AutosavedScene& scene, long long changes);
  /// They are saved or given up.
  void drop();

 private:
  using Clock = std::chrono::steady_clock;

  void unlock();

  std::filesystem::path file_;  // empty: none is kept
  int lock_ = -1;
  long long kept_ = -1;
  Clock::time_point last_{};
};

/// Of programs that run no more, the newest first.
std::vector<AutosavedScene> left_behind();
void forget_left_behind(const AutosavedScene& left);

}  // namespace raycloth
