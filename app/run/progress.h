// A progress bar on stderr, where that is a terminal; elsewhere nothing, so that logs stay readable.
#pragma once

#include <chrono>

namespace raycloth {

class Progress {
 public:
  explicit Progress(long long total);
  ~Progress() { clear(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// `done` of the total; redraws at most some twenty times a second.
  void update(long long done);

  /// Takes the bar off the terminal, so that a message can be printed in its place.
  void clear();

 private:
  using Clock = std::chrono::steady_clock;
  long long total_;
  bool terminal_;
  Clock::time_point start_ = Clock::now(), drawn_{};
};

}  // namespace raycloth
