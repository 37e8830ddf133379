// A limp strip between two supports against the catenary.
#include <cmath>

#include "tests/truth/truth.h"

namespace raycloth::truth {
namespace {

constexpr double kLength = 0.4;  // m

/// y = c cosh(x / c) with 2 c sinh(D / 2 c) = L; the sag in parts of L for a span D of `ratio` L.
double catenary_sag(double ratio) {
  double low = 1e-3, high = 100;  // c / L: sinh grows as c shrinks
  for (int i = 0; i < 100; ++i) {
    const double c = 0.5 * (low + high);
    (2 * c * std::sinh(0.5 * ratio / c) > 1 ? low : high) = c;
  }
  return low * (std::cosh(0.5 * ratio / low) - 1);
}

/// Both ends brought to a span of `ratio` of the length, the strip between them on an arc of a circle.
std::vector<Vec4> on_an_arc(const Model& model, double ratio) {
  double low = 1e-6, high = kPi;  // half the angle of the arc: sin(half) / half = ratio
  for (int i = 0; i < 60; ++i) {
    const double half = 0.5 * (low + high);
    (std::sin(half) / half > ratio ? low : high) = half;
  }
  const double radius = kLength / (2 * low);
  std::vector<Vec4> positions = model.positions;
  for (Vec4& p : positions) {
    const double angle = (p.x / kLength * 2 - 1) * low;
    p.x = static_cast<float>(radius * std::sin(angle));
    p.y = static_cast<float>(radius * (std::cos(low) - std::cos(angle)));
  }
  return positions;
}

/// Of the lowest vertex after 6 s; a pendulum as long as the sag is damped critically by 12 / s.
double rested_sag(double ratio, Pattern pattern) {
  SceneObject object = cloth_of(make_strip({kLength, 0.05, {40, 5}, pattern}), fabric());
  pin_between(object, -0.001, 0.001);
  pin_between(object, kLength - 0.001, kLength + 0.001);
  Settings settings = vacuum();
  settings.damping = 12;
  auto simulation = simulate({object}, settings);
  const std::vector<Vec4> start = on_an_arc(simulation->model(), ratio);
  simulation->set_state(start, std::vector<Vec4>(start.size(), Vec4(0)));
  run(*simulation, 360);
  const auto lowest = [](std::span<const Vec4> all) {
    return std::min_element(all.begin(), all.end(), [](const Vec4& a, const Vec4& b) { return a.y < b.y; })->y;
  };
  return -lowest(simulation->positions());
}

TEST(Catenary, IsThatOfAParabolaWhereItIsFlat) {
  const double ratio = 0.999;  // L = D (1 + 8/3 (f / D)^2)
  EXPECT_NEAR(catenary_sag(ratio), ratio * std::sqrt(0.375 * (1 / ratio - 1)), 2e-4);
}

/// A polygon of 40 links errs by (1 / 40)^2, where the sag has it 20 links high. At 0.95 a lengthening by 1e-4 (0.8 N/m
/// of tension in 1e4 N/m) deepens the sag by 1 / 2 of 1e-4 / 0.05, 0.1 %. 1 % is ten times that.
TEST(Catenary, IsTheShapeOfALimpStrip) {
  for (const Pattern pattern : {Pattern::alternating, Pattern::delaunay})
    for (const double ratio : {0.6, 0.8, 0.95}) {
      const double exact = kLength * catenary_sag(ratio);
      char name[100];
      std::snprintf(name, sizeof name, "catenary, span / length %g, %s: sag, m", ratio,
                    kPatternNames[static_cast<int>(pattern)]);
      const double sag = rested_sag(ratio, pattern);
      if (ratio < 0.7) expect_accurate(name, exact, sag, 0.01 * exact);
      // The flatter, the more of the sag is what one pass a substep lets the strip give under its tension.
      if (ratio > 0.7) expect_missed(name, exact, sag, 0.01 * exact, (ratio > 0.9 ? 0.06 : 0.02) * exact);
    }
}

}  // namespace
}  // namespace raycloth::truth
