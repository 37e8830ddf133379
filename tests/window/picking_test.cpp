// Picking on hand-made triangles: nearest hit, barycentric coordinates, both sides, borders, degenerate
// triangles.
#include "app/view/picking.h"

#include <gtest/gtest.h>

namespace raycloth {
namespace {

const std::vector<Vec4> kPositions = {{0, 0, 0, 1},           {1, 0, 0, 1},  {0, 1, 0, 1},   // in z = 0
                                      {0, 0, -1, 1},          {1, 0, -1, 1}, {0, 1, -1, 1},  // in z = -1
                                      {0.25f, 0.25f, 0.5f, 1}};  // a point: its triangle is degenerate

TEST(Picking, TakesTheNearestTriangleWhateverTheirOrder) {
  const ViewRay ray{Vec3(0.2f, 0.3f, 2), Vec3(0, 0, -1)};
  for (const auto& triangles : {std::vector<Int3>{{3, 4, 5}, {0, 1, 2}}, {{0, 1, 2}, {3, 4, 5}}}) {
    const auto hit = pick(ray, kPositions, triangles);
    ASSERT_TRUE(hit);
    EXPECT_EQ(triangles[hit->triangle].x, 0);
    EXPECT_NEAR(hit->distance, 2, 1e-6f);
    EXPECT_NEAR(hit->barycentric.x, 0.5f, 1e-6f);
    EXPECT_NEAR(hit->barycentric.y, 0.2f, 1e-6f);
    EXPECT_NEAR(hit->barycentric.z, 0.3f, 1e-6f);
  }
}

TEST(Picking, SeesTheBackOfATriangle) {
  const std::vector<Int3> triangles = {{0, 1, 2}};
  EXPECT_TRUE(pick({Vec3(0.2f, 0.2f, -3), Vec3(0, 0, 1)}, kPositions, triangles));
}

TEST(Picking, MissesBesideBehindAndAlongATriangle) {
  const std::vector<Int3> triangles = {{0, 1, 2}};
  EXPECT_FALSE(pick({Vec3(0.6f, 0.6f, 2), Vec3(0, 0, -1)}, kPositions, triangles)) << "beside the long edge";
  EXPECT_FALSE(pick({Vec3(0.2f, 0.2f, 2), Vec3(0, 0, 1)}, kPositions, triangles)) << "behind the eye";
  EXPECT_FALSE(pick({Vec3(-1, 0.2f, 0), Vec3(1, 0, 0)}, kPositions, triangles)) << "in its plane";
}

TEST(Picking, IgnoresDegenerateTriangles) {
  const std::vector<Int3> triangles = {{6, 6, 6}, {0, 1, 1}, {0, 1, 2}};
  const auto hit = pick({Vec3(0.25f, 0.25f, 2), Vec3(0, 0, -1)}, kPositions, triangles);
  ASSERT_TRUE(hit);
  EXPECT_EQ(hit->triangle, 2);
}

TEST(Picking, FindsNothingInNothing) { EXPECT_FALSE(pick({Vec3(0), Vec3(0, 0, 1)}, {}, {})); }

TEST(Picking, LooksThroughWhatIsHidden) {
  Model model;
  model.triangles = {{0, 1, 2}, {3, 4, 5}};
  model.objects.resize(2);
  model.objects[0].triangles = {0, 1};
  model.objects[1].triangles = {1, 2};
  const ViewRay ray{Vec3(0.2f, 0.3f, 2), Vec3(0, 0, -1)};
  EXPECT_EQ(pick(ray, kPositions, model, {})->triangle, 0);
  const uint8_t front[] = {1, 0}, both[] = {1, 1};
  EXPECT_EQ(pick(ray, kPositions, model, front)->triangle, 1);
  EXPECT_FALSE(pick(ray, kPositions, model, both));
}

}  // namespace
}  // namespace raycloth
