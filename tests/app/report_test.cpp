// The report's arithmetic, against values worked out by hand.
#include "app/run/output/report.h"

#include <gtest/gtest.h>

namespace raycloth {
namespace {

TEST(Summary, OfTwentyOneValuesByHand) {
  std::vector<float> values;
  for (int i = 21; i >= 1; --i) values.push_back(static_cast<float>(i));
  const Summary summary = summarize(values);
  EXPECT_DOUBLE_EQ(summary.mean, 11);
  EXPECT_DOUBLE_EQ(summary.median, 11);
  EXPECT_DOUBLE_EQ(summary.p95, 20);  // 20 of 21 are 95.2 %, 19 would be 90.5 %
  EXPECT_DOUBLE_EQ(summary.max, 21);
}

TEST(Summary, OfAnEvenCountTheMedianIsBetween) {
  const std::vector<float> values = {4, 1, 3, 10};
  EXPECT_DOUBLE_EQ(summarize(values).median, 3.5);
  EXPECT_DOUBLE_EQ(summarize(values).p95, 10);
}

TEST(Summary, OfOneAndOfNone) {
  EXPECT_DOUBLE_EQ(summarize(std::vector<float>{2.5f}).p95, 2.5);
  EXPECT_DOUBLE_EQ(summarize({}).max, 0);
}

TEST(Strain, IsTheLargestStretchAndNeverNegative) {
  Model model;
  model.edges.pairs = {{0, 1}, {1, 2}};
  model.edges.lengths = {1, 2};
  const std::vector<Vec4> stretched = {{0, 0, 0, 1}, {0, 0.5f, 0, 1}, {3, 0.5f, 0, 1}};
  EXPECT_DOUBLE_EQ(strain_of(model, stretched).largest, 0.5);  // 3 m of 2 m; the other is compressed
  const std::vector<Vec4> compressed = {{0, 0, 0, 1}, {0, 0.5f, 0, 1}, {1, 0.5f, 0, 1}};
  EXPECT_DOUBLE_EQ(strain_of(model, compressed).largest, 0);
}

TEST(Strain, P99LeavesOneOfAHundredEdgesOut) {
  Model model;
  std::vector<Vec4> positions;
  for (int i = 0; i < 200; ++i) {  // edge i is stretched by i per mille
    model.edges.pairs.push_back({2 * i, 2 * i + 1});
    model.edges.lengths.push_back(1);
    positions.insert(positions.end(), {{0, 0, 0, 1}, {1 + 1e-3f * static_cast<float>(i), 0, 0, 1}});
  }
  EXPECT_NEAR(strain_of(model, positions).p99, 0.197, 1e-6);
  EXPECT_NEAR(strain_of(model, positions).largest, 0.199, 1e-6);
  EXPECT_EQ(strain_of(Model(), positions).p99, 0);
}

}  // namespace
}  // namespace raycloth
