// Two recordings of frame timings as a picture: each stage's median and 95th percentile as bars, and the steps as they
// went.
#pragma once

#include <filesystem>

#include "app/run/output/timings_comparison.h"

namespace raycloth {

/// A PNG file, without a window. Throws std::runtime_error with one line where it cannot.
void save_timings_plot(const TimingsFile& a, const TimingsFile& b, const std::filesystem::path& png);

}  // namespace raycloth
