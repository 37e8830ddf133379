// Creases: fabric is 2 e thick, so the ends of two triangles that share an edge stay that far apart.
#include <gtest/gtest.h>

#include "tests/collision/scenes.h"

namespace raycloth {
namespace {

using namespace scenes;

constexpr float kE = 0.004f, kSize = 0.05f;

/// Two triangles on the edge 0-1, flat at rest.
Mesh hinge(float size) {
  return mesh_of({{0, 0, 0}, {0, 0, size}, {-size, 0, 0.5f * size}, {size, 0, 0.5f * size}}, {{0, 1, 2}, {1, 0, 3}});
}

/// The distance of the ends after one step from a fold that leaves `gap` between them, with nothing else at work.
/// `factors`: of e at the four vertices; the ends are the last two.
float opened(float size, float gap, std::vector<float> factors = {}) {
  SceneObject fabric = cloth(hinge(size), kE);
  fabric.thickness_map = std::move(factors);
  fabric.material.bend_stiffness = 0;
  Settings settings = empty_space();
  settings.self_collision = false;
  auto simulation = simulate({fabric}, settings);
  const int c = vertex_of(simulation->model(), 0, 2), d = vertex_of(simulation->model(), 0, 3);
  std::vector<Vec4> positions = copy_of(simulation->positions());
  const float height = std::sqrt(size * size - 0.25f * gap * gap);  // edges keep their lengths
  positions[c] = Vec4(-0.5f * gap, height, 0.5f * size, positions[c].w);
  positions[d] = Vec4(0.5f * gap, height, 0.5f * size, positions[d].w);
  simulation->set_state(positions, copy_of(simulation->velocities()));
  simulation->step();
  return glm::distance(Vec3(simulation->positions()[c]), Vec3(simulation->positions()[d]));
}

TEST(Crease, OpensUntilItsEndsAreAsFarApartAsTheFabricIsThick) {
  for (const float gap : {0.0005f, 0.003f, 0.007f}) EXPECT_GE(opened(kSize, gap), 2 * kE * 0.999f) << gap;
}

TEST(Crease, IsLeftAloneWhereItIsWideEnough) {
  EXPECT_NEAR(opened(kSize, 0.009f), 0.009f, 1e-6f);
  EXPECT_NEAR(opened(kSize, 0.03f), 0.03f, 1e-6f);
}

TEST(Crease, IsAsWideAsTheFabricIsThickAtItsEnds) {
  const std::vector<float> factors{1, 1, 2, 0.5f};  // 8 + 2 mm
  EXPECT_GE(opened(kSize, 0.009f, factors), 0.010f * 0.999f);
  EXPECT_NEAR(opened(kSize, 0.0105f, factors), 0.0105f, 1e-6f);
}

TEST(Crease, OfAMeshFinerThanTheFabricIsHeldToThePartOfItsRestThatContactsHold) {
  constexpr float kFine = 0.004f;  // at rest the ends are 8 mm apart: 0.7 of that is less than 2 e
  EXPECT_NEAR(opened(kFine, 0.006f), 0.006f, 1e-6f);
  EXPECT_GE(opened(kFine, 0.004f), 0.7f * 2 * kFine * 0.999f);
}

}  // namespace
}  // namespace raycloth
