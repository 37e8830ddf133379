// The handler `bridson`: proximity, continuous detection and rigid impact zones, together and each alone.
#include <gtest/gtest.h>

#include "tests/sim/sheets.h"
#include "tests/solver/same_again.h"
#include "tests/solver/shipped_scenes.h"

namespace raycloth {
namespace {

using namespace scenes;

constexpr float kInterval = 1.0f / 60;  // s, of a step with one detection

/// With nothing but the parts that are on, once a step.
Settings bridson(bool proximity, bool continuous, bool zones) {
  Settings settings = empty_space();
  settings.handler = HandlerKind::bridson;
  settings.proximity = proximity, settings.continuous = continuous, settings.impact_zones = zones;
  settings.safety_net = settings.untangling = false;
  settings.detections = 1;
  settings.speed_limit = 1000;
  return settings;
}

/// A small triangle `gap` over the middle of a large one that is pinned, with 8 mm between them as they should be.
std::unique_ptr<Simulation> small_over_pinned(float gap, const Settings& settings, float friction) {
  SceneObject floor = pinned(cloth(level_triangle(0.2f, 0))), small = cloth(level_triangle(0.02f, gap));
  floor.material.static_friction = small.material.static_friction = friction;
  floor.material.kinetic_friction = small.material.kinetic_friction = friction;
  floor.material.half_thickness = small.material.half_thickness = 0.004f;
  return simulate({floor, small}, settings);
}

/// m that overlaps of two objects that touch at 8 mm are undone by at once: what is not tolerated.
float undone(float gap, const Settings& settings) { return 0.008f * (1 - settings.overlap_tolerance) - gap; }

/// It does not come nearer, but is put as far away as is tolerated, and stands still.
TEST(BridsonProximity, StopsWhatClosesInAndPushesItApart) {
  const float gap = 0.005f;
  const auto simulation = small_over_pinned(gap, bridson(true, false, false), 0);
  throw_object(*simulation, 1, Vec3(0.1f, -0.12f, 0));  // 2 mm nearer in the interval
  simulation->step();
  for (int v = 3; v < 6; ++v) {
    EXPECT_NEAR(simulation->positions()[v].y, gap + undone(gap, simulation->settings()), 1e-7f);
    EXPECT_NEAR(simulation->velocities()[v].y, 0, 1e-5f);
    EXPECT_NEAR(simulation->velocities()[v].x, 0.1f, 1e-5f) << "without friction it slides on";
  }
  EXPECT_EQ(simulation->counters().of("touching"), 3) << "a row for each vertex";
}

/// Friction takes of the speed what was pressed, times its coefficient; where that is more than the speed, all of it.
TEST(BridsonProximity, BrakesWhatSlidesByWhatItPresses) {
  for (const float friction : {0.2f, 0.9f}) {
    const auto simulation = small_over_pinned(0.005f, bridson(true, false, false), friction);
    const float before = simulation->positions()[3].x;
    throw_object(*simulation, 1, Vec3(0.1f, -0.12f, 0));
    simulation->step();
    const float left = std::max(0.1f - friction * 0.12f, 0.0f);
    EXPECT_NEAR(simulation->positions()[3].x - before, left * kInterval, 2e-7f) << friction;
    EXPECT_NEAR(simulation->velocities()[3].x, left, 2e-5f) << friction;
  }
}

TEST(BridsonProximity, LeavesWhatPartsAsFastAsItIs) {
  const auto simulation = small_over_pinned(0.005f, bridson(true, false, false), 0.5f);
  throw_object(*simulation, 1, Vec3(0.1f, 0.12f, 0));
  simulation->step();
  EXPECT_EQ(simulation->counters().of("touching"), 3);
  EXPECT_NEAR(simulation->velocities()[3].y, 0.12f, 1e-5f);
  EXPECT_NEAR(simulation->velocities()[3].x, 0.1f, 1e-5f);
}

/// What is 3 cm away and comes at 2.4 m/s, 4 cm in the interval, is held where both touch; what goes past is not.
TEST(BridsonProximity, SeesWhatComes) {
  const auto height_of = [](Vec3 velocity) {
    const auto simulation = small_over_pinned(0.03f, bridson(true, false, false), 0);
    throw_object(*simulation, 1, velocity);
    simulation->step();
    return simulation->positions()[3].y;
  };
  EXPECT_NEAR(height_of({0, -2.4f, 0}), 0.008f, 1e-6f);
  EXPECT_NEAR(height_of({60, -2.4f, 0}), 0.03f - 2.4f * kInterval, 1e-6f) << "a metre beside it";
}

/// A sheet comes down on one of the same mesh, both leaning by 15 degrees, by more than it is above it: points slide
/// along both by several times the thickness.
TEST(BridsonProximity, HoldsWhatMeetsAtASlant) {
  const auto leaning = [](float above) {
    SceneObject object = cloth(move(tilt(sheets::jittered_sheet({0.3f, 0.3f}, {9, 9}, 0.2f, 3), 0.26f), {0, above, 0}));
    object.material.half_thickness = 0.0005f;
    return object;
  };
  const auto simulation = simulate({leaning(0), leaning(0.018f)}, bridson(true, false, false));
  throw_object(*simulation, 1, {0, -0.022f / kInterval, 0});
  for (int i = 0; i < 3; ++i) {
    simulation->step();
    EXPECT_EQ(count_crossings(*simulation), 0u);
  }
}

/// Of what changes while it runs, the thickness is that of now.
TEST(BridsonProximity, IsAsThickAsMaterialsAre) {
  const auto simulation = small_over_pinned(0.005f, bridson(true, false, false), 0);
  Material thick = simulation->material(1);
  thick.half_thickness = 0.006f;
  simulation->change(1, thick);
  simulation->step();
  ASSERT_EQ(simulation->contacts().size(), 3u);
  for (const ContactView& contact : simulation->contacts()) EXPECT_NEAR(contact.rest_distance, 0.01f, 1e-7f);
}

struct Momenta {
  glm::dvec3 linear{0}, angular{0};
};

Momenta momenta(Simulation& simulation) {
  Momenta sum;
  for (size_t v = 0; v < simulation.positions().size(); ++v) {
    const glm::dvec3 x(simulation.positions()[v]), u(simulation.velocities()[v]);
    const double mass = 1 / double(simulation.positions()[v].w);
    sum.linear += mass * u;
    sum.angular += mass * glm::cross(x, u);
  }
  return sum;
}

/// Two sheets of different meshes, one over the other.
std::unique_ptr<Simulation> two_sheets(const Settings& settings, float apart, int threads = 1) {
  return simulate({cloth(sheets::jittered_sheet({0.3f, 0.3f}, {12, 12}, 0.2f, 3)),
                   cloth(move(sheets::jittered_sheet({0.2f, 0.2f}, {11, 11}, 0.2f, 4), Vec3(0.01f, apart, 0.02f)))},
                  settings, threads);
}

constexpr double kSent = 0.018 + 2 * 0.008;  // kg m/s: 0.3 m x 0.3 m and 0.2 m x 0.2 m of 0.2 kg/m^2

void throw_at_each_other(Simulation& simulation, float part = 1) {
  throw_object(simulation, 0, part * Vec3(0.2f, 1, 0));
  throw_object(simulation, 1, part * Vec3(0, -2, 0.3f));
}

TEST(BridsonProximity, KeepsMomentum) {
  const auto simulation = two_sheets(bridson(true, false, false), 0.007f);
  throw_at_each_other(*simulation);
  const Momenta before = momenta(*simulation);
  simulation->step();
  ASSERT_GT(simulation->counters().of("pushed"), 100);
  EXPECT_LT(glm::length(momenta(*simulation).linear - before.linear), 2e-5 * kSent);
}

TEST(BridsonContinuous, StopsWhatWouldMeetAndKeepsMomentum) {
  const auto simulation = two_sheets(bridson(false, true, false), 0.006f);
  throw_at_each_other(*simulation, 0.2f);  // by 10 mm
  const Momenta before = momenta(*simulation);
  simulation->step();
  EXPECT_GT(simulation->counters().of("stopped"), 100);
  EXPECT_EQ(simulation->counters().of("touching"), 0);
  EXPECT_EQ(count_crossings(*simulation), 0u);
  EXPECT_LT(glm::length(momenta(*simulation).linear - before.linear), 2e-5 * kSent);
}

TEST(BridsonZones, KeepBothMomentaAndCrossNothing) {
  const auto simulation = two_sheets(bridson(false, false, true), 0.02f);
  throw_at_each_other(*simulation);
  const Momenta before = momenta(*simulation);
  simulation->step();
  ASSERT_GT(simulation->counters().of("zones"), 0);
  ASSERT_EQ(simulation->counters().of("zones_held"), 0) << "planes keep no momentum";
  EXPECT_EQ(count_crossings(*simulation), 0u);
  const Momenta after = momenta(*simulation);
  EXPECT_LT(glm::length(after.linear - before.linear), 1e-5 * kSent);
  EXPECT_LT(glm::length(after.angular - before.angular), 1e-5 * kSent * 0.15) << "about 0.15 m from the middle";
}

/// A tip that would go through a triangle: four vertices that keep their distances, and turn.
TEST(BridsonZones, MoveAsRigidBodies) {
  SceneObject tip = cloth(mesh_of({{0.1f, 0.004f, -0.08f}, {0.12f, 0.1f, -0.1f}, {0.09f, 0.1f, -0.06f}}, {{0, 1, 2}}));
  const auto simulation = simulate({cloth(level_triangle(0.1f, 0)), tip}, bridson(false, false, true));
  throw_object(*simulation, 1, Vec3(0, -2, 0));
  const std::vector<Vec4> before = copy_of(simulation->positions());
  const Momenta sent = momenta(*simulation);
  simulation->step();
  ASSERT_EQ(simulation->counters().of("zones"), 1);
  ASSERT_EQ(simulation->counters().of("zone_vertices"), 4);
  const int four[] = {0, 1, 2, vertex_of(simulation->model(), 1, 0)};
  for (const int a : four) {
    for (const int b : four) {
      const float length = glm::distance(Vec3(before[a]), Vec3(before[b]));
      const float now = glm::distance(Vec3(simulation->positions()[a]), Vec3(simulation->positions()[b]));
      EXPECT_NEAR(now, length, 2e-7f) << a << ' ' << b;
    }
  }
  const Vec3 normal = glm::cross(Vec3(simulation->positions()[1] - simulation->positions()[0]),
                                 Vec3(simulation->positions()[2] - simulation->positions()[0]));
  EXPECT_GT(glm::length(Vec3(normal.x, 0, normal.z)), 1e-4f * normal.y) << "hit beside its middle, it turns";
  const Momenta got = momenta(*simulation);
  EXPECT_LT(glm::length(got.linear - sent.linear), 1e-5 * glm::length(sent.linear));
  EXPECT_LT(glm::length(got.angular - sent.angular), 1e-5 * glm::length(sent.angular));
}

/// What would go through something that nothing can move stays where it began.
TEST(BridsonZones, StayWhereAMemberCannotMove) {
  SceneObject tip = cloth(mesh_of({{0.01f, 0.004f, 0.02f}, {0.03f, 0.1f, 0}, {0, 0.1f, 0.04f}}, {{0, 1, 2}}));
  const auto simulation = simulate({pinned(cloth(level_triangle(0.1f, 0))), tip}, bridson(false, false, true));
  throw_object(*simulation, 1, Vec3(0, -2, 0));
  const int v = vertex_of(simulation->model(), 1, 0);
  const Vec4 before = simulation->positions()[v];
  simulation->step();
  ASSERT_EQ(simulation->counters().of("zones"), 1);
  EXPECT_EQ(simulation->positions()[v], before);
  EXPECT_EQ(Vec3(simulation->velocities()[v]), Vec3(0));
}

class BridsonParts : public testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Combinations, BridsonParts, testing::Range(0, 8));

/// Each on or off: what is off has no stage and does nothing, and zones alone decide whether anything may cross.
TEST_P(BridsonParts, AreOnOrOffInAnyCombination) {
  const bool proximity = GetParam() & 1, continuous = GetParam() & 2, zones = GetParam() & 4;
  const auto simulation = two_sheets(bridson(proximity, continuous, zones), 0.006f);
  throw_at_each_other(*simulation);
  long long pushed = 0, stopped = 0, zoned = 0;
  for (int i = 0; i < 4; ++i) {
    simulation->step();
    pushed += simulation->counters().of("touching");
    stopped += simulation->counters().of("stopped");
    zoned += simulation->counters().of("zones");
    const std::vector<StageTime>& stages = simulation->timings().stages;
    EXPECT_EQ(stage_time(stages, "proximity") > 0, proximity);
    EXPECT_EQ(stage_time(stages, "continuous") > 0, continuous);
    EXPECT_EQ(stage_time(stages, "zones") > 0, zones);
    EXPECT_EQ(simulation->counters().of("rays"), 0);
    EXPECT_EQ(simulation->contacts().empty(), !proximity);
    EXPECT_TRUE(!zones || count_crossings(*simulation) == 0);
  }
  EXPECT_EQ(pushed > 0, proximity);
  EXPECT_EQ(stopped > 0, continuous && !proximity) << "what touches is held before it meets";
  EXPECT_TRUE(zones || zoned == 0);
  const bool passed = simulation->positions().back().y < simulation->positions().front().y;
  EXPECT_TRUE(GetParam() != 0 || passed) << "with none, they go through each other";
  EXPECT_TRUE(all_finite(*simulation));
}

TEST(Bridson, ThreadsAndSnapshotsMakeNoDifference) {
  expect_one_hash([](int threads, bool again) {
    Settings settings = bridson(true, true, true);
    settings.untangling = true;
    const auto simulation = two_sheets(settings, 0.02f, threads);
    throw_at_each_other(*simulation);
    run_on(*simulation, 6, again);
    return simulation->state_hash();
  });
  expect_one_hash([](int threads, bool again) {
    const auto simulation = two_sheets(bridson(false, false, true), 0.02f, threads);
    throw_at_each_other(*simulation);
    run_on(*simulation, 6, again);
    EXPECT_EQ(count_crossings(*simulation), 0u);
    return simulation->state_hash();
  });
}

TEST(Bridson, IsChosenWhileItRuns) {
  Settings settings = empty_space();
  const auto simulation = two_sheets(settings, 0.02f);
  throw_at_each_other(*simulation);
  run(*simulation, 3);
  const Snapshot with_rays = simulation->save();
  run(*simulation, 2);
  const uint64_t wanted = simulation->state_hash();
  settings.handler = HandlerKind::bridson;
  simulation->change(settings);
  run(*simulation, 5);
  EXPECT_GT(simulation->counters().of("touching"), 0);
  EXPECT_FALSE(simulation->contacts().empty());
  EXPECT_EQ(count_crossings(*simulation), 0u);
  simulation->restore(with_rays);
  EXPECT_EQ(simulation->settings().handler, HandlerKind::rays);
  run(*simulation, 2);
  EXPECT_EQ(simulation->state_hash(), wanted);
}

/// A sheet that lies on another on the ground stays there, as far from it as both are thick, or nearly.
TEST(Bridson, HoldsWhatLiesOnTop) {
  Scene scene;
  scene.path = "test";
  scene.ground = Ground{0, 0.5f, 0.4f};
  scene.objects = {cloth(move(make_sheet({0.2f, 0.2f}, {8, 8}), {0, 0.004f, 0})),
                   cloth(move(make_sheet({0.1f, 0.1f}, {5, 5}), {0.003f, 0.013f, 0.004f}))};
  scene.objects[1].name = "upper";
  Settings settings;
  settings.handler = HandlerKind::bridson;
  const auto simulation = create(build_model(scene), settings, DeviceChoice::cpu, 1);
  run(*simulation, 60);
  for (int v = 81; v < 117; ++v) {
    EXPECT_GT(simulation->positions()[v].y, 0.004f + 0.6f * 0.008f);
    EXPECT_LT(simulation->positions()[v].y, 0.004f + 1.1f * 0.008f);
    EXPECT_LT(glm::length(Vec3(simulation->velocities()[v])), 0.1f);
  }
}

}  // namespace
}  // namespace raycloth
