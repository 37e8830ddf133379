#include "app/workbench/kept/timing_history.h"

#include <vector>

namespace raycloth {
namespace {

template <class Value>
TimingHistory::Summary summary_of(const std::deque<StepTimings>& steps, Value value) {
  std::vector<float> values;
  values.reserve(steps.size());
  for (const StepTimings& step : steps) values.push_back(value(step));
  return summarize(values);
}

}  // namespace

void TimingHistory::add(const StepTimings& timings) {
  steps_.push_back(timings);
  if (steps_.size() > kSteps) steps_.pop_front();
}

TimingHistory::Summary TimingHistory::stage(std::string_view name) const {
  return summary_of(steps_, [=](const StepTimings& t) { return stage_time(t.stages, name); });
}

TimingHistory::Summary TimingHistory::detect() const {
  return summary_of(steps_, [](const StepTimings& t) { return t.detect; });
}

TimingHistory::Summary TimingHistory::step() const {
  return summary_of(steps_, [](const StepTimings& t) { return t.step; });
}

}  // namespace raycloth
