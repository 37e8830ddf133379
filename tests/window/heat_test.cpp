// Heat maps: values for known deformations, ranges and colours of legends, the scale bar; and what the window draws how
// well.
#include <gtest/gtest.h>

#include <cmath>

#include "app/view/color_scale.h"
#include "app/view/heat.h"
#include "app/view/overlay.h"
#include "app/view/quality.h"
#include "app/workbench/tools/heat_view.h"
#include "tests/collision/scenes.h"

namespace raycloth {
namespace {

using namespace scenes;

std::vector<float> values_of(Heat heat, Simulation& simulation) {
  const std::vector<ContactView> contacts = simulation.contacts();
  const std::vector<Material> materials = materials_of(simulation);
  return heat_values(heat, {simulation.model(), simulation.positions(), simulation.velocities(), contacts, materials});
}

std::unique_ptr<Simulation> one_sheet() {
  return simulate({cloth(tilt(make_sheet({0.4f, 0.3f}, {8, 6}), 0.6f), 0.004f)}, empty_space());
}

/// Strain everywhere, after a linear map of the sheet where it lies.
void expect_strain(const glm::mat3& map, float expected) {
  auto simulation = one_sheet();
  std::vector<Vec4> moved = copy_of(simulation->positions());
  for (Vec4& p : moved) p = Vec4(map * Vec3(p), p.w);
  simulation->set_state(moved, std::vector<Vec4>(moved.size(), Vec4(0)));
  for (const float strain : values_of(Heat::strain, *simulation)) EXPECT_NEAR(strain, expected, 2e-5f);
}

TEST(HeatMap, StrainOfASheetThatIsStretchedEvenlyIsThatStretch) {
  expect_strain(glm::mat3(1.08f), 0.08f);
  expect_strain(glm::mat3(1), 0);
  expect_strain(glm::mat3(0.9f), 0);  // pressed together
}

TEST(HeatMap, StrainOfARotationIsNoneAndOfAShearItsLargerSingularValue) {
  const float c = std::cos(0.7f), s = std::sin(0.7f);
  expect_strain(glm::mat3(c, s, 0, -s, c, 0, 0, 0, 1), 0);
  // A level sheet, sheared by 0.2: singular values of [1 0.2; 0 1] are 0.1 +- sqrt(1.01).
  auto simulation = simulate({cloth(make_sheet({0.4f, 0.3f}, {8, 6}), 0.004f)}, empty_space());
  std::vector<Vec4> moved = copy_of(simulation->positions());
  for (Vec4& p : moved) p.x += 0.2f * p.z;
  simulation->set_state(moved, std::vector<Vec4>(moved.size(), Vec4(0)));
  for (const float strain : values_of(Heat::strain, *simulation))
    EXPECT_NEAR(strain, 0.1f + std::sqrt(1.01f) - 1, 2e-5f);
}

TEST(HeatMap, DistanceIsThatOfEveryVertexFromItsTwin) {
  auto simulation = one_sheet();
  std::vector<Vec4> twin = copy_of(simulation->positions());
  for (size_t v = 0; v < twin.size(); ++v) twin[v] += 0.001f * static_cast<float>(v) * Vec4(0.6f, 0, 0.8f, 0);
  const std::vector<Material> materials = materials_of(*simulation);
  const std::vector<float> values =
      heat_values(Heat::distance, {simulation->model(), simulation->positions(), {}, {}, materials, twin});
  for (size_t v = 0; v < values.size(); ++v) EXPECT_NEAR(values[v], 0.001 * static_cast<double>(v), 1e-6);
  for (const float value : values_of(Heat::distance, *simulation)) EXPECT_TRUE(std::isnan(value)) << "without a twin";
}

TEST(HeatMap, SpeedAndThicknessAreTheVertices) {
  auto simulation = one_sheet();
  std::vector<Vec4> velocities(simulation->positions().size(), Vec4(0, 3, 4, 0));
  simulation->set_state(copy_of(simulation->positions()), velocities);
  for (const float speed : values_of(Heat::speed, *simulation)) EXPECT_FLOAT_EQ(speed, 5);
  for (const float thickness : values_of(Heat::thickness, *simulation)) EXPECT_FLOAT_EQ(thickness, 0.008f);
}

TEST(HeatMap, ClearanceIsTheGapBetweenFacesAndContactsTheirClass) {
  // Faces of two fabrics of 4 mm half thickness: centre layers 20 mm and 6 mm apart.
  for (const float apart : {0.020f, 0.006f}) {
    auto simulation = simulate({cloth(level_triangle(2, 0)), cloth(level_triangle(0.02f, apart))}, vertex_contacts());
    simulation->detect_only();
    const std::vector<ContactView> contacts = simulation->contacts();
    ASSERT_FALSE(contacts.empty());
    const float rest = contacts.front().rest_distance;
    const std::vector<float> gaps = values_of(Heat::clearance, *simulation);
    const std::vector<float> classes = values_of(Heat::contacts, *simulation);
    const Range upper = simulation->model().objects[1].vertices;
    for (int v = upper.begin; v < upper.end; ++v) {
      EXPECT_NEAR(gaps[v], std::max(0.0f, apart - rest), 1e-6f);
      EXPECT_EQ(classes[v], apart > rest ? 1 : 2);
    }
  }
}

TEST(HeatMap, ImpulsesAreTheirLengthsOnClothAndGreyWhereThereAreNone) {
  auto simulation = simulate({cloth(level_triangle(0.2f, 0.1f)), solid(box_mesh(Vec3(-1), Vec3(0)))}, empty_space());
  std::vector<Vec3> impulses(simulation->positions().size(), Vec3(0, 3e-6f, 4e-6f));
  const int pressed = simulation->model().objects[0].vertices.begin;
  impulses[pressed + 1] = Vec3(0);
  const std::vector<Material> materials = materials_of(*simulation);
  const std::vector<float> values = heat_values(Heat::impulse, {.model = simulation->model(),
                                                                .positions = simulation->positions(),
                                                                .velocities = {},
                                                                .contacts = {},
                                                                .materials = materials,
                                                                .impulses = impulses});
  for (int v = 0; v < static_cast<int>(values.size()); ++v) {
    if (v == pressed || v == pressed + 2)
      EXPECT_FLOAT_EQ(values[v], 5e-6f);
    else
      EXPECT_TRUE(std::isnan(values[v])) << v;
  }
  EXPECT_FLOAT_EQ(heat_range(Heat::impulse, values), 5e-6f) << "5 of the micronewton seconds in which it is shown";
  for (const float value : values_of(Heat::impulse, *simulation)) EXPECT_TRUE(std::isnan(value)) << "before a step";
}

/// 20 times what follows: after that, the legend is of what is there.
TEST(HeatMap, TheLegendOfImpulsesGetsSmallerAfterABlowAndNoOtherDoes) {
  auto simulation = simulate({cloth(level_triangle(0.2f, 0.1f))}, empty_space());
  auto opened = std::make_shared<OpenedScene>();
  opened->model = simulation->model();
  Frame frame;
  frame.opened = opened;
  frame.positions = copy_of(simulation->positions());
  frame.materials = materials_of(*simulation);
  const auto range_of = [&](HeatView& view, Heat heat, float value) {
    frame.impulses.assign(3, Vec3(0, value, 0));
    frame.velocities.assign(3, Vec4(0, value, 0, 0));
    view.paint(heat, frame);
    return view.range();
  };
  HeatView impulses, speeds;
  EXPECT_FLOAT_EQ(range_of(impulses, Heat::impulse, 1e-4f), 1e-4f);
  EXPECT_FLOAT_EQ(range_of(impulses, Heat::impulse, 1e-5f), 1e-4f) << "colours keep their meaning";
  EXPECT_FLOAT_EQ(range_of(impulses, Heat::impulse, 2e-6f), 2e-6f);
  EXPECT_FLOAT_EQ(range_of(impulses, Heat::impulse, 5e-6f), 5e-6f);
  EXPECT_FLOAT_EQ(range_of(speeds, Heat::speed, 10), 10);
  EXPECT_FLOAT_EQ(range_of(speeds, Heat::speed, 0.1f), 10);
}

TEST(HeatMap, WhatIsNearNothingHasNoClearanceAndIsGrey) {
  auto simulation = one_sheet();
  simulation->detect_only();
  const std::vector<float> gaps = values_of(Heat::clearance, *simulation);
  for (const float gap : gaps) EXPECT_TRUE(std::isnan(gap));
  const uint32_t grey = heat_colors(Heat::clearance, gaps, 1).front();
  EXPECT_LT(std::abs(int(grey & 255) - int(grey >> 16 & 255)), 10);
}

TEST(HeatMap, ALegendEndsAtARoundNumberThatNearlyAllValuesReachAtMost) {
  std::vector<float> values;
  for (int i = 1; i <= 1000; ++i) values.push_back(0.00003f * i);  // to 3 %; the 99th of 100 is 2.97 %
  values.back() = 9;                                               // one vertex gone astray
  EXPECT_FLOAT_EQ(heat_range(Heat::strain, values), 0.05f);
  for (float& v : values) v *= 0.6f;
  EXPECT_FLOAT_EQ(heat_range(Heat::strain, values), 0.02f);
  EXPECT_FLOAT_EQ(heat_range(Heat::thickness, std::vector<float>{0.008f}), 0.01f);
  EXPECT_FLOAT_EQ(heat_range(Heat::thickness, std::vector<float>{0.010f}), 0.01f);
  EXPECT_GT(heat_range(Heat::speed, std::vector<float>{0, 0}), 0);
  EXPECT_GT(heat_range(Heat::clearance, std::vector<float>{std::nanf("")}), 0);
}

TEST(HeatMap, ColoursAreThoseOfTheScale) {
  const std::vector<uint32_t> colors = heat_colors(Heat::strain, std::vector<float>{0, 0.025f, 0.05f, 0.2f}, 0.05f);
  EXPECT_EQ(colors, (std::vector<uint32_t>{scale_rgba(0), scale_rgba(0.5f), scale_rgba(1), scale_rgba(1)}));
}

/// CIE L*a*b* of sRGB under D65.
glm::dvec3 lab(Vec3 srgb) {
  const auto light = [](double v) { return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4); };
  const double r = light(srgb.x), g = light(srgb.y), b = light(srgb.z);
  const auto f = [](double v) { return v > 0.008856 ? std::cbrt(v) : 7.787 * v + 16.0 / 116; };
  const double x = f((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505), y = f(0.2126 * r + 0.7152 * g + 0.0722 * b);
  const double z = f((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089);
  return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

TEST(ColorScale, GetsLighterAllTheWayByStepsThatLookAlike) {
  constexpr int kSteps = 32;
  double least = 1e9, most = 0;
  for (int i = 0; i < kSteps; ++i) {
    const glm::dvec3 a = lab(scale_color(float(i) / kSteps)), b = lab(scale_color(float(i + 1) / kSteps));
    EXPECT_GT(b.x, a.x + 1) << i;
    least = std::min(least, glm::length(b - a));
    most = std::max(most, glm::length(b - a));
  }
  EXPECT_LT(most, 2 * least);
  EXPECT_GT(lab(scale_color(1)).x - lab(scale_color(0)).x, 55);
  for (int i = 0; i <= kSteps; ++i) {  // nothing is cut off
    const Vec3 color = scale_color(float(i) / kSteps);
    EXPECT_GT(std::min({color.x, color.y, color.z}), 0.001f) << i;
    EXPECT_LT(std::max({color.x, color.y, color.z}), 0.999f) << i;
  }
}

TEST(ScaleBar, IsARoundLengthThatFits) {
  for (float pixels_per_metre = 3; pixels_per_metre < 1e6f; pixels_per_metre *= 1.07f) {
    const ScaleBar bar = scale_bar(pixels_per_metre);
    EXPECT_GE(bar.length * pixels_per_metre, 59.9f);
    EXPECT_LE(bar.length * pixels_per_metre, 150.1f);
    const double digits = bar.length / std::pow(10.0, std::floor(std::log10(bar.length * 1.0001)));
    EXPECT_LT(std::min({std::abs(digits - 1), std::abs(digits - 2), std::abs(digits - 5)}), 1e-4) << bar.length;
  }
  EXPECT_EQ(scale_bar(100).text, "1 m");
  EXPECT_EQ(scale_bar(500).text, "20 cm");
  EXPECT_EQ(scale_bar(29000).text, "5 mm");
}

void draw(QualityKeeper& keeper, int pictures, double seconds) {
  for (int i = 0; i < pictures; ++i) keeper.drawn(seconds);
}

TEST(QualityKeeper, OnAGpuBeginsHighAndGoesDownOnlyWhilePicturesAreSlow) {
  QualityKeeper keeper(false);
  EXPECT_TRUE(keeper.level().light_mask);
  draw(keeper, 1000, 0.012);
  EXPECT_TRUE(keeper.level().light_mask);
  draw(keeper, 2, 0.5);  // a hiccup
  draw(keeper, 10, 0.012);
  EXPECT_TRUE(keeper.level().light_mask);
  draw(keeper, 20, 0.2);
  EXPECT_FALSE(keeper.level().light_mask);
  EXPECT_LT(keeper.level().scale, 1);
}

TEST(QualityKeeper, InSoftwareNeverTriesWhatOnlyAGpuDoesQuickly) {
  QualityKeeper keeper(true);
  for (int i = 0; i < 10; ++i) {
    EXPECT_FALSE(keeper.level().light_mask);
    draw(keeper, 300, 0.001);
  }
  EXPECT_EQ(keeper.level().scale, 1);
}

TEST(QualityKeeper, GivesUpOnALevelThatHasBeenTooSlowThreeTimes) {
  QualityKeeper keeper(true);
  int changes = 0;
  for (int i = 0; i < 5000; ++i) {  // full size takes 60 ms, less is quick
    const DrawLevel before = keeper.level();
    keeper.drawn(before.scale == 1 ? 0.060 : 0.015);
    changes += keeper.level() != before;
  }
  EXPECT_EQ(changes, 5) << "down, up, down, up, down";
  EXPECT_LT(keeper.level().scale, 1);
}

TEST(QualityKeeper, DoesAsItsUserSays) {
  QualityKeeper keeper(true);
  keeper.choose(Quality::high);
  draw(keeper, 100, 0.5);
  EXPECT_TRUE(keeper.level().light_mask);
  keeper.choose(Quality::low);
  EXPECT_FALSE(keeper.level().light_mask);
  keeper.choose(Quality::automatic);
  draw(keeper, 100, 0.5);
  EXPECT_LT(keeper.level().scale, 1);
}

}  // namespace
}  // namespace raycloth
