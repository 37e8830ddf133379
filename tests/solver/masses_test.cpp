// Densities change while a scene runs: masses follow, everywhere that they are kept.
#include "tests/solver/bodies.h"

#include <gtest/gtest.h>

namespace raycloth {
namespace {

using namespace scenes;

constexpr float kLight = 0.1f, kHeavy = 0.9f;  // kg/m^2
constexpr int kSheets = 3;

SceneObject named(SceneObject object, const std::string& name, float density) {
  object.name = name;
  object.material.areal_density = density;
  return object;
}

/// A pinned curtain, a sheet tied to a box by a soft spring, and one that lies crumpled on the box.
std::vector<SceneObject> laundry(float density) {
  SceneObject curtain = cloth(move(tilt(make_sheet({0.4f, 0.4f}, {8, 8}), -1.5707963f), {0.4f, 0, 0}));
  curtain.pins.boxes.push_back({{-1, 0.199f, -1}, {1, 0.201f, 1}});
  SceneObject tied = cloth(move(make_sheet({0.3f, 0.3f}, {6, 6}), {-0.1f, -0.25f, 0}));
  tied.attachments.push_back({"solid", {{{-0.1f, -0.25f, 0}}, {}}, 1e-3f});
  const SceneObject lying = cloth(crumple(move(make_sheet({0.4f, 0.4f}, {8, 8}), {0, 0.02f, 0}), 0.006f, 5));
  return {named(curtain, "curtain", density), named(tied, "tied", density), named(lying, "lying", density),
          solid(box_mesh({-0.2f, -0.2f, -0.2f}, {0.2f, 0, 0.2f}))};
}

Settings windy() {
  Settings settings;
  settings.wind = {0.5f, 0, 1};
  return settings;
}

void set_density(Simulation& simulation, float density) {
  for (int object = 0; object < kSheets; ++object) {
    Material material = simulation.material(object);
    material.areal_density = density;
    simulation.change(object, material);
  }
}

void pull(Simulation& simulation) {
  simulation.move_grab(simulation.grab(simulation.model().objects[0].triangles.begin + 20, Vec3(1.0f / 3)),
                       {0.3f, 0.3f, 0.5f});
}

uint64_t hash_after(Simulation& simulation, int frames) {
  run(simulation, frames);
  return simulation.state_hash();
}

/// Of the scene that was loaded with `density`.
uint64_t wanted_hash(float density, bool pulled = false) {
  auto simulation = simulate(laundry(density), windy());
  if (pulled) pull(*simulation);
  return hash_after(*simulation, 30);
}

double mass_of(Simulation& simulation, int object) {
  const Range range = simulation.model().objects[object].vertices;
  double sum = 0;
  for (int v = range.begin; v < range.end; ++v) sum += 1.0 / simulation.positions()[v].w;
  return sum;
}

TEST(Masses, OfASheetAreItsDensityTimesItsArea) {
  auto simulation = simulate({cloth(make_sheet({0.4f, 0.5f}, {8, 8}))}, Settings());
  for (const float density : {0.5f, 0.02f, 3.0f}) {
    Material material = simulation->material(0);
    material.areal_density = density;
    simulation->change(0, material);
    EXPECT_NEAR(mass_of(*simulation, 0), 0.4 * 0.5 * density, 1e-6 * density);
    simulation->step();
    EXPECT_NEAR(mass_of(*simulation, 0), 0.4 * 0.5 * density, 1e-6 * density);
  }
}

TEST(Masses, ChangedBeforeTheFirstStepAreThoseOfTheSceneLoadedSo) {
  const uint64_t light = wanted_hash(kLight), heavy = wanted_hash(kHeavy);
  ASSERT_NE(light, heavy);
  for (const auto& [from, to, wanted] : {std::tuple(kLight, kHeavy, heavy), std::tuple(kHeavy, kLight, light)}) {
    auto simulation = simulate(laundry(from), windy());
    set_density(*simulation, to);
    EXPECT_EQ(hash_after(*simulation, 30), wanted);
  }
}

TEST(Masses, OfPinsStayInfinite) {
  auto simulation = simulate(laundry(kLight), windy());
  const std::vector<Vec4> before = copy_of(simulation->positions());
  set_density(*simulation, kHeavy);
  int pins = 0;
  for (size_t v = 0; v < before.size(); ++v) {
    ASSERT_EQ(before[v].w == 0, simulation->positions()[v].w == 0) << v;
    pins += before[v].w == 0 && simulation->model().vertex_object[v] == 0;
  }
  EXPECT_EQ(pins, 9);
}

TEST(Masses, ReachAGrabThatHoldsAlready) {
  auto simulation = simulate(laundry(kLight), windy());
  pull(*simulation);
  set_density(*simulation, kHeavy);
  EXPECT_EQ(hash_after(*simulation, 30), wanted_hash(kHeavy, true));
}

TEST(Masses, StayChangedThroughAReset) {
  auto simulation = simulate(laundry(kLight), windy());
  run(*simulation, 3);
  set_density(*simulation, kHeavy);
  run(*simulation, 3);
  simulation->reset();
  EXPECT_EQ(hash_after(*simulation, 30), wanted_hash(kHeavy));
}

TEST(Masses, StayChangedWhereTheStateIsSet) {
  auto moved = simulate(laundry(kHeavy), windy());
  run(*moved, 10);
  const std::vector<Vec4> x = copy_of(moved->positions()), v = copy_of(moved->velocities());
  auto wanted = simulate(laundry(kHeavy), windy());
  auto simulation = simulate(laundry(kLight), windy());
  set_density(*simulation, kHeavy);
  wanted->set_state(x, v);
  simulation->set_state(x, v);
  EXPECT_EQ(hash_after(*simulation, 10), hash_after(*wanted, 10));
  wanted->move_to(x, v);
  simulation->move_to(x, v);
  EXPECT_EQ(hash_after(*simulation, 10), hash_after(*wanted, 10));
}

TEST(Masses, ComeBackWithASnapshot) {
  auto simulation = simulate(laundry(kLight), windy());
  pull(*simulation);
  run(*simulation, 5);
  set_density(*simulation, kHeavy);
  run(*simulation, 5);
  const Snapshot heavy = simulation->save();
  const uint64_t wanted = hash_after(*simulation, 6);
  set_density(*simulation, kLight);
  run(*simulation, 2);
  simulation->restore(heavy);
  EXPECT_EQ(hash_after(*simulation, 6), wanted);
  auto fresh = simulate(laundry(kLight), windy());
  fresh->restore(heavy);
  EXPECT_EQ(hash_after(*fresh, 6), wanted);
  // And grabs and resets after it go by the masses that came with it.
  fresh->reset();
  EXPECT_EQ(hash_after(*fresh, 30), wanted_hash(kHeavy));
}

// ---- rigid and soft solids

std::vector<SceneObject> catch_of(float density) {
  SceneObject brick = body(MotionKind::rigid, tilt(fine_box({-0.06f, 0.05f, -0.05f}, {0.06f, 0.15f, 0.05f}, 3), 0.2f));
  SceneObject jelly = body(MotionKind::soft, fine_box({0.2f, 0.05f, -0.05f}, {0.3f, 0.15f, 0.05f}, 4));
  brick.name = "brick";
  jelly.name = "jelly";
  brick.material.density = jelly.material.density = density;
  SceneObject net = cloth(make_sheet({0.8f, 0.5f}, {16, 10}));
  net.pins.boxes.push_back({{-1, -1, -1}, {-0.399f, 1, 1}});
  net.pins.boxes.push_back({{0.399f, -1, -1}, {1, 1, 1}});
  return {brick, jelly, net};
}

void set_solid_density(Simulation& simulation, float density) {
  for (int object = 0; object < 2; ++object) {
    Material material = simulation.material(object);
    material.density = density;
    simulation.change(object, material);
  }
}

TEST(Masses, OfSolidsAreTheirDensityTimesTheirVolume) {
  auto simulation = simulate(catch_of(100), Settings());
  for (const float density : {900.0f, 50.0f}) {
    set_solid_density(*simulation, density);
    EXPECT_NEAR(mass_of(*simulation, 0), 0.12 * 0.1 * 0.1 * density, 1e-6 * density);
    EXPECT_NEAR(mass_of(*simulation, 1), 0.1 * 0.1 * 0.1 * density, 1e-6 * density);
    simulation->step();
    EXPECT_NEAR(mass_of(*simulation, 0), 0.12 * 0.1 * 0.1 * density, 1e-6 * density);
  }
}

/// Heavier ones press the net farther down. From a reset on to the bit; without one, where a body's centre is told from
/// its vertices is rounded otherwise, and only a flight before the first contact shows no more than that.
TEST(Masses, OfSolidsThatChangedAreThoseOfTheSceneLoadedSo) {
  const auto wanted = simulate(catch_of(900), Settings());
  auto light = simulate(catch_of(50), Settings()), changed = simulate(catch_of(50), Settings());
  set_solid_density(*changed, 900);
  run(*wanted, 5);
  run(*changed, 5);
  for (size_t v = 0; v < wanted->positions().size(); ++v)
    ASSERT_LT(glm::distance(Vec3(changed->positions()[v]), Vec3(wanted->positions()[v])), 2e-6f) << v;
  wanted->reset();
  changed->reset();
  const uint64_t hash = hash_after(*wanted, 20);
  EXPECT_EQ(hash_after(*changed, 20), hash);
  EXPECT_NE(hash_after(*light, 20), hash);
}

TEST(Masses, OfATumblingBrickChangeWithoutABlow) {
  const Mesh brick = box_mesh({0.9f, 0.9f, -0.1f}, {1.1f, 1.3f, 0.2f});
  auto simulation = simulate({body(MotionKind::rigid, brick, {0.5, -0.2, 0.1}, {3, 5, -4})}, empty_space());
  run(*simulation, 5);
  const BodyMotion before = rigid_motion(*simulation, 0);
  Material material = simulation->material(0);
  material.density *= 7;
  simulation->change(0, material);
  simulation->step();
  simulation->step();
  const BodyMotion after = rigid_motion(*simulation, 0);
  EXPECT_LT(glm::length(after.velocity - before.velocity), 1e-5);
  EXPECT_LT(glm::length(after.angular - before.angular), 1e-4 * glm::length(before.angular));  // of the old density
  EXPECT_LT(glm::length(after.spin - before.spin), 0.5);  // it tumbles on: 7 times less, or more, would be 6 rad/s
}

/// Looking at a vertex does the last step again, with the masses that it had.
TEST(Masses, AreNotMixedUpByAnInspection) {
  const auto run_on = [](bool inspect) {
    auto simulation = simulate(catch_of(100), windy());
    run(*simulation, 12);
    for (const float density : {333.0f, 700.0f}) set_solid_density(*simulation, density);
    Material material = simulation->material(2);
    material.areal_density = 1.7f;
    simulation->change(2, material);
    const uint64_t before = simulation->state_hash();
    if (inspect) {
      EXPECT_TRUE(simulation->inspect(simulation->model().objects[2].vertices.begin + 60).has_value());
      EXPECT_EQ(simulation->state_hash(), before);
      simulation->stop_inspecting();
    }
    return hash_after(*simulation, 8);
  };
  EXPECT_EQ(run_on(true), run_on(false));
}

}  // namespace
}  // namespace raycloth
