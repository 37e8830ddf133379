// What came of two runs side by side, as lines and as JSON: `raycloth compare`.
#pragma once

#include <cstdint>
#include <string>

#include "app/run/divergence.h"
#include "app/run/output/statistics.h"

namespace raycloth {

struct ComparedRun {
  std::string options, device;  // options as typed
  uint64_t state = 0;           // hash
  Summary detect, step;         // ms
};

struct ComparedRuns {
  std::string scene;  // its file
  int frames = 0, from_frame = 0;
  ComparedRun a, b;
  Divergence divergence;
};

/// Vertices by the names that `model` gives them.
std::string comparison_text(const ComparedRuns& runs, const Model& model);
std::string comparison_json(const ComparedRuns& runs, const Model& model);

}  // namespace raycloth
