// The rules of DESIGN section 5's table on small scenes made by hand: what a detection finds, held against
// what the drawing says.
#include <gtest/gtest.h>

#include "tests/collision/scenes.h"

namespace raycloth {
namespace {

using namespace scenes;

constexpr float kE = 0.005f;
constexpr float kTolerance = 1e-6f;  // m

/// A box whose top is at y = 0 and whose bottom is at y = -0.2.
SceneObject slab() { return solid(box_mesh({-0.5f, -0.2f, -0.5f}, {0.5f, 0, 0.5f})); }

void expect_contact(const ContactView& contact, ContactClass kind, Vec3 normal, float distance, float rest) {
  EXPECT_EQ(contact.kind, kind);
  EXPECT_NEAR(glm::distance(contact.normal, normal), 0, 1e-5f) << contact.normal.x << " " << contact.normal.y;
  EXPECT_NEAR(contact.distance, distance, kTolerance);
  EXPECT_NEAR(contact.rest_distance, rest, kTolerance);
}

const Vec3 kUp(0, 1, 0), kDown(0, -1, 0);

TEST(Scenes, TheBoxIsClosedAndFacesOutwards) {
  const MeshReport report = inspect(box_mesh({-1, -2, -3}, {1, 2, 3}));
  EXPECT_TRUE(report.closed && report.oriented && report.outward);
  EXPECT_NEAR(report.volume, 48, 1e-4);
}

// ---- solid -> cloth, Figure 6

/// A cloth triangle, far wider than the slab, at `height`.
std::unique_ptr<Simulation> slab_and_wide_cloth(float height) {
  auto simulation = simulate({slab(), cloth(level_triangle(4, height), kE)}, vertex_contacts());
  simulation->detect_only();
  return simulation;
}

TEST(SolidToCloth, Figure6aClothNearTheTopInsideIsSeenFromTheTopAlone) {
  const auto simulation = slab_and_wide_cloth(-0.05f);
  const auto top = contacts_of(*simulation, 0, kTop);
  ASSERT_EQ(top.size(), 1u);
  // The solid's vertex belongs below the cloth and is 5 cm above it.
  expect_contact(top[0], ContactClass::collision, kDown, -0.05f, kE);
  EXPECT_FALSE(top[0].outward);
  EXPECT_TRUE(contacts_of(*simulation, 0, kBottom).empty());  // 15 cm is beyond half of 20 cm
}

TEST(SolidToCloth, Figure6aClothNearTheBottomInsideIsSeenFromTheBottomAlone) {
  const auto simulation = slab_and_wide_cloth(-0.15f);
  const auto bottom = contacts_of(*simulation, 0, kBottom);
  ASSERT_EQ(bottom.size(), 1u);
  expect_contact(bottom[0], ContactClass::collision, kUp, -0.05f, kE);
  EXPECT_TRUE(contacts_of(*simulation, 0, kTop).empty());
}

TEST(SolidToCloth, Figure6bClothOutsideCollidesBelowE) {
  const auto simulation = slab_and_wide_cloth(0.004f);
  const auto top = contacts_of(*simulation, 0, kTop);
  ASSERT_EQ(top.size(), 1u);
  expect_contact(top[0], ContactClass::collision, kDown, 0.004f, kE);
  EXPECT_TRUE(top[0].outward);
}

TEST(SolidToCloth, Figure6bClothOutsideIsPredictedBeyondE) {
  const auto simulation = slab_and_wide_cloth(0.02f);
  const auto top = contacts_of(*simulation, 0, kTop);
  ASSERT_EQ(top.size(), 1u);
  expect_contact(top[0], ContactClass::prediction, kDown, 0.02f, kE);
}

TEST(SolidToCloth, ClothBeyondThePredictionDistanceIsNotSeen) {
  EXPECT_TRUE(contacts_of(*slab_and_wide_cloth(0.031f), 0, kTop).empty());
}

// ---- cloth -> solid, Figure 7

/// A small cloth triangle at `height` over the middle of a side of the slab; upside down if `turned`.
std::unique_ptr<Simulation> slab_and_small_cloth(float height, bool turned = false) {
  Mesh mesh = move(level_triangle(0.02f, height), {0.1f, 0, 0.2f});
  if (turned) flip(mesh);
  auto simulation = simulate({slab(), cloth(mesh, kE)}, vertex_contacts());
  simulation->detect_only();
  return simulation;
}

TEST(ClothToSolid, Figure7aInsideTheShorterRayCollides) {
  for (const bool turned : {false, true}) {
    const auto simulation = slab_and_small_cloth(-0.05f, turned);
    for (int v = 0; v < 3; ++v) {
      const auto found = contacts_of(*simulation, 1, v);
      ASSERT_EQ(found.size(), 1u) << v;
      expect_contact(found[0], ContactClass::collision, kUp, -0.05f, kE);
      EXPECT_EQ(found[0].outward, !turned);
    }
  }
}

TEST(ClothToSolid, Figure7aInsideNearTheBottomTheWayOutIsDown) {
  const auto simulation = slab_and_small_cloth(-0.15f);
  for (int v = 0; v < 3; ++v) {
    const auto found = contacts_of(*simulation, 1, v);
    ASSERT_EQ(found.size(), 1u) << v;
    expect_contact(found[0], ContactClass::collision, kDown, -0.05f, kE);
  }
}

TEST(ClothToSolid, Figure7bOutsideCollidesBelowE) {
  for (const bool turned : {false, true}) {
    const auto simulation = slab_and_small_cloth(0.004f, turned);
    for (int v = 0; v < 3; ++v) {
      const auto found = contacts_of(*simulation, 1, v);
      ASSERT_EQ(found.size(), 1u) << v;
      expect_contact(found[0], ContactClass::collision, kUp, 0.004f, kE);
      EXPECT_EQ(found[0].outward, turned);
    }
  }
}

TEST(ClothToSolid, Figure7bOutsideIsPredictedBeyondE) {
  const auto found = contacts_of(*slab_and_small_cloth(0.02f), 1, 0);
  ASSERT_EQ(found.size(), 1u);
  expect_contact(found[0], ContactClass::prediction, kUp, 0.02f, kE);
}

TEST(ClothToSolid, BeyondThePredictionDistanceNothingIsSeen) {
  EXPECT_TRUE(slab_and_small_cloth(0.031f)->contacts().empty());
}

// ---- cloth -> cloth, Figures 4 and 8

constexpr float kLower = 0.004f, kUpper = 0.006f;  // e and e' of two cloths; they touch at 1 cm

/// A small triangle `gap` above a wide one.
std::unique_ptr<Simulation> two_cloths(float gap, ObjectKind lower = ObjectKind::cloth) {
  auto simulation = simulate(
      {object_of(lower, level_triangle(2, 0), kLower), cloth(level_triangle(0.02f, gap), kUpper)}, vertex_contacts());
  simulation->detect_only();
  return simulation;
}

TEST(ClothToCloth, Figure8CollidesBelowTheSumOfBothHalfThicknesses) {
  const auto simulation = two_cloths(0.008f);  // more than either alone
  for (int v = 0; v < 3; ++v) {
    const auto found = contacts_of(*simulation, 1, v);
    ASSERT_EQ(found.size(), 1u);
    expect_contact(found[0], ContactClass::collision, kUp, 0.008f, kLower + kUpper);
  }
}

TEST(ClothToCloth, Figure8BelowIsTheOtherSide) {
  const auto found = contacts_of(*two_cloths(-0.008f), 1, 0);
  ASSERT_EQ(found.size(), 1u);
  expect_contact(found[0], ContactClass::collision, kDown, 0.008f, kLower + kUpper);
}

TEST(ClothToCloth, Figure8PredictsBeyondTheSum) {
  const auto found = contacts_of(*two_cloths(0.012f), 1, 0);
  ASSERT_EQ(found.size(), 1u);
  expect_contact(found[0], ContactClass::prediction, kUp, 0.012f, kLower + kUpper);
}

TEST(ClothToCloth, BeyondThePredictionDistanceNothingIsSeen) { EXPECT_TRUE(two_cloths(0.031f)->contacts().empty()); }

TEST(ClothToShell, IsJudgedAsClothToCloth) {
  const auto near = contacts_of(*two_cloths(0.008f, ObjectKind::shell), 1, 0);
  ASSERT_EQ(near.size(), 1u);
  expect_contact(near[0], ContactClass::collision, kUp, 0.008f, kLower + kUpper);
  const auto below = contacts_of(*two_cloths(-0.012f, ObjectKind::shell), 1, 0);
  ASSERT_EQ(below.size(), 1u);
  expect_contact(below[0], ContactClass::prediction, kDown, 0.012f, kLower + kUpper);
}

TEST(ClothToCloth, TheContactPointIsWhereTheRayMetTheTriangle) {
  const auto simulation = two_cloths(0.008f);
  const Model& model = simulation->model();
  ASSERT_EQ(simulation->contacts().size(), 3u);  // of the small one; the corners of the wide one are far from it
  for (const ContactView& contact : simulation->contacts()) {
    const Int3 t = model.triangles[contact.triangle];
    EXPECT_EQ(contact.vertices, Int4(contact.vertex, t.x, t.y, t.z));
    const Vec3 point = points_of(contact, model.positions).second;
    const Vec3 below = Vec3(model.positions[contact.vertex]) - Vec3(0, 0.008f, 0);
    EXPECT_NEAR(glm::distance(point, below), 0, kTolerance);
  }
}

TEST(ClothToCloth, Figure4BothObjectsAskTheOther) {
  // Two triangles of which each has one corner over the other.
  const Mesh left = mesh_of({{0.1f, 0, 0}, {-1, 0, -1}, {-1, 0, 1}}, {{0, 1, 2}});
  const Mesh right = mesh_of({{-0.1f, 0.005f, 0.02f}, {1, 0.005f, 1}, {1, 0.005f, -1}}, {{0, 1, 2}});
  auto simulation = simulate({cloth(left), cloth(right)}, vertex_contacts());
  simulation->detect_only();
  EXPECT_EQ(contacts_of(*simulation, 0, 0).size(), 1u);
  EXPECT_EQ(contacts_of(*simulation, 1, 0).size(), 1u);
  EXPECT_EQ(simulation->contacts().size(), 2u);
}

TEST(ClothToCloth, TheNearestOfSeveralSheetsIsMet) {
  auto simulation = simulate({cloth(mesh_of({{-2, 0, -2},
                                             {-2, 0, 4},
                                             {4, 0, -2},  //
                                             {-2, 0.01f, -2},
                                             {-2, 0.01f, 4},
                                             {4, 0.01f, -2}},
                                            {{0, 1, 2}, {3, 4, 5}})),
                              cloth(level_triangle(0.02f, 0.02f))},
                             vertex_contacts());
  simulation->detect_only();
  const auto found = contacts_of(*simulation, 1, 0);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_NEAR(found[0].distance, 0.01f, kTolerance);
}

// ---- self

/// One object of two triangles, one above the other, that share no vertex.
SceneObject two_leaves(float gap) {
  const Mesh lower = level_triangle(2, 0), upper = level_triangle(0.02f, gap);
  std::vector<Vec3> positions = lower.positions;
  positions.insert(positions.end(), upper.positions.begin(), upper.positions.end());
  return cloth(mesh_of(positions, {{0, 1, 2}, {3, 4, 5}}));
}

TEST(Self, AClothSeesItself) {
  auto simulation = simulate({two_leaves(0.006f)}, vertex_contacts());
  simulation->detect_only();
  for (int v = 3; v < 6; ++v) {
    const auto found = contacts_of(*simulation, 0, v);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].kind, ContactClass::collision);
    EXPECT_NEAR(found[0].distance, 0.006f, kTolerance);
  }
}

TEST(Self, CanBeSwitchedOffForAllAndForOne) {
  Settings settings = vertex_contacts();
  settings.self_collision = false;
  auto simulation = simulate({two_leaves(0.006f)}, settings);
  simulation->detect_only();
  EXPECT_TRUE(simulation->contacts().empty());

  SceneObject leaves = two_leaves(0.006f);
  leaves.self_collision = false;
  simulation = simulate({leaves}, vertex_contacts());
  simulation->detect_only();
  EXPECT_TRUE(simulation->contacts().empty());
}

TEST(Self, TrianglesOfTheVertexItselfAreNeverMet) {
  // A cone so sharp that the rays of its tip run along its own triangles.
  std::vector<Vec3> positions{{0, 0, 0}};
  std::vector<Int3> triangles;
  for (int i = 0; i < 6; ++i) {
    const float angle = static_cast<float>(i) * 1.0471976f;
    positions.push_back({0.001f * std::cos(angle), -0.02f, 0.001f * std::sin(angle)});
    triangles.push_back({0, 1 + (i + 1) % 6, 1 + i});
  }
  auto simulation = simulate({cloth(mesh_of(positions, triangles))}, vertex_contacts());
  simulation->detect_only();
  EXPECT_TRUE(contacts_of(*simulation, 0, 0).empty());
}

TEST(Self, AFlatSheetDoesNotMeetItself) {
  auto simulation = simulate({cloth(make_sheet({1, 1}, {12, 12}), 0.03f)}, Settings());
  simulation->detect_only();
  EXPECT_TRUE(simulation->contacts().empty());
}

// ---- solid -> solid: nothing that stands still asks anything

TEST(SolidToSolid, ObstaclesThatDoNotMoveDoNotAskEachOther) {
  auto simulation = simulate({slab(), solid(box_mesh({-0.1f, -0.1f, -0.1f}, {0.1f, 0.1f, 0.1f}))}, vertex_contacts());
  simulation->detect_only();
  EXPECT_TRUE(simulation->contacts().empty());
}

// ---- re-projection, Figure 12

TEST(Reprojection, Figure12TurnsAPredictionIntoACollision) {
  const float height = 0.006f;  // e + e' is 8 mm, the ray 12 mm
  const auto without = contacts_of(*leaning_over_level(height, false), 1, 0);
  ASSERT_EQ(without.size(), 1u);
  EXPECT_EQ(without[0].kind, ContactClass::prediction);
  EXPECT_NEAR(without[0].distance, 2 * height, kTolerance);
  EXPECT_NEAR(without[0].normal.y, 0.5f, 1e-5f);  // along the ray

  const auto with = contacts_of(*leaning_over_level(height, true), 1, 0);
  ASSERT_EQ(with.size(), 1u);
  expect_contact(with[0], ContactClass::collision, kUp, height, 0.008f);
}

TEST(Reprojection, MeasuresPredictionsToo) {
  const auto with = contacts_of(*leaning_over_level(0.012f, true), 1, 0);
  ASSERT_EQ(with.size(), 1u);
  expect_contact(with[0], ContactClass::prediction, kUp, 0.012f, 0.008f);
}

// ---- contact repositioning, Figure 13

TEST(RestDistance, Figure13IsTheSumOfTheFabricsHalfThicknesses) {
  const auto on_solid = slab_and_small_cloth(0.004f)->contacts();
  ASSERT_EQ(on_solid.size(), 3u);  // of the cloth; no vertex of the slab is below it
  for (const ContactView& contact : on_solid) EXPECT_FLOAT_EQ(contact.rest_distance, kE);
  const auto on_cloth = two_cloths(0.008f)->contacts();
  ASSERT_EQ(on_cloth.size(), 3u);
  for (const ContactView& contact : on_cloth) EXPECT_FLOAT_EQ(contact.rest_distance, kLower + kUpper);
}

TEST(RestDistance, FollowsAChangeOfThickness) {
  auto simulation = two_cloths(0.008f);
  Material material = simulation->material(1);
  material.half_thickness = 0.001f;
  simulation->change(1, material);
  simulation->detect_only();
  const auto found = contacts_of(*simulation, 1, 0);
  ASSERT_EQ(found.size(), 1u);
  expect_contact(found[0], ContactClass::prediction, kUp, 0.008f, kLower + 0.001f);
}

TEST(RestDistance, WithinOneClothIsLessThanTheDistanceAtRest) {
  auto simulation = simulate({two_leaves(0.006f)}, vertex_contacts());
  simulation->detect_only();
  ASSERT_EQ(simulation->contacts().size(), 3u);  // of the upper leaf
  for (const ContactView& contact : simulation->contacts()) {
    EXPECT_GT(contact.rest_distance, 0);
    EXPECT_LT(contact.rest_distance, 0.006f);  // 2 e is 8 mm, which would tear the mesh apart as it was made
  }
}

// ---- predictions as a whole

TEST(Predictions, CanBeSwitchedOff) {
  Settings settings = vertex_contacts();
  settings.predictions = false;
  auto simulation = two_cloths(0.012f);
  simulation->change(settings);
  simulation->detect_only();
  EXPECT_TRUE(simulation->contacts().empty());
  simulation = two_cloths(0.008f);
  simulation->change(settings);
  simulation->detect_only();
  EXPECT_EQ(simulation->contacts().size(), 3u);
}

TEST(Predictions, ReachAsFarAsAFastVertexGetsBeforeTheNextDetection) {
  auto simulation = two_cloths(0.1f);
  Settings settings = vertex_contacts();
  settings.detections = 1;
  simulation->change(settings);
  throw_object(*simulation, 1, {0, -10, 0});  // 17 cm in a step
  simulation->detect_only();
  EXPECT_EQ(contacts_of(*simulation, 1, 0).size(), 1u);
  throw_object(*simulation, 1, {0, -2, 0});  // 3 cm
  simulation->detect_only();
  EXPECT_TRUE(contacts_of(*simulation, 1, 0).empty());
}

TEST(Counters, AddUpToTheContacts) {
  Settings settings = vertex_contacts();
  settings.response_uses_predictions = false;
  auto simulation =
      simulate({cloth(level_triangle(2, 0), kLower), cloth(level_triangle(0.02f, 0.012f), kUpper)}, settings);
  simulation->step();
  EXPECT_EQ(simulation->counters().predictions, 3);
  EXPECT_EQ(simulation->counters().collisions, 0);
  EXPECT_EQ(simulation->counters().inversions, 0);
}

}  // namespace
}  // namespace raycloth
