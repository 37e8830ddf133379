// What is said of settings: all of it, of every one, in the window and by `raycloth settings`.
#include <gtest/gtest.h>

#include "app/run/output/setting_text.h"
#include "sim/sources.h"
#include "tests/app/program.h"

namespace raycloth {
namespace {

void expect_whole(const SettingText& text) {
  EXPECT_FALSE(text.what.empty()) << text.key;
  EXPECT_FALSE(text.range.empty()) << text.key;
  EXPECT_FALSE(text.usual.empty()) << text.key;
  EXPECT_FALSE(text.source.empty()) << text.key << " needs a row in sim/sources.cpp";
}

TEST(SettingText, EverySettingSaysAll) {
  for (const SettingInfo& row : setting_list()) expect_whole(describe(row));
  for (const MaterialInfo& row : material_list()) expect_whole(describe(row));
  EXPECT_EQ(source_of("viscosity"), nullptr);
}

SettingText of(std::string_view key, bool panel = false) {
  for (const SettingInfo& row : setting_list())
    if (key == row.key) return describe(row, panel);
  for (const MaterialInfo& row : material_list())
    if (key == row.key) return describe(row, panel);
  throw std::logic_error("no such setting");
}

TEST(SettingText, RangesHaveTheirUnits) {
  EXPECT_EQ(of("speed_limit").range, "0.1 to 1000 m/s");
  EXPECT_EQ(of("speed_limit").usual, "15");
  EXPECT_EQ(of("prediction_distance").range, "0 to 1 m");
  EXPECT_EQ(of("prediction_distance", true).range, "0 to 1000 mm");
  EXPECT_EQ(of("prediction_distance", true).usual, "30");
  EXPECT_EQ(of("half_thickness", true).range, "0.1 to 50 mm");
  EXPECT_EQ(of("detections").range, "1 to 50, or auto");
  EXPECT_EQ(of("detections").usual, "auto");
  EXPECT_EQ(of("inversion").range, "off, last-step, remembered");
  EXPECT_EQ(of("predictions").range, "on or off");
  EXPECT_EQ(of("gravity").usual, "0 -9.81 0");
}

TEST(SettingText, TheCommandPrintsTheSame) {
  const test::Result result = test::run_program({"settings"});
  EXPECT_EQ(result.code, 0);
  EXPECT_EQ(result.err, "");
  EXPECT_EQ(result.out, settings_text());
  for (const SettingInfo& row : setting_list()) {
    EXPECT_NE(result.out.find(std::string("  ") + row.key + " "), std::string::npos) << row.key;
    EXPECT_NE(result.out.find(describe(row).source), std::string::npos) << row.key;
  }
  for (const MaterialInfo& row : material_list())
    EXPECT_NE(result.out.find(std::string("  ") + row.key + " "), std::string::npos) << row.key;
}

}  // namespace
}  // namespace raycloth
