// Two recordings of frame timings, stage by stage.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/run/output/statistics.h"
#include "app/run/output/timings_file.h"

namespace raycloth {

struct StageComparison {
  std::string stage;
  std::optional<Summary> a, b;  // ms; absent: that recording has no such stage

  /// What b takes for each ms of a; nothing where either is missing, or a takes none.
  std::optional<double> median_ratio() const;
  std::optional<double> p95_ratio() const;
};

/// The stages of a in its order, then those that only b has; detect and step at the end.
std::vector<StageComparison> compare_timings(const TimingsFile& a, const TimingsFile& b);

/// Of the header, what is not the same in both; of the settings one entry for each that differs.
struct FactDifference {
  std::string name, a, b;
};
std::vector<FactDifference> differing_facts(const TimingsFile& a, const TimingsFile& b);

/// Both files, what differs between them, and the table.
std::string comparison_text(const TimingsFile& a, const TimingsFile& b);

}  // namespace raycloth
