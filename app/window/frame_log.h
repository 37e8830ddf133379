// What the display did, frame by frame, as CSV: how long each took, what it showed, how many inputs it answered. For
// whoever wants to know whether the window is smooth.
#pragma once

#include <filesystem>
#include <fstream>

namespace raycloth {

class FrameLog {
 public:
  struct Row {
    double milliseconds;         // that it took, without the wait for something to do
    int inputs;                  // keys, buttons, movements and turns of the wheel that it took
    long long simulation_frame;  // that it showed
    bool playing;
    double busy_seconds;  // how long the step under way had taken by then; 0: none was
  };

  /// Creates `file` (an old one is overwritten) and writes the names of the columns. Throws InputError.
  explicit FrameLog(const std::filesystem::path& file);

  /// Adds the time at which it was shown, on the system's monotonic clock, in s.
  void add(const Row& row);

 private:
  std::ofstream out_;
};

}  // namespace raycloth
