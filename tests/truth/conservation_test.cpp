// What motion keeps: momentum, angular momentum, and energy that is at most lost.
#include "tests/truth/truth.h"

namespace raycloth::truth {
namespace {

struct Moments {
  glm::dvec3 momentum{0}, angular{0};  // kg m/s; kg m^2/s, about the origin
  double mass = 0;                     // kg
};

/// Angular momentum at the middle of the substep: velocities are (x - x before) / h, and x - v h / 2 is where they
/// hold. (At its end it would be the same: v x v is zero.)
Moments moments_of(Simulation& simulation) {
  Moments moments;
  for (size_t v = 0; v < simulation.positions().size(); ++v) {
    const double mass = 1.0 / simulation.model().positions[v].w;
    const glm::dvec3 p = mass * point(simulation.velocities()[v]);
    moments.mass += mass;
    moments.momentum += p;
    moments.angular += glm::cross(point(simulation.positions()[v]), p);
  }
  return moments;
}

constexpr glm::dvec3 kThrow{0.7, -0.3, 0.4};  // m/s
constexpr double kSpin = 1.5;                 // rad/s, about (1, 2, 2) / 3

/// A sheet crumpled by up to a tenth of a cell, thrown and spinning. Nothing touches it, not even itself.
std::unique_ptr<Simulation> thrown_sheet() {
  Material material = fabric();
  set_membrane(material, 1000, 1000, 200);
  set_bending(material, 1e-5);
  auto simulation = simulate({cloth_of(make_sheet({0.3f, 0.3f}, {12, 12}), material)}, vacuum(0));
  const std::vector<Vec4> crumpled = [&] {
    std::mt19937 random(3);
    std::uniform_real_distribution<float> offset(-0.0025f, 0.0025f);
    std::vector<Vec4> positions = simulation->model().positions;
    for (Vec4& p : positions) p += Vec4(offset(random), offset(random), offset(random), 0);
    return positions;
  }();
  std::vector<Vec4> velocities;
  for (const Vec4& p : crumpled)
    velocities.push_back(Vec4(Vec3(kThrow + glm::cross(kSpin * glm::dvec3(1, 2, 2) / 3.0, point(p))), 0));
  simulation->set_state(crumpled, velocities);
  return simulation;
}

/// Every correction is shared by inverse mass, so momentum is kept but for rounding: a float of a position up to 2 m is
/// good to 1.2e-7 m, which is 1.4e-4 m/s once a substep, at random for 169 vertices: 1e-5 m/s for the mean, and as a
/// random walk over 1200 substeps 1.4e-4 sqrt(1200 / 169 / 12) = 1e-4 m/s. Three times that.
TEST(Conservation, OfMomentumOfAThrownSheet) {
  auto simulation = thrown_sheet();
  const Moments before = moments_of(*simulation);
  run(*simulation, 60);
  const Moments after = moments_of(*simulation);
  expect_at_most("momentum of a thrown sheet, change of its speed, m/s", 3e-4,
                 glm::length(after.momentum - before.momentum) / before.mass);
}

/// Implicit forces act along edges as they are at the end of a substep, h later than they should: a force T along an
/// edge d that turns by omega has the torque T d omega h, and in steady rotation the sum of T d is m r^2 omega^2 (the
/// virial), so L decays as exp(-omega^2 h t): 0.19 % in the second. What vibrates along with it adds and takes; as
/// much again is allowed.
TEST(Conservation, OfAngularMomentumOfASpinningSheet) {
  auto simulation = thrown_sheet();
  const auto spin_of = [&] {  // about its centre
    const Moments m = moments_of(*simulation);
    glm::dvec3 centre(0);
    for (const Vec4& p : simulation->positions()) centre += point(p) / double(p.w) / m.mass;
    return m.angular - glm::cross(centre, m.momentum);
  };
  const glm::dvec3 before = spin_of();
  run(*simulation, 60);
  const double h = 1.0 / 60 / simulation->settings().substeps, loss = kSpin * kSpin * h;
  expect_at_most("angular momentum of a spinning sheet, relative change in 1 s", 2 * loss,
                 glm::length(spin_of() - before) / glm::length(before));
}

/// Kinetic and potential energy at the middle of the last substep, where both are of one moment.
double energy_of(Simulation& simulation) {
  const double h = static_cast<double>(simulation.settings().time_step) / simulation.settings().substeps;
  const glm::dvec3 gravity(simulation.settings().gravity);
  double energy = 0;
  for (size_t i = 0; i < simulation.positions().size(); ++i) {
    const double inverse = simulation.model().positions[i].w;
    const glm::dvec3 v = point(simulation.velocities()[i]), x = point(simulation.positions()[i]) - 0.5 * h * v;
    if (inverse > 0) energy += (0.5 * glm::dot(v, v) - glm::dot(gravity, x)) / inverse;
  }
  return energy;
}

/// A strip let go 40 degrees from the vertical swings for 10 s as a heavy chain. Without damping energy must never rise.
/// By the integrator it falls: a tension that turns by omega h in a substep takes 2 omega^2 h of the kinetic energy a
/// second (see above; energy goes by the square of L). Its mean over a swing of amplitude A at the frequency w0 is 3 / 4
/// A^2 w0^2 h: 1.3 % in 10 s. But a chain let go whips at its end, where links turn ten times as fast for a tenth of the
/// time, and higher modes w of its own fall off as w^2 h: a fifth is what may go.
TEST(Conservation, EnergyOfASwingingStripNeverRisesAndHardlyFalls) {
  SceneObject object = cloth_of(make_strip({0.3, 0.1, {12, 4}}), fabric());
  object.material.stretch_damping = object.material.bend_damping = 0;
  set_bending(object.material, 1e-4);
  pin_between(object, -0.001, 0.001);
  Settings settings = vacuum(0);
  settings.gravity = Vec3(static_cast<float>(kG), 0, 0);
  auto simulation = simulate({object}, settings);
  double mass = 0, least = 0;
  std::vector<Vec4> positions = simulation->model().positions;
  for (Vec4& p : positions) {
    if (p.w > 0) mass += 1 / p.w;
    if (p.w > 0) least -= kG * p.x / p.w;
    p = Vec4(p.x * std::cos(0.7f), p.x * std::sin(0.7f), p.z, p.w);
  }
  simulation->set_state(positions, std::vector<Vec4>(positions.size(), Vec4(0)));
  const double start = energy_of(*simulation) - least;
  double highest = start, before = start, rise = 0;
  for (int i = 0; i < 600; ++i) {
    simulation->step();
    const double now = energy_of(*simulation) - least;
    rise = std::max(rise, now - before);
    highest = std::max(highest, now);
    before = now;
  }
  std::printf("%g %g\n", rise / start, highest / start - 1);
  // Elastic energy, which is not counted, goes back and forth: (rho g L)^2 L w / 2 K is 0.02 % of it.
  expect_at_most("energy of a swinging strip in 10 s, largest above its start, relative", 1e-3, highest / start - 1);
  expect_at_most("energy of a swinging strip, lost in 10 s, relative", 0.2, 1 - before / start);
}

}  // namespace
}  // namespace raycloth::truth
