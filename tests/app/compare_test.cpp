// `raycloth compare` on the built program.
#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>

#include "tests/app/program.h"

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

TEST(Compare, EqualOptionsGiveEqualStates) {
  const Folder folder;
  const Result result = run_program(
      {"compare", write_small_scene(folder), "--frames", "12", "--a", "--threads 1", "--b", "--threads 2"});
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_NE(result.out.find("\nstates equal\n"), std::string::npos) << result.out;
  EXPECT_EQ(deviation(result.out, "largest deviation"), 0) << result.out;
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
  EXPECT_EQ(deviation(result.out, "at the last frame"), deviation(result.out, "largest deviation"))
      << result.out;
  EXPECT_NE(result.out.find("'towel'"), std::string::npos) << result.out;
}

}  // namespace
}  // namespace raycloth::test
