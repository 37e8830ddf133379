#include "app/workbench/timing_history.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace raycloth {
namespace {

template <class Value>
TimingHistory::Summary summarise_by(const std::deque<StepTimings>& steps, Value value) {
  std::vector<float> values;
  values.reserve(steps.size());
  for (const StepTimings& step : steps) values.push_back(value(step));
  return summarise(std::move(values));
}

}  // namespace

TimingHistory::Summary summarise(std::vector<float> values) {
  if (values.empty()) return {};
  const auto rank = static_cast<size_t>(std::ceil(0.95 * static_cast<double>(values.size()))) - 1;
  std::nth_element(values.begin(), values.begin() + rank, values.end());
  return {std::accumulate(values.begin(), values.end(), 0.0f) / values.size(), values[rank]};
}

void TimingHistory::add(const StepTimings& timings) {
  steps_.push_back(timings);
  if (steps_.size() > kSteps) steps_.pop_front();
}

TimingHistory::Summary TimingHistory::stage(std::string_view name) const {
  return summarise_by(steps_, [=](const StepTimings& t) { return stage_time(t.stages, name); });
}

TimingHistory::Summary TimingHistory::detect() const {
  return summarise_by(steps_, [](const StepTimings& t) { return t.detect; });
}

TimingHistory::Summary TimingHistory::step() const {
  return summarise_by(steps_, [](const StepTimings& t) { return t.step; });
}

}  // namespace raycloth
