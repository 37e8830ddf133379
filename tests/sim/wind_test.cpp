// Gusts as a function of time.
#include "sim/wind.h"

#include <gtest/gtest.h>

#include <cmath>

namespace raycloth {
namespace {

Settings gusty(Vec3 wind, float gust, float turbulence) {
  Settings settings;
  settings.wind = wind;
  settings.wind_gust = gust;
  settings.wind_turbulence = turbulence;
  return settings;
}

TEST(Wind, WithoutGustsIsWhatTheSettingsSay) {
  const Settings still = gusty({1.1f, -2, 0.3f}, 0, 1);
  for (const double time : {0.0, 0.4, 1e5}) EXPECT_EQ(wind_at(still, time), still.wind);
}

/// Along the wind up to the strength more, and never less; nothing aside.
TEST(Wind, WithoutTurbulenceGustsBlowAlongIt) {
  const Settings settings = gusty({3, 0, 4}, 2, 0);
  float least = 100, most = 0;
  double sum = 0;
  constexpr int kTimes = 20000;
  for (int i = 0; i < kTimes; ++i) {
    const Vec3 wind = wind_at(settings, 0.05 * i);
    const float speed = glm::dot(wind, Vec3(0.6f, 0, 0.8f));
    EXPECT_NEAR(glm::length(wind - speed * Vec3(0.6f, 0, 0.8f)), 0, 1e-5f);
    least = std::min(least, speed);
    most = std::max(most, speed);
    sum += speed;
  }
  EXPECT_GE(least, 5 - 1e-5f);
  EXPECT_LE(most, 7 + 1e-5f);
  EXPECT_LT(least, 5.3f);  // lulls,
  EXPECT_GT(most, 6.7f);   // and gusts that are nearly as strong as can be
  EXPECT_NEAR(sum / kTimes, 6, 0.05);
}

TEST(Wind, TurbulenceBlowsInAllDirections) {
  const Settings settings = gusty(Vec3(0), 2, 0.5f);
  Vec3 least(100), most(-100);
  for (int i = 0; i < 20000; ++i) {
    const Vec3 wind = wind_at(settings, 0.05 * i);
    least = glm::min(least, wind);
    most = glm::max(most, wind);
  }
  for (int axis = 0; axis < 3; ++axis) {
    EXPECT_GT(most[axis], 0.8f);
    EXPECT_LE(most[axis], 1.0f);
    EXPECT_LT(least[axis], -0.8f);
    EXPECT_GE(least[axis], -1.0f);
  }
}

/// Of the wind from moment to moment.
float largest_change(const Settings& settings, double step) {
  float largest = 0;
  for (int i = 0; i < 20000; ++i)
    largest = std::max(largest, glm::distance(wind_at(settings, step * i), wind_at(settings, step * (i + 1))));
  return largest;
}

TEST(Wind, SwellsAndNeverJumps) {
  Settings settings = gusty({2, 0, 0}, 3, 0.3f);
  const float slow = largest_change(settings, 0.001);
  EXPECT_GT(slow, 0);
  EXPECT_LT(slow, 0.02f);
  settings.wind_gust_period /= 10;
  const float quick = largest_change(settings, 0.001);
  EXPECT_GT(quick, 5 * slow);
  EXPECT_LT(quick, 20 * slow);
}

TEST(Wind, NoGustIsLikeAnother) {
  const Settings settings = gusty({2, 0, 0}, 3, 0.3f);
  for (int i = 1; i < 100; ++i)
    EXPECT_GT(glm::distance(wind_at(settings, 0.3), wind_at(settings, 0.3 + settings.wind_gust_period * i)), 1e-4f);
}

}  // namespace
}  // namespace raycloth
