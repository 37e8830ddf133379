// A crew's loops: whole whatever the sizes and however late its threads are, and each thread first at its own part.
#include "device/cpu/crew.h"

#include <gtest/gtest.h>

#include <mutex>
#include <numeric>
#include <set>

namespace raycloth::cpu {
namespace {

using Parts = std::vector<std::pair<int, int>>;

/// The parts in which a loop was done, in the order of their indices.
Parts parts_of(Crew& crew, int n, int grain) {
  std::mutex lock;
  Parts parts;
  crew.run(n, grain, [&](int begin, int end) {
    const std::lock_guard guard(lock);
    parts.emplace_back(begin, end);
  });
  std::sort(parts.begin(), parts.end());
  return parts;
}

/// Whether they are [0, n), each index once.
bool are_all(const Parts& parts, int n) {
  int next = 0;
  for (const auto& [begin, end] : parts) {
    if (begin != next || end < begin) return false;
    next = end;
  }
  return next == n;
}

TEST(Crew, DoesEveryIndexOnce) {
  for (const int threads : {1, 2, 3, 8}) {
    Crew crew(threads);
    for (const int grain : {1, 7, 64}) {
      for (const int n : {0, 1, 2, 15, 127, 128, 1000, 100003})
        EXPECT_TRUE(are_all(parts_of(crew, n, grain), n)) << n << " by " << grain << " on " << threads;
    }
  }
}

/// What a loop wrote is there for the next, whoever does it: 20,000 short loops, of which each needs the one before.
TEST(Crew, ALoopSeesWhatTheOnesBeforeWrote) {
  Crew crew(4);
  std::vector<int> one(64), other(64);
  for (int loop = 0; loop < 20000; ++loop) {
    const int n = 16 + loop % 49;  // what lies beyond stays as it is
    crew.run(n, 1, [&](int begin, int end) {
      for (int i = begin; i < end; ++i) other[i] = one[n - 1 - i] + 1;
    });
    for (int i = 0; i < n; ++i) ASSERT_EQ(other[i], one[n - 1 - i] + 1) << "loop " << loop;
    std::swap(one, other);
  }
}

/// Where threads begin, once all are at work.
std::set<int> firsts_of(Crew& crew, int threads, int n) {
  std::mutex lock;
  std::set<int> firsts;
  std::set<std::thread::id> who;
  std::atomic<int> there = 0;
  crew.run(n, 1, [&](int begin, int) {
    {
      const std::lock_guard guard(lock);
      if (!who.insert(std::this_thread::get_id()).second) return;
      firsts.insert(begin);
    }
    there += 1;
    while (there < threads) std::this_thread::yield();
  });
  return firsts;
}

/// While all are at work, each is at the start of its own part.
TEST(Crew, ThreadsBeginWithTheirOwnParts) {
  Crew crew(4);
  for (int loop = 0; loop < 100; ++loop) EXPECT_EQ(firsts_of(crew, 4, 400), (std::set<int>{0, 100, 200, 300}));
}

/// 160 of 400 indices take time, 40 for each.
TEST(Crew, PartsHaveAsMuchOfWhatTakesTime) {
  Crew crew(4);
  crew.share_by(400, {Int2(100, 150), Int2(200, 210), Int2(300, 400)});
  EXPECT_EQ(firsts_of(crew, 4, 400), (std::set<int>{0, 140, 320, 360}));
  EXPECT_EQ(firsts_of(crew, 4, 200), (std::set<int>{0, 50, 100, 150})) << "loops over something else";
  EXPECT_TRUE(are_all(parts_of(crew, 400, 1), 400));
  crew.share_by(400, {Int2(0, 1)});
  EXPECT_TRUE(are_all(parts_of(crew, 400, 1), 400)) << "less than there are threads";
}

/// One that is at a long part of its own is helped with the rest of it: no index waits but those that it took at once.
TEST(Crew, OthersHelpWithWhatIsLeft) {
  Crew crew(2);
  std::atomic<int> done = 0;
  crew.run(1000, 1, [&](int begin, int end) {
    if (begin == 0)
      while (done < 1000 - end) std::this_thread::yield();
    done += end - begin;
  });
  EXPECT_EQ(done, 1000);
}

TEST(Crew, SharesNothingOutInLessThanItsGrain) {
  Crew crew(3);
  for (int loop = 0; loop < 200; ++loop) {
    for (const auto& [begin, end] : parts_of(crew, 3 * 100, 30)) EXPECT_GE(end - begin, 30);
  }
  EXPECT_EQ(parts_of(crew, 59, 30).size(), 1u);
}

/// Threads sleep where nothing is to do, and are there again.
TEST(Crew, WakesUp) {
  Crew crew(3);
  for (int loop = 0; loop < 5; ++loop) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    EXPECT_TRUE(are_all(parts_of(crew, 5000, 1), 5000));
  }
  Crew idle(3);  // ends without ever having had a loop
}

TEST(Crew, CrewsOfTwoCallersAreApart) {
  const auto run = [] {
    Crew crew(3);
    for (int loop = 0; loop < 2000; ++loop) ASSERT_TRUE(are_all(parts_of(crew, 64, 1), 64));
  };
  std::thread other(run);
  run();
  other.join();
}

TEST(Crew, SharesALoopAmongAsManyAsItIsLimitedTo) {
  Crew crew(4);
  crew.limit(2);
  EXPECT_EQ(firsts_of(crew, 2, 400), (std::set<int>{0, 200}));
  crew.limit(1);
  EXPECT_EQ(parts_of(crew, 400, 1), (Parts{{0, 400}}));
  crew.limit(9);
  EXPECT_EQ(firsts_of(crew, 4, 400), (std::set<int>{0, 100, 200, 300}));
}

}  // namespace
}  // namespace raycloth::cpu
