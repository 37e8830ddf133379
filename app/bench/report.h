// What the bench found, as JSON (other people's scripts rely on the names) and as a table.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/bench/growth.h"
#include "app/bench/rays.h"
#include "app/bench/scenes.h"

namespace raycloth {

/// Parts that were not measured yet are absent.
struct BenchReport {
  std::string device;
  std::optional<RaysResult> rays, moving_rays;
  std::vector<SceneResult> scenes;
  std::vector<PhaseResult> phases;
  std::optional<GrowthResult> growth;
  std::vector<RaysResult> rays_by_threads;
  std::vector<SceneResult> steps_by_threads;
  bool complete = false;
  double seconds = 0;

  /// Every field stands in every file; null is what was not measured, and "notes" say why.
  std::string to_json() const;
};

// Lines of the table, each printed as soon as it is known.
void print_machine(const BenchReport& report);
void print_rays(const RaysResult& result);
void print_scene_heading(const char* title);
void print_scene(const SceneResult& result, const std::string& label);
void print_growth(const GrowthResult& result);

}  // namespace raycloth
