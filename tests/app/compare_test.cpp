// `raycloth compare` on the built program.
#include <gtest/gtest.h>

#include <cstdio>

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

// Without gravity, wind and drag nothing moves; with it the towel falls freely by g t^2 / 2. Integration in
// substeps of h adds g t h / 2, so the bound is loose on that side and tight enough to tell g from 2 g.
TEST(Compare, DeviationIsTheFreeFallOfTheOtherRun) {
  const Folder folder;
  const std::string still = "--set 'gravity=0 0 0'";
  const Result result =
      run_program({"compare", write_small_scene(folder), "--frames", "12", "--set", "drag_coefficient=0",
                   "--set", "damping=0", "--a", still, "--b", "--set 'gravity=0 -9.81 0'"});
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_NE(result.out.find("\nstates differ\n"), std::string::npos) << result.out;
  const double t = 12 / 60.0, fall = 9.81 * t * t / 2;
  EXPECT_NEAR(deviation(result.out, "largest deviation"), fall, 0.15 * fall) << result.out;
  EXPECT_EQ(deviation(result.out, "at the last frame"), deviation(result.out, "largest deviation"))
      << result.out;
  EXPECT_NE(result.out.find("'small towel'"), std::string::npos) << result.out;
}

}  // namespace
}  // namespace raycloth::test
