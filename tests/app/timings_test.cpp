// Recordings of frame timings read back and held against each other.
#include <gtest/gtest.h>

#include <fstream>

#include "app/run/output/timings_comparison.h"
#include "device/error.h"
#include "tests/app/program.h"

namespace raycloth {
namespace {

using test::Folder;
using test::Result;
using test::run_program;

std::filesystem::path write(const Folder& folder, const std::string& name, const std::string& text) {
  std::ofstream(folder / name) << text;
  return folder / name;
}

/// By hand: medians 2, 3, 5; p95, by nearest rank the largest of so few, 4, 3, 9.
constexpr const char* kA = R"(# device: a box
# threads: 2
# scene: flag.json
# settings: substeps=20; gravity=0 -9.81 0; handler=rays
frame,time_s,predict_ms,broad_ms,detect_ms,step_ms,collisions
1,0.016,1,3,3,5,0
2,0.033,2,3,3,4,0
3,0.050,4,3,3,9,7
)";
constexpr const char* kB = R"(# device: a box
# threads: 2
# scene: flag.json
# settings: substeps=12; gravity=0 -9.81 0; handler=rays
frame,time_s,predict_ms,net_ms,detect_ms,step_ms,collisions
1,0.016,1,0,3,10,0
2,0.033,1,8,6,20,0
)";

TEST(Timings, StagesAreComparedByMedianAndP95) {
  const Folder folder;
  const TimingsFile a = read_timings(write(folder, "a.csv", kA)), b = read_timings(write(folder, "b.csv", kB));
  EXPECT_EQ(a.steps(), 3u);
  EXPECT_EQ(a.fact("device"), "a box");
  const std::vector<StageComparison> stages = compare_timings(a, b);
  std::vector<std::string> names;
  for (const StageComparison& stage : stages) names.push_back(stage.stage);
  EXPECT_EQ(names, (std::vector<std::string>{"predict", "broad", "net", "detect", "step"}));
  EXPECT_EQ(stages[0].a->median, 2);
  EXPECT_EQ(stages[0].a->p95, 4);
  EXPECT_EQ(stages[0].median_ratio(), 0.5);
  EXPECT_EQ(stages[0].p95_ratio(), 0.25);
  EXPECT_FALSE(stages[1].b);
  EXPECT_FALSE(stages[1].median_ratio());
  EXPECT_FALSE(stages[2].a);
  EXPECT_EQ(stages[2].b->median, 4);
  EXPECT_EQ(stages[3].median_ratio(), 1.5);
  EXPECT_EQ(stages[4].median_ratio(), 3);
}

TEST(Timings, WhatDiffersBetweenTheRunsIsTold) {
  const Folder folder;
  const TimingsFile a = read_timings(write(folder, "a.csv", kA)), b = read_timings(write(folder, "b.csv", kB));
  const std::vector<FactDifference> differences = differing_facts(a, b);
  ASSERT_EQ(differences.size(), 1u);
  EXPECT_EQ(differences[0].name, "substeps");
  EXPECT_EQ(differences[0].a, "20");
  EXPECT_EQ(differences[0].b, "12");
  EXPECT_TRUE(differing_facts(a, a).empty());
}

TEST(Timings, WhatTheProgramRecordsItCompares) {
  const Folder folder;
  const std::string scene = test::write_small_scene(folder).string();
  const std::string a = (folder / "a.csv").string(), b = (folder / "b.json").string(),
                    plot = (folder / "p.png").string();
  ASSERT_EQ(run_program({"run", scene, "--frames", "4", "--timings", a}).code, 0);
  ASSERT_EQ(run_program({"run", scene, "--frames", "3", "--timings", b, "--set", "substeps=8"}).code, 0);
  const Result result = run_program({"timings", a, b, "--plot", plot});
  EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_NE(result.out.find("A: " + a + ", 4 steps of " + scene), std::string::npos) << result.out;
  EXPECT_NE(result.out.find("differs: substeps: 20 | 8"), std::string::npos) << result.out;
  for (const char* stage : {"predict", "untangle", "solve", "net", "finish", "detect", "step"})
    EXPECT_NE(result.out.find(std::string("\n") + stage), std::string::npos) << stage;
  const Result itself = run_program({"timings", a, a});
  EXPECT_NE(itself.out.find("    1.00     1.00\n"), std::string::npos) << itself.out;
  std::ifstream png(plot, std::ios::binary);
  std::string begin(8, ' ');
  png.read(begin.data(), 8);
  EXPECT_EQ(begin, "\x89PNG\r\n\x1a\n");
}

struct BadRecording {
  const char *label, *text, *message;
};

void PrintTo(const BadRecording& bad, std::ostream* out) { *out << bad.label; }

class BadRecordings : public testing::TestWithParam<BadRecording> {};

TEST_P(BadRecordings, EndTheProgramWithCode2AndOneLine) {
  const Folder folder;
  const std::string good = write(folder, "good.csv", kA).string();
  const std::string bad = write(folder, "bad.csv", GetParam().text).string();
  const Result result = run_program({"timings", good, bad});
  EXPECT_EQ(result.code, 2);
  EXPECT_EQ(test::line_count(result.err), 1) << result.err;
  EXPECT_NE(result.err.find("bad.csv" + std::string(GetParam().message)), std::string::npos) << result.err;
}

INSTANTIATE_TEST_SUITE_P(
    Timings, BadRecordings,
    testing::Values(BadRecording{"Empty", "", ": found no row of column names"},
                    BadRecording{"NoSteps", "# a: b\nframe,step_ms\n", ": found no steps"},
                    BadRecording{"Another", "x,y\n1,2\n", ":1: found 'x, y', expected the columns"},
                    BadRecording{"ShortRow", "frame,step_ms\n1,2\n2\n", ":3: found 1 values, expected 2"},
                    BadRecording{"NoNumber", "frame,step_ms\n1,fast\n", ":2: step_ms: found 'fast', expected"},
                    BadRecording{"HalfAJson", "{\"environment\": {", ": expected a recording of timings: "},
                    BadRecording{"JsonOfSomethingElse", "{\"frames\": 7}", ": expected a recording of timings: "},
                    BadRecording{"ShortJsonRow",
                                 R"({"environment": {}, "columns": ["frame", "step_ms"], "frames": [[1, 2], [2]]})",
                                 ": row 2: found 1 values, expected 2"},
                    BadRecording{"JsonWithoutSteps",
                                 R"({"environment": {}, "columns": ["frame", "step_ms"], "frames": []})",
                                 ": found no steps"},
                    BadRecording{"Negative", "frame,step_ms\n1,-2\n", ":2: step_ms: found '-2', expected"}),
    [](const auto& test) { return test.param.label; });

}  // namespace
}  // namespace raycloth
