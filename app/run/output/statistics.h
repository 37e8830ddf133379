// What is said of many measured values.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>

namespace raycloth {

/// Of a list of values; all zero for an empty one. `median` of an even count is the mean of the middle two,
/// `p95` the smallest value that at least 95 % do not exceed (nearest rank).
struct Summary {
  double mean = 0, median = 0, p95 = 0, max = 0;
};
Summary summarize(std::span<const float> values);
/// {"mean", "median", "p95", "max"}
nlohmann::ordered_json json_of(const Summary& summary);

}  // namespace raycloth
