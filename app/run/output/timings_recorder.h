// The recorder of frame timings, for `run --timings` and for the window's record button: a row a step, as CSV with a
// comment header or as JSON. Whenever it is interrupted, the file is valid. Knows nothing of the command line or the
// window.
//
//   .csv    # device: ...                        .json   {"environment": {"device": ..., "settings": {...}},
//           # settings: substeps=20; ...                  "columns": ["frame", "time_s", ...],
//           frame,time_s,...                              "frames": [
//           1,0.016666668,...                             [1,0.016666668,...]
//                                                         ]}
#pragma once

#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "sim/scene/scene.h"
#include "sim/simulation.h"

namespace raycloth {

class TimingsRecorder {
 public:
  /// Creates `file` (an old one is overwritten), of the kind that its ending names, and writes what comes before the
  /// rows: device, driver, CPU, threads, commit, scene, every setting, then the column names. `threads` as given to
  /// `create`. Throws InputError when the ending is another or the file cannot be written.
  TimingsRecorder(const std::filesystem::path& file, Simulation& simulation, const Scene& scene, int threads);

  /// Appends the simulation's last step: frame, time (s), the stages (ms), contact counts.
  /// Throws std::runtime_error when the disk refuses.
  void add_row(Simulation& simulation);

  const std::filesystem::path& file() const { return path_; }
  long long rows() const { return rows_; }

 private:
  using Facts = std::vector<std::pair<std::string, std::string>>;

  void begin_csv(const Facts& facts, const Facts& settings);
  void begin_json(const Facts& facts, const Facts& settings);
  std::vector<std::string> columns() const;

  std::filesystem::path path_;
  bool json_;
  std::ofstream out_;
  std::streampos end_of_rows_;       // of JSON, whose end is written behind every row, and over by the next
  std::vector<const char*> stages_;  // those of the handler at the start; a later one's own have no column
  long long rows_ = 0;
};

}  // namespace raycloth
