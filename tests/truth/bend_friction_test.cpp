// Friction between yarns: a strip that was bent and let go keeps the curvature at which its own moment is no more than
// what the yarns hold, bend_friction / bend_stiffness, on any mesh.
#include "sim/mesh/stroke.h"
#include "sim/scene/cuts.h"
#include "tests/truth/truth.h"

namespace raycloth::truth {
namespace {

constexpr double kLength = 0.2, kBent = 25, kStiffness = 5e-5;  // m, 1/m, N m

SceneObject strip_with(Pattern pattern, int cells, double friction) {
  SceneObject object = cloth_of(make_strip({kLength, 0.05, {cells, cells / 4}, pattern}), fabric());
  set_bending(object.material, kStiffness);
  object.material.bend_friction = static_cast<float>(friction);
  return object;
}

/// Air so thick that it comes back without a swing, of 8.8 rad/s otherwise.
Settings thick_air() {
  Settings settings = vacuum(0);
  settings.damping = 40;
  return settings;
}

/// Of an arc, by how far its ends are apart: 2 sin(k L / 2) / k.
double curvature_of(Simulation& simulation) {
  const double chord = glm::length(row_at(simulation, kLength) - row_at(simulation, 0));
  double low = 1e-3, high = kPi / kLength;
  for (int i = 0; i < 60; ++i) {
    const double middle = 0.5 * (low + high);
    (2 * std::sin(0.5 * middle * kLength) / middle > chord ? low : high) = middle;
  }
  return low;
}

/// Rows measure curvatures to 2 %.
void expect_kept(Pattern pattern, int cells, double kept) {
  auto simulation = simulate({strip_with(pattern, cells, kept * kStiffness)}, thick_air());
  bend_to(*simulation, kBent);
  run(*simulation, 360);
  const std::string mesh = std::string(kPatternNames[static_cast<int>(pattern)]) + ", edge " +
                           std::to_string(static_cast<int>(1e4 * kLength / cells) / 10.0).substr(0, 4) + " mm";
  expect_accurate("strip let go, " + mesh + ", friction / B " + std::to_string(static_cast<int>(kept)) +
                      " / m: curvature kept, 1/m",
                  kept, curvature_of(*simulation), 0.02 * kept);
}

TEST(BendFriction, KeepsACurvatureOfItsMomentOverTheStiffness) {
  for (const double kept : {4.0, 8.0}) expect_kept(Pattern::alternating, 16, kept);
}

TEST(BendFriction, KeepsTheSameOnAnyMesh) {
  for (const Pattern pattern : {Pattern::one_way, Pattern::jittered, Pattern::delaunay}) expect_kept(pattern, 16, 8);
  expect_kept(Pattern::alternating, 32, 8);
}

/// Bending is built anew for a pin, and with what yarns were set to forgotten, 3.6 / m would be left.
TEST(BendFriction, KeepsItWhenAPinIsSet) {
  auto simulation = simulate({strip_with(Pattern::alternating, 16, 8 * kStiffness)}, thick_air());
  bend_to(*simulation, kBent);
  run(*simulation, 360);
  simulation->change_pins(std::vector<int>{0});
  run(*simulation, 360);
  EXPECT_NEAR(curvature_of(*simulation), 8, 0.4);
}

/// Likewise for a cut, here into one end: what lies elsewhere stays as it was bent.
TEST(BendFriction, KeepsItWhenItIsCut) {
  auto simulation = simulate({strip_with(Pattern::alternating, 16, 8 * kStiffness)}, thick_air());
  bend_to(*simulation, kBent);
  run(*simulation, 360);
  const Mesh& mesh = simulation->model().scene->objects[0].mesh;
  const Stroke stroke{{{{-1, 2, 0.001f}, {0, -1, 0}}, {{0.02f, 2, 0.001f}, {0, -1, 0}}}, false};
  simulation->change_cuts(0, {cut_along(stroke, mesh, mesh.positions, [](const Vec3&, const Vec3&) { return true; })});
  run(*simulation, 360);
  EXPECT_NEAR(curvature_of(*simulation), 8, 0.4);
}

TEST(BendFriction, WithoutItNothingIsKept) {
  auto simulation = simulate({strip_with(Pattern::alternating, 16, 0)}, thick_air());
  bend_to(*simulation, kBent);
  run(*simulation, 360);
  EXPECT_LT(curvature_of(*simulation), 0.2);
}

}  // namespace
}  // namespace raycloth::truth
