// What a take is made of and what came of it: its changes, settings, timings and crossings, for panels and reports.
// Knows neither window nor files.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "app/run/output/statistics.h"
#include "app/run/past/timeline.h"

namespace raycloth {

/// What was changed after it left the take before: keys of settings, and OBJECT.key of materials, each once, with the
/// value that it has in the end; OBJECT.cuts with how many there are, and pins with how many came and went.
using Changes = std::vector<std::pair<std::string, std::string>>;
Changes changes_of(const Timeline::Take& take, const Model& model);

/// Frames in which cloth was cut, or what was cut put together again; ascending.
std::vector<long long> cuts_of(const Timeline::Take& take);

struct TakeFacts {
  int number = 0, parent = 0;
  std::string name, note;
  long long from = 0, last = 0;  // frames
  Changes changes;
  Settings settings;                                    // at its end
  Changes materials;                                    // likewise, of every object, by OBJECT.key
  std::vector<std::pair<std::string, Summary>> stages;  // ms, of the steps that were taken in it; detect and step last
  std::vector<std::pair<long long, float>> step_ms;     // by frame
  std::vector<std::pair<long long, long long>> crossings;  // by frame: pairs, where they were counted
};

/// Without crossings.
TakeFacts facts_of(const Timeline& timeline, const Timeline::Take& take, const Model& model);

/// Pairs that cross in up to `most` of the states that are kept of a take, its last among them, exactly. `go_on` is
/// asked before each; false ends it, with what is known by then.
std::vector<std::pair<long long, long long>> count_crossings(const Timeline::Take& take, const Model& model, int most,
                                                             const std::function<bool()>& go_on);

/// "take 2", "take 2: without predictions"
std::string title_of(int number, const std::string& name);

}  // namespace raycloth
