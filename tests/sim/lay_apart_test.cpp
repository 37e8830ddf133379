// What touches is given a side before anything moves (sim/model/lay_apart.h).
#include "sim/model/lay_apart.h"

#include <gtest/gtest.h>

#include "sim/model/crossings.h"
#include "tests/collision/scenes.h"

namespace raycloth {
namespace {

using namespace scenes;

constexpr float kHalf = 0.004f, kRoom = 0.1f * 2 * kHalf;  // m: of a sheet, and between two

Model model_of(std::vector<SceneObject> objects) {
  Scene scene;
  scene.path = "test";
  for (size_t i = 0; i < objects.size(); ++i) objects[i].name = "object " + std::to_string(i);
  scene.objects = std::move(objects);
  return build_model(scene);
}

SceneObject sheet(Vec3 at, Int2 cells = {12, 9}) { return cloth(move(make_sheet({0.3f, 0.2f}, cells), at), kHalf); }

std::vector<Vec4> laid_apart(const Model& model, const std::vector<Vec4>& before = {}, bool self_collision = true) {
  return lay_apart(model, model.positions, before, self_collision);
}

/// How high the vertices of an object are: the least and the most.
Vec2 heights(const Model& model, const std::vector<Vec4>& x, int object) {
  const Range range = model.objects[object].vertices;
  const auto [low, high] = std::minmax_element(x.begin() + range.begin, x.begin() + range.end,
                                               [](const Vec4& a, const Vec4& b) { return a.y < b.y; });
  return {low->y, high->y};
}

TEST(LayApart, TheLaterOfTwoSheetsInOnePlaceIsOutside) {
  const Model model = model_of({sheet({0, 1, 0}), sheet({0, 1, 0})});
  ASSERT_GT(crossings(model.positions, model).size(), 100u);
  const std::vector<Vec4> x = laid_apart(model);
  EXPECT_EQ(crossings(x, model).size(), 0u);
  for (const int object : {0, 1}) {  // normals are +y, and both give way alike
    const float wanted = 1 + (object == 0 ? -0.5f : 0.5f) * kRoom;
    const Vec2 found = heights(model, x, object);
    EXPECT_NEAR(found.x, wanted, 0.01f * kRoom);
    EXPECT_NEAR(found.y, wanted, 0.01f * kRoom);
  }
}

TEST(LayApart, FiveSheetsArePiledInTheirOrder) {
  std::vector<SceneObject> sheets;
  for (int i = 0; i < 5; ++i) {  // all in one plane, none on the threads of another
    sheets.push_back(sheet({0.011f * static_cast<float>(i), 1, 0.007f * static_cast<float>(i)}, {12 + i, 9}));
  }
  const Model model = model_of(sheets);
  const std::vector<Vec4> x = laid_apart(model);
  EXPECT_EQ(crossings(x, model).size(), 0u);
  const auto middle = [&](int object) {
    const Range range = model.objects[object].vertices;
    float sum = 0;
    for (int v = range.begin; v < range.end; ++v) sum += x[v].y;
    return sum / static_cast<float>(range.size());
  };
  for (int i = 1; i < 5; ++i) EXPECT_GT(middle(i), middle(i - 1) + 0.5f * kRoom) << i;
}

TEST(LayApart, ClothOnASolidGoesOutAndTheSolidStays) {
  const Model model = model_of({sheet({0, 0.5f, 0}), solid(box_mesh({-0.1f, 0, -0.08f}, {0.1f, 0.5f, 0.08f}))});
  ASSERT_GT(crossings(model.positions, model).size(), 0u);
  const std::vector<Vec4> x = laid_apart(model);
  EXPECT_EQ(crossings(x, model).size(), 0u);
  EXPECT_GE(heights(model, x, 0).x, 0.5f);
  EXPECT_NEAR(heights(model, x, 0).y, 0.5f + 0.1f * kHalf, 0.01f * kHalf);
  for (int v = model.objects[1].vertices.begin; v < model.objects[1].vertices.end; ++v)
    EXPECT_EQ(x[v], model.positions[v]);
}

TEST(LayApart, OfATubePressedFlatTheFrontIsInFront) {
  const Model model = model_of({tube_along_y(0.09f, 40), tube_along_y(0.1f, 46)});
  std::vector<Vec4> flat = model.positions;
  for (Vec4& p : flat) p.z = 0;
  ASSERT_GT(crossings(flat, model).size(), 1000u);
  const std::vector<Vec4> x = lay_apart(model, flat, {}, true);
  EXPECT_EQ(crossings(x, model).size(), 0u);
  for (size_t v = 0; v < x.size(); ++v) {
    if (std::abs(model.positions[v].z) < 0.03f) continue;  // near the creases both lie in the middle
    EXPECT_GT(x[v].z * model.positions[v].z, 0) << v;
  }
  for (int v = 0; v < model.objects[0].vertices.end; ++v) EXPECT_LT(std::abs(x[v].z), kHalf);
}

TEST(LayApart, WhatWasBehindBeforeIsBehind) {
  const Model model = model_of({sheet({0, 0, 0}), sheet({0, 0, 0})});
  std::vector<Vec4> before = model.positions;
  for (int v = model.objects[1].vertices.begin; v < model.objects[1].vertices.end; ++v) before[v].y = -0.05f;
  const std::vector<Vec4> x = laid_apart(model, before);
  EXPECT_EQ(crossings(x, model).size(), 0u);
  EXPECT_LT(heights(model, x, 1).y, heights(model, x, 0).x);
}

/// Of what crosses, the least distance of an edge's end to the triangle's plane, m.
double least_distance(const Model& model, const std::vector<Vec4>& x) {
  double least = 1;
  for (const Crossing& crossing : crossings(x, model)) {
    const Int3 t = model.triangles[crossing.triangle];
    const Vec3 a(x[t.x]), normal = glm::normalize(glm::cross(Vec3(x[t.y]) - a, Vec3(x[t.z]) - a));
    for (const int v : {crossing.edge.x, crossing.edge.y})
      least = std::min(least, std::abs(double(glm::dot(normal, Vec3(x[v]) - a))));
  }
  return least;
}

TEST(LayApart, WhatGoesThroughBetweenVerticesStays) {
  SceneObject upright = sheet({0, 0, 0});
  upright.mesh = move(tilt(make_sheet({0.3f, 0.2f}, {12, 9}), 1.3f), {0.01f, 0.003f, 0.004f});
  const Model model = model_of({sheet({0, 0, 0}), upright});
  ASSERT_GT(crossings(model.positions, model).size(), 0u);
  EXPECT_EQ(laid_apart(model), model.positions);
}

/// Through each other along their threads, so that vertices lie on edges: there is no side to which this could go, but
/// afterwards it goes through between vertices, at right angles and aslant, whoever comes first.
TEST(LayApart, WhatGoesThroughByVerticesGoesThroughBesideThem) {
  for (const float turn : {1.5707963f, 0.9f, -1.2f}) {
    for (const float aside : {0.0f, 0.004f}) {
      SceneObject upright = sheet({0, 0, 0}, {12, 10});
      upright.mesh = move(tilt(make_sheet({0.3f, 0.2f}, {12, 10}), turn), {aside, 0, 0});
      const Model model = model_of({sheet({0, 0, 0}, {12, 10}), upright});
      ASSERT_LT(least_distance(model, model.positions), 1e-6);
      const std::vector<Vec4> x = laid_apart(model);
      EXPECT_GT(crossings(x, model).size(), 20u);
      EXPECT_GT(least_distance(model, x), 1e-5) << turn << ", " << aside;
      for (size_t v = 0; v < x.size(); ++v)
        EXPECT_LE(glm::distance(Vec3(x[v]), Vec3(model.positions[v])), 2 * kRoom) << v;
    }
  }
}

/// A wall whose lower border stands on a sheet: it goes up, whatever stands first.
TEST(LayApart, WhatStandsOnASheetIsOnTheSideToWhichItGoesOn) {
  for (const bool wall_first : {false, true}) {
    SceneObject wall = sheet({0, 0, 0});
    wall.mesh = move(tilt(make_sheet({0.2f, 0.2f}, {8, 8}), 1.5707963f), {0, 0.1f, 0});
    std::vector<SceneObject> objects{sheet({0, 0, 0}, {13, 9}), wall};
    if (wall_first) std::swap(objects[0], objects[1]);
    const Model model = model_of(objects);
    ASSERT_GT(crossings(model.positions, model).size(), 0u);
    const std::vector<Vec4> x = laid_apart(model);
    EXPECT_EQ(crossings(x, model).size(), 0u);
    EXPECT_GT(heights(model, x, wall_first ? 0 : 1).x, 0);
  }
}

TEST(LayApart, WhatIsPinnedStays) {
  SceneObject pinned = sheet({0, 1, 0});
  pinned.pins.boxes = {{Vec3(-1, 0, -1), Vec3(1, 2, 1)}};
  const Model model = model_of({pinned, sheet({0, 1, 0})});
  const std::vector<Vec4> x = laid_apart(model);
  EXPECT_EQ(heights(model, x, 0), Vec2(1, 1));
  EXPECT_NEAR(heights(model, x, 1).x, 1 + kRoom, 0.01f * kRoom);
}

TEST(LayApart, WhatTouchesNothingStays) {
  const Model model = model_of({sheet({0, 1, 0}), sheet({0, 1.0001f, 0})});
  EXPECT_EQ(laid_apart(model), model.positions);
  const Model folded = model_of({tube_along_y(0.09f, 40)});
  std::vector<Vec4> flat = folded.positions;
  for (Vec4& p : flat) p.z = 0;
  EXPECT_EQ(lay_apart(folded, flat, {}, false), flat) << "who does not collide with itself needs no side of itself";
}

}  // namespace
}  // namespace raycloth
