// A limp strip that hangs by x = 0, with gravity along +x: the heavy chain of Bernoulli, 1732.
#pragma once

#include <cmath>
#include <vector>

#include "device/math.h"

namespace raycloth::truth {

constexpr double kBesselZero = 2.404826;  // of J0: the first mode has omega = kBesselZero / 2 sqrt(g / L)

/// Its first mode: y = tip J0(zero sqrt(s / L)), s from the free end, with x such that lengths along x stay.
inline std::vector<Vec4> in_first_mode(std::vector<Vec4> positions, double length, double tip) {
  const auto aside = [&](double x) {
    return tip * std::cyl_bessel_j(0, kBesselZero * std::sqrt(std::max(0.0, 1 - x / length)));
  };
  for (Vec4& p : positions) {
    const double x = p.x;
    constexpr int kParts = 100;
    double drop = 0;
    for (int i = 0; i < kParts; ++i) {
      const double step = x / kParts, across = aside((i + 1) * step) - aside(i * step);
      drop += std::sqrt(std::max(0.0, step * step - across * across));
    }
    p.x = static_cast<float>(drop);
    p.y = static_cast<float>(aside(x));
  }
  return positions;
}

}  // namespace raycloth::truth
