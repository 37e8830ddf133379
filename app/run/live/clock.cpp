#include "app/run/live/clock.h"

#include <algorithm>

namespace raycloth {

void ViewClock::add(double seconds) {
  owed_ = std::min(owed_ + seconds, kPatience);
  recent_.push_back({seconds, 0});
  sum_.real += seconds;
  while (recent_.size() > 1 && sum_.real - recent_.front().real >= kWindow) {
    sum_.real -= recent_.front().real;
    sum_.simulated -= recent_.front().simulated;
    recent_.pop_front();
  }
}

void ViewClock::stepped(double time_step) {
  owed_ = std::max(owed_ - time_step, 0.0);
  if (recent_.empty()) return;  // a single step while paused
  recent_.back().simulated += time_step;
  sum_.simulated += time_step;
}

void ViewClock::restart() { *this = {}; }

double ViewClock::real_time_factor() const { return sum_.real > 0 ? sum_.simulated / sum_.real : 0; }

}  // namespace raycloth
