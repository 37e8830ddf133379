// Rigid bodies against mechanics: free flight, rolling, sliding and sticking, blows, rest.
#include <gtest/gtest.h>

#include "tests/solver/bodies.h"

namespace raycloth {
namespace {

using namespace scenes;

constexpr double kG = 9.81;

Settings vacuum() {
  Settings settings = empty_space();
  settings.gravity = {0, static_cast<float>(-kG), 0};
  return settings;
}

/// The ground inclined by `degrees`: gravity leans instead.
Settings incline(double degrees) {
  Settings settings = empty_space();
  const double angle = glm::radians(degrees);
  settings.gravity = {static_cast<float>(kG * std::sin(angle)), static_cast<float>(-kG * std::cos(angle)), 0};
  return settings;
}

SceneObject slab(MotionKind kind, Vec3 at, float friction = 0.4f) {
  SceneObject object = body(kind, move(box_mesh({-0.1f, -0.02f, -0.1f}, {0.1f, 0.02f, 0.1f}), at));
  object.material.static_friction = object.material.kinetic_friction = friction;
  return object;
}

TEST(Rigid, FreeFlightKeepsMomentaEnergyAndShape) {
  // About no principal axis, so that it tumbles.
  const Mesh brick = box_mesh({0.9f, 0.9f, -0.1f}, {1.1f, 1.3f, 0.2f});
  auto simulation = simulate({body(MotionKind::rigid, brick, {0.5, -0.2, 0.1}, {3, 5, -4})}, empty_space());
  const BodyMotion start = rigid_motion(*simulation, 0);
  EXPECT_NEAR(start.mass, 300 * 0.2 * 0.4 * 0.3, 1e-4);
  EXPECT_LT(glm::length(start.spin - glm::dvec3(3, 5, -4)), 1e-4);
  for (int frame = 1; frame <= 120; ++frame) {
    simulation->step();
    const BodyMotion now = rigid_motion(*simulation, 0);
    // Momenta are states of their own. Rounding of the vertices they are read off: 1e-7 m on an arm of 0.2 m.
    EXPECT_LT(glm::length(now.momentum - start.momentum), 1e-5 * start.mass);
    EXPECT_LT(glm::length(now.angular - start.angular), 2e-5 * glm::length(start.angular));
    // The midpoint rule errs by parts of (spin h)^2 = (7.1 / 1200)^2 = 3.5e-5.
    EXPECT_NEAR(now.kinetic, start.kinetic, 2e-4 * start.kinetic);
    EXPECT_LT(now.distortion, 1e-6);
    const glm::dvec3 way = now.centre - start.centre - start.velocity * (frame / 60.0);
    EXPECT_LT(glm::length(way), 20 * frame * 6e-8);  // half a digit at 1 m, in every substep
  }
  EXPECT_GT(glm::length(rigid_motion(*simulation, 0).spin - start.spin), 0.5);  // or it did not tumble
}

TEST(Rigid, ABallRollsDownAnInclineAtFiveSeventhsOfItsPull) {
  const double degrees = 10;
  SceneObject ball = body(MotionKind::rigid, move(shipped_mesh("ball", 0.5f), {0, 0.15f, 0}));
  auto simulation = simulate_on_ground({ball}, incline(degrees), {0, 0.5f, 0.4f});
  run(*simulation, 10);
  const double before = rigid_motion(*simulation, 0).velocity.x;
  run(*simulation, 20);  // and not much faster: every facet that it tips over takes a part of its energy
  const BodyMotion now = rigid_motion(*simulation, 0);
  const double pull = kG * std::sin(glm::radians(degrees));
  EXPECT_NEAR((now.velocity.x - before) * 3, 5.0 / 7 * pull, 0.05 * pull);
  EXPECT_NEAR(-now.spin.z * 0.15, now.velocity.x, 0.03 * now.velocity.x);  // without slipping
}

struct Slope {
  bool solid;  // of a solid instead of the ground
  double degrees;
};
class RigidSlope : public testing::TestWithParam<Slope> {};
INSTANTIATE_TEST_SUITE_P(All, RigidSlope,
                         testing::Values(Slope{false, 15}, Slope{false, 30}, Slope{true, 15}, Slope{true, 30}),
                         [](const auto& test) {
                           return (test.param.solid ? std::string("Solid") : std::string("Ground")) +
                                  std::to_string(static_cast<int>(test.param.degrees));
                         });

/// Coulomb: at 15 degrees (tangent 0.27) friction of 0.4 holds, at 30 (0.58) it slides at g (sin - 0.4 cos).
TEST_P(RigidSlope, ASlabSticksOrSlidesByCoulombsLaw) {
  const Slope slope = GetParam();
  std::vector<SceneObject> objects{slab(MotionKind::rigid, {0, 0.0202f, 0})};
  if (slope.solid) {
    objects.push_back(slab(MotionKind::fixed, {0, 0, 0}));
    objects.back().name = "table";
    objects.back().mesh = box_mesh({-3, -0.1f, -3}, {3, 0, 3});
  }
  const float height = slope.solid ? -5 : 0;
  auto simulation = simulate_on_ground(objects, incline(slope.degrees), {height, 0.4f, 0.4f});
  run(*simulation, 20);
  const BodyMotion before = rigid_motion(*simulation, 0);
  run(*simulation, 40);
  const BodyMotion now = rigid_motion(*simulation, 0);
  const double seconds = 40.0 / 60, angle = glm::radians(slope.degrees);
  const double slides = std::max(0.0, kG * (std::sin(angle) - 0.4 * std::cos(angle)));
  EXPECT_NEAR((now.velocity.x - before.velocity.x) / seconds, slides, 0.03 * kG * std::sin(angle));
  if (slides == 0) {
    EXPECT_LT(std::abs(now.centre.x), 0.002);
  }
  EXPECT_LT(glm::length(now.spin), 0.05);
  EXPECT_NEAR(now.centre.y, 0.02, 0.001);
}

TEST(Rigid, AnInelasticBlowKeepsMomentum) {
  auto simulation = simulate(
      {body(MotionKind::rigid, fine_box({-0.1f, -0.1f, -0.1f}, {0.1f, 0.1f, 0.1f}, 5), {0, 1, 0}),
       body(MotionKind::rigid, move(fine_box({-0.1f, -0.1f, -0.1f}, {0.1f, 0.1f, 0.1f}, 5), {0.06f, 0.25f, 0}))},
      empty_space());
  const BodyMotion first = rigid_motion(*simulation, 0), second = rigid_motion(*simulation, 1);
  run(*simulation, 60);
  const BodyMotion a = rigid_motion(*simulation, 0), b = rigid_motion(*simulation, 1);
  EXPECT_GT(b.velocity.y, 0.3);                               // it was struck,
  EXPECT_LT(a.centre.y, b.centre.y);                          // and nothing went through
  EXPECT_GT(glm::length(a.spin) + glm::length(b.spin), 0.1);  // off its centre
  EXPECT_LT(glm::length(a.momentum + b.momentum - first.momentum - second.momentum),
            1e-4 * glm::length(first.momentum));
  EXPECT_LT(glm::length(a.angular + b.angular - first.angular - second.angular),
            0.01 * glm::length(first.momentum) * 0.2);
  EXPECT_LE(a.kinetic + b.kinetic, first.kinetic * 1.001);
}

/// Two boxes on a third, on the ground: they come to rest, and stay where they are.
TEST(Rigid, APileComesToRest) {
  std::vector<SceneObject> objects;
  for (int i = 0; i < 3; ++i) {
    objects.push_back(
        body(MotionKind::rigid, move(fine_box({-0.1f, 0, -0.1f}, {0.1f, 0.1f, 0.1f}, 5),
                                     {0.02f * static_cast<float>(i), 0.05f + 0.12f * static_cast<float>(i), 0.01f})));
    objects.back().name = "box " + std::to_string(i);
  }
  Settings settings = vacuum();
  settings.damping = 0.1f;
  auto simulation = simulate_on_ground(objects, settings, {0, 0.5f, 0.4f});
  run(*simulation, 120);
  std::vector<BodyMotion> then;
  for (int i = 0; i < 3; ++i) then.push_back(rigid_motion(*simulation, i));
  run(*simulation, 30);
  for (int i = 0; i < 3; ++i) {
    const BodyMotion now = rigid_motion(*simulation, i);
    EXPECT_LT(now.kinetic, 1e-5) << i;
    EXPECT_LT(glm::length(now.centre - then[i].centre), 1e-3) << i;
    EXPECT_NEAR(now.centre.y, 0.05 + 0.1 * i, 0.002) << i;
  }
}

TEST(Rigid, AGrabPullsTheWholeBodyWithItsForce) {
  Settings settings = empty_space();
  SceneObject brick = body(MotionKind::rigid, box_mesh({-0.1f, -0.1f, -0.1f}, {0.1f, 0.1f, 0.1f}));
  auto simulation = simulate({brick}, settings);
  const Model& model = simulation->model();
  int triangle = 0;  // of the top, pulled at the vertex in its middle: the body does not turn
  for (int t = 0; t < static_cast<int>(model.triangles.size()); ++t) {
    bool top = true;
    for (int k = 0; k < 3; ++k) top = top && model.positions[model.triangles[t][k]].y > 0.09f;
    if (top) triangle = t;
  }
  Vec3 weights(0);
  for (int k = 0; k < 3; ++k) {
    const Vec4 p = model.positions[model.triangles[triangle][k]];
    if (p.x == 0 && p.z == 0) weights[k] = 1;
  }
  const int id = simulation->grab(triangle, weights);
  for (int i = 0; i < 30; ++i) {
    simulation->move_grab(id, {0, 100, 0});
    simulation->step();
  }
  const BodyMotion now = rigid_motion(*simulation, 0);
  EXPECT_NEAR(now.momentum.y, 6 * 0.5, 0.02 * 6 * 0.5);  // N s: a grab pulls with 6 N at most
  EXPECT_LT(glm::length(now.spin), 1e-3);
  EXPECT_LT(now.distortion, 1e-6);
}

TEST(Rigid, HashIsThatOfAnyNumberOfThreads) {
  const auto hash = [](int threads) {
    auto simulation = simulate_on_ground(
        {body(MotionKind::rigid, move(shipped_mesh("ball", 0.3f), {0, 0.12f, 0}), {0, -1, 0}, {0, 3, 0}),
         cloth(move(make_sheet({0.5f, 0.5f}, {24, 24}), {0, 0.02f, 0}))},
        Settings(), {0, 0.5f, 0.4f}, threads);
    run(*simulation, 12);
    EXPECT_GT(simulation->contacts().size(), 10u);
    return simulation->state_hash();
  };
  EXPECT_EQ(hash(1), hash(2));
}

}  // namespace
}  // namespace raycloth
