// The rules of DESIGN section 5's table as pure functions, a test per row, at their borders.
#include "collision/rays/classify.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace raycloth::cpu {

static void PrintTo(const Classification& verdict, std::ostream* out) {
  *out << (!verdict.accepted                         ? "rejected"
           : verdict.kind == ContactClass::collision ? "collision"
                                                     : "prediction")
       << (verdict.inverted ? ", inverted" : "") << " by " << text_of(verdict.rule).word;
}

static bool operator==(const Classification& a, const Classification& b) {
  return a.accepted == b.accepted && a.inverted == b.inverted && a.rule == b.rule && (!a.accepted || a.kind == b.kind);
}

namespace {

Classification collision(Rule rule) { return {true, false, rule, ContactClass::collision}; }
Classification prediction(Rule rule) { return {true, false, rule, ContactClass::prediction}; }
Classification rejected(Rule rule) { return {false, false, rule, ContactClass::collision}; }
constexpr bool kFront = false, kBack = true;

TEST(Classify, Figure2And5SolidToSolidInwardCollidesWithInsideBeforeLeavingTheSource) {
  EXPECT_EQ(solid_to_solid(Ray::inward, kBack, 0.3f, 1.0f, 0.03f), collision(Rule::solid_solid_inside));
}

TEST(Classify, Figure5Condition1InwardRayThatLeftItsSourceIsRejected) {
  EXPECT_EQ(solid_to_solid(Ray::inward, kBack, 1.1f, 1.0f, 0.03f), rejected(Rule::solid_solid_left_source));
  EXPECT_EQ(solid_to_solid(Ray::inward, kBack, 1.0f, 1.0f, 0.03f),
            rejected(Rule::solid_solid_left_source));  // leaves just there
}

TEST(Classify, Figure5Condition2InwardRayThatMeetsTheOutsideIsRejected) {
  EXPECT_EQ(solid_to_solid(Ray::inward, kFront, 0.3f, 1.0f, 0.03f), rejected(Rule::solid_solid_entering));
  EXPECT_EQ(solid_to_solid(Ray::inward, kFront, 0.01f, 1.0f, 0.03f), rejected(Rule::solid_solid_entering));
}

TEST(Classify, SolidToSolidOutwardPredictsWhatMeetsTheOutsideInReach) {
  EXPECT_EQ(solid_to_solid(Ray::outward, kFront, 0.02f, 1.0f, 0.03f), prediction(Rule::solid_solid_ahead));
  EXPECT_EQ(solid_to_solid(Ray::outward, kFront, 0.03f, 1.0f, 0.03f), prediction(Rule::solid_solid_ahead));
  EXPECT_EQ(solid_to_solid(Ray::outward, kFront, 0.04f, 1.0f, 0.03f), rejected(Rule::solid_solid_beyond));
  EXPECT_EQ(solid_to_solid(Ray::outward, kBack, 0.02f, 1.0f, 0.03f), rejected(Rule::solid_solid_inside_ahead));
}

TEST(Classify, Figure6aSolidToClothInwardCollidesUpToHalfTheExitDistance) {
  EXPECT_EQ(solid_to_cloth(Ray::inward, 0.49f, 1.0f, 0.005f, 0.03f), collision(Rule::solid_cloth_near_side));
  EXPECT_EQ(solid_to_cloth(Ray::inward, 0.50f, 1.0f, 0.005f, 0.03f), collision(Rule::solid_cloth_near_side));
  EXPECT_EQ(solid_to_cloth(Ray::inward, 0.51f, 1.0f, 0.005f, 0.03f), rejected(Rule::solid_cloth_far_side));
  EXPECT_EQ(solid_to_cloth(Ray::inward, 0.001f, 0.001f, 0.005f, 0.03f),
            rejected(Rule::solid_cloth_far_side));  // e plays no part
}

TEST(Classify, Figure6bSolidToClothOutwardCollidesBelowE) {
  EXPECT_EQ(solid_to_cloth(Ray::outward, 0.004f, 1.0f, 0.005f, 0.03f), collision(Rule::solid_cloth_touching));
  EXPECT_EQ(solid_to_cloth(Ray::outward, 0.005f, 1.0f, 0.005f, 0.03f), prediction(Rule::solid_cloth_ahead));
  EXPECT_EQ(solid_to_cloth(Ray::outward, 0.030f, 1.0f, 0.005f, 0.03f), prediction(Rule::solid_cloth_ahead));
  EXPECT_EQ(solid_to_cloth(Ray::outward, 0.031f, 1.0f, 0.005f, 0.03f), rejected(Rule::solid_cloth_beyond));
}

TEST(Classify, Figure7aClothInsideASolidCollidesByTheShorterRay) {
  EXPECT_EQ(cloth_to_solid(kBack, false, 0.4f, 0.4f, 0.005f, 0.03f),
            collision(Rule::cloth_solid_way_out));  // however deep
  EXPECT_EQ(cloth_to_solid(kBack, true, 0.4f, 0.4f, 0.005f, 0.03f), rejected(Rule::cloth_solid_longer_way_out));
  EXPECT_EQ(cloth_to_solid(kBack, true, 0.001f, 0.001f, 0.005f, 0.03f), rejected(Rule::cloth_solid_longer_way_out));
}

TEST(Classify, Figure7bClothOutsideASolidCollidesBelowE) {
  EXPECT_EQ(cloth_to_solid(kFront, false, 0.004f, 0.004f, 0.005f, 0.03f), collision(Rule::cloth_solid_touching));
  EXPECT_EQ(cloth_to_solid(kFront, true, 0.004f, 0.004f, 0.005f, 0.03f), collision(Rule::cloth_solid_touching));
  EXPECT_EQ(cloth_to_solid(kFront, false, 0.005f, 0.005f, 0.005f, 0.03f), prediction(Rule::cloth_solid_ahead));
  EXPECT_EQ(cloth_to_solid(kFront, false, 0.031f, 0.031f, 0.005f, 0.03f), rejected(Rule::cloth_solid_grazing));
}

TEST(Classify, ClothOutsideASolidDoesNotSeeBeyondItsReachAlongAGrazingRay) {
  EXPECT_EQ(cloth_to_solid(kFront, false, 0.004f, 0.030f, 0.005f, 0.03f), collision(Rule::cloth_solid_touching));
  EXPECT_EQ(cloth_to_solid(kFront, false, 0.004f, 0.031f, 0.005f, 0.03f), rejected(Rule::cloth_solid_grazing));
  EXPECT_EQ(cloth_to_solid(kBack, false, 0.004f, 0.031f, 0.005f, 0.03f),
            collision(Rule::cloth_solid_way_out));  // the way out
}

TEST(Classify, Figure8ClothToClothCollidesBelowTheSumOfBothHalfThicknesses) {
  EXPECT_EQ(cloth_to_cloth(0.009f, 0.010f, 0.03f), collision(Rule::cloth_cloth_touching));
  EXPECT_EQ(cloth_to_cloth(0.010f, 0.010f, 0.03f), prediction(Rule::cloth_cloth_ahead));
  EXPECT_EQ(cloth_to_cloth(0.030f, 0.010f, 0.03f), prediction(Rule::cloth_cloth_ahead));
  EXPECT_EQ(cloth_to_cloth(0.031f, 0.010f, 0.03f), rejected(Rule::cloth_cloth_beyond));
}

TEST(Classify, Figure9ACollisionOnTheOtherSideIsInverted) {
  const Classification collided = collision(Rule::cloth_cloth_touching);
  EXPECT_EQ(handle_inversion(collided, true),
            (Classification{true, true, Rule::inverted_collision, ContactClass::collision}));
  EXPECT_EQ(handle_inversion(collided, false), collided);
}

TEST(Classify, Figure10APredictionOnTheOtherSideBecomesACollision) {
  const Classification foreseen = prediction(Rule::cloth_cloth_ahead);
  EXPECT_EQ(handle_inversion(foreseen, true),
            (Classification{true, true, Rule::inverted_prediction, ContactClass::collision}));
  EXPECT_EQ(handle_inversion(foreseen, false), foreseen);
}

TEST(Classify, InversionDoesNotAcceptWhatWasRejected) {
  EXPECT_EQ(handle_inversion(rejected(Rule::cloth_cloth_beyond), true), rejected(Rule::cloth_cloth_beyond));
}

TEST(Classify, EveryRuleHasItsOwnWord) {
  std::set<std::string> words;
  for (const RuleText& text : kRuleTexts) words.insert(text.word);
  EXPECT_EQ(words.size(), static_cast<size_t>(Rule::count));
  EXPECT_STREQ(text_of(Rule::inverted_prediction).word, "inverted_prediction");  // the last: none is missing
}

TEST(Classify, Figure12ReprojectionTakesTheCosineOfTheAngleToTheNormal) {
  const Vec3 up(0, 1, 0), sixty_degrees(std::sqrt(0.75f), 0.5f, 0);
  EXPECT_FLOAT_EQ(reproject(0.2f, up, up), 0.2f);
  EXPECT_FLOAT_EQ(reproject(0.2f, sixty_degrees, up), 0.1f);
  EXPECT_FLOAT_EQ(reproject(0.2f, -sixty_degrees, up), 0.1f);
}

}  // namespace
}  // namespace raycloth::cpu
