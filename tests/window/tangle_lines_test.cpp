// What crosses, as it is drawn, of a tangle that is written by hand.
#include <gtest/gtest.h>

#include "app/view/marks/tangle_lines.h"

namespace raycloth {
namespace {

/// Two contours: the first has pairs 3 cm apart along x, whose ways are up, the second a single one without a way.
Tangle two_contours(int pairs) {
  Tangle tangle;
  tangle.contours = {{pairs, 0.03f * static_cast<float>(pairs - 1), false}, {1, 0, false}};
  for (int i = 0; i < pairs; ++i) {
    const Vec3 place(0.03f * static_cast<float>(i), 0, 0);
    tangle.pairs.push_back({0, {0, 1}, {2, 3, 4}, place, Vec3(0, 1, 0), 0.05f, 1});
    if (i > 0) tangle.pieces.push_back({0, place - Vec3(0.03f, 0, 0), place});
  }
  tangle.pairs.push_back({1, {0, 1}, {2, 3, 4}, Vec3(9), Vec3(0), 0, 1});
  tangle.regions = {{0, 2, {0}, false}, {0, 1, {0}, true}, {1, 1, {1}, true}};
  tangle.region_of = {-1, 0, 0, 1, 2};
  return tangle;
}

TEST(TangleLines, RunAlongTheContourInItsColour) {
  LineBatch contours, ways;
  add_tangle(two_contours(8), contours, ways);
  ASSERT_EQ(contours.ends().size(), 2 * 7u);
  for (const LineEnd& end : contours.ends()) EXPECT_EQ(end.color, contour_color(0));
  EXPECT_EQ(contours.ends().back().position, Vec3(0.21f, 0, 0));
}

TEST(TangleLines, ArrowsGoAsFarAsItIsAndKeepApart) {
  LineBatch contours, ways;
  add_tangle(two_contours(8), contours, ways);
  ASSERT_EQ(ways.ends().size(), 2 * 5 * 4u) << "of every other place; a shaft and a head of four lines each";
  for (size_t i = 0; i < ways.ends().size(); i += 10) {
    EXPECT_EQ(ways.ends()[i + 1].position - ways.ends()[i].position, Vec3(0, 0.05f, 0));
    EXPECT_NEAR(ways.ends()[i].position.x, 0.006f * static_cast<float>(i), 1e-6f);
  }
}

TEST(TangleLines, RegionsThatGoBackAreTintedOverWhatThereIs) {
  std::vector<uint32_t> none, all(5, 0xff123456u);
  tint_regions(two_contours(2), none);
  EXPECT_EQ(none, (std::vector<uint32_t>{0, 0, 0, contour_color(0), contour_color(1)}));
  tint_regions(two_contours(2), all);
  EXPECT_EQ(all, (std::vector<uint32_t>{0xff123456u, 0xff123456u, 0xff123456u, contour_color(0), contour_color(1)}));
  std::vector<uint32_t> fabric, heat(5, 0xff123456u);
  tint_regions({}, fabric);
  tint_regions({}, heat);
  EXPECT_TRUE(fabric.empty()) << "nothing crosses: the fabric as it is";
  EXPECT_EQ(heat, std::vector<uint32_t>(5, 0xff123456u));
}

TEST(TangleLines, NeighboursHaveColoursOfTheirOwn) {
  for (int i = 0; i < 20; ++i) EXPECT_NE(contour_color(i), contour_color(i + 1));
  for (int i = 0; i < 20; ++i) EXPECT_EQ(contour_color(i) >> 24, 255u);
}

}  // namespace
}  // namespace raycloth
