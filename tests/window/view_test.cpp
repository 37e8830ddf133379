// The clock that ties simulated time to real time, what is shown while it is only asked for, the timings' statistics,
// and the borders the renderer closes.
#include <gtest/gtest.h>

#include <set>

#include "app/run/live/clock.h"
#include "app/workbench/kept/timing_history.h"
#include "app/workbench/parts/pending.h"
#include "render/surface_buffers.h"

namespace raycloth {
namespace {

constexpr double kStep = 1.0 / 64;  // exact in binary

TEST(ViewClock, StepsAsMuchAsTimeWentBy) {
  ViewClock clock;
  int steps = 0;
  for (int frame = 0; frame < 300; ++frame) {  // 3 s at 100 Hz
    clock.add(0.01);
    for (; clock.due(kStep); ++steps) clock.stepped(kStep);
  }
  EXPECT_NEAR(steps, 3 / kStep, 1);
  EXPECT_NEAR(clock.real_time_factor(), 1, 0.03);
}

TEST(ViewClock, ALongPauseIsNotCaughtUp) {
  ViewClock clock;
  clock.add(60);
  int steps = 0;
  for (; clock.due(kStep); ++steps) clock.stepped(kStep);
  EXPECT_LE(steps * kStep, 0.125);
  clock.add(60);
  EXPECT_TRUE(clock.due(0.1f)) << "but the longest step still comes";
}

TEST(ViewClock, TellsHowMuchSlowerThanRealTime) {
  ViewClock clock;
  for (int frame = 0; frame < 100; ++frame) {  // one step of 1/64 s takes 1/16 s
    clock.add(1.0 / 16);
    ASSERT_TRUE(clock.due(kStep));
    clock.stepped(kStep);
    clock.drop_backlog();
    EXPECT_FALSE(clock.due(kStep));
  }
  EXPECT_NEAR(clock.real_time_factor(), 0.25, 1e-6);
}

TEST(Pending, ShowsWhatWasAskedForUntilItIsDone) {
  Frame frame;
  frame.done = 4;
  Pending<int> asked;
  EXPECT_EQ(asked.over(7, frame), 7);
  asked.set(9, 5);
  EXPECT_EQ(asked.over(7, frame), 9) << "not a slider that jumps back";
  asked.set(10, 6);
  frame.done = 5;
  EXPECT_EQ(asked.over(9, frame), 10);
  frame.done = 6;
  EXPECT_EQ(asked.over(3, frame), 3) << "what there is, whatever was asked";
  frame.done = 0;
  asked.forget();
  EXPECT_EQ(asked.over(3, frame), 3);
}

TEST(TimingHistory, TellsMeanAndNearestRankPercentileOfTheLastSteps) {
  TimingHistory history;
  EXPECT_EQ(history.step().mean, 0);
  StepTimings timings;
  for (int i = 1000; i >= 1; --i) {
    timings.step = static_cast<float>(i);
    history.add(timings);
  }
  EXPECT_DOUBLE_EQ(history.step().mean, 0.5 * (1 + TimingHistory::kSteps));
  EXPECT_DOUBLE_EQ(history.step().p95, 0.95 * TimingHistory::kSteps);
}

TEST(BorderEdges, OfASquareRunWithTheSurfaceOnTheirLeft) {
  const std::vector<Int3> square = {{0, 1, 2}, {0, 2, 3}};
  std::set<std::pair<int, int>> found;
  for (const Int2& edge : find_border_edges(square)) found.insert({edge.x, edge.y});
  EXPECT_EQ(found, (std::set<std::pair<int, int>>{{0, 1}, {1, 2}, {2, 3}, {3, 0}}));
}

TEST(BorderEdges, AClosedSurfaceHasNone) {
  const std::vector<Int3> tetrahedron = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}};
  EXPECT_TRUE(find_border_edges(tetrahedron).empty());
}

}  // namespace
}  // namespace raycloth
