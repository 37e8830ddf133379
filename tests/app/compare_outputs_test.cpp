// What `raycloth compare` writes: a video, the divider of its pictures, and JSON.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/app/program.h"
#include "tests/window/stage.h"

namespace raycloth::test {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

/// A towel in the air, seen from a camera that stays.
fs::path write_towel(const Folder& folder) {
  std::ofstream(folder / "towel.json") << R"({"camera": {"eye": [0, 0.1, 1], "target": [0, 0, 0]}, "objects": [
    {"name": "towel", "kind": "cloth", "sheet": {"size": [0.6, 0.4], "cells": [6, 4]}, "color": [0.9, 0.2, 0.1]}]})";
  return folder / "towel.json";
}

/// 320 by 200 pixels. Without OpenGL the test is passed over.
bool draws(const std::vector<std::string>& words) {
  const Result result = run_program(words);
  if (result.err.find("no picture:") != std::string::npos) return false;
  EXPECT_EQ(result.code, 0) << result.err;
  return true;
}

constexpr const char* kFast = "--set 'gravity=0 -30 0'";

TEST(CompareVideo, HasAPictureForEveryStepAlsoFromALaterFrame) {
  const Folder folder;
  const std::string scene = write_towel(folder);
  for (const std::string from : {"0", "4"}) {
    const fs::path videos = folder / ("v" + from);
    if (!draws({"compare", scene, "--frames", "3", "--from-frame", from, "--a", "", "--b", kFast, "--video",
                videos / "p%03d.png", "--video-size", "320x200", "--picture", folder / "last.png", "--picture-size",
                "320x200"}))
      GTEST_SKIP() << "nothing can be drawn here";
    EXPECT_TRUE(fs::exists(videos / "p003.png"));
    EXPECT_FALSE(fs::exists(videos / "p004.png"));
    const stage::Pixels third = stage::read(videos / "p003.png"), last = stage::read(folder / "last.png"),
                        second = stage::read(videos / "p002.png");
    int alike = 0, changed = 0;
    for (int y = 0; y < 200; ++y)
      for (int x = 0; x < 320; ++x) {
        alike += third.at(x, y) == last.at(x, y);
        changed += third.at(x, y) != second.at(x, y);
      }
    EXPECT_EQ(alike, 320 * 200) << from;
    EXPECT_GT(changed, 50) << from;
  }
}

TEST(ComparePicture, IsDividedWhereItIsSaid) {
  const Folder folder;
  const std::string scene = write_towel(folder);
  const auto picture = [&](const std::string& name, std::vector<std::string> words) {
    words.insert(words.end(), {"--frames", "4", "--picture", folder / name, "--picture-size", "320x200"});
    return draws(words) ? stage::read(folder / name) : stage::Pixels{};
  };
  if (!draws({"run", scene, "--frames", "4", "--picture", folder / "a.png", "--picture-size", "320x200"}))
    GTEST_SKIP() << "nothing can be drawn here";
  const stage::Pixels a = stage::read(folder / "a.png"),
                      b = picture("b.png", {"run", scene, "--set", "gravity=0 -30 0"});
  for (const auto& [divider, border] : {std::pair("0.25", 80), {"0", 0}, {"1", 320}}) {
    const stage::Pixels both = picture("both.png", {"compare", scene, "--a", "", "--b", kFast, "--divider", divider});
    int alike = 0, pixels = 0;
    for (int y = 100; y < 200; ++y)  // below the labels
      for (int x = 0; x < 320; ++x) {
        if (std::abs(x - border) < 4) continue;  // the line between them
        ++pixels;
        alike += both.at(x, y) == (x < border ? a : b).at(x, y);
      }
    EXPECT_EQ(alike, pixels) << divider;
  }
}

// Hanging still and falling freely: apart by g t^2 / 2, and by half a substep's worth more (see compare_test.cpp).
TEST(CompareJson, HasWhatIsPrinted) {
  const Folder folder;
  const Result result = run_program({"compare", write_towel(folder), "--frames", "12", "--from-frame", "2", "--set",
                                     "drag_coefficient=0", "--set", "damping=0", "--set", "gravity=0 0 0", "--a", "",
                                     "--b", "--set 'gravity=0 -3 0'", "--json", folder / "c.json"});
  ASSERT_EQ(result.code, 0) << result.err;
  const Json json = Json::parse(read_text(folder / "c.json"));
  EXPECT_EQ(json["frames"], 12);
  EXPECT_EQ(json["from_frame"], 2);
  EXPECT_EQ(json["b"]["options"], "--set 'gravity=0 -3 0'");
  for (const char* side : {"a", "b"}) {
    EXPECT_NE(result.out.find("state " + json[side]["state_hash"].get<std::string>()), std::string::npos) << side;
    EXPECT_GT(json[side]["step_ms"]["median"], 0);
    EXPECT_GE(json[side]["step_ms"]["max"], json[side]["step_ms"]["median"]);
  }
  const double t = 12 / 60.0, fall = 3 * t * t / 2;
  for (const char* which : {"largest_deviation", "last_deviation"}) {
    EXPECT_NEAR(json[which]["distance"].get<double>(), fall, 0.03 * fall);
    EXPECT_EQ(json[which]["frame"], 14);
    EXPECT_NE(json[which]["vertex"].get<std::string>().find("towel"), std::string::npos);
  }
  EXPECT_EQ(json["first_frame_that_differs"], 3);
  EXPECT_EQ(json["first_frame_over_1_mm_apart"], 4) << "0.4 mm after a sixtieth of a second, 1.7 mm after two";
  EXPECT_FALSE(json["states_equal"]);
}

TEST(CompareJson, SaysNothingOfWhatDoesNotDiffer) {
  const Folder folder;
  ASSERT_EQ(
      run_program({"compare", write_towel(folder), "--frames", "2", "--a", "", "--b", "", "--json", folder / "c.json"})
          .code,
      0);
  const Json json = Json::parse(read_text(folder / "c.json"));
  EXPECT_TRUE(json["states_equal"]);
  EXPECT_TRUE(json["first_frame_that_differs"].is_null());
  EXPECT_TRUE(json["largest_deviation"]["vertex"].is_null());
  EXPECT_EQ(json["largest_deviation"]["distance"], 0);
}

}  // namespace
}  // namespace raycloth::test
