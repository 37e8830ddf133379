// The recorder of frame timings: a CSV with a comment header and one row a step, for `run --timings` and for
// the window's record button. Every row is flushed, so that an interrupted recording is a valid file. Knows
// nothing of the command line or the window.
#pragma once

#include <filesystem>
#include <fstream>
#include <vector>

#include "sim/scene/scene.h"
#include "sim/simulation.h"

namespace raycloth {

class TimingsCsv {
 public:
  /// Creates `file` (an old one is overwritten) and writes its header: device, driver, CPU, threads, commit,
  /// scene, every setting, then the column names. `threads` as given to `create`. Throws InputError when the
  /// file cannot be written.
  TimingsCsv(const std::filesystem::path& file, Simulation& simulation, const Scene& scene, int threads);

  /// Appends the simulation's last step: frame, time (s), the stages (ms), contact counts.
  /// Throws std::runtime_error when the disk refuses.
  void add_row(Simulation& simulation);

  const std::filesystem::path& file() const { return path_; }
  long long rows() const { return rows_; }

 private:
  std::filesystem::path path_;
  std::ofstream out_;
  std::vector<const char*> stages_;  // those of the handler at the start; a later one's own have no column
  long long rows_ = 0;
};

}  // namespace raycloth
