// Scans over a length that only the device knows.
#include "device/algorithms.h"

#include <gtest/gtest.h>

#include <numeric>
#include <vector>

#include "device/buffer.h"

namespace raycloth::cpu {
namespace {

struct Scanned {
  std::vector<int> sums;
  int capacity;
};

/// Of `count` ones, twos, ones, ... in an array of `capacity` places, whatever stands behind them.
Scanned scan(int capacity, int count) {
  Queue queue(2);
  std::vector<int> values(capacity + 1);
  for (int i = 0; i <= capacity; ++i) values[i] = i < count ? 1 + i % 2 : 1000;
  Buffer<int> buffer(values), counter(std::vector<int>{count});
  queue.run([&] { exclusive_scan(queue, buffer.data(), buffer.data(), DeviceCount{capacity, counter.data()}); });
  return {buffer.download(), capacity};
}

TEST(CountedScan, SumsWhatIsThereAndLeavesTheSumBehindItAndAtTheEnd) {
  for (const int count : {0, 1, 7, 1000, 5000}) {
    const Scanned scanned = scan(5000, count);
    int sum = 0;
    for (int i = 0; i < count; ++i) {
      ASSERT_EQ(scanned.sums[i], sum) << i << " of " << count;
      sum += 1 + i % 2;
    }
    EXPECT_EQ(scanned.sums[count], sum);
    EXPECT_EQ(scanned.sums[5000], sum);
  }
}

/// Long arrays are summed in parts by several threads.
TEST(Scan, OfPartsIsThatOfTheWhole) {
  for (const int count : {16384, 16385, 40000, 100000}) {
    const Scanned scanned = scan(count, count);
    for (int i = 0; i <= count; ++i) ASSERT_EQ(scanned.sums[i], i + i / 2) << i << " of " << count;
  }
}

/// Long arrays are copied and cleared in parts as well, up to their last byte and no farther.
TEST(Queue, CopiesAndClearsWhatItIsTold) {
  Queue queue(3);
  for (const size_t bytes : {size_t(0), size_t(1), size_t(63), size_t(65), size_t(100001)}) {
    Buffer<unsigned char> from(std::vector<unsigned char>(bytes + 1, 7)), to(std::vector<unsigned char>(bytes + 1, 3));
    queue.run([&] { queue.copy(to.data(), from.data(), bytes); });
    std::vector<unsigned char> wanted(bytes, 7);
    wanted.push_back(3);
    EXPECT_EQ(to.download(), wanted);
    queue.run([&] { queue.zero(from.data(), bytes); });
    wanted.assign(bytes, 0);
    wanted.push_back(7);
    EXPECT_EQ(from.download(), wanted);
  }
}

/// More was found than there is room for.
TEST(CountedScan, StopsAtTheCapacity) {
  const Scanned scanned = scan(10, 12);
  EXPECT_EQ(scanned.sums[9], 13);
  EXPECT_EQ(scanned.sums[10], 15);
}

}  // namespace
}  // namespace raycloth::cpu
