// `raycloth bench`: the ray queries against Embree, the shipped scenes, the growth of the cost with the
// number of vertices and with threads; a table on stdout and one JSON file. Knows nothing of kernels: it
// measures what sim/simulation.h shows.
#pragma once

#include <filesystem>
#include <vector>

#include "app/bench/plan.h"
#include "sim/simulation.h"

namespace raycloth {

struct BenchOptions {
  DeviceChoice device = DeviceChoice::automatic;
  std::filesystem::path json;       // empty: none
  std::filesystem::path rays_mesh;  // OBJ whose rays are traced; empty: eight crumpled sheets
  BenchPlan plan;
};

/// Measures part by part and rewrites the JSON file after each, so that it is whole at any time ("complete"
/// says whether it holds everything). Returns 0, or 130 when SIGINT or SIGTERM ended it between two parts.
/// Throws InputError before measuring when the mesh cannot be read or the file cannot be written.
int bench(const BenchOptions& options);

}  // namespace raycloth
