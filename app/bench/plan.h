// How large the bench is. The defaults stay below five minutes on two cores; tests run a small one.
#pragma once

#include <filesystem>
#include <vector>

#include "device/math.h"

namespace raycloth {

/// Steps of a scene, those after `first`.
struct BenchPhase {
  const char* name;
  int first, frames;
};

struct BenchPlan {
  double seconds = 285;    // for all; what does not fit with its fewest steps is left out and named
  int fewest_frames = 10;  // repetitions and steps measured even where time is short
  int counted_frames = 3;  // steps that count their work, apart from those measured

  // rays
  Int2 sheet_cells{91, 90};        // of each of the eight crumpled sheets: 66,976 vertices, 133,952 rays
  int ray_warm_up = 3;             // detections before the first that counts
  int ray_repetitions = 15;        // of the still mesh
  int ray_frames = 60;             // of the moving mesh
  double ray_seconds = 15;         // for each of the comparisons; past it, fewest_frames
  std::vector<int> threads{1, 2};  // for the comparison of thread counts

  // scenes
  std::vector<std::filesystem::path> scenes;  // empty: all that ship
  int scene_warm_up = 60;                     // steps: sheets have landed
  int scene_frames = 60;                      // measured steps
  double scenes_seconds = 100;  // for all: what quick ones leave goes to those after them, slow ones are cut short

  // phases of a pile, and a scene that falls asleep
  std::filesystem::path pile = "eight_sheets.json", sleeper = "crossed.json";  // relative: to the shipped scenes
  std::vector<BenchPhase> phases{{"falling", 15, 25}, {"piling up", 40, 50}, {"at rest", 200, 100}};  // ascending
  BenchPhase asleep{"asleep", 600, 60};  // `first`: or earlier, as soon as it sleeps
  double phases_seconds = 80, asleep_seconds = 25;

  // growth of eight_sheets
  std::vector<float> growth_factors{0.5f, 1, 2, 4};  // of the cells per side, ascending
  int growth_warm_up = 1, growth_frames = 10;
  int growth_fewest = 3;  // of a size that takes long
  int growth_counted = 1;
  double pile_seconds = 20;  // at most, for the pile that all sizes are made of
};

}  // namespace raycloth
