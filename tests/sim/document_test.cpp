// Scene files that are edited as text: objects placed, named, added, removed.
#include "sim/scene/document.h"

#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <random>

#include "device/error.h"
#include "sim/scene/object.h"

namespace raycloth {
namespace {

using Json = nlohmann::ordered_json;

const std::filesystem::path kFile = std::filesystem::path(RAYCLOTH_SOURCE_DIR) / "tests/data/none.json";

const char* const kScene = R"({
  "name": "a scene", "settings": {"substeps": 12}, "session": "some.jsonl",
  "objects": [
    {"name": "box", "kind": "solid", "mesh": "box.obj", "fit": 0.5, "color": [0.1, 0.2, 0.3]},
    {"name": "wheel", "kind": "solid", "mesh": "box.obj", "translate": [2, 0, 0], "scale": [1, 2, 1],
     "motion": {"kind": "kinematic", "about": [2, 0.5, 0], "keyframes": [{"time": 0}]}},
    {"name": "flag", "kind": "cloth", "sheet": {"size": [0.4, 0.4], "cells": [4, 4]}, "translate": [0, 1, 0],
     "material": {"half_thickness": 0.003}, "pins": {"nearest": [[-0.2, 1, -0.2]]},
     "attachments": [{"target": "box", "nearest": [[0.2, 1, 0.2]]}, {"target": "wheel", "vertices": [3]}]}
  ]
})";

Scene read(const std::string& document) { return read_document(document, kFile); }

Placement random_placement(std::mt19937& random, bool fitted) {
  const auto one = [&] { return std::uniform_real_distribution<float>(-1, 1)(random); };
  Placement placement;
  placement.up = "xyz"[random() % 3];
  if (fitted)
    placement.fit = 1.5f + one();
  else
    placement.scale = {1.5f + one(), 1.5f + one(), 1.5f + one()};
  for (int i = 0; i < static_cast<int>(random() % 3); ++i)
    placement.rotations.push_back({Vec3(one(), one(), one() + 2), 170 * one()});
  placement.translation = {one(), one(), one()};
  return placement;
}

std::vector<Vec3> placed_positions(const Placement& placement) {
  std::vector<std::string> warnings;
  Mesh mesh = load_mesh(kFile.parent_path() / "box.obj", warnings);
  place(mesh, matrix_of(placement, mesh, "box"), "box");
  return mesh.positions;
}

void expect_near(const std::vector<Vec3>& a, const std::vector<Vec3>& b) {
  ASSERT_EQ(a.size(), b.size());
  for (size_t i = 0; i < a.size(); ++i) EXPECT_LT(glm::distance(a[i], b[i]), 2e-5f) << i;
}

TEST(Placements, ChangeBetweenTwoBringsPointsThere) {
  std::mt19937 random(3);
  for (int i = 0; i < 50; ++i) {
    const Placement from = random_placement(random, i % 2);
    Placement to = random_placement(random, i % 2);
    to.up = from.up;
    const glm::dmat4 change = change_between(from, to);
    std::vector<Vec3> carried;
    for (const Vec3& p : placed_positions(from)) carried.push_back(Vec3(glm::dvec3(change * glm::dvec4(p, 1))));
    expect_near(carried, placed_positions(to));
  }
}

TEST(Placements, AreMovedTurnedAndEnlargedAboutAPoint) {
  std::mt19937 random(4);
  const Vec3 about(0.3f, -0.2f, 0.7f);
  for (int i = 0; i < 30; ++i) {
    const Placement from = random_placement(random, i % 2);
    const std::vector<Vec3> before = placed_positions(from);
    std::vector<Vec3> expected;
    for (const Vec3& p : before) expected.push_back(about + Vec3(p.z - about.z, p.y - about.y, about.x - p.x));
    expect_near(placed_positions(turned(from, {{0, 1, 0}, 90}, about)), expected);
    for (size_t v = 0; v < before.size(); ++v) expected[v] = about + 1.5f * (before[v] - about);
    expect_near(placed_positions(enlarged(from, 1.5f, about)), expected);
    for (size_t v = 0; v < before.size(); ++v) expected[v] = before[v] + about;
    expect_near(placed_positions(moved(from, about)), expected);
  }
}

TEST(Placements, HaveAnglesThatMakeThemAgain) {
  std::mt19937 random(5);
  const Vec3 about(0.3f, -0.2f, 0.7f);
  for (int i = 0; i < 50; ++i) {
    const Placement from = random_placement(random, i % 2);
    expect_near(placed_positions(with_angles(from, angles_of(from), about)), placed_positions(from));
  }
  Placement upright;
  upright.rotations = {{{1, 0, 0}, 30}, {{0, 1, 0}, 90}};  // where two of the angles turn about one axis
  expect_near(placed_positions(with_angles(upright, angles_of(upright), about)), placed_positions(upright));
  const Vec3 angles = angles_of(with_angles({}, {10, -20, 30}, about));
  EXPECT_LT(glm::distance(angles, Vec3(10, -20, 30)), 1e-3f);
}

TEST(Documents, APlacedObjectIsReadThereAndTheRestStaysAsItWas) {
  const Scene before = read(kScene);
  const Placement placement = turned(moved(before.objects[0].placement, {0, 1, 0}), {{0, 0, 1}, 30}, {0, 1, 0});
  const Scene after = read(with_placement(kScene, 0, placement, {}));
  expect_near(after.objects[0].mesh.positions, placed_positions(placement));
  EXPECT_EQ(after.objects[0].placement, placement);  // to the bit
  Json a = Json::parse(kScene), b = Json::parse(after.document);
  for (const char* key : {"rotate", "translate"}) b["objects"][0].erase(key);
  EXPECT_EQ(a, b);
}

TEST(Documents, ThePointThatKeyframesTurnAboutGoesWithTheObject) {
  const Scene before = read(kScene);
  const Placement placement = turned(before.objects[1].placement, {{0, 1, 0}, 90}, {0, 0, 0});
  const Scene after = read(with_placement(kScene, 1, placement, {}));
  EXPECT_LT(glm::distance(after.objects[1].motion.pivot, Vec3(0, 0.5f, -2)), 1e-5f);
}

TEST(Documents, APlacedObjectKeepsItsChosenVertices) {
  const Scene before = read(kScene);
  const Scene after =
      read(with_placement(kScene, 2, moved(before.objects[2].placement, {5, 0, 0}), {{0}, {{24}, {3}}}));
  const SceneObject& flag = after.objects[2];
  EXPECT_EQ(flag.pins.numbers, std::vector{0});
  EXPECT_FALSE(flag.pins.by_place());
  EXPECT_EQ(flag.attachments[0].vertices.numbers, std::vector{24});
  EXPECT_FALSE(flag.attachments[0].vertices.by_place());
  EXPECT_EQ(flag.attachments[1].vertices.numbers, std::vector{3});
}

TEST(Documents, ARenamedObjectKeepsWhatIsAttachedToIt) {
  const Scene after = read(with_look(kScene, 0, {"crate", {1, 0.5f, 0}}));
  EXPECT_EQ(after.objects[0].name, "crate");
  EXPECT_EQ(after.objects[0].color, Vec3(1, 0.5f, 0));
  EXPECT_EQ(after.objects[2].attachments[0].target, "crate");
  EXPECT_EQ(after.objects[2].attachments[1].target, "wheel");
  EXPECT_THROW(with_look(kScene, 0, {"flag", {}}), InputError);
  EXPECT_THROW(with_look(kScene, 0, {"", {}}), InputError);
}

TEST(Documents, ARemovedObjectTakesAttachmentsToItAlong) {
  std::string document = without_object(kScene, 0);
  Scene after = read(document);
  ASSERT_EQ(after.objects.size(), 2u);
  EXPECT_TRUE(after.session.empty());
  ASSERT_EQ(after.objects[1].attachments.size(), 1u);
  EXPECT_EQ(after.objects[1].attachments[0].target, "wheel");
  document = without_object(document, 0);
  EXPECT_TRUE(read(document).objects[0].attachments.empty());
  EXPECT_THROW(without_object(document, 0), InputError);
}

TEST(Documents, AnAddedMeshIsReadAsItWasSaid) {
  NewObject object{kFile.parent_path() / "uv.obj", "patch", ObjectKind::cloth, MotionKind::fixed, {}, 0.002f, Vec3(1)};
  object.placement.fit = 0.7f;
  object.placement.translation = {0, 3, 0};
  Scene after = read(with_object(kScene, kFile, object));
  ASSERT_EQ(after.objects.size(), 4u);
  EXPECT_TRUE(after.session.empty());
  EXPECT_EQ(after.objects[3].name, "patch");
  EXPECT_EQ(after.objects[3].kind, ObjectKind::cloth);
  EXPECT_EQ(after.objects[3].material.half_thickness, 0.002f);
  EXPECT_EQ(after.objects[3].placement, object.placement);
  const Vec3 size = bounds(after.objects[3].mesh).size();
  EXPECT_NEAR(std::max({size.x, size.y, size.z}), 0.7f, 1e-6f);
  EXPECT_EQ(Json::parse(after.document)["objects"][3]["mesh"], "uv.obj");  // seen from the scene
  after = read(with_object(kScene, kFile,
                           {kFile.parent_path() / "box.obj", "b", ObjectKind::solid, MotionKind::rigid, {}, {}, {}}));
  EXPECT_EQ(after.objects[3].motion.kind, MotionKind::rigid);
  EXPECT_EQ(free_name(after, "flag"), "flag 2");
  EXPECT_EQ(free_name(after, "new"), "new");
}

TEST(Documents, AThicknessMapIsPutAndTakenAway) {
  std::vector<float> factors(25, 1);
  factors[7] = 2.5f;
  const std::string document = with_thickness(kScene, 2, factors);
  EXPECT_EQ(read(document).objects[2].thickness_map, factors);
  EXPECT_TRUE(read(with_thickness(document, 2, {})).objects[2].thickness_map.empty());
  EXPECT_THROW(read(with_thickness(kScene, 0, factors)), InputError);  // a solid
}

}  // namespace
}  // namespace raycloth
