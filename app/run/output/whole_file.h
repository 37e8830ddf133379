// A file that others see whole or not at all: written under a temporary name beside it, then renamed.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>

namespace raycloth {

/// "two_sheets_ball_timings.csv", or "..._timings_2.csv" and on where that exists: a recording is never lost.
std::filesystem::path unused_file(const std::string& stem, const std::string& extension);

class WholeFile {
 public:
  /// Opens the temporary file, so that a place that cannot be written is known before the work that fills it.
  /// Throws InputError.
  explicit WholeFile(const std::filesystem::path& path);
  ~WholeFile();  // drops what was not committed
  WholeFile(const WholeFile&) = delete;
  WholeFile& operator=(const WholeFile&) = delete;

  std::ostream& stream() { return out_; }

  /// Puts the file in its place. Throws std::runtime_error when the disk refused any of it.
  void commit();

 private:
  std::filesystem::path path_, temporary_;
  std::ofstream out_;
};

}  // namespace raycloth
