#include "app/cli/timings.h"

#include <cstdio>

#include "app/run/output/timings_comparison.h"
#include "app/run/output/whole_file.h"
#include "app/view/timings_plot.h"

namespace raycloth {

int show_timings(const TimingsOptions& options) {
  const TimingsFile a = read_timings(options.a), b = read_timings(options.b);
  if (!options.plot.empty()) {
    { WholeFile probe(options.plot); }  // throws when it cannot be written
    save_timings_plot(a, b, options.plot);
  }
  return std::fputs(comparison_text(a, b).c_str(), stdout) < 0 ? 1 : 0;
}

}  // namespace raycloth
