// How large the bench is. The defaults stay below five minutes on two cores; tests run a small one.
#pragma once

#include <filesystem>
#include <vector>

#include "device/math.h"

namespace raycloth {

struct BenchPlan {
  // rays
  Int2 sheet_cells{91, 90};        // of each of the eight crumpled sheets: 66,976 vertices, 133,952 rays
  int ray_warm_up = 3;             // detections before the first that counts
  int ray_repetitions = 15;        // of the still mesh
  int ray_frames = 60;             // of the moving mesh
  std::vector<int> threads{1, 2};  // for the comparison of thread counts

  // scenes
  std::vector<std::filesystem::path> scenes;  // empty: all that ship
  int scene_warm_up = 60;                     // steps: sheets have landed
  int scene_frames = 60;                      // measured steps
  int counted_frames = 5;                     // steps that count their work, apart from those measured
  int fewest_frames = 10;                     // measured even where time is short
  double scenes_seconds = 110;  // for all scenes; slow ones are cut short, never below fewest_frames

  // growth of eight_sheets
  std::vector<float> growth_factors{0.5f, 1, 2, 4};  // of the cells per side, ascending
  int growth_warm_up = 2, growth_frames = 10;
  double growth_seconds = 70;  // sizes that would take longer are left out, and named
};

}  // namespace raycloth
