// Untangling: what crosses comes apart, whoever let it, and nothing else is touched.
#include <gtest/gtest.h>

#include "tests/solver/crossed_sheets.h"
#include "tests/solver/same_again.h"
#include "tests/solver/shipped_scenes.h"

namespace raycloth {
namespace {

using namespace scenes;

Settings unguarded() {
  Settings settings = empty_space();
  settings.handler = HandlerKind::none;
  settings.safety_net = false;
  return settings;
}

TEST(Untangling, PartsWhatCrosses) {
  const auto simulation = strip_through_sheet(empty_space());
  ASSERT_GT(count_crossings(*simulation), 10u);
  run(*simulation, 60);
  for (int i = 0; i < 10; ++i) {
    EXPECT_EQ(count_crossings(*simulation), 0u);
    simulation->step();
  }
}

/// Through each other along their threads, at 85 degrees: vertices of each lie on the other, in doubles.
TEST(Untangling, FindsWhatOnlyTouchedAtTheStart) {
  SceneObject upright = cloth(move(tilt(make_sheet({0.6f, 0.6f}, {30, 30}), 85 * 0.01745329f), {0, 0, 0.3f}));
  upright.name = "upright";
  const auto simulation = simulate({cloth(make_sheet({0.6f, 0.6f}, {30, 30})), upright}, empty_space());
  run(*simulation, 5);
  ASSERT_GT(count_crossings(*simulation), 10u);
  run(*simulation, 115);
  EXPECT_EQ(count_crossings(*simulation), 0u);
}

TEST(Untangling, WithoutItNothingDoes) {
  Settings settings = empty_space();
  settings.untangling = false;
  const auto simulation = strip_through_sheet(settings);
  run(*simulation, 60);
  EXPECT_GT(count_crossings(*simulation), 10u);
  EXPECT_EQ(simulation->counters().of("untangled_pairs"), 0);
  settings.untangling = true;  // from now on
  simulation->change(settings);
  run(*simulation, 60);
  EXPECT_EQ(count_crossings(*simulation), 0u);
}

TEST(Untangling, NeedsNeitherHandlerNorNet) {
  const auto simulation = strip_through_sheet(unguarded());
  run(*simulation, 60);
  EXPECT_EQ(count_crossings(*simulation), 0u);
}

/// Free cloth keeps its centre of mass and gets no spin; and nothing jumps.
TEST(Untangling, KeepsMomentum) {
  const auto simulation = strip_through_sheet(unguarded());
  const std::vector<Vec4> before = copy_of(simulation->positions());
  simulation->step();
  const auto after = simulation->positions();
  ASSERT_GT(simulation->counters().of("untangled_contours"), 0);
  glm::dvec3 centre(0), spin(0);
  double moved = 0, turned = 0;
  for (size_t v = 0; v < before.size(); ++v) {
    const glm::dvec3 x(before[v]), by = glm::dvec3(after[v]) - x;
    const double mass = 1 / double(before[v].w);
    centre += mass * by;
    spin += mass * glm::cross(x, by);
    moved += mass * glm::length(by);
    turned += mass * glm::length(x) * glm::length(by);
    EXPECT_LT(glm::length(by), 5.0 / 60);  // m, of 5 m/s
  }
  EXPECT_GT(moved, 1e-6);  // kg m
  EXPECT_LT(glm::length(centre), 1e-4 * moved);
  EXPECT_LT(glm::length(spin), 2e-2 * turned) << "but for the bend of ways in a step";
}

TEST(Untangling, AnInspectionTellsWhatItDid) {
  const auto simulation = strip_through_sheet(unguarded());
  simulation->change(empty_space());  // a handler that tells
  simulation->step();
  expect_opposite_moves(*simulation, &VertexInspection::untangling_of_step);
}

TEST(Untangling, ThreadsAndSnapshotsMakeNoDifference) {
  expect_one_hash([](int threads, bool again) {
    const auto simulation = strip_through_sheet(empty_space(), threads);
    run(*simulation, 5);
    run_on(*simulation, 15, again);
    return simulation->state_hash();
  });
}

/// Once the first step has seen that nothing crosses, nobody looks any more.
TEST(Untangling, LeavesWhatDoesNotCrossAsItIs) {
  const auto run_free = [](bool untangling) {
    Scene scene = load_scene_scaled(scene_file("two_sheets_ball"), 0.5f);
    scene.settings.untangling = untangling;
    const auto simulation = create(build_model(scene), scene.settings, DeviceChoice::cpu, 2);
    simulation->step();
    for (int i = 0; i < 40; ++i) {
      simulation->step();
      EXPECT_EQ(stage_time(simulation->timings().stages, "untangle"), 0);
      EXPECT_EQ(simulation->counters().of("untangled_pairs"), 0);
    }
    return simulation->state_hash();
  };
  EXPECT_EQ(run_free(true), run_free(false));
}

TEST(Untangling, CrossedSceneIsFreeAfterTwoSeconds) {
  const Scene scene = load_scene({scene_file("crossed")});
  const auto simulation = create(build_model(scene), scene.settings, DeviceChoice::cpu, 0);
  EXPECT_GT(count_crossings(*simulation), 100u);
  run(*simulation, 120);
  for (int i = 0; i < 10; ++i) {
    EXPECT_EQ(count_crossings(*simulation), 0u);
    simulation->step();
  }
  EXPECT_TRUE(all_finite(*simulation));
}

}  // namespace
}  // namespace raycloth
