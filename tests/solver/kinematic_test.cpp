// Objects that move along keyframes and shapes: where they are, how fast, and what they do to cloth.
#include <gtest/gtest.h>

#include <array>

#include "tests/collision/scenes.h"

namespace raycloth {
namespace {

using namespace scenes;

Keyframe key(double time, glm::dvec3 translation, double degrees = 0) {
  Keyframe key;
  key.time = time;
  key.translation = translation;
  key.turn = Turn{{0, 1, 0}, degrees};
  key.orientation = glm::angleAxis(glm::radians(degrees), key.turn->axis);
  return key;
}

SceneObject moving(SceneObject object, std::vector<Keyframe> keys) {
  object.motion.kind = MotionKind::kinematic;
  object.motion.path.keys = std::move(keys);
  return object;
}

SceneObject morphing(SceneObject object, std::vector<std::vector<Vec3>> shapes, std::vector<double> times) {
  object.motion.kind = MotionKind::kinematic;
  object.motion.sequence = {std::move(shapes), std::move(times), MotionEnd::hold};
  return object;
}

Mesh block() { return box_mesh({-0.3f, -0.1f, -0.3f}, {0.3f, 0, 0.3f}); }

Vec3 turned(Vec3 p, double radians) {
  const auto c = static_cast<float>(std::cos(radians)), s = static_cast<float>(std::sin(radians));
  return {c * p.x + s * p.z, p.y, c * p.z - s * p.x};
}

TEST(Kinematic, IsWhereItsKeyframesPutItAndMovesInEverySubstep) {
  const double omega = 2;  // 1/s
  Settings settings = empty_space();
  settings.substeps = 4;
  settings.detections = 2;
  auto simulation =
      simulate({moving(solid(block()), {key(0, {0, 0, 0}), key(10, {5, 0, 0}, glm::degrees(10 * omega))})}, settings);
  const double dt = settings.time_step, h = dt / settings.substeps;
  const auto place = [&](Vec3 p, double time) {
    return turned(p, omega * time) + Vec3(static_cast<float>(0.5 * time), 0, 0);
  };
  for (int frame = 1; frame <= 20; ++frame) {
    simulation->step();
    const double time = frame * dt;
    for (size_t v = 0; v < simulation->positions().size(); ++v) {
      const Vec3 p(simulation->model().positions[v]);
      EXPECT_LT(glm::distance(Vec3(simulation->positions()[v]), place(p, time)), 2e-6f);
      const Vec3 velocity = (place(p, time) - place(p, time - h)) / static_cast<float>(h);
      EXPECT_LT(glm::distance(Vec3(simulation->velocities()[v]), velocity), 1e-3f);
    }
  }
}

/// Whatever pulls at it: heavy cloth in the wind, which is stretched to its limit there. Above the block and beside it.
TEST(Kinematic, TakesWhatIsFastenedToItWithItAndNothingMovesThat) {
  const double omega = 1;  // 1/s
  SceneObject sheet = cloth(move(make_sheet({1, 0.5f}, {20, 10}), {0.5f, 0.006f, 0}));
  sheet.material.areal_density = 2;
  sheet.attachments.push_back({"solid", {{}, {{Vec3(-0.01f, 0, -0.31f), Vec3(0.36f, 0.01f, 0.31f)}}}, 0});
  Settings settings;
  settings.wind = {30, 0, 0};
  auto simulation = simulate(
      {moving(solid(block()), {key(0, {0, 0, 0}), key(10, {0, 0, 0}, glm::degrees(10 * omega))}), sheet}, settings);
  const Model& model = simulation->model();
  const std::vector<Vec4> start = copy_of(simulation->positions());
  ASSERT_EQ(model.fastenings.size(), 8u * 11u);
  for (int frame = 1; frame <= 30; ++frame) {
    simulation->step();
    for (const Attachment& fastening : model.fastenings) {
      const Vec3 wanted = turned(Vec3(start[fastening.vertex]), omega * frame * settings.time_step);
      EXPECT_LT(glm::distance(Vec3(simulation->positions()[fastening.vertex]), wanted), 5e-6f) << frame;
    }
  }
  EXPECT_GT(strain(*simulation, 1), 0.02f);  // or nothing pulled
}

TEST(Kinematic, ResetPutsItBackAndARestoredTimeGoesOnFromThere) {
  Settings settings = empty_space();
  auto simulation = simulate({moving(solid(block()), {key(0, {0, 1, 0}), key(1, {3, 1, 0}, 200)})}, settings);
  const std::vector<Vec4> start = copy_of(simulation->positions());
  run(*simulation, 7);
  const std::vector<Vec4> positions = copy_of(simulation->positions()), velocities = copy_of(simulation->velocities());
  const double time = simulation->time();
  run(*simulation, 3);
  const uint64_t hash = simulation->state_hash();
  simulation->reset();
  for (size_t v = 0; v < start.size(); ++v) EXPECT_EQ(simulation->positions()[v], start[v]);
  for (const Vec4& v : simulation->velocities()) EXPECT_EQ(v, Vec4(0));
  simulation->set_state(positions, velocities, time);
  run(*simulation, 3);
  EXPECT_EQ(simulation->state_hash(), hash);
}

TEST(Kinematic, ShapesGoLinearlyFromOneToTheNextAndKeyframesCarryThem) {
  Settings settings = empty_space();
  const Mesh mesh = block();
  std::vector<Vec3> wide;
  for (const Vec3& p : mesh.positions) wide.push_back({2 * p.x, p.y, p.z});
  SceneObject object = moving(solid(mesh), {key(0, {0, 0, 0}), key(1, {0, 1, 0})});
  object.motion.sequence = {{mesh.positions, wide}, {0, 0.5}, MotionEnd::hold};
  auto simulation = simulate({object}, settings);
  for (const int frame : {15, 45}) {
    run(*simulation, frame - static_cast<int>(simulation->frame()));
    const double time = frame / 60.0;
    for (size_t v = 0; v < simulation->positions().size(); ++v) {
      const Vec3 p = mesh.positions[simulation->model().source_vertex[v]];
      const auto widening = static_cast<float>(1 + std::min(1.0, time / 0.5));
      const Vec3 wanted(widening * p.x, p.y + static_cast<float>(time), p.z);
      EXPECT_LT(glm::distance(Vec3(simulation->positions()[v]), wanted), 2e-6f) << frame;
    }
  }
  run(*simulation, 30);  // 1.25 s: it stays
  for (const Vec4& v : simulation->velocities()) EXPECT_EQ(v, Vec4(0));
}

/// What lies on a turntable is taken along by friction: no centrifugal force comes near what friction can hold.
TEST(Kinematic, ATurningBlockCarriesTheSheetThatLiesOnIt) {
  const double omega = 1.5;  // 1/s
  Settings settings;
  settings.gravity = {0, -9.81f, 0};
  const double seconds = 1.5;
  auto simulation =
      simulate({moving(solid(block()), {key(0, {0, 0, 0}), key(100, {0, 0, 0}, glm::degrees(100 * omega))}),
                cloth(move(make_sheet({0.1f, 0.1f}, {5, 5}), {0.15f, 0.0045f, 0}))},
               settings);
  run(*simulation, static_cast<int>(seconds * 60));
  const Range sheet = simulation->model().objects[1].vertices;
  double slip = 0, turned_by = 0;
  for (int v = sheet.begin; v < sheet.end; ++v) {
    const Vec3 p(simulation->positions()[v]), speed(simulation->velocities()[v]);
    const Vec3 ground = glm::cross(Vec3(0, static_cast<float>(omega), 0), p);
    slip += glm::distance(Vec3(speed.x, 0, speed.z), Vec3(ground.x, 0, ground.z)) / sheet.size();
    const Vec3 from(simulation->model().positions[v]);
    turned_by += (std::atan2(-p.z, p.x) - std::atan2(-from.z, from.x)) / sheet.size();
  }
  EXPECT_LT(slip, 0.02 * omega * 0.15);
  // At first it slides, until kinetic friction (m u_k g) has brought it up to speed: it lags v^2 / (2 u_k g).
  const double lag = omega * 0.15 / (2 * 0.3 * 9.81) * omega;
  EXPECT_NEAR(turned_by, omega * seconds - lag, 0.05);
}

constexpr int kRestFrames = 30;
constexpr double kHalfTurn = M_PI;

/// After a rest, half a turn from standstill to standstill in a second.
double turn_at(double time) {
  const double part = std::clamp(time - kRestFrames / 60.0, 0.0, 1.0);
  return kHalfTurn * (part - std::sin(2 * M_PI * part) / (2 * M_PI));
}

/// A drum that turns so, by keyframes or by shapes.
SceneObject turning_drum(float radius, bool by_shapes) {
  constexpr int kParts = 108;
  SceneObject drum = shell(tube_along_y(radius, 40).mesh);
  std::vector<Keyframe> keys;
  std::vector<std::vector<Vec3>> shapes(kParts + 1);
  std::vector<double> times;
  for (int i = 0; i <= kParts; ++i) {
    times.push_back(1.5 * i / kParts);
    const double radians = turn_at(times.back());
    keys.push_back(key(times.back(), {0, 0, 0}, glm::degrees(radians)));
    for (const Vec3& p : drum.mesh.positions) shapes[i].push_back(turned(p, radians));
  }
  return by_shapes ? morphing(drum, shapes, times) : moving(drum, keys);
}

constexpr float kApart = 0.005f, kInner = 0.1045f;    // m: of what lies on each other, about; radius
constexpr double kLag = kHalfTurn * kApart / kInner;  // by which either falls back that stays beside its place

/// By how much two sleeves turn that sit tight on a drum, one on the other.
std::array<double, 2> turns_of_sleeves(const SceneObject& drum) {
  Settings settings = empty_space();
  settings.overlap_tolerance = 0;
  auto simulation = simulate({drum, tube_along_y(kInner, 41), tube_along_y(kInner + kApart, 43)}, settings);
  run(*simulation, kRestFrames);
  std::array<double, 2> turns{};
  while (simulation->frame() < 92) {
    const std::vector<Vec4> before = copy_of(simulation->positions());
    simulation->step();
    for (const int sleeve : {0, 1}) {
      const Range vertices = simulation->model().objects[1 + sleeve].vertices;
      for (int v = vertices.begin; v < vertices.end; ++v) {
        const Vec3 from(before[v].x, 0, before[v].z), to(simulation->positions()[v].x, 0, simulation->positions()[v].z);
        turns[sleeve] += std::atan2(glm::cross(from, to).y, glm::dot(from, to)) / vertices.size();
      }
    }
  }
  return turns;
}

/// Where friction keeps each of their vertices beside the place that it lay above, not above it, they fall back by the
/// distance times the angle.
TEST(Kinematic, WhatIsTightAroundADrumTurnsWithItByKeyframesAndByShapes) {
  for (const bool by_shapes : {false, true}) {
    const auto [inner, outer] = turns_of_sleeves(turning_drum(0.1f, by_shapes));
    EXPECT_NEAR(inner, kHalfTurn, 0.2 * kLag) << (by_shapes ? "shapes" : "keyframes");
    EXPECT_NEAR(outer, kHalfTurn, 0.3 * kLag) << (by_shapes ? "shapes" : "keyframes");
  }
}

/// Cloth around the y axis, about x, normals to the outside.
SceneObject arc(float radius, float half_angle, int cells) {
  SceneObject sheet = cloth(make_sheet({2 * half_angle, 0.1f}, {cells, 5}));
  for (Vec3& p : sheet.mesh.positions) p = {radius * std::cos(p.x), p.z, -radius * std::sin(p.x)};
  return sheet;
}

/// A drum turns under a sheet that is held at both ends and slides on it; what lies on the sheet stays where it is. If
/// the sheet were taken to turn with the drum, what lies on it would walk by its distance times the angle.
TEST(Kinematic, WhatSlidesOnADrumHandsNoTurnOn) {
  constexpr float kRadius = 0.3f, kBetween = 0.008f;
  constexpr double kOmega = 3;
  SceneObject drum = moving(shell(tube_along_y(kRadius, 200).mesh),
                            {key(0, {0, 0, 0}), key(10, {0, 0, 0}, glm::degrees(10 * kOmega))});
  for (Vec3& p : drum.mesh.positions) p.y -= 0.07f;
  drum.material.static_friction = drum.material.kinetic_friction = 0.02f;
  SceneObject lower = arc(kRadius + kBetween, 0.6f, 36);
  for (const float side : {-1.0f, 1.0f})
    lower.pins.boxes.push_back({Vec3(-1, -1, side * 0.174f - 0.002f), Vec3(1, 1, side * 0.174f + 0.002f)});
  Settings settings = empty_space();
  settings.gravity = {-9.81f, 0, 0};
  auto simulation = simulate({drum, lower, arc(kRadius + 2 * kBetween, 0.2f, 12)}, settings);
  const Range upper = simulation->model().objects[2].vertices;
  const auto angle = [&] {
    double sum = 0;
    for (int v = upper.begin; v < upper.end; ++v) {
      const Vec4 p = simulation->positions()[v];
      sum += std::atan2(-p.z, p.x) / upper.size();
    }
    return sum;
  };
  run(*simulation, 20);
  const double before = angle();
  run(*simulation, 60);
  EXPECT_NEAR(angle(), before, 0.2 * kOmega * kBetween / (kRadius + 2 * kBetween));
}

/// A sheet that a wall runs into is pushed along, and none of it gets behind the wall; after the blow it keeps its e.
TEST(Kinematic, AMovingWallPushesASheetAlong) {
  for (const bool as_shell : {false, true}) {
    Settings settings = empty_space();
    Mesh wall = box_mesh({-0.3f, -0.1f, -0.3f}, {0.3f, 0, 0.3f});
    SceneObject object = as_shell ? shell(wall) : solid(wall);
    const float rest = as_shell ? 0.008f : 0.004f;
    auto simulation = simulate({moving(object, {key(0, {0, 0, 0}), key(1, {0, 3, 0})}),
                                cloth(crumple(move(make_sheet({0.2f, 0.2f}, {8, 8}), {0, 0.05f, 0}), 0.002f, 1))},
                               settings);
    const Range sheet = simulation->model().objects[1].vertices;
    for (int frame = 1; frame <= 20; ++frame) {
      simulation->step();
      const float top = 3 * static_cast<float>(frame) / 60;
      for (int v = sheet.begin; v < sheet.end; ++v)
        EXPECT_GT(simulation->positions()[v].y, top + (frame < 6 ? 0 : 0.8f * rest))
            << frame << (as_shell ? " shell" : " solid");
    }
    for (int v = sheet.begin; v < sheet.end; ++v) EXPECT_GT(simulation->velocities()[v].y, 2.7f);
  }
}

TEST(Kinematic, ObjectsOfInfiniteMassDoNotAskEachOther) {
  auto simulation = simulate(
      {moving(solid(block()), {key(0, {0, 0, 0}), key(1, {0, 1, 0})}), solid(move(block(), {0.1f, 0.05f, 0.1f}))},
      empty_space());
  simulation->step();
  EXPECT_TRUE(simulation->contacts().empty());
  EXPECT_EQ(simulation->counters().of("rays"), 0);
}

/// The way out of a solid is that of its present shape: half of 0.1 m would miss the sheet, half of 0.4 m finds it.
TEST(Kinematic, TheWayOutOfAShapeIsMeasuredAnew) {
  const Mesh low = box_mesh({-0.3f, -0.1f, -0.3f}, {0.3f, 0, 0.3f});
  const Mesh high = box_mesh({-0.3f, -0.4f, -0.3f}, {0.3f, 0, 0.3f});
  auto simulation = simulate({morphing(solid(low), {low.positions, high.positions}, {0, 1.0 / 60}),
                              pinned(cloth(level_triangle(0.2f, -0.15f)))},
                             vertex_contacts());
  simulation->detect_only();
  EXPECT_TRUE(scenes::contacts_of(*simulation, 0, kTop).empty());
  simulation->step();
  simulation->detect_only();
  const auto found = scenes::contacts_of(*simulation, 0, kTop);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_FALSE(found[0].outward);
  EXPECT_NEAR(std::abs(found[0].distance), 0.15f, 1e-5f);
}

TEST(Kinematic, HashIsThatOfAnyNumberOfThreads) {
  const auto hash = [](int threads) {
    const Mesh mesh = block();
    std::vector<Vec3> wide;
    for (const Vec3& p : mesh.positions) wide.push_back({1.2f * p.x, p.y, p.z});
    SceneObject object = moving(solid(mesh), {key(0, {0, 0, 0}), key(1, {0, 1, 0}, 90)});
    object.motion.sequence = {{mesh.positions, wide}, {0, 0.5}, MotionEnd::hold};
    auto simulation =
        simulate({object, cloth(move(make_sheet({0.8f, 0.8f}, {40, 40}), {0, 0.02f, 0}))}, Settings(), threads);
    run(*simulation, 10);
    EXPECT_GT(simulation->counters().collisions, 0);
    return simulation->state_hash();
  };
  EXPECT_EQ(hash(1), hash(2));
}

}  // namespace
}  // namespace raycloth
