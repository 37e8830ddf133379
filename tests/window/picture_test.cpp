// Offscreen pictures: measured where geometry says what must be seen, and held against golden pictures
// elsewhere (stage.h says how they are made anew).
#include "tests/window/stage.h"

namespace raycloth {
namespace {

using namespace stage;

int red_rows(const Pixels& pixels) {
  int rows = 0;
  for (int y = 0; y < kHeight; ++y) rows += is_red(pixels.at(kWidth / 2, y));
  return rows;
}

TEST(Picture, ASheetSeenFromTheSideIsAsThickAsItsMaterialSays) {
  where_pictures_can_be_drawn([] {
    for (float half_thickness : {0.005f, 0.02f}) {
      Stage stage;
      stage.add_sheet(0.4f, kRed, half_thickness, flat_at(0));
      const Pixels pixels = draw(stage, Vec3(0, 0, 1), Vec3(0));
      const float per_metre = kHeight / (2 * std::tan(0.5f * kField) * 0.8f);  // the near border is 0.8 m away
      EXPECT_NEAR(red_rows(pixels), 2 * half_thickness * per_metre, 1.5f);
    }
  });
}

TEST(Picture, TheTwoFacesOfAClothDiffer) {
  where_pictures_can_be_drawn([] {
    Stage stage;
    stage.add_sheet(1, kRed, 0.004f, flat_at(0));
    const Vec3 front = draw(stage, Vec3(0, 1, 0.2f), Vec3(0)).at(kWidth / 2, kHeight / 2);
    const Vec3 back = draw(stage, Vec3(0, -1, 0.2f), Vec3(0)).at(kWidth / 2, kHeight / 2);
    EXPECT_TRUE(is_red(front));
    EXPECT_GT(back.z / back.x, 1.2f * front.z / front.x) << "the back is paler";
    EXPECT_GT(front.x, back.x) << "and here turned away from the light";
  });
}

TEST(Picture, FabricThatGetsThickerIsShadedAsItsFaceLeans) {
  where_pictures_can_be_drawn([] {
    constexpr float kSlope = 0.4f, kThick = 0.2f;  // the face lies at 0.2 m + 0.4 x
    const Vec3 eye(0, 2, 0.01f), middle(0, kThick, 0);
    Stage level, leaning, padded;
    level.add_sheet(0.6f, kRed, kThick, flat_at(0));
    leaning.add_sheet(0.6f, kRed, 0.004f, [](float x, float) { return kThick + kSlope * x; });
    padded.add_sheet(0.6f, kRed, kThick, flat_at(0));
    for (const Vec4& p : padded.positions) padded.thickness_factors.push_back(1 + kSlope / kThick * p.x);
    const auto shade = [&](Stage& stage) { return draw(stage, eye, middle).at(kWidth / 2, kHeight / 2).x; };
    EXPECT_NEAR(shade(padded), shade(leaning), 2);
    EXPECT_GT(std::abs(shade(level) - shade(leaning)), 4);
  });
}

TEST(Picture, ASheetThrowsAShadowOnTheGroundAlongTheLight) {
  where_pictures_can_be_drawn([] {
    const auto ground_at = [](bool with_sheet, Vec3 point) {
      Stage stage;
      stage.ground = 0.0f;
      stage.add_ball(Vec3(-0.8f, 0.1f, -0.8f), 0.1f, kRed);  // keeps the lit sphere alike
      stage.add_ball(Vec3(0.8f, 0.7f, 0.8f), 0.1f, kRed);
      if (with_sheet) stage.add_sheet(0.3f, kRed, 0.004f, flat_at(0.5f));
      return draw(stage, point + Vec3(0, 0.35f, 0.1f), point).at(kWidth / 2, kHeight / 2).y;
    };
    // The light comes from (0.45, 1, 0.55): below a sheet at 0.5 m the shadow lies at (-0.225, -0.275).
    const Vec3 shadowed(-0.225f, 0, -0.275f), lit(0.225f, 0, 0.275f);
    EXPECT_LT(ground_at(true, shadowed), 0.75f * ground_at(false, shadowed));
    EXPECT_NEAR(ground_at(true, lit), ground_at(false, lit), 2);
  });
}

// Golden pictures

Stage golden_stage(float half_thickness, Vec3 upper_color) {
  Stage stage;
  stage.ground = 0.0f;
  const auto tent = [](float lift, float phase) {
    return [=](float x, float z) {
      const float r = std::sqrt(x * x + z * z), folds = std::max(r - 0.2f, 0.0f);
      return lift + 0.42f - 0.8f * std::max(r - 0.12f, 0.0f) + 0.12f * folds * std::sin(9 * std::atan2(z, x) + phase);
    };
  };
  stage.add_sheet(0.7f, Vec3(0.80f, 0.30f, 0.25f), half_thickness, tent(0.0f, 0.0f));
  stage.add_sheet(0.6f, upper_color, half_thickness, tent(0.05f, 0.8f));
  stage.add_ball(Vec3(0.42f, 0.16f, 0.28f), 0.16f, Vec3(0.72f, 0.70f, 0.66f));
  return stage;
}

const Vec3 kGoldenEye(0.9f, 0.62f, 1.25f), kGoldenTarget(0.06f, 0.2f, 0);

Pixels draw_golden(Stage stage) { return draw(stage, kGoldenEye, kGoldenTarget); }

const Vec3 kBlue(0.25f, 0.45f, 0.70f);

// To be seen: a blue tent over a red one, both with visible hems; where a hem lifts, the darker, paler
// inside; a grey ball at the right, lit from the upper right; soft shadows of all three towards the upper
// left on a ground with a grid that fades into the background.
TEST(Picture, TwoTentsAndABallLookAsTheyDid) {
  where_pictures_can_be_drawn([] {
    Stage stage = golden_stage(0.008f, kBlue);
    expect_golden("two_tents", [&](const std::filesystem::path& png) {
      write_png(paint(stage, from(kGoldenEye, kGoldenTarget)), png);
    });
  });
}

TEST(Picture, TheToleranceSeesThinnerClothAndAnotherTint) {
  where_pictures_can_be_drawn([] {
    const Pixels right = draw_golden(golden_stage(0.008f, kBlue));
    EXPECT_TRUE(alike(difference(right, draw_golden(golden_stage(0.008f, kBlue)))));
    EXPECT_FALSE(alike(difference(right, draw_golden(golden_stage(0.0f, kBlue)))));
    EXPECT_FALSE(alike(difference(right, draw_golden(golden_stage(0.008f, kBlue + 0.04f)))));
  });
}

}  // namespace
}  // namespace raycloth
