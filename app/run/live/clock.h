// Keeps simulated time in step with the clock on the wall: how much is due, and how well we keep up.
#pragma once

#include <algorithm>
#include <deque>

namespace raycloth {

class ViewClock {
 public:
  /// Real time that went by while the scene was playing, s. At most kPatience is remembered.
  void add(double seconds);
  bool due(double time_step) const { return owed_ >= time_step; }
  /// Real time until a step is due, s.
  double until_due(double time_step) const { return std::max(time_step - owed_, 0.0); }
  void stepped(double time_step);
  /// Slower than real time: what could not be simulated is dropped, so that the backlog never grows.
  void drop_backlog() { owed_ = 0; }
  /// Forget everything: after a pause, a reset, a new scene.
  void restart();

  /// Simulated time over real time during the last second; 0 before anything was simulated.
  double real_time_factor() const;

 private:
  static constexpr double kPatience = 0.125;  // s; more than the longest time step
  static constexpr double kWindow = 1.0;      // s

  struct Span {
    double real = 0, simulated = 0;  // s
  };
  double owed_ = 0;
  std::deque<Span> recent_;
  Span sum_;
};

}  // namespace raycloth
