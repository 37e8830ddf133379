// Mass, centre and inertia of polyhedra against the formulas of the shapes that they are or come near.
#include "sim/model/mass_properties.h"

#include <gtest/gtest.h>

#include "device/error.h"
#include "sim/scene/scene.h"
#include "tests/collision/scenes.h"

namespace raycloth {
namespace {

TEST(MassProperties, OfABoxAnywhere) {
  const glm::dvec3 size(0.3, 0.5, 0.2);
  const Mesh box = scenes::box_mesh(Vec3(5, -2, 7), Vec3(5.3f, -1.5f, 7.2f));
  const MassProperties found = mass_properties(box.positions, box.triangles);
  const double volume = size.x * size.y * size.z;
  EXPECT_NEAR(found.volume, volume, 1e-6 * volume + 1e-8);
  EXPECT_LT(glm::length(found.centre - glm::dvec3(5.15, -1.75, 7.1)), 1e-6);
  for (int i = 0; i < 3; ++i) {
    const double a = size[(i + 1) % 3], b = size[(i + 2) % 3];
    for (int j = 0; j < 3; ++j)
      EXPECT_NEAR(found.inertia[i][j], i == j ? volume * (a * a + b * b) / 12 : 0, 1e-7) << i << j;
  }
}

TEST(MassProperties, OfARegularTetrahedronAreThoseOfABall) {  // by its symmetry, I = m s^2 / 20
  const Mesh mesh =
      scenes::mesh_of({{1, 1, 1}, {-1, -1, 1}, {-1, 1, -1}, {1, -1, -1}}, {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}});
  const MassProperties found = mass_properties(mesh.positions, mesh.triangles);
  EXPECT_NEAR(found.volume, 8.0 / 3, 1e-12);
  for (int i = 0; i < 3; ++i) {
    EXPECT_NEAR(found.centre[i], 0, 1e-12);
    for (int j = 0; j < 3; ++j) EXPECT_NEAR(found.inertia[i][j], i == j ? 8.0 / 3 * 8 / 20 : 0, 1e-12);
  }
}

TEST(MassProperties, OfTheShippedBallComeNearTheSpheres) {
  std::vector<std::string> warnings;
  const Mesh ball = load_mesh(std::filesystem::path(RAYCLOTH_SOURCE_DIR) / "assets/meshes/ball.obj", warnings);
  const MassProperties found = mass_properties(ball.positions, ball.triangles);
  const double radius = 0.3, volume = 4.0 / 3 * 3.14159265 * radius * radius * radius;
  EXPECT_NEAR(found.volume, volume, 0.01 * volume);
  for (int i = 0; i < 3; ++i)
    EXPECT_NEAR(found.inertia[i][i], 0.4 * volume * radius * radius, 0.02 * 0.4 * volume * radius * radius);
}

}  // namespace
}  // namespace raycloth
