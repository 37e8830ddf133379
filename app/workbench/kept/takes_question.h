// What would end the takes waits here for a person's answer, where there is another than the present one.
#pragma once

#include <functional>
#include <string>
#include <utility>

namespace raycloth {

/// Why takes would be lost, and the button of who agrees: "The scene begins again at frame 0", "Begin again".
struct TakesLoss {
  std::string why, button;
};

class TakesQuestion {
 public:
  /// Whether it is asked first, of so many takes: `act` is done when the answer is yes, `otherwise` when it is no.
  bool comes_before(size_t takes, TakesLoss loss, std::function<void()> act, std::function<void()> otherwise = {}) {
    if (silent_ || takes < 2) return false;
    loss_ = std::move(loss);
    act_ = std::move(act);
    otherwise_ = std::move(otherwise);
    return true;
  }
  bool asked() const { return act_ != nullptr; }
  const TakesLoss& loss() const { return loss_; }

  void answer(bool goes_on, bool never_again) {
    const std::function<void()> act = std::exchange(act_, nullptr), otherwise = std::exchange(otherwise_, nullptr);
    if (!act) return;
    if (!goes_on) return otherwise ? otherwise() : void();
    silent_ = true;
    act();
    silent_ = never_again;
  }

 private:
  TakesLoss loss_;
  std::function<void()> act_, otherwise_;
  bool silent_ = false;  // it is asked no more
};

}  // namespace raycloth
