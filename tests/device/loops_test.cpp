// Loops that follow each other: what of each belongs to which part, and that each sees what the one before it wrote.
#include "device/loops.h"

#include <gtest/gtest.h>

namespace raycloth::cpu {
namespace {

std::vector<Int2> of_part(const PartedRanges& ranges, int part) {
  const RangesView view = ranges.view();
  const Int2* first = view.of_parts + part * view.count;
  return {first, first + view.count};
}

TEST(PartedRanges, FallIntoTheirParts) {
  const PartedRanges ranges({{0, 4}, {4, 4}, {4, 9}}, {0, 0, 0, 2, 0, 1, 1, 1, 1}, 3);
  EXPECT_EQ(of_part(ranges, 0), (std::vector<Int2>{{0, 3}, {4, 4}, {4, 5}}));
  EXPECT_EQ(of_part(ranges, 1), (std::vector<Int2>{{3, 3}, {4, 4}, {5, 9}}));
  EXPECT_EQ(of_part(ranges, 2), (std::vector<Int2>{{3, 4}, {4, 4}, {9, 9}}));
  EXPECT_EQ(ranges.longest(), 4);
  EXPECT_EQ(ranges.parts(), 3);
}

/// Doubles and adds its index: the order of ranges shows in the sums.
struct DoubleAndAdd {
  float* sums;
  const float* indices;

  template <class Real>
  void operator()(Lanes<Real> at) const {
    store(sums, at, load(sums, at) * Real(2) + load(indices, at));
  }
};

TEST(Loops, RunRangeAfterRange) {
  constexpr int kCount = 3000;  // more than a thread takes at a time
  std::vector<float> indices(kCount), expected(kCount, 0.0f);
  for (int i = 0; i < kCount; ++i) indices[i] = static_cast<float>(i);
  const std::vector<Int2> ranges{{0, 2900}, {5, 3000}, {17, 30}};
  for (const Int2 range : ranges)
    for (int i = range.x; i < range.y; ++i) expected[i] = 2 * expected[i] + indices[i];
  const PartedRanges parted(ranges, std::vector<int>(kCount, 0), 1);
  const Buffer<float> numbers(indices);
  Buffer<float> sums(kCount);
  Queue queue(2);
  queue.run([&] {
    run_colors(queue, "double_and_add", parted, 3 * bytes<float>, DoubleAndAdd{sums.data(), numbers.data()});
  });
  queue.synchronize();
  EXPECT_EQ(sums.download(), expected);
  EXPECT_EQ(queue.last_run().launches, 3);
}

TEST(Queue, LeavesOutWhatNobodyWants) {
  const Buffer<int> conditions(std::vector<int>{0, 1});
  Buffer<int> done(2);
  Queue queue(1);
  queue.run([&] {
    for (int k = 0; k < 2; ++k) {
      queue.run_if(conditions.data() + k, [&] {
        int* places = done.data();
        parallel_for(queue, "do", 1, bytes<int>, [=] RAYCLOTH_KERNEL(int) { places[k] = 1; });
      });
    }
  });
  queue.synchronize();
  EXPECT_EQ(done.download(), (std::vector<int>{0, 1}));
  EXPECT_EQ(queue.last_run().launches, 1);
}

}  // namespace
}  // namespace raycloth::cpu
