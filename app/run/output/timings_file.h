// A recording of frame timings (app/run/output/timings_recorder.h) read back.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace raycloth {

struct TimingsFile {
  std::filesystem::path path;
  std::vector<std::pair<std::string, std::string>> facts;  // of its header: device, threads, commit, scene, settings...
  std::vector<std::string> stages;                         // without "_ms", in its order; detect and step at the end
  std::vector<std::vector<float>> milliseconds;            // of each stage, a value a step

  size_t steps() const { return milliseconds.front().size(); }
  /// "" where the header does not tell.
  std::string fact(const std::string& name) const;
};

/// Of either kind. Throws InputError with file and line, or row, where it is none.
TimingsFile read_timings(const std::filesystem::path& file);

}  // namespace raycloth
