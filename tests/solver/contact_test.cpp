// Cloth that touches something: where it comes to rest, what friction holds, how fast overlaps are undone.
#include <gtest/gtest.h>

#include "sim/model/crossings.h"
#include "tests/collision/scenes.h"

namespace raycloth {
namespace {

using namespace scenes;

constexpr float kE = 0.005f, kG = 9.81f;

SceneObject slab(float top = 0) { return solid(box_mesh({-1, top - 0.2f, -1}, {1, top, 1})); }

SceneObject small_sheet(float height) { return cloth(move(make_sheet({0.3f, 0.3f}, {6, 6}), {0, height, 0}), kE); }

Range vertices_of(Simulation& simulation, int object) { return simulation.model().objects[object].vertices; }

Vec3 mean_of(std::span<const Vec4> values, Range range) {
  glm::dvec3 sum(0);
  for (int v = range.begin; v < range.end; ++v) sum += glm::dvec3(values[v]);
  return Vec3(sum / static_cast<double>(range.size()));
}

float lowest_of(Simulation& simulation, int object) {
  float low = 1000;
  const Range range = vertices_of(simulation, object);
  for (int v = range.begin; v < range.end; ++v) low = std::min(low, simulation.positions()[v].y);
  return low;
}

float highest_of(Simulation& simulation, int object) {
  float high = -1000;
  const Range range = vertices_of(simulation, object);
  for (int v = range.begin; v < range.end; ++v) high = std::max(high, simulation.positions()[v].y);
  return high;
}

TEST(Rest, OnTheGroundAtItsHalfThickness) {
  Scene scene;
  scene.path = "test";
  scene.objects = {small_sheet(0.1f)};
  scene.ground = Ground{-0.3f, 0.5f, 0.4f};
  auto simulation = create(build_model(scene), Settings(), DeviceChoice::cpu, 1);
  run(*simulation, 180);
  EXPECT_NEAR(lowest_of(*simulation, 0), -0.3f + kE, 1e-4f);
  EXPECT_NEAR(highest_of(*simulation, 0), -0.3f + kE, 1e-3f);
}

TEST(Rest, Figure13OnASolidAtItsHalfThickness) {
  auto simulation = simulate({slab(), small_sheet(0.05f)}, Settings());
  run(*simulation, 180);
  EXPECT_NEAR(lowest_of(*simulation, 1), kE, 2e-4f);
  EXPECT_NEAR(highest_of(*simulation, 1), kE, 1e-3f);
}

TEST(Rest, Figure13OnAShellAtTheSumOfBoth) {
  auto simulation = simulate({shell(make_sheet({2, 2}, {2, 2}), 0.003f), small_sheet(0.05f)}, Settings());
  run(*simulation, 180);
  EXPECT_NEAR(lowest_of(*simulation, 1), 0.003f + kE, 2e-4f);
  EXPECT_NEAR(highest_of(*simulation, 1), 0.003f + kE, 1e-3f);
}

TEST(Rest, Figure13OnAnotherClothAtTheSumOfBoth) {
  SceneObject upper = small_sheet(0.06f);
  upper.name = "upper";
  upper.material.half_thickness = 0.003f;
  auto simulation = simulate({slab(), small_sheet(0.02f), upper}, Settings());
  run(*simulation, 240);
  EXPECT_NEAR(mean_of(simulation->positions(), vertices_of(*simulation, 1)).y, kE, 5e-4f);
  EXPECT_NEAR(mean_of(simulation->positions(), vertices_of(*simulation, 2)).y, kE + kE + 0.003f, 1e-3f);
}

/// Three level sheets that lie on each other. Overlaps are not undone and a substep has two passes, so that little
/// carries the upper ones but the impulses handed on, here from detection to detection.
Scene resting_pile() {
  Scene scene;
  scene.path = "test";
  for (int k = 0; k < 3; ++k) {
    scene.objects.push_back(small_sheet(kE + 2 * kE * static_cast<float>(k)));
    scene.objects.back().name = "sheet " + std::to_string(k);
  }
  scene.settings.substeps = scene.settings.detections = 10;
  scene.settings.contact_iterations = 2;
  scene.settings.push_out_speed = 0;
  return scene;
}

/// How far the sheets sink within half a second, at most.
float sunk(const Scene& scene) {
  auto simulation = create(build_model(scene), scene.settings, DeviceChoice::cpu, 1);
  run(*simulation, 30);
  float most = 0;
  for (size_t i = 0; i < simulation->model().positions.size(); ++i)
    most = std::max(most, simulation->model().positions[i].y - simulation->positions()[i].y);
  return most;
}

void expect_impulses_carry(Scene scene) {
  const float with = sunk(scene);  // while they grow: free fall for 30 ms is 4 mm
  EXPECT_LT(with, 1.4f * kE);
  scene.settings.warm_start = 0;
  EXPECT_GT(sunk(scene), 3 * with) << "something else carries the pile";
}

TEST(Rest, APileIsCarriedByItsImpulsesOnTheGround) {
  Scene scene = resting_pile();
  scene.ground = Ground{0, 0.5f, 0.4f};
  expect_impulses_carry(scene);
}

TEST(Rest, APileIsCarriedByItsImpulsesOnASolid) {
  Scene scene = resting_pile();
  scene.objects.push_back(slab());
  scene.objects.back().name = "slab";
  expect_impulses_carry(scene);
}

TEST(Rest, FollowsAChangeOfThickness) {
  auto simulation = simulate({slab(), small_sheet(0.02f)}, Settings());
  run(*simulation, 120);
  Material material = simulation->material(1);
  material.half_thickness = 0.015f;
  simulation->change(1, material);
  run(*simulation, 120);
  EXPECT_NEAR(lowest_of(*simulation, 1), 0.015f, 5e-4f);
}

// ---- push-out

TEST(PushOut, AnOverlapIsUndoneAtItsSpeedAndNoFaster) {
  Settings settings = empty_space();
  settings.push_out_speed = 0.1f;
  settings.safety_net = settings.untangling = false;  // the one does not let half of it come out, the other hurries
  settings.overlap_tolerance = 1;                     // what is out comes no farther at once
  auto simulation = simulate({slab(), small_sheet(-0.02f)}, settings);
  float before = -0.02f;
  for (int i = 0; i < 60; ++i) {
    simulation->step();
    const float height = mean_of(simulation->positions(), vertices_of(*simulation, 1)).y;
    EXPECT_LE(height - before, 0.1f * settings.time_step * 1.05f) << i;
    // The limit is that of the contact point: the ends of an edge met between them move up to 1.21 times as fast, and
    // bending hands on what it takes from their neighbours.
    for (const Vec4& v : simulation->velocities()) EXPECT_LE(glm::length(Vec3(v)), 0.2f);
    before = height;
  }
  EXPECT_GT(lowest_of(*simulation, 1), kE - 2e-4f);  // 25 mm take 15 frames; without gravity it drifts on
}

TEST(PushOut, TakesAsLongAsItsSpeedSays) {
  for (const float speed : {0.05f, 0.4f}) {
    Settings settings = empty_space();
    settings.push_out_speed = speed;
    auto simulation = simulate({slab(), small_sheet(-0.02f)}, settings);
    run(*simulation, 3);
    const float risen = mean_of(simulation->positions(), vertices_of(*simulation, 1)).y + 0.02f;
    EXPECT_NEAR(risen, std::min(0.025f, 3 * speed / 60), 0.1f * speed / 20);
  }
}

TEST(PushOut, EndsWithItsSpeed) {
  Settings settings = empty_space();
  settings.push_out_speed = 0.1f;
  settings.safety_net = settings.untangling = false;
  auto simulation = simulate({slab(), small_sheet(-0.02f)}, settings);
  run(*simulation, 2);
  const float risen = mean_of(simulation->positions(), vertices_of(*simulation, 1)).y;
  EXPECT_GT(risen, -0.018f);
  settings.push_out_speed = 0;
  simulation->change(settings);
  run(*simulation, 2);
  EXPECT_NEAR(mean_of(simulation->positions(), vertices_of(*simulation, 1)).y, risen, 1e-5f);
}

/// The tip of a cloth triangle, steep as a wall, over a level one or beside it: either way its ray, all but level,
/// meets that one, nearer to its plane than the cloth is thick. What the tip rises by in a step, in m.
float risen_at(float x) {
  Settings settings = empty_space();
  settings.push_out_speed = settings.overlap_tolerance = 0;
  settings.edge_contacts = false;
  const Vec3 tip(x, 0.003f, 0), up(-0.19f, 0.98f, 0);
  const Vec3 left = tip + 0.1f * up + Vec3(0, 0, 0.05f), right = tip + 0.1f * up - Vec3(0, 0, 0.05f);
  const auto simulation = simulate({shell(mesh_of({{0, 0, -1}, {0, 0, 1}, {-2, 0, 0}}, {{0, 1, 2}})),
                                    cloth(mesh_of({tip, left, right}, {{0, 1, 2}}))},
                                   settings);
  simulation->step();  // now it is known that nothing crosses
  settings.push_out_speed = 0.06f;
  simulation->change(settings);
  simulation->step();
  EXPECT_EQ(simulation->contacts().size(), 1u) << x;
  return simulation->positions()[vertex_of(simulation->model(), 1, 0)].y - tip.y;
}

TEST(PushOut, WhatLiesBesideATriangleIsNotBehindIt) {
  EXPECT_GT(risen_at(-0.1f), 0.0005f);
  EXPECT_NEAR(risen_at(0.012f), 0, 1e-6f);
}

// ---- friction

/// A sheet on a slope of 20 degrees, friction the same for both, after `frames`. What it slid.
float slid_on_slope(float static_friction, float kinetic_friction, int frames) {
  const float angle = 0.34906585f;
  SceneObject slope = solid(tilt(box_mesh({-3, -0.2f, -1}, {3, 0, 1}), -angle));  // down towards +x
  SceneObject sheet = cloth(tilt(move(make_sheet({0.3f, 0.3f}, {6, 6}), {-1, kE, 0.1f}), -angle), kE);
  for (SceneObject* object : {&slope, &sheet}) {
    object->material.static_friction = static_friction;
    object->material.kinetic_friction = kinetic_friction;
  }
  Settings settings;
  settings.air_density = 0;
  settings.damping = 0;
  auto simulation = simulate({slope, sheet}, settings);
  const Vec3 before = mean_of(simulation->positions(), vertices_of(*simulation, 1));
  run(*simulation, frames);
  const Vec3 moved = mean_of(simulation->positions(), vertices_of(*simulation, 1)) - before;
  return glm::dot(moved, Vec3(std::cos(angle), -std::sin(angle), 0));
}

TEST(Friction, HoldsASheetOnASlopeThatIsNotTooSteep) {
  EXPECT_NEAR(slid_on_slope(0.5f, 0.4f, 120), 0, 1e-4f);  // the tangent of 20 degrees is 0.36
}

TEST(Friction, LetsItSlideOnOneThatIs) {
  // Coulomb: g (sin - mu cos) downhill.
  const float mu = 0.2f, time = 1;
  const float expected = 0.5f * kG * (std::sin(0.34906585f) - mu * std::cos(0.34906585f)) * time * time;
  EXPECT_NEAR(slid_on_slope(mu, mu, 60), expected, 0.1f * expected);
}

TEST(Friction, WithoutItASheetSlidesFreely) {
  const float expected = 0.5f * kG * std::sin(0.34906585f);
  EXPECT_NEAR(slid_on_slope(0, 0, 60), expected, 0.03f * expected);
}

TEST(Friction, OfTheGroundBrakesASheet) {
  for (const float mu : {0.0f, 0.3f}) {
    Scene scene;
    scene.path = "test";
    scene.objects = {small_sheet(kE)};
    scene.objects[0].material.static_friction = scene.objects[0].material.kinetic_friction = mu;
    scene.ground = Ground{0, mu, mu};
    Settings settings;
    settings.air_density = 0;
    settings.damping = 0;
    auto simulation = create(build_model(scene), settings, DeviceChoice::cpu, 1);
    throw_object(*simulation, 0, {2, 0, 0});
    run(*simulation, 30);
    const float expected = 2 - mu * kG * 0.5f;
    EXPECT_NEAR(mean_of(simulation->velocities(), {0, 49}).x, expected, 0.1f);
  }
}

// ---- below the ground

/// Two sheets, one 20 mm below the other: put onto the ground in their first step they would lie in one plane.
TEST(Ground, LiftsWhatBeginsBelowItAtAMetreASecond) {
  Scene scene;
  scene.path = "test";
  scene.objects = {small_sheet(-0.3f), small_sheet(-0.32f)};
  scene.ground = Ground{};
  const auto simulation = create(build_model(scene), Settings{}, DeviceChoice::cpu, 2);
  for (int i = 1; i <= 15; ++i) {
    simulation->step();
    for (int object = 0; object < 2; ++object) {
      const float begins = object == 0 ? -0.3f : -0.32f;
      EXPECT_NEAR(mean_of(simulation->positions(), vertices_of(*simulation, object)).y, begins + i / 60.0f, 0.003f)
          << "sheet " << object << ", step " << i;
    }
    ASSERT_TRUE(crossings(simulation->positions(), simulation->model()).empty()) << "step " << i;
  }
  float highest = -1;
  for (int i = 0; i < 60; ++i) {
    simulation->step();
    ASSERT_TRUE(crossings(simulation->positions(), simulation->model()).empty()) << "step " << i;
    for (const Vec4& x : simulation->positions()) highest = std::max(highest, x.y);
  }
  EXPECT_LT(highest, 0.03f) << "at a metre a second it would fly up to 5 cm";
  for (int object = 0; object < 2; ++object) EXPECT_GT(lowest_of(*simulation, object), 0.9f * kE) << object;
}

// ---- speculative contacts

TEST(Speculation, AFastSheetDoesNotPassThroughAnother) {
  // 8 m/s: 13 cm a step, a dozen times both thicknesses.
  SceneObject held = pinned(cloth(make_sheet({1, 1}, {10, 10}), kE));
  held.name = "held";
  Settings settings = empty_space();
  settings.prediction_distance = 0.03f;
  auto simulation = simulate({held, small_sheet(0.3f)}, settings);
  throw_object(*simulation, 1, {0.3f, -8, 0.1f});
  for (int i = 0; i < 30; ++i) {
    simulation->step();
    ASSERT_GT(lowest_of(*simulation, 1), 0) << i;
  }
  EXPECT_TRUE(crossings(simulation->positions(), simulation->model()).empty());
}

TEST(Speculation, APredictionDoesNothingUntilItWouldBeViolated) {
  Settings settings = empty_space();
  auto simulation = simulate({slab(), small_sheet(0.02f)}, settings);
  throw_object(*simulation, 1, {0.05f, 0, 0});  // along the slab, within d_pred
  simulation->step();
  ASSERT_GT(simulation->counters().predictions, 0);
  for (int v = vertices_of(*simulation, 1).begin; v < vertices_of(*simulation, 1).end; ++v) {
    EXPECT_NEAR(simulation->positions()[v].y, 0.02f, 1e-6f);
    EXPECT_NEAR(simulation->velocities()[v].x, 0.05f, 1e-4f);
  }
}

}  // namespace
}  // namespace raycloth
