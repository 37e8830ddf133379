// The rules of DESIGN section 5's table as pure functions, a test per row, at their borders.
#include "collision/classify.h"

#include <gtest/gtest.h>

namespace raycloth::cpu {

static void PrintTo(const Verdict& verdict, std::ostream* out) {
  *out << (!verdict.accepted                         ? "rejected"
           : verdict.kind == ContactClass::collision ? "collision"
                                                     : "prediction")
       << (verdict.inverted ? ", inverted" : "");
}

static bool operator==(const Verdict& a, const Verdict& b) {
  return a.accepted == b.accepted && a.inverted == b.inverted && (!a.accepted || a.kind == b.kind);
}

namespace {

constexpr Verdict kCollision{true, false, ContactClass::collision};
constexpr Verdict kPrediction{true, false, ContactClass::prediction};
constexpr bool kFront = false, kBack = true;

TEST(Classify, Figure2And5SolidToSolidInwardCollidesWithInsideBeforeLeavingTheSource) {
  EXPECT_EQ(solid_to_solid(Ray::inward, kBack, 0.3f, 1.0f, 0.03f), kCollision);
}

TEST(Classify, Figure5Condition1InwardRayThatLeftItsSourceIsRejected) {
  EXPECT_EQ(solid_to_solid(Ray::inward, kBack, 1.1f, 1.0f, 0.03f), kRejected);
  EXPECT_EQ(solid_to_solid(Ray::inward, kBack, 1.0f, 1.0f, 0.03f), kRejected);  // leaves just there
}

TEST(Classify, Figure5Condition2InwardRayThatMeetsTheOutsideIsRejected) {
  EXPECT_EQ(solid_to_solid(Ray::inward, kFront, 0.3f, 1.0f, 0.03f), kRejected);
  EXPECT_EQ(solid_to_solid(Ray::inward, kFront, 0.01f, 1.0f, 0.03f), kRejected);
}

TEST(Classify, SolidToSolidOutwardPredictsWhatMeetsTheOutsideInReach) {
  EXPECT_EQ(solid_to_solid(Ray::outward, kFront, 0.02f, 1.0f, 0.03f), kPrediction);
  EXPECT_EQ(solid_to_solid(Ray::outward, kFront, 0.03f, 1.0f, 0.03f), kPrediction);
  EXPECT_EQ(solid_to_solid(Ray::outward, kFront, 0.04f, 1.0f, 0.03f), kRejected);
  EXPECT_EQ(solid_to_solid(Ray::outward, kBack, 0.02f, 1.0f, 0.03f), kRejected);
}

TEST(Classify, Figure6aSolidToClothInwardCollidesUpToHalfTheExitDistance) {
  EXPECT_EQ(solid_to_cloth(Ray::inward, 0.49f, 1.0f, 0.005f, 0.03f), kCollision);
  EXPECT_EQ(solid_to_cloth(Ray::inward, 0.50f, 1.0f, 0.005f, 0.03f), kCollision);
  EXPECT_EQ(solid_to_cloth(Ray::inward, 0.51f, 1.0f, 0.005f, 0.03f), kRejected);
  EXPECT_EQ(solid_to_cloth(Ray::inward, 0.001f, 0.001f, 0.005f, 0.03f), kRejected);  // e plays no part
}

TEST(Classify, Figure6bSolidToClothOutwardCollidesBelowE) {
  EXPECT_EQ(solid_to_cloth(Ray::outward, 0.004f, 1.0f, 0.005f, 0.03f), kCollision);
  EXPECT_EQ(solid_to_cloth(Ray::outward, 0.005f, 1.0f, 0.005f, 0.03f), kPrediction);
  EXPECT_EQ(solid_to_cloth(Ray::outward, 0.030f, 1.0f, 0.005f, 0.03f), kPrediction);
  EXPECT_EQ(solid_to_cloth(Ray::outward, 0.031f, 1.0f, 0.005f, 0.03f), kRejected);
}

TEST(Classify, Figure7aClothInsideASolidCollidesByTheShorterRay) {
  EXPECT_EQ(cloth_to_solid(kBack, false, 0.4f, 0.4f, 0.005f, 0.03f), kCollision);  // however deep
  EXPECT_EQ(cloth_to_solid(kBack, true, 0.4f, 0.4f, 0.005f, 0.03f), kRejected);
  EXPECT_EQ(cloth_to_solid(kBack, true, 0.001f, 0.001f, 0.005f, 0.03f), kRejected);
}

TEST(Classify, Figure7bClothOutsideASolidCollidesBelowE) {
  EXPECT_EQ(cloth_to_solid(kFront, false, 0.004f, 0.004f, 0.005f, 0.03f), kCollision);
  EXPECT_EQ(cloth_to_solid(kFront, true, 0.004f, 0.004f, 0.005f, 0.03f), kCollision);
  EXPECT_EQ(cloth_to_solid(kFront, false, 0.005f, 0.005f, 0.005f, 0.03f), kPrediction);
  EXPECT_EQ(cloth_to_solid(kFront, false, 0.031f, 0.031f, 0.005f, 0.03f), kRejected);
}

TEST(Classify, ClothOutsideASolidDoesNotSeeBeyondItsReachAlongAGrazingRay) {
  EXPECT_EQ(cloth_to_solid(kFront, false, 0.004f, 0.030f, 0.005f, 0.03f), kCollision);
  EXPECT_EQ(cloth_to_solid(kFront, false, 0.004f, 0.031f, 0.005f, 0.03f), kRejected);
  EXPECT_EQ(cloth_to_solid(kBack, false, 0.004f, 0.031f, 0.005f, 0.03f), kCollision);  // the way out
}

TEST(Classify, Figure8ClothToClothCollidesBelowTheSumOfBothHalfThicknesses) {
  EXPECT_EQ(cloth_to_cloth(0.009f, 0.010f, 0.03f), kCollision);
  EXPECT_EQ(cloth_to_cloth(0.010f, 0.010f, 0.03f), kPrediction);
  EXPECT_EQ(cloth_to_cloth(0.030f, 0.010f, 0.03f), kPrediction);
  EXPECT_EQ(cloth_to_cloth(0.031f, 0.010f, 0.03f), kRejected);
}

TEST(Classify, Figure9ACollisionOnTheOtherSideIsInverted) {
  EXPECT_EQ(handle_inversion(kCollision, true), (Verdict{true, true, ContactClass::collision}));
  EXPECT_EQ(handle_inversion(kCollision, false), kCollision);
}

TEST(Classify, Figure10APredictionOnTheOtherSideBecomesACollision) {
  EXPECT_EQ(handle_inversion(kPrediction, true), (Verdict{true, true, ContactClass::collision}));
  EXPECT_EQ(handle_inversion(kPrediction, false), kPrediction);
}

TEST(Classify, InversionDoesNotAcceptWhatWasRejected) {
  EXPECT_EQ(handle_inversion(kRejected, true), kRejected);
}

TEST(Classify, Figure12ReprojectionTakesTheCosineOfTheAngleToTheNormal) {
  const Vec3 up(0, 1, 0), sixty_degrees(std::sqrt(0.75f), 0.5f, 0);
  EXPECT_FLOAT_EQ(reproject(0.2f, up, up), 0.2f);
  EXPECT_FLOAT_EQ(reproject(0.2f, sixty_degrees, up), 0.1f);
  EXPECT_FLOAT_EQ(reproject(0.2f, -sixty_degrees, up), 0.1f);
}

}  // namespace
}  // namespace raycloth::cpu
