// The heavy elastica: an inextensible strip of length L, clamped level at one end and bent by its own weight, B theta''
// = -rho g (L - s) cos theta with theta(0) = 0 and theta'(L) = 0. All in parts of L; the one parameter is Gamma = rho g
// L^3 / B.
#pragma once

#include <cmath>

namespace raycloth::truth {

struct Tip {
  double along = 0, drop = 0;  // of the free end, from the clamp, in parts of the length
  double slope = 0;            // of the far end of what was integrated, from the horizontal; 0 at a level clamp
};

/// From the free end, whose direction is `from_plumb` away from the vertical, back to the clamp: by Runge and Kutta.
inline Tip integrate_elastica(double gamma, double from_plumb, int steps) {
  struct Bent {
    double theta, bend, along, drop;
    Bent moved(const Bent& rate, double by) const {
      return {theta + rate.theta * by, bend + rate.bend * by, along + rate.along * by, drop + rate.drop * by};
    }
  };
  const auto rate = [gamma](double t, const Bent& b) {  // t: from the free end
    return Bent{b.bend, -gamma * t * std::cos(b.theta), std::cos(b.theta), std::sin(b.theta)};
  };
  const double h = 1.0 / steps;
  Bent b{std::acos(0.0) - from_plumb, 0, 0, 0};
  for (int i = 0; i < steps; ++i) {
    const double t = i * h;
    const Bent k1 = rate(t, b), k2 = rate(t + h / 2, b.moved(k1, h / 2)), k3 = rate(t + h / 2, b.moved(k2, h / 2)),
               k4 = rate(t + h, b.moved(k3, h));
    b = b.moved(k1, h / 6).moved(k2, h / 3).moved(k3, h / 3).moved(k4, h / 6);
  }
  return {b.along, b.drop, b.theta};
}

/// Of the solutions the one that hangs without loops: the smallest angle to the vertical that ends level at the clamp.
inline Tip solve_elastica(double gamma, int steps = 400) {
  double low = 0, high = 1e-12;
  while (integrate_elastica(gamma, high, steps).slope > 0) {
    low = high;
    high *= 1.5;
  }
  for (int i = 0; i < 60; ++i) {
    const double middle = 0.5 * (low + high);
    (integrate_elastica(gamma, middle, steps).slope > 0 ? low : high) = middle;
  }
  return integrate_elastica(gamma, low, steps);
}

/// The Gamma of the elastica whose tip stands at this slope, drop / along, from its clamp.
inline double gamma_of(double slope) {
  double low = 1e-4, high = 1e5;
  for (int i = 0; i < 45; ++i) {
    const double middle = std::sqrt(low * high);
    const Tip tip = solve_elastica(middle, 200);
    (tip.drop / tip.along < slope ? low : high) = middle;
  }
  return std::sqrt(low * high);
}

}  // namespace raycloth::truth
