// Thickness painted with a brush.
#include "sim/scene/brush.h"

#include <gtest/gtest.h>

namespace raycloth {
namespace {

TEST(Brush, DrawsTowardsItsFactorInTheMiddleAndNotPastItsRim) {
  const std::vector<Vec3> positions = {{0, 0, 0}, {0.05f, 0, 0}, {0, 0.0999f, 0}, {0, 0, 0.1001f}};
  std::vector<float> factors(4, 1);
  dab(factors, positions, {0, 0, 0}, {0.1f, 3, 0.5f});
  EXPECT_FLOAT_EQ(factors[0], 2);
  EXPECT_FLOAT_EQ(factors[1], 1 + 0.5f * 0.75f * 0.75f * 2);
  EXPECT_NEAR(factors[2], 1, 1e-4f);
  EXPECT_EQ(factors[3], 1);
  for (int i = 0; i < 40; ++i) dab(factors, positions, {0, 0, 0}, {0.1f, 3, 0.5f});
  EXPECT_NEAR(factors[0], 3, 1e-4f);
  EXPECT_NEAR(factors[1], 3, 1e-2f);
  for (int i = 0; i < 80; ++i) dab(factors, positions, {0, 0, 0}, {0.1f, 1, 0.5f});
  EXPECT_NEAR(factors[0], 1, 1e-4f);  // taken back
}

TEST(Brush, StaysWithinWhatAMapMayHave) {
  const std::vector<Vec3> positions = {{0, 0, 0}};
  std::vector<float> factors(1, 1);
  dab(factors, positions, {0, 0, 0}, {0.1f, 1000, 1});
  EXPECT_EQ(factors[0], kThickestFactor);
  dab(factors, positions, {0, 0, 0}, {0.1f, -1000, 1});
  EXPECT_EQ(factors[0], kThinnestFactor);
}

TEST(Brush, FilesHaveANumberForEachOfTheirVertices) {
  Mesh mesh = make_sheet({1, 1}, {1, 1});
  EXPECT_EQ(factors_of_file(mesh, std::vector<float>{1, 2, 3, 4}), (std::vector<float>{1, 2, 3, 4}));
  EXPECT_TRUE(factors_of_file(mesh, std::vector<float>(4, 1)).empty());
  mesh.file_vertices = {5, 0, 2, 3};
  mesh.file_size = 6;
  EXPECT_EQ(factors_of_file(mesh, std::vector<float>{9, 2, 3, 4}), (std::vector<float>{2, 1, 3, 4, 1, 9}));
}

}  // namespace
}  // namespace raycloth
