// Thickness that varies over a cloth: e and e' are those of the very point where a ray or an edge met it, on flat
// triangles whose numbers are worked out by hand.
#include <gtest/gtest.h>

#include "tests/collision/scenes.h"

namespace raycloth {
namespace {

using namespace scenes;

constexpr float kE = 0.004f;
constexpr float kTolerance = 1e-7f;  // m

SceneObject varied(SceneObject object, std::vector<float> factors) {
  object.thickness_map = std::move(factors);
  return object;
}

/// A wide triangle with factors 1, 2 and 3 at its corners, and a small one `gap` over it, half as thick as it says.
std::unique_ptr<Simulation> small_over_wide(float gap, ObjectKind lower = ObjectKind::cloth) {
  auto simulation = simulate({varied(object_of(lower, level_triangle(2, 0), kE), {1, 2, 3}),
                              varied(cloth(level_triangle(0.3f, gap), kE), {0.5f, 0.5f, 0.5f})},
                             vertex_contacts());
  simulation->detect_only();
  return simulation;
}

/// e' of the wide triangle: its corners are (-2, -2), (-2, 4) and (4, -2) in x and z.
float wide_thickness(Vec3 place) {
  const float second = (place.z + 2) / 6, third = (place.x + 2) / 6;
  return kE * (1 * (1 - second - third) + 2 * second + 3 * third);
}

TEST(Thickness, IsThatOfTheVertexAndOfThePointMet) {
  for (const ObjectKind lower : {ObjectKind::cloth, ObjectKind::shell}) {
    const auto simulation = small_over_wide(0.006f, lower);
    for (int v = 0; v < 3; ++v) {
      const auto found = contacts_of(*simulation, 1, v);
      ASSERT_EQ(found.size(), 1u);
      const Vec3 place(simulation->positions()[found[0].vertex]);
      EXPECT_NEAR(found[0].rest_distance, 0.5f * kE + wide_thickness(place), kTolerance);
      EXPECT_EQ(found[0].kind, ContactClass::collision);  // below 2 + 4 mm at the least
    }
  }
}

TEST(Thickness, DecidesTheClass) {
  // 2 + 7.4 mm where it is thinnest, 2 + 8.6 mm where it is thickest.
  const auto simulation = small_over_wide(0.0098f);
  for (int v = 0; v < 3; ++v) {
    const auto found = contacts_of(*simulation, 1, v);
    ASSERT_EQ(found.size(), 1u);
    const float touching = 0.5f * kE + wide_thickness(Vec3(simulation->positions()[found[0].vertex]));
    EXPECT_EQ(found[0].kind, 0.0098f < touching ? ContactClass::collision : ContactClass::prediction);
  }
  EXPECT_EQ(contacts_of(*simulation, 1, 2)[0].kind, ContactClass::collision);   // where it is thickest
  EXPECT_EQ(contacts_of(*simulation, 1, 0)[0].kind, ContactClass::prediction);  // where it is thinnest
}

TEST(Thickness, FollowsTheMaterial) {
  const auto simulation = small_over_wide(0.006f);
  Material material = simulation->material(0);
  material.half_thickness = 0.5f * kE;
  simulation->change(0, material);
  simulation->detect_only();
  const auto found = contacts_of(*simulation, 1, 1);
  ASSERT_EQ(found.size(), 1u);
  const Vec3 place(simulation->positions()[found[0].vertex]);
  EXPECT_NEAR(found[0].rest_distance, 0.5f * kE + 0.5f * wide_thickness(place), kTolerance);
}

TEST(Thickness, OfASolidsTargetAndSource) {
  const SceneObject slab = solid(box_mesh({-0.5f, -0.2f, -0.5f}, {0.5f, 0, 0.5f}));
  // Over the slab's top: its middle vertex asks the cloth, whose factors are 1, 2 and 3.
  auto simulation = simulate({slab, varied(cloth(level_triangle(2, 0.006f), kE), {1, 2, 3})}, vertex_contacts());
  simulation->detect_only();
  const auto top = contacts_of(*simulation, 0, kTop);
  ASSERT_EQ(top.size(), 1u);
  EXPECT_NEAR(top[0].rest_distance, wide_thickness(Vec3(0)), kTolerance);  // 8 mm
  EXPECT_EQ(top[0].kind, ContactClass::collision);
  // A small cloth over it: each of its vertices has an e of its own.
  simulation = simulate({slab, varied(cloth(level_triangle(0.1f, 0.006f), kE), {1, 2, 3})}, vertex_contacts());
  simulation->detect_only();
  for (int v = 0; v < 3; ++v) {
    const auto found = contacts_of(*simulation, 1, v);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_NEAR(found[0].rest_distance, kE * static_cast<float>(v + 1), kTolerance);
    EXPECT_EQ(found[0].kind, v == 0 ? ContactClass::prediction : ContactClass::collision);
  }
}

TEST(Thickness, IsInterpolatedAlongEdges) {
  // An edge along x with factors 1 and 3, and one along z over it at three quarters of its length. What is far below
  // and above them keeps other pairs away.
  const Mesh lower = mesh_of({{-0.5f, 0, 0}, {0.5f, 0, 0}, {0, -0.5f, 0}}, {{0, 1, 2}});
  const Mesh upper = mesh_of({{0.25f, 0.003f, -0.5f}, {0.25f, 0.003f, 0.5f}, {0.25f, 0.5f, 0}}, {{0, 1, 2}});
  auto simulation = simulate({varied(cloth(lower, kE), {1, 3, 1}), varied(cloth(upper, kE), {2, 2, 1})}, empty_space());
  simulation->detect_only();
  int edges = 0;
  for (const ContactView& contact : simulation->contacts()) {
    if (!contact.edges) continue;
    ++edges;
    EXPECT_NEAR(contact.rest_distance, 0.5f * (kE * 2.5f + kE * 2), kTolerance);  // half of e + e'
  }
  EXPECT_EQ(edges, 1);
}

TEST(Thickness, RaysReachTheThickestPoint) {
  // Twenty times 4 mm where the third corner is: beyond the prediction distance of 3 cm.
  auto simulation =
      simulate({varied(cloth(level_triangle(2, 0), kE), {20, 20, 20}), cloth(level_triangle(0.3f, 0.07f), kE)},
               vertex_contacts());
  simulation->detect_only();
  const auto found = contacts_of(*simulation, 1, 0);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].kind, ContactClass::collision);
  EXPECT_NEAR(found[0].rest_distance, 0.084f, 1e-6f);
}

TEST(Thickness, TheGroundHoldsEveryVertexAtItsOwn) {
  Scene scene;
  scene.objects = {varied(cloth(level_triangle(0.2f, 0.001f), kE), {0.5f, 1, 2})};
  scene.ground = Ground{};
  const auto simulation = create(build_model(scene), vertex_contacts(), DeviceChoice::cpu, 1);
  simulation->step();
  const float factors[] = {0.5f, 1, 2};
  for (int v = 0; v < 3; ++v) {  // it starts 1 mm over the ground, and what lifted it keeps it off
    const VertexInspection record = simulation->inspect(vertex_of(simulation->model(), 0, v)).value();
    EXPECT_NEAR(record.push_of_step.y, kE * factors[v] - 0.001f, 1e-6f);
  }
}

}  // namespace
}  // namespace raycloth
