// What cloth that nothing touches may do to its momenta and its energy: nothing, and take from it.
#include <gtest/gtest.h>

#include "tests/collision/scenes.h"
#include "tests/sim/sheets.h"

namespace raycloth {
namespace {

using namespace scenes;

Settings untouched(int substeps) {
  Settings settings = empty_space();
  settings.self_collision = false;
  settings.edge_contacts = false;
  settings.speed_limit = 1000;
  settings.substeps = substeps;
  settings.detections = 1;
  return settings;
}

struct Momenta {
  glm::dvec3 linear{0}, angular{0};  // kg m/s, kg m^2/s about `centre`
  double kinetic = 0, mass = 0;
};

Momenta momenta_of(Simulation& simulation, const glm::dvec3& centre) {
  Momenta sum;
  for (size_t i = 0; i < simulation.positions().size(); ++i) {
    const Vec4 p = simulation.positions()[i];
    const glm::dvec3 v(simulation.velocities()[i]), arm = glm::dvec3(p) - centre;
    const double mass = 1 / double(p.w);
    sum.linear += mass * v;
    sum.angular += mass * glm::cross(arm, v);
    sum.kinetic += 0.5 * mass * glm::dot(v, v);
    sum.mass += mass;
  }
  return sum;
}

/// A sheet crumpled from its flat rest shape, around `centre`, that flies, turns and trembles.
std::unique_ptr<Simulation> thrown(const Vec3& centre, float bend_stiffness, const Settings& settings) {
  SceneObject sheet = cloth(move(sheets::jittered_sheet({0.5f, 0.4f}, {30, 24}, 0.2f, 3), centre));
  sheet.material.bend_stiffness = bend_stiffness;
  auto simulation = simulate({sheet}, settings);
  std::mt19937 random(5);
  std::uniform_real_distribution<float> tremble(-1, 1);
  std::vector<Vec4> x = copy_of(simulation->positions()), v = copy_of(simulation->velocities());
  const auto any = [&](float most) { return most * Vec3(tremble(random), tremble(random), tremble(random)); };
  for (size_t i = 0; i < x.size(); ++i) {
    x[i] += Vec4(any(0.004f), 0);
    v[i] = Vec4(Vec3(0.3f, 1, -0.2f) + glm::cross(Vec3(2, 1, 3), Vec3(x[i]) - centre) + any(0.2f), 0);
  }
  simulation->set_state(x, v);
  return simulation;
}

/// A substep's rounding moves a vertex by some 2^-24 of its coordinates, this way or that, and its speed by that over
/// h; the means of 775 vertices are the 28th of it. What would be off for all of them alike shows at once.
void expect_linear_momentum(const Vec3& centre, float bend_stiffness) {
  const Settings settings = untouched(5);
  const double h = settings.time_step / settings.substeps, farthest = glm::length(centre) + 0.5;
  auto simulation = thrown(centre, bend_stiffness, settings);
  Momenta before = momenta_of(*simulation, glm::dvec3(centre));
  for (int i = 0; i < 10; ++i) {
    simulation->step();
    const Momenta after = momenta_of(*simulation, glm::dvec3(centre));
    const double roundings = 4 * settings.substeps, of_one = farthest / (1 << 24) / h;
    EXPECT_LE(glm::distance(after.linear, before.linear) / before.mass, roundings * of_one / 28 * 4)
        << "m/s in step " << i << " around " << centre.x;
    before = after;
  }
}

TEST(Momentum, IsKeptByFabric) { expect_linear_momentum({0, 0, 0}, 5e-5f); }
TEST(Momentum, IsKeptByStiffFabric) { expect_linear_momentum({0, 0, 0}, 1e-2f); }
TEST(Momentum, IsKeptFarFromTheOrigin) { expect_linear_momentum({30, 40, -20}, 5e-5f); }
TEST(Momentum, IsKeptByStiffFabricFarFromTheOrigin) { expect_linear_momentum({30, 40, -20}, 1e-2f); }

/// How much of its spin a thrown sheet loses or wins in a second.
double spin_lost(int substeps) {
  auto simulation = thrown({0, 0, 0}, 5e-5f, untouched(substeps));
  const glm::dvec3 about(0, 0, 0);
  const Momenta before = momenta_of(*simulation, about);
  run(*simulation, 60);
  const Momenta after = momenta_of(*simulation, about);
  return glm::distance(after.angular, before.angular) / glm::length(before.angular);
}

/// Every correction keeps the angular momentum about where the vertices are when it is made; velocities are the way
/// from the substep's start. What a substep changes is therefore of the order of its way times its corrections, h^3 of
/// the internal accelerations (speeds over the time of a vibration), h^2 over a second: it vanishes with short
/// substeps.
TEST(Momentum, AngularIsKeptAsSubstepsGetShorter) {
  const double coarse = spin_lost(5), fine = spin_lost(40);
  EXPECT_LT(coarse, 0.1);
  EXPECT_LT(fine, 0.02);
  EXPECT_LT(fine, 0.6 * coarse + 0.002);
}

/// A mesh of 2 mm, so stiff that an explicit force would throw it out of the window.
TEST(Bend, OfStiffFineMeshesDoesNotExplode) {
  SceneObject sheet = cloth(sheets::jittered_sheet({0.08f, 0.08f}, {40, 40}, 0.2f, 4));
  sheet.material.bend_stiffness = 1e-3f;
  auto simulation = simulate({sheet}, untouched(5));
  std::mt19937 random(6);
  std::uniform_real_distribution<float> offset(-0.002f, 0.002f);
  std::vector<Vec4> x = copy_of(simulation->positions());
  for (Vec4& p : x) p += Vec4(offset(random), offset(random), offset(random), 0);
  simulation->set_state(x, std::vector<Vec4>(x.size(), Vec4(0)));
  const auto kinetic = [&] { return momenta_of(*simulation, glm::dvec3(0)).kinetic; };
  simulation->step();
  const double first = kinetic();
  double last = first;
  EXPECT_GT(first, 1e-6);
  for (int i = 0; i < 8; ++i) {
    run(*simulation, 15);
    ASSERT_TRUE(all_finite(*simulation));
    for (const Vec4& p : simulation->positions()) ASSERT_LT(glm::length(Vec3(p)), 0.08f);
    const double now = kinetic();
    EXPECT_LT(now, std::max(last, 1e-3 * first)) << "J after " << 15 * (i + 1) << " steps";
    last = now;
  }
}

}  // namespace
}  // namespace raycloth
