// What would build the scene anew waits here for a person's answer where other takes would be lost by it.
#pragma once

#include <functional>
#include <utility>

namespace raycloth {

class TakesQuestion {
 public:
  /// Whether it is asked first, of so many takes: `act` is done when the answer is yes.
  bool comes_before(size_t takes, std::function<void()> act) {
    if (silent_ || takes < 2) return false;
    act_ = std::move(act);
    return true;
  }
  bool asked() const { return act_ != nullptr; }
  void answer(bool goes_on, bool never_again) {
    const std::function<void()> act = std::exchange(act_, nullptr);
    if (!act || !goes_on) return;
    silent_ = true;
    act();
    silent_ = never_again;
  }

 private:
  std::function<void()> act_;
  bool silent_ = false;  // it is asked no more
};

}  // namespace raycloth
