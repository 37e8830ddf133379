// Inversion handling (paper, Section 4.2): a piece of cloth flies through another within one step, and the
// next detection must know on which side it belongs.
#include <gtest/gtest.h>

#include "tests/collision/scenes.h"

namespace raycloth {
namespace {

using namespace scenes;

constexpr float kE = 0.005f;  // of both; they touch at 1 cm
constexpr float kStep = 1.0f / 60.0f;
constexpr float kTolerance = 2e-5f;  // m, of positions that went through a step
const Vec3 kUp(0, 1, 0), kDown(0, -1, 0);

/// The paper's response: predictions are seen and not acted on, so that a fast vertex gets through. Overlaps
/// are not corrected either, and nothing rubs: what was thrown keeps its velocity along the sheet.
Settings papers_response(Inversion inversion) {
  Settings settings = vertex_contacts();
  settings.inversion = inversion;
  settings.response_uses_predictions = false;
  settings.detections = 1;
  settings.push_out_speed = 0;
  return settings;
}

/// A small triangle (object 1) that starts `from` over a wide one that is held (object 0), and is `to` over
/// it after one step, moving aside by `aside` on the way.
std::unique_ptr<Simulation> flown_through(Inversion inversion, float from, float to, float aside = 0) {
  SceneObject wide =
      pinned(cloth(mesh_of({{-1, 0, -1}, {-1, 0, 1}, {1, 0, 1}, {1, 0, -1}}, {{0, 1, 2}, {0, 2, 3}}), kE));
  // Left of the diagonal of the wide sheet: over its first triangle.
  SceneObject small = cloth(move(level_triangle(0.02f, from), {-0.06f, 0, 0}), kE);
  for (SceneObject* object : {&wide, &small}) {
    object->material.static_friction = object->material.kinetic_friction = 0;
  }
  auto simulation = simulate({wide, small}, papers_response(inversion));
  throw_object(*simulation, 1, Vec3(aside, to - from, 0) / kStep);
  simulation->step();
  simulation->detect_only();
  return simulation;
}

void expect_each(Simulation& simulation, ContactClass kind, bool inverted, Vec3 normal, float distance) {
  for (int v = 0; v < 3; ++v) {
    const auto found = contacts_of(simulation, 1, v);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].kind, kind);
    EXPECT_EQ(found[0].inverted, inverted);
    EXPECT_NEAR(glm::distance(found[0].normal, normal), 0, 1e-4f);
    EXPECT_NEAR(found[0].distance, distance, kTolerance);
  }
}

TEST(Inversion, Figure9ACollisionIsFlippedToTheSideItCameFrom) {
  const auto simulation = flown_through(Inversion::last_step, 0.02f, -0.006f);
  expect_each(*simulation, ContactClass::collision, true, kUp, -0.006f);
}

TEST(Inversion, Figure9FromBelowAsWell) {
  const auto simulation = flown_through(Inversion::last_step, -0.02f, 0.006f);
  expect_each(*simulation, ContactClass::collision, true, kDown, -0.006f);
}

TEST(Inversion, Figure10APredictionIsReclassified) {
  const auto simulation = flown_through(Inversion::last_step, 0.02f, -0.016f);  // beyond e + e'
  expect_each(*simulation, ContactClass::collision, true, kUp, -0.016f);
}

TEST(Inversion, StayingOnItsSideIsNone) {
  const auto simulation = flown_through(Inversion::last_step, 0.02f, 0.008f);
  expect_each(*simulation, ContactClass::collision, false, kUp, 0.008f);
}

TEST(Inversion, OffTheVertexBelongsWhereItIs) {
  const auto near = flown_through(Inversion::off, 0.02f, -0.006f);
  expect_each(*near, ContactClass::collision, false, kDown, 0.006f);
  const auto far = flown_through(Inversion::off, 0.02f, -0.016f);
  expect_each(*far, ContactClass::prediction, false, kDown, 0.016f);
}

TEST(Inversion, TheLastStepAloneForgetsWhatItDidNotUndo) {
  const auto simulation = flown_through(Inversion::last_step, 0.02f, -0.006f);
  simulation->detect_only();  // nothing moved since the last detection
  expect_each(*simulation, ContactClass::collision, false, kDown, 0.006f);
}

TEST(Inversion, RememberedSidesOutliveTheStep) {
  const auto simulation = flown_through(Inversion::remembered, 0.02f, -0.006f);
  for (int i = 0; i < 5; ++i) simulation->detect_only();
  expect_each(*simulation, ContactClass::collision, true, kUp, -0.006f);
}

TEST(Inversion, RememberedSidesReachAcrossAnEdge) {
  // 12 cm aside in every step: the second takes it over the sheet's second triangle.
  const auto simulation = flown_through(Inversion::remembered, 0.02f, -0.006f, 0.04f);
  const int first = contacts_of(*simulation, 1, 0).at(0).triangle;
  run(*simulation, 3);
  simulation->detect_only();
  const auto found = contacts_of(*simulation, 1, 0);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_NE(found[0].triangle, first);
  EXPECT_TRUE(found[0].inverted);
  EXPECT_GT(found[0].normal.y, 0.99f);
}

/// The contact of the border of a triangle (object 1) across that of a held one, after it went through from 3 mm above
/// to 3 mm below, at the `looks`-th detection from there on.
ContactView crossed_borders(Inversion inversion, int looks) {
  Settings settings = empty_space();
  settings.inversion = inversion;
  SceneObject held = pinned(cloth(mesh_of({{-1, 0, 0}, {1, 0, 0}, {0, 0, 1}}, {{0, 2, 1}}), kE));
  SceneObject across = cloth(mesh_of({{0, 0.003f, -0.1f}, {0, 0.003f, 0.1f}, {0.1f, 0.003f, -0.1f}}, {{0, 1, 2}}), kE);
  auto simulation = simulate({held, across}, settings);
  simulation->detect_only();
  std::vector<Vec4> below = copy_of(simulation->positions());
  const Range moved = simulation->model().objects[1].vertices;
  for (int v = moved.begin; v < moved.end; ++v) below[v].y = -0.003f;
  simulation->move_to(below, copy_of(simulation->velocities()));
  for (int i = 0; i < looks; ++i) simulation->detect_only();
  for (const ContactView& contact : simulation->contacts()) {
    const Vec3 met =
        Vec3(below[contact.vertices.x]) * contact.weights.x + Vec3(below[contact.vertices.y]) * contact.weights.y;
    if (contact.edges && glm::distance(met, Vec3(0, -0.003f, 0)) < kTolerance) return contact;
  }
  ADD_FAILURE() << "the borders make no contact";
  return {};
}

TEST(Inversion, SidesOfEdgesAreRememberedToo) {
  for (const Inversion inversion : {Inversion::last_step, Inversion::remembered}) {
    const ContactView first = crossed_borders(inversion, 1);
    EXPECT_TRUE(first.inverted);
    EXPECT_NEAR(glm::distance(first.normal, kUp), 0, 1e-4f);
    EXPECT_NEAR(first.distance, -0.003f, kTolerance);
  }
  EXPECT_FALSE(crossed_borders(Inversion::last_step, 2).inverted);
  const ContactView kept = crossed_borders(Inversion::remembered, 4);
  EXPECT_TRUE(kept.inverted);
  EXPECT_NEAR(glm::distance(kept.normal, kUp), 0, 1e-4f);
}

TEST(Inversion, OverwrittenStatesHaveNoPast) {
  const auto simulation = flown_through(Inversion::remembered, 0.02f, -0.006f);
  const auto positions = copy_of(simulation->positions());
  simulation->set_state(positions, copy_of(simulation->velocities()));
  simulation->detect_only();
  expect_each(*simulation, ContactClass::collision, false, kDown, 0.006f);
}

TEST(Inversion, TheResponseBringsTheVertexBack) {
  const auto simulation = flown_through(Inversion::remembered, 0.02f, -0.006f);
  Settings settings = papers_response(Inversion::remembered);
  settings.push_out_speed = 0.2f;
  simulation->change(settings);
  run(*simulation, 90);  // 16 mm to go at 0.2 m/s, the last 3 of them, which are tolerated, at 4/s
  for (int v = 0; v < 3; ++v) {
    EXPECT_GT(simulation->positions()[vertex_of(simulation->model(), 1, v)].y, 2 * kE - 1e-4f);
  }
}

TEST(Inversion, WithoutItsHandlingTheSheetStaysOnTheWrongSide) {
  const auto simulation = flown_through(Inversion::off, 0.02f, -0.006f);
  Settings settings = papers_response(Inversion::off);
  settings.push_out_speed = 0.2f;
  simulation->change(settings);
  run(*simulation, 30);
  for (int v = 0; v < 3; ++v) EXPECT_LT(simulation->positions()[vertex_of(simulation->model(), 1, v)].y, 0);
}

TEST(Inversion, IsCounted) {
  const auto simulation = flown_through(Inversion::last_step, 0.02f, -0.006f);
  EXPECT_EQ(simulation->counters().inversions, 3);
}

TEST(Inversion, WithinOneClothToo) {
  const Mesh wide = level_triangle(2, 0), small = level_triangle(0.02f, 0.02f);
  std::vector<Vec3> positions = wide.positions;
  positions.insert(positions.end(), small.positions.begin(), small.positions.end());
  SceneObject both = cloth(mesh_of(positions, {{0, 1, 2}, {3, 4, 5}}), kE);
  both.pins.nearest = wide.positions;
  auto simulation = simulate({both}, papers_response(Inversion::last_step));
  throw_object(*simulation, 0, Vec3(0, -0.026f, 0) / kStep);
  simulation->step();
  simulation->detect_only();
  for (int v = 3; v < 6; ++v) {
    const auto found = contacts_of(*simulation, 0, v);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_TRUE(found[0].inverted);
    EXPECT_NEAR(found[0].distance, -0.006f, kTolerance);
    EXPECT_GT(found[0].normal.y, 0.99f);
  }
}

}  // namespace
}  // namespace raycloth
