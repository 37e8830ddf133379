// `raycloth compare`: two runs from one state (the scene's first, or a later one) under different options,
// step by step side by side.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "app/run/scene_options.h"
#include "sim/simulation.h"

namespace raycloth {

struct CompareOptions {
  SceneOptions scene;  // common to both
  int frames = 300;
  int from_frame = 0;          // both start from the state that the common options reach after so many frames
  Overrides a, b;              // each with the common ones in it
  std::string text_a, text_b;  // as typed, for the printed lines
  std::filesystem::path json;  // what is printed, as fields; empty: none
};

/// Who looks at both: once before any step, after each, and after the last.
struct ComparisonWatch {
  std::function<void(Simulation&a, Simulation&b, const Scene&scene)> begin{}, end{};
  std::function<void(Simulation& a, Simulation& b)> step{};
};

/// Prints for both runs the device, the median milliseconds of detection and step and the state hash, and
/// between them the largest deviation of a position and the first frame in which they differ. Returns 0, 130 when
/// SIGINT or SIGTERM ended it early, or 1 when a state became non-finite; `watch` is not told of an end then. Throws
/// InputError before the first frame when the JSON cannot be written.
int compare(const CompareOptions& options, const ComparisonWatch& watch = {});

}  // namespace raycloth
