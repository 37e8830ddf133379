// What lies still stays as it is, to the bit, and costs nothing; whatever could move it wakes it.
#include <gtest/gtest.h>

#include <functional>

#include "tests/collision/scenes.h"

namespace raycloth {
namespace {

using namespace scenes;

constexpr int kLongEnough = 360;  // frames

SceneObject table() { return solid(box_mesh({-0.5f, -0.2f, -0.5f}, {0.5f, 0, 0.5f})); }
SceneObject named(SceneObject object, const char* name) {
  object.name = name;
  return object;
}
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

int sleepers(Simulation& simulation) { return static_cast<int>(simulation.counters().of("sleepers")); }

/// Of all vertices of an object.
std::vector<Vec4> part_of(Simulation& simulation, int object) {
  const Range range = simulation.model().objects[object].vertices;
  const auto x = simulation.positions();
  return {x.begin() + range.begin, x.begin() + range.end};
}

/// Beside the table, pinned along an edge that lies in the air: it swings for long.
SceneObject pendulum() {
  SceneObject swings = cloth(move(make_sheet({0.2f, 0.4f}, {3, 6}), {2, 1, 0}));
  for (int i = 0; i <= 3; ++i) swings.pins.numbers.push_back(i);
  swings.name = "swings";
  return swings;
}

TEST(Sleep, ComesToWhatLiesWhileSomethingElseSwings) {
  const auto simulation = simulate({table(), sheet(0.02f), pendulum()}, Settings());
  const int lying = simulation->model().objects[1].vertices.size();
  for (int i = 0; i < 120 && sleepers(*simulation) == 0; ++i) simulation->step();
  ASSERT_EQ(sleepers(*simulation), lying);
  const std::vector<Vec4> lies = part_of(*simulation, 1), swings = part_of(*simulation, 2);
  run(*simulation, 20);
  EXPECT_FALSE(asleep(*simulation));
  EXPECT_EQ(part_of(*simulation, 1), lies);  // inverse masses as well: nobody outside sees them taken away
  EXPECT_GT(glm::distance(Vec3(part_of(*simulation, 2).back()), Vec3(swings.back())), 0.005f);
}

TEST(Sleep, EndsWhereSomethingFallsOnIt) {
  SceneObject falls = named(sheet(2.5f), "falls");
  falls.material.areal_density = 0.05f;  // at some 0.8 m/s in the end
  const auto simulation = simulate({table(), sheet(0.02f), falls}, Settings());
  const int lying = simulation->model().objects[1].vertices.size();
  while (sleepers(*simulation) < lying && simulation->frame() < 150) simulation->step();
  ASSERT_EQ(sleepers(*simulation), lying);
  ASSERT_GT(part_of(*simulation, 2)[0].y, 0.2f);
  while (sleepers(*simulation) == lying && simulation->frame() < 400) simulation->step();
  EXPECT_LT(part_of(*simulation, 2)[0].y, 0.1f);
  EXPECT_LT(sleepers(*simulation), lying);
  EXPECT_GT(falls_asleep(*simulation), 0);
  for (const Vec4& v : part_of(*simulation, 2)) EXPECT_GT(v.y, 0.008f);  // on it, not in it
}

/// Groups without anything that moves are passed over while somebody may sleep; pins are the same to them as sleepers.
TEST(Sleep, PassingOverWhatCannotMoveChangesNothing) {
  SceneObject most = cloth(move(make_sheet({0.4f, 0.4f}, {16, 16}), {0, 0.03f, 0.05f}));
  for (int v = 0; v < 17 * 17; ++v)
    if (v % 23 != 0) most.pins.numbers.push_back(v);
  std::vector<uint64_t> hashes;
  for (const bool sleep : {false, true}) {
    Settings settings;
    settings.sleep = sleep;
    const auto simulation = simulate({table(), most, named(sheet(0.06f), "above")}, settings);
    run(*simulation, 40);
    EXPECT_EQ(sleepers(*simulation), 0);
    hashes.push_back(simulation->state_hash());
  }
  EXPECT_EQ(hashes[0], hashes[1]);
}

/// Three sheets that hang over the edges of a box.
std::unique_ptr<Simulation> overhang(bool sleep) {
  const auto layer = [](const char* name, float height) {
    return named(cloth(move(make_sheet({0.5f, 0.5f}, {24, 24}), {0.03f, height, 0.02f})), name);
  };
  Settings settings;
  settings.sleep = sleep;
  return simulate({solid(box_mesh({-0.19f, -0.3f, -0.19f}, {0.19f, 0, 0.19f})), layer("a", 0.01f), layer("b", 0.022f),
                   layer("c", 0.034f)},
                  settings);
}

/// m/s, of any vertex over so many frames.
float fastest(Simulation& simulation, int frames) {
  float most = 0;
  for (int i = 0; i < frames; ++i) {
    const std::vector<Vec4> before = copy_of(simulation.positions());
    simulation.step();
    for (size_t v = 0; v < before.size(); ++v)
      most = std::max(most, glm::distance(Vec3(before[v]), Vec3(simulation.positions()[v])));
  }
  return most / simulation.settings().time_step;
}

/// What hangs is awake beside what lies: contacts with both must not throw it.
TEST(Sleep, WhatIsAwakeBesideSleepersMovesNoFasterThanWithoutThem) {
  const auto sleepy = overhang(true), awake = overhang(false);
  while (sleepers(*sleepy) == 0 && sleepy->frame() < 150) {
    sleepy->step();
    awake->step();
  }
  EXPECT_EQ(sleepy->state_hash(), awake->state_hash());
  const float with = fastest(*sleepy, 120), without = fastest(*awake, 120);
  EXPECT_GT(sleepers(*sleepy), 0);
  EXPECT_LT(with, 1.5f * without);
}

}  // namespace
}  // namespace raycloth
