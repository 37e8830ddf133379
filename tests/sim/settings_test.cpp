#include "sim/settings.h"

#include <gtest/gtest.h>

#include <set>

#include "device/error.h"

namespace raycloth {
namespace {

std::string error_of(const std::string& key, const std::string& value) {
  Settings settings;
  try {
    set(settings, key, value);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(Settings, SetReadsEveryKindOfValue) {
  Settings settings;
  set(settings, "time_step", "0.02");
  set(settings, "substeps", "7");
  set(settings, "gravity", "1 -2.5 3e-1");
  set(settings, "wind", "4,5,6");
  set(settings, "reprojection", "off");
  set(settings, "predictions", "false");
  set(settings, "self_collision", "true");
  set(settings, "inversion", "last-step");
  set(settings, "rigid_tracer", "brute-force");
  EXPECT_EQ(settings.time_step, 0.02f);
  EXPECT_EQ(settings.substeps, 7);
  EXPECT_EQ(settings.gravity, Vec3(1, -2.5f, 0.3f));
  EXPECT_EQ(settings.wind, Vec3(4, 5, 6));
  EXPECT_FALSE(settings.reprojection);
  EXPECT_FALSE(settings.predictions);
  EXPECT_TRUE(settings.self_collision);
  EXPECT_EQ(settings.inversion, Inversion::last_step);
  EXPECT_EQ(settings.rigid_tracer, RayTracer::brute_force);
  EXPECT_EQ(settings.deformable_tracer, RayTracer::automatic);
}

TEST(Settings, RayTracerSetsBothKindsOfTarget) {
  Settings settings;
  set(settings, "ray_tracer", "brute-force");
  EXPECT_EQ(settings.rigid_tracer, RayTracer::brute_force);
  EXPECT_EQ(settings.deformable_tracer, RayTracer::brute_force);
  EXPECT_NE(error_of("ray_tracer", "fast").find("auto, bvh, brute-force"), std::string::npos);
}

TEST(Settings, RefusesWhatDoesNotFitAndNamesKeyValueAndRange) {
  EXPECT_EQ(error_of("substeps", "0"), "substeps: found '0', expected a whole number in [1, 200]");
  EXPECT_EQ(error_of("substeps", "2.5"), "substeps: found '2.5', expected a whole number in [1, 200]");
  EXPECT_EQ(error_of("damping", "nan"), "damping: found 'nan', expected a number in [0, 100] 1/s");
  EXPECT_EQ(error_of("damping", "1x"), "damping: found '1x', expected a number in [0, 100] 1/s");
  EXPECT_EQ(error_of("damping", ""), "damping: found '', expected a number in [0, 100] 1/s");
  EXPECT_EQ(error_of("damping", "1 2"), "damping: found '1 2', expected a number in [0, 100] 1/s");
  EXPECT_EQ(error_of("gravity", "0 -9.81"),
            "gravity: found '0 -9.81', expected three numbers, each in [-100, 100] m/s^2");
  EXPECT_EQ(error_of("gravity", "0 0 101"),
            "gravity: found '0 0 101', expected three numbers, each in [-100, 100] m/s^2");
  EXPECT_EQ(error_of("reprojection", "1"), "reprojection: found '1', expected on or off");
  EXPECT_EQ(error_of("inversion", "on"), "inversion: found 'on', expected one of off, last-step, remembered");
  EXPECT_EQ(error_of("thickness", "1").rfind("thickness: no such setting, expected one of time_step,", 0), 0u);
}

TEST(Settings, AFailedSetLeavesTheValue) {
  Settings settings;
  EXPECT_THROW(set(settings, "gravity", "1 2 1000"), InputError);
  EXPECT_EQ(settings.gravity, Settings{}.gravity);
}

TEST(Settings, EveryValueComesBackToTheSameBits) {
  Settings written;
  written.time_step = 1.0f / 61.0f;
  written.gravity = {0.1f, -9.8066502f, 1e-7f};
  written.prediction_distance = 0.1f + 0.2f;
  written.deformable_tracer = RayTracer::bvh;
  written.inversion = Inversion::off;
  written.reprojection = false;
  Settings read;
  for (const SettingInfo& info : setting_list()) {
    set(read, info.key, get(written, info.key));
    EXPECT_EQ(get(read, info.key), get(written, info.key));
  }
}

TEST(Settings, TheTableNamesEveryMemberOnce) {
  std::set<std::string> keys;
  size_t bytes = 0;
  for (const SettingInfo& info : setting_list()) {
    EXPECT_TRUE(keys.insert(info.key).second) << info.key;
    EXPECT_LE(info.min, info.max) << info.key;
    std::visit(
        [&](auto member) {
          if constexpr (std::is_same_v<decltype(member), Choice>)
            bytes += sizeof(Inversion);  // as all enumerations of settings
          else
            bytes += sizeof(Settings{}.*member);
        },
        info.member);
  }
  EXPECT_GT(bytes + alignof(Settings), sizeof(Settings)) << "a member of Settings is missing in the table";
}

TEST(Settings, ValidateHoldsValuesAgainstEachOther) {
  Settings settings;
  EXPECT_NO_THROW(validate(settings));
  settings.substeps = 9;
  settings.detections = 2;
  EXPECT_THROW(validate(settings), InputError);
  settings.detections = 3;
  EXPECT_NO_THROW(validate(settings));
  settings.damping = -1;  // written past `set`
  EXPECT_THROW(validate(settings), InputError);
}

/// All values that the other of the two allows.
std::vector<int> fitting(bool substeps, int other) {
  std::vector<int> values;
  for (int value = 1; value <= (substeps ? 200 : 50); ++value)
    if ((substeps ? value % other : other % value) == 0) values.push_back(value);
  return values;
}

TEST(Settings, SlidersOfSubstepsAndDetectionsGoToTheNearestThatFits) {
  for (const bool of_substeps : {true, false}) {
    const std::string edited = of_substeps ? "substeps" : "detections";
    int Settings::*moved = of_substeps ? &Settings::substeps : &Settings::detections;
    int Settings::*still = of_substeps ? &Settings::detections : &Settings::substeps;
    for (int other = 1; other <= (of_substeps ? 50 : 200); ++other) {
      const std::vector<int> allowed = fitting(of_substeps, other);
      for (int wanted = 1; wanted <= (of_substeps ? 200 : 50); ++wanted) {
        Settings settings;
        settings.*moved = wanted;
        settings.*still = other;
        fit(settings, edited);
        ASSERT_NO_THROW(validate(settings)) << edited << " " << wanted << " " << other;
        ASSERT_EQ(settings.*still, other) << "was not edited";
        int nearest = allowed.front();
        for (const int value : allowed)
          if (std::abs(value - wanted) < std::abs(nearest - wanted)) nearest = value;
        ASSERT_EQ(settings.*moved, nearest) << edited << " " << wanted << " " << other;
      }
    }
  }
}

TEST(Settings, OtherSlidersFitAsTheyAre) {
  Settings settings;
  settings.substeps = 7;
  settings.detections = 2;
  fit(settings, "contact_iterations");
  EXPECT_EQ(settings.substeps, 7);
  EXPECT_EQ(settings.detections, 2);
}

TEST(Settings, DetectionsHaveAWordForWhatTheySayNothingOf) {
  Settings settings;
  EXPECT_EQ(get(settings, "detections"), "auto");
  set(settings, "detections", "4");
  EXPECT_EQ(get(settings, "detections"), "4");
  set(settings, "detections", "auto");
  EXPECT_EQ(settings.detections, 0);
  EXPECT_THROW(set(settings, "substeps", "auto"), InputError);
}

TEST(Settings, AutomaticDetectionsAreTheFewestThatDivideSubstepsAndAreEnough) {
  for (int substeps = 1; substeps <= 200; ++substeps) {
    for (int wanted = 0; wanted <= 250; ++wanted) {
      Settings settings;
      settings.substeps = substeps;
      const int found = detections_for(settings, wanted);
      ASSERT_EQ(substeps % found, 0) << substeps << " " << wanted;
      ASSERT_GE(found, std::min(wanted, substeps)) << substeps << " " << wanted;
      for (int fewer = std::max(wanted, 1); fewer < found; ++fewer)
        ASSERT_NE(substeps % fewer, 0) << substeps << " " << wanted;
      settings.detections = substeps;
      ASSERT_EQ(detections_for(settings, wanted), substeps);
    }
  }
}

}  // namespace
}  // namespace raycloth
