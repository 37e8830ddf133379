// How many threads share a stage's rounds: what is quickest, by clocks that we make up, and that it costs little to
// know.
#include "device/cpu/rounds.h"

#include <gtest/gtest.h>

#include <functional>

namespace raycloth::cpu {
namespace {

/// Seconds of a round that so many threads share; and of one in which memory has to move because there were others
/// before.
using Cost = std::function<double(int threads)>;
constexpr double kMoving = 3;

class Clock {
 public:
  explicit Clock(int threads) : rounds_(threads) {}

  /// Some stages; returns the threads of their last round.
  int run(int stages, int rounds, const Cost& cost) {
    for (int stage = 0; stage < stages; ++stage) {
      for (int round = 0; round < rounds; ++round) {
        const int threads = rounds_.begin(now_);
        now_ += cost(threads) * (threads == last_ ? 1 : kMoving);
        last_ = threads;
      }
      rounds_.end(now_);
      now_ += 10;  // something else
    }
    return last_;
  }
  double now() const { return now_; }

 private:
  Rounds rounds_;
  double now_ = 0;
  int last_ = 0;
};

TEST(Rounds, GoByAsManyThreadsAsAreQuickest) {
  for (const int rounds : {5, 8, 20, 160}) {
    for (int best = 1; best <= 16; best *= 2) {
      Clock clock(16);
      const auto cost = [&](int threads) { return threads <= best ? 1.0 / threads : 1.0 * threads / (best * best); };
      EXPECT_EQ(clock.run(200, rounds, cost), best) << rounds << " rounds";
    }
  }
}

TEST(Rounds, ChangeWithWhatTheyCost) {
  Clock clock(2);
  const auto near = [](int threads) { return 1.0 / threads; };
  const auto far = [](int threads) { return 1.0 * threads; };
  EXPECT_EQ(clock.run(100, 20, near), 2);
  EXPECT_EQ(clock.run(40, 20, far), 1);
  EXPECT_EQ(clock.run(40, 20, near), 2);
}

TEST(Rounds, CostLittleToJudge) {
  for (const int rounds : {3, 5, 20}) {
    Clock clock(2);
    const auto near = [](int threads) { return 1.0 / threads; };
    clock.run(100, rounds, near);
    const double before = clock.now();
    clock.run(1000, rounds, near);
    const double rounds_alone = clock.now() - before - 1000 * 10;
    EXPECT_LT(rounds_alone, 1.05 * 1000 * rounds * near(2)) << rounds << " rounds";
  }
}

/// Differences within the noise of a clock are no reason to change.
TEST(Rounds, StayWhereNothingIsGained) {
  Clock clock(2);
  EXPECT_EQ(clock.run(500, 20, [](int threads) { return threads == 1 ? 0.97 : 1.0; }), 2);
}

TEST(Rounds, OfOneThreadAreItsOwn) {
  Clock clock(1);
  EXPECT_EQ(clock.run(100, 20, [](int) { return 1.0; }), 1);
}

}  // namespace
}  // namespace raycloth::cpu
