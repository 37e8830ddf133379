// Ctrl-C (SIGINT) and SIGTERM as a wish to end soon, for loops that finish what they are at. A second one
// ends the program at once.
#pragma once

namespace raycloth {

constexpr int kInterrupted = 130;  // the exit code then, as a shell tells of SIGINT

/// Holds the two signals while it lives.
class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

  bool requested() const;
};

}  // namespace raycloth
