// Every index once, whatever the number of threads and however the loops follow one another.
#include "device/team.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <numeric>
#include <thread>
#include <vector>

#include "device/algorithms.h"

namespace raycloth::cpu {
namespace {

/// Plain integers on purpose: two threads at one index, or a loop that is not over when `run` returns, would show.
void expect_each_once(Team& team, int n, int chunk) {
  std::vector<int> visits(n, 0);
  team.run(n, chunk, [&](int begin, int end) {
    for (int i = begin; i < end; ++i) ++visits[i];
  });
  ASSERT_EQ(std::count(visits.begin(), visits.end(), 1), n) << "chunks of " << chunk << ", " << team.threads() << " threads";
}

class TeamOf : public testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Threads, TeamOf, testing::Values(1, 2, 3, 5));

TEST_P(TeamOf, VisitsEveryIndexOnce) {
  Team team(GetParam());
  EXPECT_EQ(team.threads(), GetParam());
  for (const int chunk : {1, 8, 100}) {
    for (const int n : {0, 1, 7, 8, 9, 99, 100, 101, 1000}) expect_each_once(team, n, chunk);
  }
}

/// Each loop reads what the one before it wrote: values from other threads' places.
TEST_P(TeamOf, EveryLoopSeesTheOneBefore) {
  constexpr int kSize = 97, kLoops = 3000;
  Team team(GetParam());
  std::vector<int> from(kSize), to(kSize);
  std::iota(from.begin(), from.end(), 0);
  for (int loop = 0; loop < kLoops; ++loop) {
    team.run(kSize, 8, [&](int begin, int end) {
      for (int i = begin; i < end; ++i) to[i] = from[(i + 50) % kSize] + 1;
    });
    std::swap(from, to);
  }
  for (int i = 0; i < kSize; ++i) ASSERT_EQ(from[i], (i + 50 * kLoops) % kSize + kLoops);
}

TEST_P(TeamOf, WakesUpAfterItHasFallenAsleep) {
  Team team(GetParam());
  for (int i = 0; i < 3; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    expect_each_once(team, 1000, 8);
  }
}

TEST_P(TeamOf, ComesAndGoesWithoutWork) {
  for (int i = 0; i < 50; ++i) Team team(GetParam());
}

TEST_P(TeamOf, ScansLikeOneThread) {
  Queue queue(GetParam());
  for (const int n : {0, 1, 8191, 8192, 8193, 50000}) {
    std::vector<int> in(n), found(n), expected(n);
    for (int i = 0; i < n; ++i) in[i] = i * 7919 % 13;
    for (int i = 1; i < n; ++i) expected[i] = expected[i - 1] + in[i - 1];
    queue.run([&] { exclusive_scan(queue, in.data(), found.data(), n); });
    ASSERT_EQ(found, expected) << n;
    queue.run([&] { exclusive_scan(queue, in.data(), in.data(), n); });
    ASSERT_EQ(in, expected) << n << " in place";
  }
}

}  // namespace
}  // namespace raycloth::cpu
