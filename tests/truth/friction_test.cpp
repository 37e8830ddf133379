// Dry friction: on an incline, and of a strip over a cylinder. What friction does on a solid's slope is in
// tests/solver/contact_test.cpp (Friction.*); here the plane is the ground, gravity is tilted, and the law is asked for
// closely on both sides of its limit.
#include <cmath>

#include "tests/truth/truth.h"

namespace raycloth::truth {
namespace {

constexpr float kMu = 0.4f;

/// How far down an incline of this slope a sheet slides in a second, from rest.
double slid_down(double slope) {
  Scene scene;
  scene.path = "test";
  const Material thin = fabric();
  scene.objects = {cloth_of(move(make_sheet({0.2f, 0.2f}, {6, 6}), {0, thin.half_thickness, 0}), thin)};
  scene.objects[0].material.static_friction = scene.objects[0].material.kinetic_friction = kMu;
  scene.ground = Ground{0, kMu, kMu};
  Settings settings = vacuum();
  const double angle = std::atan(slope);
  settings.gravity = Vec3(kG * std::sin(angle), -kG * std::cos(angle), 0);
  auto simulation = create(build_model(scene), settings, DeviceChoice::cpu, 1);
  run(*simulation, 60);
  return mean_where(*simulation, [](Vec3) { return true; }).x;
}

/// Coulomb holds below mu exactly; 2 % below it what moves is rounding.
TEST(Incline, HoldsBelowTheFrictionsSlope) {
  expect_at_most("incline at 0.98 mu, slid in 1 s, m", 1e-5, slid_down(0.98 * kMu));
}

/// g (sin - mu cos) t^2 / 2, with the integrator's t (t + h). The height of a vertex, 0.1 mm, is a difference of floats
/// that makes what presses, and with it mu, good to a part in a thousand: of a slide that is (slope - mu) / mu of mu
/// that part, 5 % at 1.02 mu and 0.4 % at 1.25. Twice that.
TEST(Incline, LetsSlideAboveItByTheRest) {
  for (const double part : {1.02, 1.25, 2.0}) {
    const double angle = std::atan(part * kMu), h = 1.0 / 1200;
    const double exact = 0.5 * kG * (std::sin(angle) - kMu * std::cos(angle)) * (1 + h);
    char name[100];
    std::snprintf(name, sizeof name, "incline at %g mu, slid in 1 s, m", part);
    expect_accurate(name, exact, slid_down(part * kMu), 0.002 / (part - 1) * exact);
  }
}

// A strip over half a drum, whose ends hang a and b below its axis.
constexpr double kRadius = 0.04, kThick = 0.002, kMiddle = kRadius + kThick, kShort = 0.1, kEdge = 0.01;  // m

/// The b from which it slides, with the weight w per length of what lies on the drum, R to the fabric's middle: along
/// the angle phi from the top, dT / dphi = mu (T + w R cos phi) - w R sin phi, from T(-90 degrees) = w a to T(90) = w
/// b. With the particular solution w R (A cos phi + B sin phi), B = 2 mu / (1 + mu^2): b = R B + (a + R B) e^(mu pi).
double slides_beyond(double mu, double radius, double a) {
  const double given = 2 * mu / (1 + mu * mu) * radius;
  return given + (a + given) * std::exp(mu * kPi);
}

/// A closed prism of `sides` around the z axis.
Mesh cylinder(double radius, double half_width, int sides) {
  std::vector<Vec3> positions{{0, 0, -half_width}, {0, 0, half_width}};
  std::vector<Int3> triangles;
  for (int i = 0; i < sides; ++i) {
    const double angle = 2 * kPi * i / sides;
    for (const double z : {-half_width, half_width})
      positions.push_back(Vec3(radius * std::cos(angle), radius * std::sin(angle), z));
    const int a = 2 + 2 * i, b = 2 + 2 * ((i + 1) % sides);  // at -z; at +z the next ones
    triangles.insert(triangles.end(), {{0, b, a}, {1, a + 1, b + 1}, {a, b, b + 1}, {a, b + 1, a + 1}});
  }
  return mesh_of(std::move(positions), std::move(triangles));
}

/// Where the point s along the strip lies that hangs `a` on the side of -x and goes over the drum.
Vec3 over_cylinder(double s, double a) {
  const double arc = kPi * kMiddle;
  if (s < a) return Vec3(-kMiddle, s - a, 0);
  if (s > a + arc) return Vec3(kMiddle, a + arc - s, 0);
  const double phi = (s - a) / kMiddle - 0.5 * kPi;
  return Vec3(kMiddle * std::sin(phi), kMiddle * std::cos(phi), 0);
}

void set_friction(Material& material, double mu) {
  material.static_friction = material.kinetic_friction = static_cast<float>(mu);
}

/// How far the strip slides toward b in half a second after it has come to rest with a friction that holds it in any
/// case: what it kept of a fall or a swing would go on for good at the limit.
double slid_over(double a, double b, double mu) {
  SceneObject drum = solid(cylinder(kRadius, 0.1, 96));
  Material material = fabric();
  material.half_thickness = static_cast<float>(kThick);
  set_friction(drum.material, mu);
  set_friction(material, 2);
  const double length = a + b + kPi * kMiddle;
  const int cells = static_cast<int>(std::lround(length / kEdge));
  Settings settings = vacuum();
  settings.handler = HandlerKind::rays;
  settings.detections = 2;
  settings.damping = 5;
  auto simulation = simulate({drum, cloth_of(make_strip({length, 0.05, {cells, 5}}), material)}, settings);
  std::vector<Vec4> positions = simulation->model().positions;
  const Range range = simulation->model().objects[1].vertices;
  for (int v = range.begin; v < range.end; ++v) {
    const Vec3 place = over_cylinder(positions[v].x, a);
    positions[v] = Vec4(place.x, place.y, positions[v].z, positions[v].w);
  }
  simulation->set_state(positions, std::vector<Vec4>(positions.size(), Vec4(0)));
  const auto lower_end = [&] {
    double lowest = 0;
    for (int v = range.begin; v < range.end; ++v) lowest = std::min<double>(lowest, simulation->positions()[v].y);
    return lowest;
  };
  run(*simulation, 60);
  const double before = lower_end();
  set_friction(material, mu);
  simulation->change(1, material);
  settings.damping = 0;
  simulation->change(settings);
  run(*simulation, 30);
  return before - lower_end();
}

TEST(Capstan, LimitIsEulersWhereTheFabricOnTheDrumWeighsNothing) {
  EXPECT_NEAR(slides_beyond(0.3, 1e-9, 1), std::exp(0.3 * kPi), 1e-6);
  EXPECT_NEAR(slides_beyond(0, 0.1, 1), 1, 1e-12);
}

/// The longest end that half a second moves by less than a centimetre. Past the limit by a part p of b the strip runs
/// with p b g / (a + b + pi R), so a centimetre is a p of 1.5 %. The bisection stops at 0.5 %; the 13 links around the
/// drum have tangents of half their angle instead of the angle, 0.5 %. Together 2.5 %.
double longest_held(double limit, double mu) {
  double holds = 0.5 * limit, slides = 1.6 * limit;
  if (slid_over(kShort, holds, mu) > 0.01 || slid_over(kShort, slides, mu) < 0.01) return 0;
  while (slides - holds > 0.005 * limit) {
    const double middle = 0.5 * (holds + slides);
    (slid_over(kShort, middle, mu) > 0.01 ? slides : holds) = middle;
  }
  return 0.5 * (holds + slides);
}

TEST(Capstan, HoldsUpToTheForceRatioOfEToTheMuPi) {
  for (const double mu : {0.15, 0.3}) {
    const double limit = slides_beyond(mu, kMiddle, kShort);
    char name[100];
    std::snprintf(name, sizeof name, "capstan, mu %g, half a turn: longer end at the limit, m", mu);
    expect_accurate(name, limit, longest_held(limit, mu), 0.025 * limit);
  }
}

}  // namespace
}  // namespace raycloth::truth
