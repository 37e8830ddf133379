// The last steps' timings, for the plot and its mean and 95th percentile.
#pragma once

#include <deque>

#include "app/run/output/statistics.h"
#include "sim/simulation.h"

namespace raycloth {

class TimingHistory {
 public:
  static constexpr size_t kSteps = 240;

  using Summary = raycloth::Summary;  // ms

  void add(const StepTimings& timings);
  void clear() { steps_.clear(); }
  const std::deque<StepTimings>& steps() const { return steps_; }  // oldest first
  Summary stage(std::string_view name) const;
  Summary detect() const;
  Summary step() const;

 private:
  std::deque<StepTimings> steps_;
};

}  // namespace raycloth
