// `raycloth timings A B`: two recordings of frame timings side by side.
#pragma once

#include <filesystem>

namespace raycloth {

struct TimingsOptions {
  std::filesystem::path a, b;
  std::filesystem::path plot;  // empty: none
};

/// Prints the table, and writes the plot. Returns 0. Throws InputError for files that are no recordings.
int show_timings(const TimingsOptions& options);

}  // namespace raycloth
