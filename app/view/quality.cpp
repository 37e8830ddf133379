#include "app/view/quality.h"

namespace raycloth {
namespace {

constexpr double kSlow = 1.0 / 18, kQuick = 1.0 / 45;  // s a picture; a level costs up to twice what the next does
constexpr int kSlowInARow = 4, kQuickInARow = 90;
constexpr int kTries = 3;

// High, and three of low: what software draws takes as long as there are pixels.
constexpr DrawLevel kDrawLevels[] = {{true, 4, 1}, {false, 1, 1}, {false, 1, 0.7f}, {false, 1, 0.5f}};

}  // namespace

void QualityKeeper::choose(Quality quality) {
  chosen_ = quality;
  for (int& failed : failed_) failed = 0;
  move_to(best_);
}

DrawLevel QualityKeeper::level() const {
  if (chosen_ == Quality::automatic) return kDrawLevels[level_];
  return kDrawLevels[chosen_ == Quality::high ? 0 : 1];
}

void QualityKeeper::drawn(double seconds) {
  if (chosen_ != Quality::automatic) return;
  slow_ = seconds > kSlow ? slow_ + 1 : 0;
  quick_ = seconds < kQuick ? quick_ + 1 : 0;
  if (slow_ >= kSlowInARow && level_ + 1 < kLevels) {
    ++failed_[level_];
    move_to(level_ + 1);
  } else if (quick_ >= kQuickInARow && level_ > best_ && failed_[level_ - 1] < kTries) {
    move_to(level_ - 1);
  }
}

void QualityKeeper::move_to(int level) {
  level_ = level;
  slow_ = quick_ = 0;
}

}  // namespace raycloth
