// How far two runs of one model come apart, looked at frame by frame: what `raycloth compare` prints and what the
// window tells of A and B.
#pragma once

#include <optional>

#include "sim/simulation.h"

namespace raycloth {

struct Deviation {
  double distance = 0;  // m
  int vertex = 0;
  long long frame = 0;
};

struct Divergence {
  static constexpr double kApart = 1e-3;  // m

  Deviation now, largest;             // of the vertex that is farthest from its twin
  double mean = 0;                    // m, now, over the vertices of cloth
  std::optional<long long> differs;   // the first frame in which a number of position or velocity is another
  std::optional<long long> is_apart;  // the first in which a vertex is farther than kApart from its twin

  /// After each step of both, which have come to the same frame.
  void look(Simulation& a, Simulation& b);
};

/// Takes up a state, under settings and materials of its own (per object).
void go_on_from(const Snapshot& state, const Settings& settings, const std::vector<Material>& materials,
                Simulation& simulation);

}  // namespace raycloth
