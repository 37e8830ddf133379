// `raycloth compare` on the built program.
#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>

#include "app/run/live/live_scene.h"
#include "tests/app/program.h"
#include "tests/window/stage.h"

namespace raycloth::test {
namespace {

/// The metres in the line that starts with `start`.
double deviation(const std::string& out, const std::string& start) {
  const size_t line = out.find("\n" + start);
  if (line == std::string::npos) return -1;
  double metres = -1;
  std::sscanf(out.c_str() + out.find(": ", line), ": %lf m", &metres);
  return metres;
}

/// The frame in the line that starts with `start`; -1: none.
long long first_frame(const std::string& out, const std::string& start) {
  const size_t line = out.find("\n" + start + ": ");
  EXPECT_NE(line, std::string::npos) << out;
  long long frame = -1;
  std::sscanf(out.c_str() + out.find(": ", line), ": %lld", &frame);
  return frame;
}

TEST(Compare, EqualOptionsGiveEqualStates) {
  const Folder folder;
  const Result result =
      run_program({"compare", write_small_scene(folder), "--frames", "12", "--a", "--threads 1", "--b", "--threads 2"});
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_NE(result.out.find("\nstates equal\n"), std::string::npos) << result.out;
  EXPECT_EQ(deviation(result.out, "largest deviation"), 0) << result.out;
  EXPECT_EQ(first_frame(result.out, "first frame that differs"), -1) << result.out;
}

// Without gravity nothing moves; with it a free sheet falls by g t^2 / 2. Integration in substeps of h adds g
// t h / 2, a hundredth here for the default ten substeps, so that 3 % tell g from every other number.
TEST(Compare, DeviationIsTheFreeFallOfTheOtherRun) {
  const Folder folder;
  std::ofstream(folder / "free.json") << R"({"name": "free", "objects": [
    {"name": "towel", "kind": "cloth", "sheet": {"size": [0.2, 0.2], "cells": [3, 3]}, "translate": [0, 5, 0]}]})";
  const Result result =
      run_program({"compare", folder / "free.json", "--frames", "12", "--set", "drag_coefficient=0", "--set",
                   "damping=0", "--a", "--set 'gravity=0 0 0'", "--b", "--set 'gravity=0 -9.81 0'"});
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_NE(result.out.find("\nstates differ\n"), std::string::npos) << result.out;
  const double t = 12 / 60.0, fall = 9.81 * t * t / 2;
  EXPECT_NEAR(deviation(result.out, "largest deviation"), fall, 0.03 * fall) << result.out;
  EXPECT_EQ(deviation(result.out, "at the last frame"), deviation(result.out, "largest deviation")) << result.out;
  EXPECT_NE(result.out.find("'towel'"), std::string::npos) << result.out;
}

// Falling freely for 12 frames, then under other gravities: apart by half of their difference times the square of the
// time since, as the state that they start from is one.
TEST(Compare, FromAFrameOnBothStartFromOneState) {
  const Folder folder;
  std::ofstream(folder / "free.json") << R"({"name": "free", "objects": [
    {"name": "towel", "kind": "cloth", "sheet": {"size": [0.2, 0.2], "cells": [3, 3]}, "translate": [0, 5, 0]}]})";
  const std::vector<std::string> common = {
      "compare",         folder / "free.json", "--set", "drag_coefficient=0", "--set", "damping=0", "--set",
      "speed_limit=100", "--frames",           "6",     "--from-frame"};
  const auto compared = [&](std::vector<std::string> more) {
    more.insert(more.begin(), common.begin(), common.end());
    return run_program(more);
  };
  const Result apart = compared({"12", "--a", "--set 'gravity=0 0 0'", "--b", "--set 'gravity=0 -20 0'"});
  ASSERT_EQ(apart.code, 0) << apart.err;
  const double t = 6 / 60.0, way = 20 * t * t / 2;
  EXPECT_NEAR(deviation(apart.out, "at the last frame"), way, 0.03 * way) << apart.out;
  const Result alike = compared({"12", "--a", "--threads 1", "--b", "--threads 2"});
  EXPECT_NE(alike.out.find("\nstates equal\n"), std::string::npos) << alike.out;
  const Result heavier = compared({"12", "--a", "--set towel.areal_density=1", "--b", ""});
  ASSERT_EQ(heavier.code, 0) << heavier.err;
  EXPECT_LT(deviation(heavier.out, "at the last frame"), 1e-4) << heavier.out;  // what falls freely falls alike
  const Result windy =
      compared({"12", "--set", "drag_coefficient=1.28", "--a", "--set towel.areal_density=1", "--b", ""});
  ASSERT_EQ(windy.code, 0) << windy.err;
  EXPECT_GT(deviation(windy.out, "at the last frame"), 1e-3) << windy.out;
}

// Told on stderr, those of both sides once.
TEST(Compare, ReadsOlderWordsWithAWarning) {
  const Folder folder;
  std::ofstream(folder / "free.json") << R"({"objects": [
    {"name": "towel", "kind": "cloth", "sheet": {"size": [0.2, 0.2], "cells": [3, 3]}}]})";
  const Result result = run_program({"compare", folder / "free.json", "--frames", "1", "--set",
                                     "towel.warp_compliance=0.01", "--a", "", "--b", "--set cloth.weft_compliance=0"});
  ASSERT_EQ(result.code, 0) << result.err;
  const std::string start = "raycloth: warning: --set ";
  const std::string shared =
      start + "towel.warp_compliance=0.01: warp_compliance 0.01 m/N is now warp_stiffness 100 N/m\n";
  const std::string of_b = start + "cloth.weft_compliance=0: weft_compliance 0 m/N is now weft_stiffness 1e+09 N/m\n";
  EXPECT_EQ(result.err.find(shared), result.err.rfind(shared)) << result.err;
  EXPECT_NE(result.err.find(shared), std::string::npos) << result.err;
  EXPECT_NE(result.err.find(of_b), std::string::npos) << result.err;
}

// The state after 12 frames of a run is that of a run that was stopped there and gone on with.
TEST(Compare, FromAFrameOnGoesOnAsTheRunItself) {
  const Folder folder;
  const std::string scene = write_small_scene(folder);
  const Result whole = run_program({"run", scene, "--frames", "20"});
  const Result parts = run_program({"compare", scene, "--from-frame", "12", "--frames", "8", "--a", "", "--b", ""});
  const std::string hash = whole.out.substr(whole.out.find("state "), 22);
  EXPECT_NE(parts.out.find(hash), std::string::npos) << parts.out << whole.out;
}

// Each half is of the picture that its own run draws, from where A's camera is.
TEST(Compare, DrawsAAtTheLeftAndBAtTheRight) {
  const Folder folder;
  const std::string scene = folder / "falls.json";
  std::ofstream(scene) << R"({"camera": {"eye": [0, 0.1, 1], "target": [0, 0, 0]}, "objects": [
    {"name": "towel", "kind": "cloth", "sheet": {"size": [0.6, 0.4], "cells": [6, 4]}, "color": [0.9, 0.2, 0.1]}]})";
  const auto drawn = [&](const std::string& name, std::vector<std::string> more) {
    more.insert(more.end(), {"--frames", "5", "--picture", folder / name, "--picture-size", "640x400"});
    const Result result = run_program(more);
    EXPECT_EQ(result.code, 0) << result.err;
    return result.code == 0 ? stage::read(folder / name) : stage::Pixels{};
  };
  const std::string fast = "--set 'gravity=0 -30 0'";
  const stage::Pixels both = drawn("both.png", {"compare", scene, "--a", "", "--b", fast});
  const stage::Pixels far = drawn("far.png", {"compare", scene, "--a", "", "--b", fast, "--heat", "distance"});
  const stage::Pixels a = drawn("a.png", {"run", scene});
  const stage::Pixels b = drawn("b.png", {"run", scene, "--set", "gravity=0 -30 0"});
  int alike_left = 0, alike_right = 0, hot_left = 0, hot_right = 0, apart = 0, pixels = 0;
  for (int y = 140; y < 400; ++y)  // below labels and legend
    for (int x = 0; x < 315; ++x, ++pixels) {
      const int right = 639 - x;
      alike_left += both.at(x, y) == a.at(x, y);
      alike_right += both.at(right, y) == b.at(right, y);
      apart += a.at(right, y) != b.at(right, y);
      hot_left += far.at(x, y) != both.at(x, y);
      hot_right += far.at(right, y) != both.at(right, y);
    }
  EXPECT_EQ(alike_left, pixels);
  EXPECT_EQ(alike_right, pixels);
  EXPECT_GT(apart, 500) << "they fell another way";
  EXPECT_EQ(hot_left, 0);
  EXPECT_GT(hot_right, 500) << "how far B is from A";
}

/// A towel falls through a sheet where nothing but remembered sides could keep it.
constexpr const char* kFall = R"({
  "name": "fall",
  "settings": {"substeps": 4, "detections": 1, "safety_net": false, "untangling": false, "predictions": false},
  "objects": [
    {"name": "sheet", "kind": "cloth", "sheet": {"size": [0.4, 0.4], "cells": [8, 8]},
     "pins": {"nearest": [[-0.2, 0, -0.2], [0.2, 0, -0.2], [-0.2, 0, 0.2], [0.2, 0, 0.2]]}},
    {"name": "towel", "kind": "cloth", "sheet": {"size": [0.2, 0.2], "cells": [5, 5]},
     "rotate": {"axis": [0, 0, 1], "degrees": 50}, "translate": [0, 0.2, 0]}
  ]
})";

// Both tell of the frame of the scene, whichever it began from.
TEST(Compare, ComesApartInTheFrameInWhichTheWindowsAAndBDo) {
  const Folder folder;
  std::ofstream(folder / "fall.json") << kFall;
  for (const int from : {0, 6}) {
    const Result result = run_program({"compare", folder / "fall.json", "--frames", "40", "--from-frame",
                                       std::to_string(from), "--a", "", "--b", "--inversion off"});
    ASSERT_EQ(result.code, 0) << result.err;
    Scene scene = load_scene({folder / "fall.json"});
    Authored authored(scene);
    LiveScene live({std::move(scene), std::move(authored)}, {DeviceChoice::cpu, 1, {}});
    for (int i = 0; i < from; ++i) live.single_step();
    live.compare(DeviceChoice::cpu);
    Settings settings = live.simulation().settings();
    settings.inversion = Inversion::off;
    live.change_b(settings);
    for (int i = 0; i < 40; ++i) live.single_step();
    Frame frame;
    live.fill(frame);
    const Divergence& divergence = frame.comparison.divergence;
    ASSERT_TRUE(divergence.differs && divergence.is_apart);
    EXPECT_GT(*divergence.differs, from + 1) << "or it has nothing to do with sides";
    EXPECT_EQ(first_frame(result.out, "first frame that differs"), *divergence.differs);
    EXPECT_EQ(first_frame(result.out, "first frame with a vertex over 1 mm apart"), *divergence.is_apart);
    EXPECT_NEAR(deviation(result.out, "largest deviation"), divergence.largest.distance, 1e-9);
  }
}

}  // namespace
}  // namespace raycloth::test
