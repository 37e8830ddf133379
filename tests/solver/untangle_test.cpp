// Untangling: what crosses comes apart, whoever let it, and nothing else is touched.
#include <gtest/gtest.h>

#include "tests/collision/contour_kinds.h"
#include "tests/solver/bodies.h"
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

/// Two sheets through each other along their threads: vertices of each lie on the other, in doubles.
std::unique_ptr<Simulation> through_vertices(int cells, double degrees, float along) {
  const Mesh mesh = make_sheet({0.6f, 0.6f}, {cells, cells});
  SceneObject upright = cloth(move(tilt(mesh, static_cast<float>(glm::radians(degrees))), {0, 0, along}));
  upright.name = "upright";
  return simulate({cloth(mesh), upright}, empty_space());
}

/// Where nothing laid it apart: cloth that is put there.
TEST(Untangling, FindsWhatOnlyTouchedAtTheStart) {
  const auto simulation = through_vertices(24, 85, 0.3f);
  const Model& model = simulation->model();
  const std::vector<Vec4> x = contour_kinds::positions_where(model.scene->objects, model);
  simulation->set_state(x, std::vector<Vec4>(x.size(), Vec4(0)));
  run(*simulation, 5);
  ASSERT_GT(count_crossings(*simulation), 10u);
  run(*simulation, 115);
  EXPECT_EQ(count_crossings(*simulation), 0u);
}

/// They stayed woven into each other, by some 200 to 800 pairs, where the net held touching vertices on whatever side
/// rounding had put them.
TEST(Untangling, FreesWhatGoesThroughByVertices) {
  for (const int cells : {20, 30})
    for (const double degrees : {90.0, 85.0, 60.0})
      for (const float along : {0.1f, 0.3f}) {
        const auto simulation = through_vertices(cells, degrees, along);
        run(*simulation, 100);
        EXPECT_EQ(count_crossings(*simulation), 0u) << cells << " cells, " << degrees << " degrees, " << along;
      }
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

/// While anything crosses, what is squeezed does not spring back in one go, but at 4 m/s, and by two pushes of 0.3 of
/// the longest edge. Its corners are 10.5 cm from where they want to be.
TEST(Untangling, WhatIsSqueezedDoesNotSpringBackMeanwhile) {
  constexpr float kLongest = 0.04f;  // m
  Settings settings = unguarded();
  settings.substeps = 40;
  const auto simulation = strip_through_sheet(settings);
  std::vector<Vec4> x = copy_of(simulation->positions());
  for (int v = 0; v < simulation->model().objects[0].vertices.end; ++v) x[v].x *= 0.3f;
  simulation->set_state(x, std::vector<Vec4>(x.size(), Vec4(0)));
  ASSERT_GT(count_crossings(*simulation), 10u);
  simulation->step();
  float farthest = 0;
  for (size_t v = 0; v < x.size(); ++v)
    farthest = std::max(farthest, glm::distance(Vec3(x[v]), Vec3(simulation->positions()[v])));
  EXPECT_LT(farthest, 4.0f / 60 + 2 * 0.3f * kLongest);
  EXPECT_GT(farthest, 0.02f) << "does not move at all";
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

// ---- kinds of contours

class KindsOfContours : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(All, KindsOfContours, testing::Values("bbii", "bibi", "bli", "closed", "cross", "eight", "ll"),
                         name_of);

/// Its surfaces, put where they cross.
std::unique_ptr<Simulation> crossed(const contour_kinds::Kind& kind, unsigned seed) {
  std::vector<SceneObject> objects = kind.make(seed, contour_kinds::Form::at_rest);
  for (size_t i = 0; i < objects.size(); ++i) objects[i].name = std::to_string(i);
  auto simulation = simulate(objects, empty_space());
  const std::vector<Vec4> x =
      contour_kinds::positions_where(kind.make(seed, contour_kinds::Form::crossed), simulation->model());
  simulation->set_state(x, std::vector<Vec4>(x.size(), Vec4(0)));
  return simulation;
}

/// Within two seconds, for good.
TEST_P(KindsOfContours, ComeApart) {
  for (const contour_kinds::Kind& kind : contour_kinds::kinds()) {
    if (kind.name != GetParam()) continue;
    for (const unsigned seed : {1, 2, 3}) {
      const auto simulation = crossed(kind, seed);
      ASSERT_GT(count_crossings(*simulation), 20u);
      int free = 0;
      for (int i = 0; i < 130 && free < 10; ++i) {
        simulation->step();
        free = count_crossings(*simulation) > 0 ? 0 : free + 1;
      }
      EXPECT_EQ(free, 10) << "seed " << seed;
    }
  }
}

/// Figure 11 as the paper does it, without inversion handling and without the net, for 300 frames.
Settings as_the_paper_does_it(const Settings& shipped) {
  Settings paper = shipped;
  paper.safety_net = paper.untangling = paper.predictions = paper.edge_contacts = false;
  paper.detections = 1;
  paper.inversion = Inversion::off;
  return paper;
}

/// Whether nothing crosses any more from the 60th frame on.
bool comes_apart(Simulation& simulation, const Snapshot& left, const Settings& settings) {
  simulation.restore(left);
  simulation.change(settings);
  run(simulation, 60);
  bool apart = true;
  for (int i = 0; i < 10; ++i) {
    apart = apart && count_crossings(simulation) == 0;
    simulation.step();
  }
  EXPECT_TRUE(all_finite(simulation));
  return apart;
}

/// What is left then comes apart by all that ships, and by untangling alone. Of courses whose gravity differs by a
/// thousandth one in eight keeps a few pairs, in this version and the ones before: of five, one may, or two by
/// untangling alone.
TEST(Untangling, FreesWhatThePapersSettingsLeft) {
  int apart = 0, apart_alone = 0;
  for (const float gravity : {9.79f, 9.80f, 9.81f, 9.82f, 9.83f}) {
    const Scene scene = load_scene_scaled(scene_file("two_sheets_ball"), 0.5f);
    Settings shipped = scene.settings;
    shipped.gravity = {0, -gravity, 0};
    Settings alone = as_the_paper_does_it(shipped);
    const auto simulation = create(build_model(scene), alone, DeviceChoice::cpu, 0);
    run(*simulation, 300);
    ASSERT_GT(count_crossings(*simulation), 100u);
    const Snapshot left = simulation->save();
    alone.untangling = true;
    apart += comes_apart(*simulation, left, shipped);
    apart_alone += comes_apart(*simulation, left, alone);
  }
  EXPECT_GE(apart, 4);
  EXPECT_GE(apart_alone, 3);
}

// ---- pinched

float fastest(Simulation& simulation) {
  float most = 0;
  for (const Vec4& v : simulation.velocities()) most = std::max(most, glm::length(Vec3(v)));
  return most;
}

/// A block comes down on sheets that lie on another, `deep` m farther than their sides, until 0.6 s, and is gone from
/// it by 0.65 s; leaning, it does so with an edge.
struct Pinch {
  double deep;  // m
  float leaning;
  int sheets;
};

std::unique_ptr<Simulation> pinched(const Pinch& pinch) {
  const auto key = [](double time, double height) {
    Keyframe key;
    key.time = time;
    key.translation = {0, height, 0};
    return key;
  };
  SceneObject above = solid(move(tilt(box_mesh({-0.1f, 0, -0.1f}, {0.1f, 0.2f, 0.1f}), pinch.leaning), {0, 0.04f, 0}));
  above.name = "above";
  above.motion.kind = MotionKind::kinematic;
  above.motion.path.keys = {key(0.1, 0), key(0.3, -0.04 - pinch.deep), key(0.6, -0.04 - pinch.deep), key(0.8, 0.1)};
  std::vector<SceneObject> objects{solid(box_mesh({-0.1f, -0.2f, -0.1f}, {0.1f, 0, 0.1f})), above};
  for (int i = 0; i < pinch.sheets; ++i) {
    const Mesh sheet = sheets::jittered_sheet({0.36f, 0.36f}, {18, 18}, 0.2f, 3 + i);
    objects.push_back(cloth(move(sheet, {0, 0.006f + 0.012f * static_cast<float>(i), 0.01f})));
    objects.back().name = "sheet " + std::to_string(i);
  }
  return simulate(objects, Settings{}, 2);
}

/// So that sheets go through both blocks; released, they are free within 30 frames and nothing is thrown. (What slides
/// off the lower block later may whip with a corner.)
TEST(Untangling, LetsGoOfWhatWasPinched) {
  for (const Pinch& pinch : {Pinch{0.005, 0, 1}, Pinch{0.005, 0.3f, 1}, Pinch{0.02, 0, 1}, Pinch{0.05, 0.3f, 1},
                             Pinch{0.02, 0, 2}, Pinch{0.05, 0, 2}}) {
    SCOPED_TRACE("deep " + std::to_string(pinch.deep) + ", leaning " + std::to_string(pinch.leaning) + ", sheets " +
                 std::to_string(pinch.sheets));
    const auto simulation = pinched(pinch);
    size_t most = 0;
    for (int i = 0; i < 36; ++i) {
      simulation->step();
      most = std::max(most, count_crossings(*simulation));
    }
    EXPECT_GT(most, 50u);
    for (int i = 0, free = 0; i < 43; ++i) {  // 3 until it is released
      simulation->step();
      free = count_crossings(*simulation) > 0 ? 0 : free + 1;
      if (free < 10) {
        EXPECT_LT(fastest(*simulation), 6) << "m/s, step " << i;
      }
      if (i >= 33) {
        EXPECT_GT(free, 0) << "step " << i;
      }
    }
    EXPECT_TRUE(all_finite(*simulation));
  }
}

/// A tube in a tube, pressed into a plane: a plane has no sides, but what touches is laid apart in the order that it
/// had.
TEST(Untangling, WhatIsPressedIntoAPlaneComesBackInItsOrder) {
  constexpr float kInner = 0.09f, kOuter = 0.104f;
  const auto simulation = simulate({tube_along_y(kInner, 40), tube_along_y(kOuter, 46)}, empty_space());
  run(*simulation, 2);
  std::vector<Vec4> flat = copy_of(simulation->positions());
  for (Vec4& p : flat) p.z = 0;
  simulation->move_to(flat, std::vector<Vec4>(flat.size(), Vec4(0)));
  for (int i = 0; i < 60; ++i) {
    simulation->step();
    ASSERT_EQ(count_crossings(*simulation), 0u) << "step " << i;
  }
  const auto thickest = [&](const Range& range) {
    float most = 0;
    for (int v = range.begin; v < range.end; ++v) most = std::max(most, std::abs(simulation->positions()[v].z));
    return most;
  };
  const auto& objects = simulation->model().objects;
  EXPECT_GT(thickest(objects[0].vertices), 0.02f) << "stays flat";
  EXPECT_GT(thickest(objects[1].vertices), thickest(objects[0].vertices));
}

/// A sleeve on an arm, pressed into the plane through its middle, from where both ways out are as short: what was in
/// front comes out in front, and what was behind comes out there.
TEST(Untangling, ASleevePressedFlatIntoAnArmLeavesWhereItCameFrom) {
  for (const float radius : {0.09f, 0.1f, 0.13f}) {
    SCOPED_TRACE(radius);
    const auto simulation =
        simulate({tube_along_y(radius, 50), solid(fine_box({-0.06f, -0.12f, -0.07f}, {0.06f, 0.12f, 0.07f}, 12))},
                 empty_space());
    run(*simulation, 2);
    const std::vector<Vec4> worn = copy_of(simulation->positions());
    const int cloth_vertices = simulation->model().objects[0].vertices.end;
    std::vector<Vec4> flat = worn;
    for (int v = 0; v < cloth_vertices; ++v) flat[v].z = 0;
    simulation->move_to(flat, std::vector<Vec4>(flat.size(), Vec4(0)));
    run(*simulation, 30);
    EXPECT_EQ(count_crossings(*simulation), 0u);
    for (int v = 0; v < cloth_vertices; ++v) {
      if (std::abs(worn[v].x) > 0.05f) continue;
      EXPECT_GT(simulation->positions()[v].z * worn[v].z, 0) << v;
    }
  }
}

/// The same sheet twice in one place, on a table top that they touch to the last digit.
TEST(Untangling, WhatBeginsInOnePlaceNeverCrosses) {
  std::vector<SceneObject> objects{solid(box_mesh({-0.2f, -0.3f, -0.2f}, {0.2f, 0, 0.2f}))};
  for (const char* name : {"first", "second"}) {
    objects.push_back(cloth(make_sheet({0.6f, 0.6f}, {20, 20})));
    objects.back().name = name;
  }
  const auto simulation = simulate(objects, Settings{});
  for (int i = 0; i < 30; ++i) {
    simulation->step();
    ASSERT_EQ(count_crossings(*simulation), 0u) << "step " << i;
  }
  EXPECT_LT(simulation->positions()[simulation->model().objects[1].vertices.begin].y, -0.02f) << "does not fall";
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
