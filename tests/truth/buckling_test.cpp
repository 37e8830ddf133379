// A clamped strip that stands on its edge falls over sideways where its weight passes a limit, twisting as it bends.
#include <cmath>

#include "tests/truth/truth.h"

namespace raycloth::truth {
namespace {

constexpr double kLength = 0.125, kStiffPerMass = 5e-4;  // m; m^4/s^2, B / rho

/// Of a blade that bends and twists sideways under its own weight q per length, phi'' + k^2 t^4 phi = 0 along t from
/// the free end in parts of L, phi'(0) = 0, phi(1) = 0, k = q L^3 / (2 sqrt(EI GJ)): the first 2 k at which it may, by
/// Runge and Kutta. Prandtl and Michell 1899; Timoshenko and Gere, "Theory of elastic stability", give 12.85.
double blade_limit() {
  const auto end_of = [](double k) {
    constexpr int kSteps = 1000;
    constexpr double h = 1.0 / kSteps;
    const auto bend = [k](double t, double phi) { return -k * k * t * t * t * t * phi; };
    double phi = 1, rate = 0;
    for (int i = 0; i < kSteps; ++i) {
      const double t = i * h;
      const double a1 = rate, b1 = bend(t, phi), a2 = rate + h / 2 * b1, b2 = bend(t + h / 2, phi + h / 2 * a1);
      const double a3 = rate + h / 2 * b2, b3 = bend(t + h / 2, phi + h / 2 * a2);
      const double a4 = rate + h * b3, b4 = bend(t + h, phi + h * a3);
      phi += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
      rate += h / 6 * (b1 + 2 * b2 + 2 * b3 + b4);
    }
    return phi;
  };
  double low = 0, high = 10;
  for (int i = 0; i < 50; ++i) (end_of(0.5 * (low + high)) > 0 ? low : high) = 0.5 * (low + high);
  return 2 * low;
}

/// rho g L^3 / B of a narrow plate with Poisson's ratio nu: EI = (1 - nu^2) B w, since its edges are free to curl, and
/// GJ = 2 (1 - nu) B w.
double plate_limit(double nu) { return blade_limit() * std::sqrt((1 - nu * nu) * 2 * (1 - nu)); }

/// Pushed aside by a hundredth of its length, does it go four times as far within two seconds? What stands swings about
/// as far as it was pushed; what falls at 1.1 of the limit grows fiftyfold.
bool falls_over(double gamma) {
  const double edge = kLength / 24;
  const Strip strip{kLength + edge, 5 * edge, {25, 5}};
  SceneObject object = cloth_of(make_strip(strip), fabric(0.2));
  set_bending(object.material, 0.2 * kStiffPerMass);
  pin_between(object, -0.5 * edge, 1.5 * edge);
  Settings settings = vacuum(0);
  settings.gravity = Vec3(0, 0, -gamma * kStiffPerMass / (kLength * kLength * kLength));
  auto simulation = simulate({object}, settings);
  std::vector<Vec4> positions = simulation->model().positions;
  const auto aside = [&](double x) { return 0.01 * kLength * std::pow(std::max(0.0, x - edge) / kLength, 2); };
  for (Vec4& p : positions) p.y = static_cast<float>(aside(p.x));
  simulation->set_state(positions, std::vector<Vec4>(positions.size(), Vec4(0)));
  for (int i = 0; i < 120; ++i) {
    simulation->step();
    if (std::abs(row_at(*simulation, strip.length).y) > 0.04 * kLength) return true;
  }
  return false;
}

TEST(Buckling, LimitOfABladeIsTimoshenkos) { EXPECT_NEAR(blade_limit(), 12.85, 0.01); }

/// What a fabric's twist resists is no setting, so its Poisson's ratio is open: from 0 to a half the limit is 18.2 to
/// 11.1. A tenth beyond either is for a strip that is a fifth as wide as it is long, of 24 links.
TEST(Buckling, OfAStripOnItsEdgeBeginsAtThePlatesLimit) {
  const double least = 0.9 * plate_limit(0.5), most = 1.1 * plate_limit(0);
  double stands = 1, falls = 60;
  while (falls / stands > 1.03) {
    const double middle = std::sqrt(stands * falls);
    (falls_over(middle) ? falls : stands) = middle;
  }
  expect_accurate("lateral buckling, Gamma at the limit", 0.5 * (least + most), std::sqrt(stands * falls),
                  0.5 * (most - least));
}

}  // namespace
}  // namespace raycloth::truth
