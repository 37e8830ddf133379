// Motion with a closed form: free fall, the speed at which air carries a falling sheet, pendulums.
#include <cmath>

#include "tests/truth/chain.h"
#include "tests/truth/truth.h"

namespace raycloth::truth {
namespace {

glm::dvec3 mean_position(Simulation& simulation) {
  return mean_where(simulation, [](Vec3) { return true; });
}

/// Symplectic Euler with a substep h falls g t (t + h) / 2. Rounding: each of n = 600 substeps errs by a third of the
/// 6e-8 m between floats below 1 m, and the error, a velocity from then on, goes on for all that follow: 1.7e-8 n^1.5 /
/// sqrt(3) = 1.4e-4 m, all vertices alike. Three times that; the term g t h / 2, which the test must see, is 2 mm.
TEST(Fall, WithoutAirIsThatOfTheIntegrator) {
  const Settings settings = vacuum();
  auto simulation = simulate({cloth_of(make_sheet({0.3f, 0.3f}, {6, 6}), fabric())}, settings);
  run(*simulation, 30);
  const double t = 0.5, h = static_cast<double>(settings.time_step) / settings.substeps;
  expect_accurate("free fall after 0.5 s, m", 0.5 * kG * t * (t + h), -mean_position(*simulation).y, 4e-4);
}

/// The drag balances the weight at v = sqrt(2 rho_a g / (rho Cd)); the implicit form has the same fixed point. After 2
/// s the rest of the way, 2 exp(-2 g t / v), is 1e-10. An acceleration that moves a vertex by less than half a float,
/// at 2 to 4 m 1.2e-7 m, in a substep is lost, so speeds stop v / (2 g) 1.2e-7 / h^2 short: 1.4e-4 m/s with two
/// substeps, to which comes the rounding of the speed itself, 3e-5 m/s.
TEST(Fall, InAirReachesTheTerminalSpeed) {
  Settings settings = vacuum();
  settings.air_density = 1.2f;
  settings.drag_coefficient = 1.28f;
  settings.substeps = 2;
  settings.care_substeps = 1;  // in finer ones it gathers what positions round away
  auto simulation = simulate({cloth_of(make_sheet({0.3f, 0.3f}, {6, 6}), fabric(0.2))}, settings);
  run(*simulation, 120);
  double sum = 0;
  for (const Vec4& v : simulation->velocities()) sum -= v.y / 49;
  expect_accurate("terminal speed, m/s", std::sqrt(2 * 0.2 * kG / (1.2 * 1.28)), sum, 5e-4);
}

/// The period of `coordinate` by its falls through zero, each placed between two frames; over four periods.
double period_of(Simulation& simulation, int frames, const std::function<double()>& coordinate) {
  std::vector<double> falls;
  double before = coordinate();
  for (int i = 0; i < frames && falls.size() < 5; ++i) {
    simulation.step();
    const double now = coordinate();
    if (before > 0 && now <= 0)
      falls.push_back(simulation.time() - simulation.settings().time_step * now / (now - before));
    before = now;
  }
  return falls.size() < 5 ? NAN : (falls.back() - falls.front()) / 4;
}

std::vector<Vec4> leaning(const Simulation& simulation, double angle, int axis) {
  const double c = std::cos(angle), s = std::sin(angle);
  std::vector<Vec4> positions = simulation.model().positions;
  for (Vec4& p : positions) {
    const double x = p.x;  // down the strip
    p.x = static_cast<float>(c * x - s * p[axis]);
    p[axis] = static_cast<float>(s * x + c * p[axis]);
  }
  return positions;
}

/// Gravity along +x, down the strip.
Settings downwards() {
  Settings settings = vacuum(0);
  settings.gravity = Vec3(static_cast<float>(kG), 0, 0);
  return settings;
}

/// A heavy rectangle that swings in its plane about the middle of its upper edge: omega^2 = g d / (k^2 + d^2) with d =
/// L / 2 and k^2 = (L^2 + w^2) / 12. Amplitude 0.1: 1 + 0.1^2 / 16. Masses in the vertices of n cells make the squares
/// in k^2 larger by 2 / n^2, which lengthens the period by 0.2 % with 16 and 8 cells; the rest of 1 % is for the give
/// of the fabric, of which the most is shear at the pin.
TEST(Pendulum, RigidInItsPlaneHasThePeriodOfItsInertia) {
  const Strip strip{0.2, 0.1, {16, 8}};
  SceneObject patch = cloth_of(make_strip(strip), fabric());
  patch.pins.nearest = {Vec3(0)};
  auto simulation = simulate({patch}, downwards());
  const std::vector<Vec4> still(simulation->positions().size(), Vec4(0));
  simulation->set_state(leaning(*simulation, 0.1, 2), still);
  const double d = 0.5 * strip.length, k2 = (strip.length * strip.length + strip.width * strip.width) / 12;
  const double exact = 2 * kPi * std::sqrt((k2 + d * d) / (kG * d)) * (1 + 0.01 / 16);
  const double period = period_of(*simulation, 400, [&] { return mean_position(*simulation).z; });
  expect_accurate("pendulum, a patch in its plane, period, s", exact, period, 0.01 * exact);
}

/// 24 links err by (1 / 24)^2, 0.2 %; the amplitude, 3 % of the length, by its square. What the levels hold of the
/// weight pulls along the chords between their centres: of a chain of 6 links 2.8 % longer, of the part that they hold.
TEST(Pendulum, ALimpStripSwingsAsAHeavyChain) {
  const Strip strip{0.3, 0.05, {24, 4}};
  SceneObject object = cloth_of(make_strip(strip), fabric());
  pin_between(object, -0.001, 0.001);
  auto simulation = simulate({object}, downwards());
  const std::vector<Vec4> start = in_first_mode(simulation->model().positions, strip.length, 0.03 * strip.length);
  simulation->set_state(start, std::vector<Vec4>(start.size(), Vec4(0)));
  const double exact = 2 * kPi / (0.5 * kBesselZero * std::sqrt(kG / strip.length));
  const double period = period_of(*simulation, 500, [&] { return row_at(*simulation, strip.length).y; });
  expect_accurate("pendulum, a limp strip, period, s", exact, period, 0.02 * exact);
}

}  // namespace
}  // namespace raycloth::truth
