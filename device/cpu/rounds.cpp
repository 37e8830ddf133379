#include "device/cpu/rounds.h"

#include <algorithm>

namespace raycloth::cpu {

// A stage's first round, and a trial's, fetch from other cores what those had: they tell nothing.
constexpr int kTrialBegins = 3, kTrialEnds = kTrialBegins + 2;  // rounds of a stage
constexpr int kShortestPause = 2, kLongestPause = 32;           // stages
constexpr double kGain = 0.92;                                  // of the time before, at most, is worth a change

Rounds::Rounds(int threads) : most_(threads), threads_(threads), pause_(kShortestPause), left_(kShortestPause) {}

int Rounds::challenger() const {
  const bool fewer = threads_ == most_ || (fewer_ && threads_ > 1);
  return fewer ? (threads_ + 1) / 2 : std::min(2 * threads_, most_);
}

/// What the round that has ended says.
void Rounds::judge(double duration) {
  if (!trial_ && round_ > 1) quickest_ = round_ == 2 ? duration : std::min(quickest_, duration);
  if (!trial_ || round_ < kTrialEnds) return;
  const bool wins = duration < kGain * quickest_;
  fewer_ = wins == (trial_ < threads_);  // go on that way, or try the other
  if (wins) threads_ = trial_;
  pause_ = wins ? kShortestPause : std::min(2 * pause_, kLongestPause);
  left_ = pause_;
  trial_ = 0;
}

int Rounds::begin(double seconds) {
  if (round_ > 0) judge(seconds - since_);
  if (round_ == 0 && left_ > 0) --left_;
  if (round_ == kTrialBegins && left_ == 0 && most_ > 1) trial_ = challenger();
  ++round_;
  since_ = seconds;
  return trial_ ? trial_ : threads_;
}

void Rounds::end(double seconds) {
  if (round_ > 0) judge(seconds - since_);
  if (trial_) {  // too few rounds for a verdict
    pause_ = left_ = kLongestPause;
    trial_ = 0;
  }
  round_ = 0;
}

}  // namespace raycloth::cpu
