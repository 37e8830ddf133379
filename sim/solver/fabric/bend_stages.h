// What bend.cpp decides on the host: the coefficients of its polynomials, how many stages they have, and how stiffness
// is shared among the levels of curvature.
#pragma once

#include <algorithm>
#include <array>

#include "sim/model/fabric.h"

namespace raycloth::bending {

inline constexpr int kMostStages = 60;
inline constexpr double kDamping = 0.05;  // how far T_s(w0) is above 1: |T_s / T_s(w0)| stays that much below 1

/// T_s and its derivative at w.
struct Chebyshev {
  Chebyshev(int s, double w) {
    double before = 1, slope_before = 0;
    value = w, slope = 1;
    for (int k = 2; k <= s; ++k) {
      const double next = 2 * w * value - before, next_slope = 2 * value + 2 * w * slope - slope_before;
      before = value, slope_before = slope;
      value = next, slope = next_slope;
    }
    last = s > 1 ? before : 1;
  }
  double value, slope, last;  // last: T_(s - 1)
};

/// One stage takes no average: 1 - z.
inline double shift(int stages) { return 1 + kDamping / (stages * stages); }
inline double scale(int stages) {
  const Chebyshev t(stages, shift(stages));
  return stages == 1 ? 1 : 2 * t.value / t.slope;
}
inline double reach(int stages) { return stages == 1 ? 1 : (shift(stages) + 1) / scale(stages); }

inline int stages_for(double z) {
  int stages = 1;
  while (stages < kMostStages && reach(stages) < z) ++stages;
  return stages;
}

/// y_k = grow (y_(k-1) - step Z y_(k-1)) - drop y_(k-2), where grow - drop = 1
struct Stage {
  float step, grow, drop;
  bool from_start;  // y_(k-2) is where it began
};
inline Stage stage_of(int k, int stages) {
  const double w0 = shift(stages), step = scale(stages) / w0;
  if (k == 1) return {static_cast<float>(stages == 1 ? 1 : step), 1, 0, false};
  const Chebyshev here(k, w0), last(k - 1, w0);
  return {static_cast<float>(step), static_cast<float>(2 * w0 * last.value / here.value),
          static_cast<float>(last.last / here.value), k == 2};
}

/// A level that asks for more stages than this leaves most of the stiffness to the next one, if there is one; a stage
/// costs about twice as much then.
inline constexpr int kManyStages = 30;
/// Finer levels have as much of it as these stages bear besides the coarsest, or as this part of its z.
inline constexpr int kFewStages = 8;
inline constexpr double kLeastSpare = 0.25;

/// Of an object: which part of its stiffness each level has, and what an explicit force undoes of what is typical.
struct Share {
  std::array<double, kBendLevels> parts{1}, z;
  double all;  // z of all levels together

  explicit Share(const std::array<double, kBendLevels>& z) : z(z), all(z[0]) {
    int last = 0;
    while (last + 1 < kBendLevels && z[last] > reach(kManyStages) && z[last + 1] > 0) ++last;
    if (last == 0) return;
    double spare = std::max(reach(kFewStages) - z[last], kLeastSpare * z[last]);
    all = z[last] + spare;
    parts[last] = 1;
    for (int level = last - 1; level >= 0; --level) {
      if (level > 0) spare /= 2;
      parts[level] = spare / (z[level] - z[last]);
      parts[last] -= parts[level];
    }
  }
};

}  // namespace raycloth::bending
