// What a run remembers of its past.
#include "app/run/past/state_ring.h"

#include <gtest/gtest.h>

namespace raycloth {
namespace {

Snapshot state_of(long long frame, size_t bytes) {
  Snapshot snapshot;
  snapshot.frame = frame;
  snapshot.arrays.emplace_back(bytes);
  return snapshot;
}

StateRing ring_of(long long frames, size_t bytes_each, size_t most_bytes = StateRing::kUsualBytes) {
  StateRing ring(most_bytes);
  for (long long frame = 0; frame <= frames; ++frame) ring.add(state_of(frame, bytes_each));
  return ring;
}

TEST(StateRing, IsDenseAtTheEndAndSparseBefore) {
  const StateRing ring = ring_of(10'000, 10);
  for (long long frame = 10'000; frame > 10'000 - 64; --frame) EXPECT_NE(ring.find(frame), nullptr) << frame;
  EXPECT_NE(ring.find(0), nullptr);
  long long last_gap = 0;
  for (long long frame = 10'000; frame > 0;) {
    const long long kept = ring.at_or_before(frame - 1).frame, gap = frame - kept;
    EXPECT_GE(gap, last_gap / 2) << "states lie no closer the older they are";
    EXPECT_LE(gap, 2 * std::max(1LL, (10'000 - kept) / 64)) << "nor farther apart than their age allows";
    last_gap = gap;
    frame = kept;
  }
  EXPECT_LT(ring.size(), 64 * (1 + 9));  // the dense ones, and at most as many for every doubling of the age
}

TEST(StateRing, StaysWithinItsMemoryAndKeepsTheFirst) {
  const size_t most = 100'000;
  StateRing ring(most);
  for (long long frame = 0; frame <= 5'000; ++frame) {
    ring.add(state_of(frame, 900));
    ASSERT_LE(ring.bytes(), most) << frame;
  }
  EXPECT_EQ(ring.at_or_before(3).frame, 0);
  EXPECT_EQ(ring.at_or_before(9'999).frame, 5'000);
}

TEST(StateRing, CountsTheBytesThatItHolds) {
  StateRing ring = ring_of(300, 50);
  size_t sum = 0;
  for (long long frame = 0; frame <= 300; ++frame) sum += ring.find(frame) ? ring.find(frame)->bytes() : 0;
  EXPECT_EQ(ring.bytes(), sum);
  ring.cut_after(100);
  sum = 0;
  for (long long frame = 0; frame <= 300; ++frame) sum += ring.find(frame) ? ring.find(frame)->bytes() : 0;
  EXPECT_EQ(ring.bytes(), sum);
  EXPECT_LE(ring.at_or_before(1'000).frame, 100);
}

// Memory of states is taken up again once nobody has them: a copy of the ring, another take, still does.
TEST(StateRing, HandsOutWhatNobodyHoldsAnyMore) {
  StateRing ring = ring_of(5, 50);
  EXPECT_EQ(ring.take_spare().bytes(), Snapshot{}.bytes()) << "nothing was forgotten";
  const StateRing other = ring;
  ring.cut_after(3);
  EXPECT_EQ(ring.take_spare().bytes(), Snapshot{}.bytes()) << "the other has it";
  EXPECT_EQ(other.find(5)->bytes(), state_of(5, 50).bytes());
  ring.add(state_of(4, 50));
  ring.cut_after(3);
  EXPECT_EQ(ring.take_spare().bytes(), state_of(4, 50).bytes());
}

TEST(StateRing, GoesOnAfterACut) {
  StateRing ring = ring_of(50, 10);
  ring.cut_after(20);
  ring.add(state_of(21, 10));
  EXPECT_NE(ring.find(21), nullptr);
  EXPECT_EQ(ring.find(22), nullptr);
  EXPECT_EQ(ring.at_or_before(40).frame, 21);
}

}  // namespace
}  // namespace raycloth
