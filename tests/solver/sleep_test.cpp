// What lies still stays as it is, to the bit, and costs nothing; whatever could move it wakes it.
#include <gtest/gtest.h>

#include <functional>

#include "tests/collision/scenes.h"

namespace raycloth {
namespace {

using namespace scenes;

constexpr int kLongEnough = 360;  // frames

SceneObject table() { return solid(box_mesh({-0.5f, -0.2f, -0.5f}, {0.5f, 0, 0.5f})); }
SceneObject sheet(float height) { return cloth(move(make_sheet({0.3f, 0.3f}, {6, 6}), {0, height, 0})); }

bool asleep(Simulation& simulation) { return simulation.counters().of("asleep") == 1; }

/// The frame from which on it sleeps, or -1.
int falls_asleep(Simulation& simulation, int frames = kLongEnough) {
  for (int i = 0; i < frames; ++i) {
    simulation.step();
    if (asleep(simulation)) return static_cast<int>(simulation.frame());
  }
  return -1;
}

std::unique_ptr<Simulation> sleeping(std::vector<SceneObject> objects = {table(), sheet(0.02f)}) {
  auto simulation = simulate(std::move(objects), Settings());
  EXPECT_GT(falls_asleep(*simulation), 60);  // it falls for 4 frames, and has to lie for a second
  return simulation;
}

TEST(Sleep, StaysAsItIsWhileTimeGoesOn) {
  const auto simulation = sleeping();
  const uint64_t hash = simulation->state_hash();
  const double time = simulation->time();
  const long long frame = simulation->frame();
  run(*simulation, 30);
  EXPECT_EQ(simulation->state_hash(), hash);
  EXPECT_EQ(simulation->frame(), frame + 30);
  EXPECT_NEAR(simulation->time() - time, 0.5, 1e-6);
  EXPECT_EQ(simulation->counters().launches, 0);
  EXPECT_EQ(simulation->timings().step, 0);
}

TEST(Sleep, ComesInTheSameFrameWhateverTheThreads) {
  const auto one = simulate({table(), sheet(0.02f)}, Settings(), 1),
             two = simulate({table(), sheet(0.02f)}, Settings(), 2);
  EXPECT_EQ(falls_asleep(*one), falls_asleep(*two));
  EXPECT_EQ(one->state_hash(), two->state_hash());
}

TEST(Sleep, CanBeSwitchedOff) {
  Settings settings;
  settings.sleep = false;
  EXPECT_EQ(falls_asleep(*simulate({table(), sheet(0.02f)}, settings)), -1);
}

/// What every change does: the next step is a real one, goes on from where all lay, and in the end it sleeps again.
void expect_to_wake(const std::string& what, const std::function<void(Simulation&)>& change) {
  SCOPED_TRACE(what);
  const auto simulation = sleeping();
  const std::vector<Vec4> before = copy_of(simulation->positions());
  change(*simulation);
  simulation->step();
  EXPECT_FALSE(asleep(*simulation));
  EXPECT_GT(simulation->counters().launches, 0);
  for (size_t v = 0; v < before.size(); ++v)
    ASSERT_LT(glm::distance(Vec3(before[v]), Vec3(simulation->positions()[v])), 0.004f) << v;  // g dt^2 is 2.7 mm
}

void change_settings(Simulation& simulation, const std::function<void(Settings&)>& change) {
  Settings settings = simulation.settings();
  change(settings);
  simulation.change(settings);
}

TEST(Sleep, IsWokenByWhateverCouldMoveIt) {
  const auto set = [](const std::function<void(Settings&)>& change) {
    return [change](Simulation& simulation) { change_settings(simulation, change); };
  };
  expect_to_wake("gravity", set([](Settings& s) { s.gravity.x = 1; }));
  expect_to_wake("wind", set([](Settings& s) { s.wind.x = 3; }));
  expect_to_wake("handler", set([](Settings& s) { s.predictions = false; }));
  expect_to_wake("material", [](Simulation& simulation) {
    Material material = simulation.material(1);
    material.static_friction = 0;
    simulation.change(1, material);
  });
  expect_to_wake("grab", [](Simulation& simulation) {
    simulation.grab(simulation.model().objects[1].triangles.begin, Vec3(1.0f / 3));
  });
  expect_to_wake("pins", [](Simulation& simulation) {
    simulation.change_pins(std::vector<int>{simulation.model().objects[1].vertices.begin});
  });
  expect_to_wake("velocities", [](Simulation& simulation) { throw_object(simulation, 1, {0, 0, 0.1f}); });
}

TEST(Sleep, SettingsThatStayTheSameWakeNobody) {
  const auto simulation = sleeping();
  simulation->change(simulation->settings());
  simulation->change(1, simulation->material(1));
  simulation->step();
  EXPECT_TRUE(asleep(*simulation));
}

TEST(Sleep, DoesNotComeToWhatIsHeldOrGoesSlowly) {
  const auto held = simulate({table(), sheet(0.02f)}, Settings());
  held->grab(held->model().objects[1].triangles.begin, Vec3(1.0f / 3));
  EXPECT_EQ(falls_asleep(*held), -1);

  const auto drifting = simulate({sheet(0)}, empty_space());
  throw_object(*drifting, 0, {0.0025f, 0, 0});  // 1.25 mm in half a second, and a quarter of the half thickness is 1
  EXPECT_EQ(falls_asleep(*drifting), -1);
}

TEST(Sleep, WaitsForMotionsThatAreToCome) {
  SceneObject lift = table();
  lift.motion.kind = MotionKind::kinematic;
  lift.motion.path.keys.resize(3);
  lift.motion.path.keys[1].time = 4;
  lift.motion.path.keys[2].time = 4.5;
  lift.motion.path.keys[2].translation = {0, 0.1, 0};
  const auto simulation = simulate({lift, sheet(0.02f)}, Settings());
  EXPECT_GT(falls_asleep(*simulation, 480), 270);
  EXPECT_NEAR(simulation->positions()[simulation->model().objects[1].vertices.begin].y, 0.104f, 0.002f);
}

TEST(Sleep, NobodySleepsInGusts) {
  Settings settings;
  settings.wind = {0, 0, 0.001f};
  settings.wind_gust = 0.001f;
  EXPECT_EQ(falls_asleep(*simulate({table(), sheet(0.02f)}, settings)), -1);
}

/// Sleeping or on the way to it, in another simulation, to the bit and to the frame.
TEST(Sleep, GoesOnFromASnapshot) {
  const auto simulation = simulate({table(), sheet(0.02f)}, Settings()),
             other = simulate({table(), sheet(0.02f)}, Settings());
  run(*simulation, 50);
  Snapshot early, late;
  simulation->save(early);
  const int frame = falls_asleep(*simulation);
  ASSERT_GT(frame, 50);
  simulation->save(late);
  other->restore(early);
  EXPECT_EQ(falls_asleep(*other), frame);
  EXPECT_EQ(other->state_hash(), simulation->state_hash());
  const auto third = simulate({table(), sheet(0.02f)}, Settings());
  third->restore(late);
  third->step();
  EXPECT_TRUE(asleep(*third));
  EXPECT_EQ(third->state_hash(), simulation->state_hash());
}

}  // namespace
}  // namespace raycloth
