// What is put deep into a solid goes back by the way that it came (sim/model/take_out.h).
#include "sim/model/take_out.h"

#include <gtest/gtest.h>

#include "tests/collision/scenes.h"

namespace raycloth {
namespace {

using namespace scenes;

/// A sheet of 0.6 m x 0.4 m at y = 1 over a box of 0.22 m x 0.22 m whose top is at y = 0.5.
Model sheet_over_box(std::vector<SceneObject> more = {}, const std::vector<Vec3>& pins = {}) {
  Scene scene;
  scene.path = "test";
  scene.objects = {cloth(move(make_sheet({0.6f, 0.4f}, {24, 16}), {0, 1, 0})),
                   solid(box_mesh({-0.11f, 0, -0.11f}, {0.11f, 0.5f, 0.11f}))};
  scene.objects[0].pins.nearest = pins;
  for (SceneObject& object : more) scene.objects.push_back(std::move(object));
  for (size_t i = 0; i < scene.objects.size(); ++i) scene.objects[i].name = "object " + std::to_string(i);
  return build_model(scene);
}

/// The sheet at y = `height`.
std::vector<Vec4> lowered(const Model& model, float height) {
  std::vector<Vec4> x = model.positions;
  for (int v = model.objects[0].vertices.begin; v < model.objects[0].vertices.end; ++v) x[v].y = height;
  return x;
}

bool is_over_box(const Vec4& p) { return std::abs(p.x) < 0.11f && std::abs(p.z) < 0.11f; }

/// Of the sheet what is over the box is at `inside`, and all else a tenth of the way back to y = 1.
void expect_heights(const Model& model, const std::vector<Vec4>& put, const std::vector<Vec4>& taken, float inside) {
  int over = 0;
  for (int v = 0; v < static_cast<int>(taken.size()); ++v) {
    const bool moves = v < model.objects[0].vertices.end, is_in = moves && is_over_box(put[v]);
    over += is_in;
    const float beside = moves ? put[v].y + 0.1f * (1 - put[v].y) : put[v].y;
    EXPECT_NEAR(taken[v].y, is_in ? inside : beside, 1e-6f) << v;
    EXPECT_EQ(taken[v].x, put[v].x);
    EXPECT_EQ(taken[v].z, put[v].z);
    EXPECT_EQ(taken[v].w, put[v].w);
  }
  EXPECT_GT(over, 40);
}

TEST(TakeOut, GoesBackBeyondTheSurfaceByWhichItCame) {
  const Model model = sheet_over_box();
  const std::vector<Vec4> put = lowered(model, 0.2f);  // 0.3 m of 0.8 m are inside: t = 3/8, 2 t / (1 + t) = 6/11
  expect_heights(model, put, take_out(model, put, model.positions), 0.2f + 0.8f * 6 / 11);
}

TEST(TakeOut, OfTwoLayersTheOuterOneStaysOutside) {
  const Model model = sheet_over_box();
  const std::vector<Vec4> put = lowered(model, 0.2f), low = lowered(model, 0.55f), high = lowered(model, 0.56f);
  const std::vector<Vec4> inner = take_out(model, put, low), outer = take_out(model, put, high);
  for (int v = 0; v < model.objects[0].vertices.end; ++v) {
    if (!is_over_box(put[v])) continue;
    EXPECT_GT(inner[v].y, 0.5f);
    EXPECT_GT(outer[v].y, inner[v].y + 0.002f);
    EXPECT_LT(outer[v].y, 0.56f);
  }
}

/// Out of the last of two solids that are in its way.
TEST(TakeOut, GoesBackOutOfAllThatIsInItsWay) {
  const Model model = sheet_over_box({solid(box_mesh({-0.15f, 0.6f, -0.15f}, {0.15f, 0.8f, 0.15f}))});
  const std::vector<Vec4> put = lowered(model, 0.4f);
  const std::vector<Vec4> taken = take_out(model, put, model.positions);
  expect_heights(model, put, taken, 0.4f + 0.6f * 0.8f);  // t = 2/3
}

TEST(TakeOut, StaysWhereNoWayLeadsOut) {
  const Model model = sheet_over_box();
  const std::vector<Vec4> inside = lowered(model, 0.2f), through = lowered(model, -0.1f);
  EXPECT_EQ(take_out(model, inside, lowered(model, 0.3f)), inside) << "was inside before";
  EXPECT_EQ(take_out(model, through, model.positions), through) << "went through";
  EXPECT_EQ(take_out(model, inside, inside), inside) << "has not moved";
}

/// Edges are 2.5 cm long along the sides, 3.5 cm along diagonals.
TEST(TakeOut, WhatIsLessDeepThanAnEdgeStays) {
  const Model model = sheet_over_box();
  const std::vector<Vec4> shallow = lowered(model, 0.48f), deep = lowered(model, 0.45f);
  EXPECT_EQ(take_out(model, shallow, model.positions), shallow);
  EXPECT_NE(take_out(model, deep, model.positions), deep);
}

TEST(TakeOut, PinsAndBodiesStay) {
  const Model model = sheet_over_box({}, {Vec3(0, 1, 0)});
  const std::vector<Vec4> put = lowered(model, 0.2f), taken = take_out(model, put, model.positions);
  for (int v = 0; v < model.objects[0].vertices.end; ++v) {
    if (!is_over_box(put[v])) continue;
    const bool pin = model.positions[v].w == 0;
    EXPECT_EQ(taken[v] == put[v], pin);
    EXPECT_EQ(pin, put[v].x == 0 && put[v].z == 0);
  }
  std::vector<Vec4> raised = model.positions;  // the box comes up to the sheet, which does not move
  for (int v = model.objects[1].vertices.begin; v < model.objects[1].vertices.end; ++v) raised[v].y += 0.8f;
  EXPECT_EQ(take_out(model, raised, model.positions), raised);
}

}  // namespace
}  // namespace raycloth
