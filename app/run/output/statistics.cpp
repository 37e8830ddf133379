#include "app/run/output/statistics.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>
#include <vector>

namespace raycloth {

Summary summarize(std::span<const float> values) {
  if (values.empty()) return {};
  std::vector<float> sorted(values.begin(), values.end());
  std::sort(sorted.begin(), sorted.end());
  const size_t count = sorted.size(), middle = count / 2;
  const size_t rank = (95 * count + 99) / 100;  // nearest rank, rounded up, from 1
  Summary summary;
  summary.mean = std::accumulate(sorted.begin(), sorted.end(), 0.0) / static_cast<double>(count);
  summary.median = count % 2 ? sorted[middle] : (double(sorted[middle - 1]) + double(sorted[middle])) / 2;
  summary.p95 = sorted[rank - 1];
  summary.max = sorted.back();
  return summary;
}

nlohmann::ordered_json json_of(const Summary& summary) {
  return {{"mean", summary.mean}, {"median", summary.median}, {"p95", summary.p95}, {"max", summary.max}};
}

}  // namespace raycloth
