// What moves cloth when nothing touches it: gravity, air, stretch and bending, held against formulas.
#include <gtest/gtest.h>

#include "tests/collision/scenes.h"

namespace raycloth {
namespace {

using namespace scenes;

constexpr float kG = 9.81f;
constexpr double kPi = 3.14159265358979;

Settings vacuum() {
  Settings settings = empty_space();
  settings.gravity = {0, -kG, 0};
  return settings;
}

// ---- gravity

TEST(FreeFall, FollowsSemiImplicitEuler) {
  Settings settings = vacuum();
  settings.substeps = 4;
  settings.speed_limit = 1000;
  auto simulation = simulate({cloth(make_sheet({1, 1}, {6, 6}))}, settings);
  run(*simulation, 30);
  const double h = settings.time_step / settings.substeps, n = 30 * settings.substeps;
  const double fall = -kG * h * h * n * (n + 1) / 2;  // the sum of h * (g h k) for k = 1 .. n
  for (const Vec4& p : simulation->positions()) EXPECT_NEAR(p.y, fall, 2e-4);
  for (const Vec4& v : simulation->velocities()) EXPECT_NEAR(v.y, -kG * h * n, 2e-3);
  EXPECT_NEAR(simulation->time(), 0.5, 1e-6);
  EXPECT_EQ(simulation->frame(), 30);
}

TEST(FreeFall, DampingDecaysVelocities) {
  Settings settings = empty_space();
  settings.damping = 2;
  auto simulation = simulate({cloth(make_sheet({1, 1}, {3, 3}))}, settings);
  throw_object(*simulation, 0, {1, 0, 0});
  run(*simulation, 60);
  EXPECT_NEAR(simulation->velocities()[0].x, std::exp(-2.0), 0.01);
}

TEST(FreeFall, NothingIsFasterThanTheSpeedLimit) {
  Settings settings = vacuum();
  settings.gravity = {0, -100, 0};
  settings.speed_limit = 5;
  auto simulation = simulate({cloth(make_sheet({1, 1}, {3, 3}))}, settings);
  run(*simulation, 30);
  for (const Vec4& v : simulation->velocities()) {
    EXPECT_LE(glm::length(Vec3(v)), 5 * 1.00001f);
    EXPECT_GT(glm::length(Vec3(v)), 4.9f);
  }
}

// ---- air

TEST(Air, AFlatSheetFallsAtItsTerminalVelocity) {
  Settings settings;
  settings.damping = 0;
  SceneObject sheet = cloth(make_sheet({1, 1}, {8, 8}));
  auto simulation = simulate({sheet}, settings);
  run(*simulation, 180);
  const double terminal =
      std::sqrt(2 * sheet.material.areal_density * kG / (settings.air_density * settings.drag_coefficient));  // 1.6 m/s
  double sum = 0;
  for (const Vec4& v : simulation->velocities()) sum += v.y;
  EXPECT_NEAR(-sum / static_cast<double>(simulation->velocities().size()), terminal, 0.02 * terminal);
}

TEST(Air, WindTakesAnUprightSheetAlong) {
  Settings settings;
  settings.gravity = Vec3(0);
  settings.damping = 0;
  settings.wind = {3, 0, 0};
  SceneObject sheet = cloth(tilt(make_sheet({1, 1}, {8, 8}), static_cast<float>(kPi / 2)));
  auto simulation = simulate({sheet}, settings);
  run(*simulation, 30);
  // m dv/dt = rho Cd A (W - v)^2 / 2 gives 1 / (W - v) = 1 / W + k t.
  const double k = settings.air_density * settings.drag_coefficient / (2 * sheet.material.areal_density);
  const double expected = 3 - 1 / (1.0 / 3 + k * 0.5);
  for (const Vec4& v : simulation->velocities()) EXPECT_NEAR(v.x, expected, 0.02 * expected);
}

TEST(Air, WindAlongASheetDoesNothing) {
  Settings settings = empty_space();
  settings.air_density = 1.2f;
  settings.wind = {5, 0, 0};
  auto simulation = simulate({cloth(make_sheet({1, 1}, {4, 4}))}, settings);
  run(*simulation, 20);
  for (const Vec4& v : simulation->velocities()) EXPECT_NEAR(v.x, 0, 1e-4);
}

/// As `layers` times the mass with the drag of one.
double speed_of_layers(const Settings& settings, const Material& material, int layers, double time) {
  const double k = settings.air_density * settings.drag_coefficient / (2 * layers * material.areal_density);
  const double wind = settings.wind.x;
  return wind - 1 / (1 / wind + k * time);
}

TEST(Air, BlowsOnTheOutermostOfLayersThatLieTogether) {
  Settings settings = empty_space();
  settings.air_density = 1.2f;
  settings.wind = {3, 0, 0};
  const Mesh upright = tilt(make_sheet({0.4f, 0.4f}, {16, 16}), static_cast<float>(kPi / 2));
  for (const float gap : {0.0f, 0.2f}) {
    const SceneObject first = cloth(upright);
    const float apart = 2 * first.material.half_thickness + gap;
    SceneObject second = cloth(move(upright, {apart, 0, 0})), third = cloth(move(upright, {2 * apart, 0, 0}));
    second.name = "second", third.name = "third";
    const auto simulation = simulate({first, second, third}, settings);
    run(*simulation, 30);
    double sum = 0;
    for (const Vec4& v : simulation->velocities()) sum += v.x;
    const double expected = speed_of_layers(settings, first.material, gap == 0 ? 3 : 1, 0.5);
    EXPECT_NEAR(sum / static_cast<double>(simulation->velocities().size()), expected, 0.05 * expected) << gap;
  }
}

TEST(Air, DoesNotBlowThroughASolid) {
  Settings settings = empty_space();
  settings.air_density = 1.2f;
  settings.wind = {3, 0, 0};
  const SceneObject wall = solid(box_mesh({-0.2f, -0.4f, -0.4f}, {-0.006f, 0.4f, 0.4f}));
  const auto simulation =
      simulate({cloth(tilt(make_sheet({0.4f, 0.4f}, {16, 16}), static_cast<float>(kPi / 2))), wall}, settings);
  simulation->step();
  const double open = speed_of_layers(settings, Material(), 1, settings.time_step);
  for (size_t v = 0; v < 17 * 17; ++v) EXPECT_LT(simulation->velocities()[v].x, 0.2 * open) << v;
}

TEST(Air, StrongWindDoesNotThrowLightClothBack) {
  Settings settings = empty_space();
  settings.air_density = 10;
  settings.drag_coefficient = 10;
  settings.speed_limit = 1000;
  settings.wind = {0, 100, 0};
  SceneObject sheet = cloth(make_sheet({1, 1}, {4, 4}));
  sheet.material.areal_density = 0.001f;
  auto simulation = simulate({sheet}, settings);
  for (int i = 0; i < 20; ++i) {
    simulation->step();
    for (const Vec4& v : simulation->velocities()) EXPECT_LE(v.y, 100.1f);
  }
}

// ---- stretch

/// Hangs chosen points of a cloth on a strip that is held, by ties that do not give.
std::vector<SceneObject> hang_up(SceneObject object, const std::vector<Vec3>& points) {
  SceneObject strip = pinned(cloth(level_triangle(1, points[0].y)));
  strip.name = "strip";
  object.attachments.push_back({"strip", {points, {}}, 0});
  return {object, strip};
}

/// A triangle whose third corner is half a metre below the other two.
SceneObject triangle_tip_down(float half_width, float stiffness) {
  SceneObject object = cloth(mesh_of({{-half_width, 0, 0}, {half_width, 0, 0}, {0, -0.5f, 0}}, {{0, 1, 2}}));
  object.material.warp_stiffness = object.material.weft_stiffness = object.material.shear_stiffness = stiffness;
  return object;
}

TEST(Stretch, AHangingMassDrawsItsTriangleByForceOverStiffness) {
  const float half_width = 0.1f, stiffness = 2;
  Settings settings = vacuum();
  settings.damping = 5;
  settings.substeps = 10;
  settings.handler = HandlerKind::none;  // the strip would push the triangle that hangs on it
  const SceneObject triangle = triangle_tip_down(half_width, stiffness);
  auto simulation = simulate(hang_up(triangle, {{-half_width, 0, 0}, {half_width, 0, 0}}), settings);
  run(*simulation, 600);
  const int free = vertex_of(simulation->model(), 0, 2);
  const double mass = 1 / simulation->model().positions[free].w;
  // Only the weft, along y, is drawn: the energy 1/2 area k (s - 1)^2 of a triangle 0.5 m high, s times that now.
  const double area = 0.5 * half_width, lengthening = mass * kG * 0.5 * 0.5 / (area * stiffness);
  EXPECT_GT(lengthening, 0.05);  // or the test would see nothing
  EXPECT_NEAR(-simulation->positions()[free].y - 0.5, lengthening, 0.01 * lengthening);
}

TEST(Stretch, ALongStripCarriesItsWeightByItsUpperCells) {
  SceneObject strip = cloth(tilt(make_sheet({1, 0.1f}, {10, 1}), static_cast<float>(-kPi / 2)));
  strip.material.weft_stiffness = strip.material.warp_stiffness = 25;
  strip.material.shear_stiffness = 0.1f;  // only the weft carries, along the strip
  strip.material.stretch_damping = 0;
  Settings settings = vacuum();
  settings.damping = 5;
  settings.substeps = 20;
  settings.edge_contacts = settings.safety_net = false;  // so soft to shear, its lower end folds together
  auto simulation = simulate(hang_up(strip, {{0, 0.5f, -0.05f}, {0, 0.5f, 0.05f}}), settings);
  run(*simulation, 400);
  // A cell of 0.1 m, as wide, carries the weight of everything below its upper end: W (i + 1/2) / 10 over its width
  // and its stiffness is its strain.
  const double weight = 0.1 * strip.material.areal_density * kG;
  double lowest = 0, lengthening = 0;
  for (int i = 0; i < 10; ++i) lengthening += 0.1 * (weight * (i + 0.5) / 10) / (0.1 * strip.material.weft_stiffness);
  for (const Vec4& p : simulation->positions()) lowest = std::min<double>(lowest, p.y);
  EXPECT_NEAR(-0.5 - lowest, lengthening, 0.1 * lengthening);
}

TEST(Stretch, APendulumKeepsItsPeriod) {
  // The free corner swings about the axis through both pins, half a metre below it.
  SceneObject object = triangle_tip_down(0.3f, 1e7f);
  object.pins.nearest = {{-0.3f, 0, 0}, {0.3f, 0, 0}};
  auto simulation = simulate({object}, vacuum());
  const int free = vertex_of(simulation->model(), 0, 2);
  std::vector<Vec4> positions = copy_of(simulation->positions());
  const double angle = 0.1;
  positions[free] = {0, -0.5 * std::cos(angle), 0.5 * std::sin(angle), 0};
  simulation->set_state(positions, copy_of(simulation->velocities()));
  std::vector<double> crossings;
  double before = positions[free].z;
  for (int i = 0; i < 400; ++i) {
    simulation->step();
    const double z = simulation->positions()[free].z;
    if ((z < 0) != (before < 0)) crossings.push_back(i + before / (before - z));
    before = z;
  }
  ASSERT_GE(crossings.size(), 5u);
  const double period = 2 * (crossings[4] - crossings[0]) / 4 / 60;
  const double expected = 2 * kPi * std::sqrt(0.5 / kG) * (1 + angle * angle / 16);
  EXPECT_NEAR(period, expected, 0.01 * expected);
}

TEST(Stretch, APinnedSheetKeepsItsLength) {
  SceneObject sheet = cloth(tilt(make_sheet({0.5f, 0.5f}, {10, 10}), static_cast<float>(-kPi / 2)));
  sheet.pins.boxes.push_back({{-1, 0.249f, -1}, {1, 0.251f, 1}});
  auto simulation = simulate({sheet}, Settings());
  run(*simulation, 200);
  for (const Vec4& p : simulation->positions()) EXPECT_GT(p.y, -0.26f);  // 2 %
}

TEST(Stretch, SofterFabricHangsLowerFromItsPins) {
  float lowest[2];
  for (const bool soft : {false, true}) {
    SceneObject sheet = cloth(tilt(make_sheet({0.5f, 0.5f}, {10, 10}), static_cast<float>(-kPi / 2)));
    sheet.pins.boxes.push_back({{-1, 0.249f, -1}, {1, 0.251f, 1}});
    sheet.material.warp_stiffness = sheet.material.weft_stiffness = soft ? 10.0f : 1e5f;
    auto simulation = simulate({sheet}, Settings());
    run(*simulation, 200);
    lowest[soft] = 0;
    for (const Vec4& p : simulation->positions()) lowest[soft] = std::min(lowest[soft], p.y);
  }
  EXPECT_LT(lowest[1], lowest[0] - 0.005f);
}

// ---- bending

/// How far the end of a strip of 20 cm, clamped at the other end, comes down. Short substeps and no damping
/// of the bends, so that one pass over the constraints per substep is enough for a stiff strip.
float sag(float stiffness) {
  SceneObject strip = cloth(make_sheet({0.22f, 0.06f}, {11, 3}));
  strip.pins.boxes.push_back({{-0.111f, -1, -1}, {-0.089f, 1, 1}});  // two columns: place and slope
  strip.material.bend_stiffness = stiffness;
  strip.material.bend_damping = 0;
  Settings settings = vacuum();
  settings.damping = 3;
  settings.substeps = 200;
  settings.sleep = false;  // or it lies still once it swings by less than 1 mm
  auto simulation = simulate({strip}, settings);
  run(*simulation, 240);
  float lowest = 0;
  for (const Vec4& p : simulation->positions()) lowest = std::min(lowest, p.y);
  return -lowest;
}

TEST(Bend, StifferCantileversSagLess) {
  const float limp = sag(1e-4f), medium = sag(5e-3f), stiff = sag(2e-2f);
  EXPECT_GT(limp, 1.2f * medium);
  EXPECT_GT(medium, 2 * stiff);
}

/// A plate that bends along alone sags by q l^4 / 8 B, whatever its mesh.
TEST(Bend, AStiffCantileverSagsAsAPlate) {
  const double stiffness = 0.02, load = 0.2 * kG, length = 0.2;
  const double plate = load * std::pow(length, 4) / (8 * stiffness);  // 2 cm
  const float found = sag(static_cast<float>(stiffness));
  EXPECT_LT(found, 1.05 * plate);
  EXPECT_GT(found, 0.95 * plate);
}

TEST(Bend, AFoldedMeshKeepsItsRestShape) {
  const Mesh fold =
      mesh_of({{0, 0, 0}, {0, 0, 0.1f}, {0.1f, 0.05f, 0.05f}, {-0.1f, 0.05f, 0.05f}}, {{0, 1, 2}, {1, 0, 3}});
  SceneObject object = cloth(fold);
  object.material.bend_stiffness = 0.01f;
  auto simulation = simulate({object}, empty_space());
  run(*simulation, 60);
  for (int v = 0; v < 4; ++v) {
    const Vec3 p(simulation->positions()[vertex_of(simulation->model(), 0, v)]);
    EXPECT_NEAR(glm::distance(p, fold.positions[v]), 0, 1e-4f);
  }
}

TEST(Motion, MomentumIsKeptInEmptySpace) {
  auto simulation = simulate({cloth(crumple(make_sheet({0.5f, 0.5f}, {8, 8}), 0.01f, 4))}, empty_space());
  std::vector<Vec4> velocities = copy_of(simulation->velocities());
  std::mt19937 random(5);
  std::uniform_real_distribution<float> speed(-1, 1);
  const auto momentum = [&] {
    glm::dvec3 sum(0);
    for (size_t i = 0; i < velocities.size(); ++i)
      sum += glm::dvec3(simulation->velocities()[i]) / static_cast<double>(simulation->model().positions[i].w);
    return sum;
  };
  for (Vec4& v : velocities) v = Vec4(speed(random), speed(random), speed(random), 0);
  const std::vector<Vec4> positions = copy_of(simulation->positions());
  simulation->set_state(positions, velocities);
  const glm::dvec3 before = momentum();
  run(*simulation, 60);
  EXPECT_NEAR(glm::distance(momentum(), before), 0, 2e-4);  // of 0.05 kg at up to 1 m/s
}

}  // namespace
}  // namespace raycloth
