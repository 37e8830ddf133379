// The scenes with bodies: they come to rest, and cloth carries what is heavy.
#include "tests/solver/bodies.h"
#include "tests/solver/shipped_scenes.h"

namespace raycloth {
namespace {

using namespace scenes;

std::unique_ptr<Simulation> load(const std::string& name, float factor) {
  const Scene scene = load_scene_scaled(scene_file(name), factor);
  return create(build_model(scene), scene.settings, DeviceChoice::cpu, 0);
}

float lowest(Simulation& simulation, int object) {
  const Range range = simulation.model().objects[object].vertices;
  float low = 1e9f;
  for (int v = range.begin; v < range.end; ++v) low = std::min(low, simulation.positions()[v].y);
  return low;
}

TEST(BodyScenes, ABallAndATorusComeToRestOnEachOther) {
  const auto simulation = load("bodies", 1);
  run(*simulation, 300);
  ASSERT_TRUE(all_finite(*simulation));
  EXPECT_LT(rigid_motion(*simulation, 0).kinetic, 1e-4);
  EXPECT_LT(vertex_energy(*simulation, 1), 1e-3);
  EXPECT_GT(lowest(*simulation, 0), -0.001f);
  EXPECT_GT(lowest(*simulation, 1), -0.001f);
  // The hole of the torus has a radius of 0.16 m: the ball's, 0.15 m, rests in it.
  const glm::dvec3 between = rigid_motion(*simulation, 1).centre - rigid_motion(*simulation, 0).centre;
  EXPECT_LT(std::hypot(between.x, between.z), 0.08);
  EXPECT_EQ(simulation->counters().inversions, 0);
}

TEST(BodyScenes, AHammockOfClothCarriesABallOfFourKilograms) {
  const auto simulation = load("hammock", 0.5f);
  const double mass = rigid_motion(*simulation, 0).mass;
  EXPECT_NEAR(mass, 4, 0.1);
  float low = 1;
  for (int frame = 1; frame <= 240; ++frame) {
    simulation->step();
    low = std::min(low, lowest(*simulation, 0));
  }
  ASSERT_TRUE(all_finite(*simulation));
  EXPECT_GT(low, 0.4f);                           // it hangs 0.8 m above the ground
  EXPECT_GT(simulation->contacts().size(), 10u);  // and it is the cloth that holds it
  EXPECT_LT(strain(*simulation, 0.99), 0.15f);
  EXPECT_EQ(count_crossings(*simulation), 0u);
}

}  // namespace
}  // namespace raycloth
