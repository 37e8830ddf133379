// The rule by which two edges make a contact (collision/edges), in doubles, for tests.
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>

#include "tests/collision/scenes.h"

namespace raycloth::scenes {

struct EdgeRule {
  double inside;    // m, or parts of an edge: by how much it is a contact; below 0: by how much not
  double distance;  // m, of both lines
};

/// The feet of the common perpendicular lie inside of both edges, and until the next detection they come as near as
/// half of what touching vertices would have and 1 mm. Nothing for edges that share a vertex, or are nearly parallel.
inline std::optional<EdgeRule> judge_edges(Simulation& simulation, Int2 e, Int2 f, double touching) {
  using Real3 = glm::dvec3;
  if (e.x == f.x || e.x == f.y || e.y == f.x || e.y == f.y) return {};
  const auto x = simulation.positions(), v = simulation.velocities();
  const Real3 a(x[e.x]), c(x[f.x]), u = Real3(x[e.y]) - a, w = Real3(x[f.y]) - c, n = glm::cross(u, w);
  const double nn = glm::dot(n, n), parallel = nn - 1e-6 * glm::dot(u, u) * glm::dot(w, w);
  if (nn == 0) return {};
  const double s = glm::dot(glm::cross(c - a, w), n) / nn, t = glm::dot(glm::cross(c - a, u), n) / nn;
  const Real3 gap = n * (glm::dot(a - c, n) / nn);
  const Real3 closing = Real3(v[e.x]) * (1 - s) + Real3(v[e.y]) * s - Real3(v[f.x]) * (1 - t) - Real3(v[f.y]) * t;
  const double interval = simulation.settings().time_step / simulation.counters().of("detections");
  const double squared = glm::dot(closing, closing);
  const double until = squared > 0 ? std::clamp(-glm::dot(gap, closing) / squared, 0.0, interval) : 0;
  const double left = 0.5 * touching + 0.001 - glm::length(gap + closing * until);
  return EdgeRule{std::min({s, 1 - s, t, 1 - t, left, 1e6 * parallel}), glm::length(gap)};
}

}  // namespace raycloth::scenes
