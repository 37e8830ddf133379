// What a team finds is what its lanes find one by one. On the CPU a team is the vector unit; what CUDA's threads tell
// each other is tested by scenes that end in the same bits (tests/solver/cuda_test.cpp).
#include "device/team.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "device/parallel.h"
#include "device/sets/sort.h"

namespace raycloth::cpu {
namespace {

Box8 random_boxes(std::mt19937& random) {
  std::uniform_real_distribution<float> any(-1, 1);
  Box8 boxes;
  for (int lane = 0; lane < 8; ++lane) {
    const Vec3 corner(any(random), any(random), any(random));
    boxes.set(lane, around(corner, corner + Vec3(any(random), any(random), any(random))));
  }
  return boxes;
}

TEST(Team, FindsTheBoxesThatASegmentComesThrough) {
  std::mt19937 random(2);
  std::uniform_real_distribution<float> any(-1, 1);
  int met = 0, missed = 0;
  for (int round = 0; round < 5000; ++round) {
    const Box8 boxes = random_boxes(random);
    const Vec3 a(any(random), any(random), any(random)), b(any(random), any(random), any(random));
    const Segment segment{(a + b) * 0.5f, (b - a) * 0.5f};
    const unsigned near = overlaps(Team(), boxes, around(a, b)), through = pierced(Team(), boxes, segment, near);
    for (int lane = 0; lane < 8; ++lane) {
      const Box box = boxes.get(lane);
      ASSERT_EQ(near >> lane & 1, overlaps(box, around(a, b)) ? 1u : 0u);
      if (!(near >> lane & 1)) continue;
      ASSERT_EQ(through >> lane & 1, pierced(box, segment) ? 1u : 0u);
      through >> lane & 1 ? ++met : ++missed;
    }
  }
  EXPECT_GT(met, 500);
  EXPECT_GT(missed, 500);
}

TEST(Team, FindsTheLeastAndTheBoxAroundAll) {
  std::mt19937 random(3);
  std::uniform_real_distribution<float> any(-1, 1);
  alignas(32) float x[8], y[8], z[8];
  for (int lane = 0; lane < 8; ++lane) x[lane] = any(random), y[lane] = any(random), z[lane] = any(random);
  EXPECT_EQ(least_of_eight(Team(), [&](int lane) { return y[lane]; }), *std::min_element(y, y + 8));
  Team().for_eight([&]<class Real>(Lanes<Real> at) {
    const Vector3<Real> p{load(x, at), load(y, at), load(z, at)};
    const Box box = hull(Team(), p, p + p);
    EXPECT_EQ(box.min, Vec4(*std::min_element(x, x + 8), *std::min_element(y, y + 8), *std::min_element(z, z + 8), 0));
    EXPECT_EQ(box.max,
              2.0f * Vec4(*std::max_element(x, x + 8), *std::max_element(y, y + 8), *std::max_element(z, z + 8), 0));
    const Told told(Team(), p.y);
    for (int lane = 0; lane < 8; ++lane) EXPECT_EQ(told[lane], y[lane]);
  });
}

TEST(Team, EachIndexHasOne) {
  Queue queue(2);
  std::vector<int> visits(5000);
  const int count = 3210;
  queue.run([&] {
    parallel_for_teams(queue, "visit", 5000, 0, [&](const Team&, int i) { ++visits[i]; });
    parallel_for_teams(queue, "visit", DeviceCount{4000, &count}, 0, [&](const Team&, int i) { ++visits[i]; });
    parallel_for_teams(queue, "visit", DeviceCount{100, &count}, 0, [&](const Team&, int i) { ++visits[i]; });
  });
  queue.synchronize();
  for (int i = 0; i < 5000; ++i) ASSERT_EQ(visits[i], 1 + (i < 3210) + (i < 100)) << i;
}

TEST(Sort, PutsNumbersInOrderAloneAndAsATeam) {
  std::mt19937 random(4);
  for (int count = 0; count < 70; ++count) {
    std::vector<int> numbers(count);
    for (int i = 0; i < count; ++i) numbers[i] = 3 * i - 40;
    std::vector<int> alone = numbers;
    std::shuffle(alone.begin(), alone.end(), random);
    std::vector<int> together = alone;
    sort(alone.data(), count);
    sort(Team(), together.data(), count);
    EXPECT_EQ(alone, numbers);
    EXPECT_EQ(together, numbers);
  }
}

}  // namespace
}  // namespace raycloth::cpu
