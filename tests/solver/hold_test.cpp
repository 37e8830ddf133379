// What holds and pulls cloth: pins, attachments and the mouse's grabs. And what a running scene lets change.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <map>
#include <set>

#include "device/error.h"
#include "sim/solver/vertices/ties.h"
#include "tests/collision/scenes.h"

namespace raycloth {
namespace {

using namespace scenes;

/// A sheet in the xy plane, its upper edge at y = 0.25.
SceneObject curtain(int cells = 10) {
  SceneObject sheet = cloth(tilt(make_sheet({0.5f, 0.5f}, {cells, cells}), -1.5707963f));
  sheet.pins.boxes.push_back({{-1, 0.249f, -1}, {1, 0.251f, 1}});
  return sheet;
}

Vec3 point_of(Simulation& simulation, int triangle, Vec3 barycentric) {
  const Int3 t = simulation.model().triangles[triangle];
  return Vec3(simulation.positions()[t.x]) * barycentric.x + Vec3(simulation.positions()[t.y]) * barycentric.y +
         Vec3(simulation.positions()[t.z]) * barycentric.z;
}

TEST(Pins, DoNotMove) {
  Settings settings;
  settings.wind = {0, 0, 10};
  auto simulation = simulate({curtain()}, settings);
  const std::vector<Vec4> before = copy_of(simulation->positions());
  run(*simulation, 60);
  int pins = 0;
  for (size_t v = 0; v < before.size(); ++v) {
    if (before[v].w != 0) continue;
    ++pins;
    EXPECT_EQ(std::memcmp(&before[v], &simulation->positions()[v], sizeof(Vec4)), 0);
  }
  EXPECT_EQ(pins, 11);
}

TEST(Attachments, FollowTheirPointOfTheTarget) {
  // A sheet tied by one corner to the middle of the underside of a box.
  SceneObject box = solid(box_mesh({-0.5f, 0.5f, -0.5f}, {0.5f, 1, 0.5f}));
  SceneObject sheet = cloth(move(make_sheet({0.4f, 0.4f}, {8, 8}), {0.2f, 0.494f, 0.2f}));
  sheet.attachments.push_back({"solid", {{{0, 0.494f, 0}}, {}}, 0});
  Settings settings;
  auto simulation = simulate({box, sheet}, settings);
  const int tied = vertex_of(simulation->model(), 1, 0);
  run(*simulation, 120);
  EXPECT_NEAR(glm::distance(Vec3(simulation->positions()[tied]), Vec3(0, 0.5f, 0)), 0,
              0.008f);  // e at most, and drawn
  const Range range = simulation->model().objects[1].vertices;
  float lowest = 1;
  for (int v = range.begin; v < range.end; ++v) lowest = std::min(lowest, simulation->positions()[v].y);
  EXPECT_LT(lowest, 0.1f);   // the rest hangs
  EXPECT_GT(lowest, -0.2f);  // and does not fall: the diagonal is 0.57 m
}

/// A corner of one sheet is tied to the underside of a box, and another sheet to that corner.
TEST(Attachments, WhatIsFastenedCarriesWhatItIsTiedTo) {
  SceneObject carrier = cloth(move(make_sheet({0.4f, 0.4f}, {8, 8}), {0.2f, 0.494f, 0.2f})),
              carried = cloth(move(make_sheet({0.4f, 0.4f}, {8, 8}), {-0.2f, 0.48f, -0.2f}));
  carried.name = "carried";
  for (const char* target : {"carried", "solid"}) carrier.attachments.push_back({target, {{{0, 0.494f, 0}}, {}}, 0});
  const auto simulation =
      simulate({solid(box_mesh({-0.5f, 0.5f, -0.5f}, {0.5f, 1, 0.5f})), carrier, carried}, Settings());
  ASSERT_EQ(simulation->model().fastenings.size(), 1u);
  run(*simulation, 120);
  const Range range = simulation->model().objects[2].vertices;
  for (int v = range.begin; v < range.end; ++v) EXPECT_GT(simulation->positions()[v].y, -0.3f) << v;
}

/// A strip tied to a sheet along a row of vertices: neighbours are tied to triangles that share vertices.
TEST(Attachments, TakeTurnsInTheirOrderWhereTheyShareVertices) {
  SceneObject strip = cloth(move(make_sheet({0.4f, 0.1f}, {8, 2}), {0, 0.02f, 0})),
              sheet = cloth(make_sheet({0.5f, 0.5f}, {7, 7}));
  strip.name = "strip";
  strip.attachments.push_back({"cloth", {{}, {{Vec3(-1, 0.01f, -1), Vec3(1, 0.03f, 1)}}}, 1e-4f});
  Scene scene;
  scene.objects = {sheet, strip};
  const Model model = build_model(scene);
  ASSERT_EQ(model.attachments.size(), 27u);
  const cpu::TieArrays ties(model);
  const cpu::RangesView turns = ties.turns.view();
  const std::vector<Attachment> in_turn = ties.attachments.download();
  EXPECT_GT(turns.count, 1);
  EXPECT_LT(turns.count, 27);
  const auto vertices_of = [](const Attachment& tie) {
    return std::set<int>{tie.vertex, tie.triangle.x, tie.triangle.y, tie.triangle.z};
  };
  std::map<int, int> turn_of;  // by the tied vertex
  for (int turn = 0; turn < turns.count; ++turn) {
    std::set<int> seen;
    for (int i = turns.whole[turn].x; i < turns.whole[turn].y; ++i) {
      for (const int v : vertices_of(in_turn[i])) EXPECT_TRUE(seen.insert(v).second) << v;
      turn_of[in_turn[i].vertex] = turn;
    }
  }
  ASSERT_EQ(turn_of.size(), 27u);
  for (size_t later = 1; later < model.attachments.size(); ++later) {
    const Attachment& tie = model.attachments[later];
    for (size_t i = 0; i < later; ++i)
      for (const int v : vertices_of(model.attachments[i])) {
        if (!vertices_of(tie).contains(v)) continue;
        EXPECT_LT(turn_of[model.attachments[i].vertex], turn_of[tie.vertex]);
      }
  }
}

// ---- grabs

TEST(Grab, BringsThePointToItsTarget) {
  auto simulation = simulate({cloth(make_sheet({0.5f, 0.5f}, {10, 10}))}, Settings());
  const int triangle = 7;
  const Vec3 where(0.2f, 0.5f, 0.3f);
  const int id = simulation->grab(triangle, where);
  ASSERT_GE(id, 0);
  const Vec3 start = point_of(*simulation, triangle, where), target = start + Vec3(0.2f, 0.3f, -0.1f);
  for (int i = 1; i <= 60; ++i) {
    simulation->move_grab(id, start + (target - start) * (static_cast<float>(i) / 60));
    simulation->step();
  }
  run(*simulation, 120);
  EXPECT_NEAR(glm::distance(point_of(*simulation, triangle, where), target), 0, 0.005f);
  simulation->release(id);
  run(*simulation, 30);
  EXPECT_LT(point_of(*simulation, triangle, where).y, target.y - 0.1f);
}

TEST(Grab, DoesNotJerkWhenItBegins) {
  auto simulation = simulate({cloth(make_sheet({0.5f, 0.5f}, {10, 10}))}, empty_space());
  const std::vector<Vec4> before = copy_of(simulation->positions());
  simulation->grab(3, {0.3f, 0.3f, 0.4f});
  run(*simulation, 5);
  for (size_t v = 0; v < before.size(); ++v)
    EXPECT_NEAR(glm::distance(Vec3(before[v]), Vec3(simulation->positions()[v])), 0, 1e-6f);
}

TEST(Grab, SeveralAtOnceAndNoMoreThanThereAre) {
  auto simulation = simulate({cloth(make_sheet({0.5f, 0.5f}, {10, 10}))}, Settings());
  std::vector<int> ids;
  for (int i = 0; i < Simulation::kMaxGrabs; ++i) ids.push_back(simulation->grab(i, Vec3(1.0f / 3)));
  for (const int id : ids) EXPECT_GE(id, 0);
  EXPECT_EQ(simulation->grab(0, Vec3(1.0f / 3)), -1);
  simulation->release(ids[3]);
  EXPECT_EQ(simulation->grab(0, Vec3(1.0f / 3)), ids[3]);
  run(*simulation, 3);
  EXPECT_TRUE(all_finite(*simulation));
}

/// Far from its target, a grab pulls as hard as it may.
TEST(Grab, PullsWithThePartOfItsStrengthThatItIsTold) {
  auto simulation = simulate({curtain()}, Settings());
  const int id = simulation->grab(7, Vec3(1.0f / 3));
  for (const float strength : {0.5f, 1.0f, 0.1f, 0.0f}) {
    simulation->move_grab(id, Vec3(0, -5, 0), strength);
    simulation->step();
    EXPECT_NEAR(simulation->grab_forces()[id], strength * Simulation::kMostGrabForce, 1e-4f);
  }
  simulation->move_grab(id, Vec3(0, -5, 0));
  simulation->step();
  EXPECT_NEAR(simulation->grab_forces()[id], Simulation::kMostGrabForce, 1e-4f) << "all of it, where nobody says";
  EXPECT_THROW(simulation->move_grab(id, Vec3(0), 1.1f), InputError);
  EXPECT_THROW(simulation->move_grab(id, Vec3(0), std::nanf("")), InputError);
}

TEST(Grab, CannotTearAPinnedSheet) {
  auto simulation = simulate({curtain()}, Settings());
  const int triangle = 100;
  const int id = simulation->grab(triangle, Vec3(1.0f / 3));
  const Vec3 start = point_of(*simulation, triangle, Vec3(1.0f / 3));
  float most = 0;
  for (int i = 0; i < 120; ++i) {
    const float angle = 0.7f * static_cast<float>(i);
    simulation->move_grab(id, start + 5.0f * Vec3(std::cos(angle), -1, std::sin(angle)));  // wildly, 5 m away
    simulation->step();
    most = std::max(most, strain(*simulation, 1));
    ASSERT_TRUE(all_finite(*simulation));
  }
  EXPECT_LT(most, 1.5f);
}

TEST(Grab, APulledPinnedSheetComesBack) {
  auto simulation = simulate({curtain()}, Settings());
  const int id = simulation->grab(100, Vec3(1.0f / 3));
  simulation->move_grab(id, {3, -3, 3});
  run(*simulation, 60);
  simulation->release(id);
  run(*simulation, 240);
  EXPECT_LT(strain(*simulation, 1), 0.05f);
}

// ---- changes while it runs

TEST(Change, OfGravityTakesEffectWithTheNextStep) {
  Settings settings = empty_space();
  settings.gravity = {0, -9.81f, 0};
  auto simulation = simulate({cloth(make_sheet({0.5f, 0.5f}, {4, 4}))}, settings);
  run(*simulation, 10);
  const float speed = simulation->velocities()[0].y;
  settings.gravity = Vec3(0);
  simulation->change(settings);
  run(*simulation, 10);
  EXPECT_NEAR(speed, -9.81f / 6, 1e-3f);
  EXPECT_NEAR(simulation->velocities()[0].y, speed, 1e-3f);
  EXPECT_EQ(simulation->settings().gravity, Vec3(0));
}

TEST(Change, OfSubstepsAndStepLengthIsLikeHavingStartedWithThem) {
  Settings settings = empty_space();
  settings.gravity = {0, -9.81f, 0};
  auto changed = simulate({cloth(make_sheet({0.5f, 0.5f}, {4, 4}))}, settings);
  run(*changed, 3);
  changed->reset();
  settings.substeps = 6;
  settings.detections = 3;
  settings.time_step = 1.0f / 90;
  settings.contact_iterations = 1;
  changed->change(settings);
  auto fresh = simulate({cloth(make_sheet({0.5f, 0.5f}, {4, 4}))}, settings);
  run(*changed, 10);
  run(*fresh, 10);
  EXPECT_EQ(changed->state_hash(), fresh->state_hash());
  EXPECT_NEAR(changed->time(), 10.0 / 90, 1e-6);
}

TEST(Change, OfAMaterialTakesEffectWithTheNextStep) {
  Settings settings = empty_space();
  settings.time_step = 0.001f;  // too short for either to come back
  auto simulation = simulate({cloth(make_sheet({0.5f, 0.5f}, {10, 10}))}, settings);
  std::vector<Vec4> stretched = copy_of(simulation->positions());
  for (Vec4& p : stretched) p.x *= 1.01f;
  const std::vector<Vec4> still(stretched.size(), Vec4(0));
  float speeds[2];
  for (const bool soft : {false, true}) {
    Material material = simulation->material(0);
    material.warp_stiffness = material.weft_stiffness = material.shear_stiffness = soft ? 1.0f : 1e5f;
    simulation->change(0, material);
    EXPECT_EQ(simulation->material(0).warp_stiffness, material.warp_stiffness);
    simulation->set_state(stretched, still);
    simulation->step();
    speeds[soft] = 0;
    for (const Vec4& v : simulation->velocities()) speeds[soft] = std::max(speeds[soft], std::fabs(v.x));
  }
  EXPECT_GT(speeds[0], 5 * speeds[1]);
}

TEST(Reset, GoesBackToTheBeginning) {
  auto simulation =
      simulate({solid(box_mesh({-0.1f, -0.3f, -0.1f}, {0.1f, -0.1f, 0.1f})), cloth(make_sheet({0.5f, 0.5f}, {10, 10}))},
               Settings());
  const uint64_t start = simulation->state_hash();
  run(*simulation, 30);
  const uint64_t end = simulation->state_hash();
  EXPECT_NE(start, end);
  const int id = simulation->grab(simulation->model().objects[1].triangles.begin + 3, {1, 0, 0});
  simulation->move_grab(id, {1, 1, 1});
  run(*simulation, 3);
  simulation->reset();
  EXPECT_EQ(simulation->state_hash(), start);
  EXPECT_EQ(simulation->frame(), 0);
  EXPECT_EQ(simulation->time(), 0);
  run(*simulation, 30);
  EXPECT_EQ(simulation->state_hash(), end);  // and the grab was released
}

TEST(State, WhatWasSetIsWhatIsRead) {
  auto simulation = simulate({cloth(make_sheet({0.5f, 0.5f}, {4, 4}))}, Settings());
  std::vector<Vec4> positions = copy_of(simulation->positions()), velocities(positions.size());
  for (size_t v = 0; v < positions.size(); ++v) {
    positions[v] += Vec4(0.1f, static_cast<float>(v), 0, 0);
    velocities[v] = Vec4(static_cast<float>(v), 1, 2, 0);
  }
  simulation->set_state(positions, velocities);
  for (size_t v = 0; v < positions.size(); ++v) {
    EXPECT_EQ(simulation->positions()[v], positions[v]);
    EXPECT_EQ(simulation->velocities()[v], velocities[v]);
    EXPECT_NEAR(simulation->normals()[v].w, 0, 0);
    EXPECT_NEAR(glm::length(Vec3(simulation->normals()[v])), 1, 1e-5f);
  }
}

}  // namespace
}  // namespace raycloth
