// The JSON report of a headless run: what is gathered while it runs, and how it is written (DESIGN, section
// 6; other people's scripts rely on the names).
#pragma once

#include <filesystem>
#include <span>
#include <vector>

#include "app/run/live/penetrations.h"
#include "app/run/output/statistics.h"
#include "sim/scene/scene.h"
#include "sim/simulation.h"

namespace raycloth {

/// Relative stretch l/l0 - 1 over the cloth's edges, the largest and what 99 % do not exceed (nearest rank), never
/// below 0: compression is not strain a fabric feels.
struct Strain {
  double largest = 0, p99 = 0;
};
Strain strain_of(const Model& model, std::span<const Vec4> positions);

/// What the safety net did in all steps.
struct NetRecord {
  long long frames = 0;               // in which anything would have met
  long long pairs = 0, impulses = 0;  // that were checked; that met and were pushed apart
  long long zones = 0, held = 0;      // vertices that planes kept to their side; that were stopped on their way
  long long pinched_max = 0, pinched_final = 0;  // pairs let go in a step, and in the last one
};

/// What Bridson's pipeline did in the steps of its handler.
struct BridsonRecord {
  std::vector<float> touching, pushed, stopped;  // pairs a frame: nearer than the fabric is thick, or soon; of
                                                 // them, that are already; stopped on their way
  long long zone_frames = 0, zones_max = 0, vertices_max = 0, held = 0;  // rigid zones, members; stopped at planes
};

/// What untangling did in all steps.
struct UntanglingRecord {
  long long frames = 0, contours = 0;  // in which it found anything; the most of any of them
  long long first = 0, last = 0;       // of them, from 1; 0: none
};

/// Steps in which the whole scene slept.
struct SleepRecord {
  long long frames = 0, first = 0;  // of them, from 1; 0: none
};

/// What the steps of a run leave behind for the report.
class RunRecord {
 public:
  /// Takes timings and counters of the simulation's last step.
  void add_step(Simulation& simulation);

  /// Notes what the state after the last step was found to be.
  void add_check(const std::optional<Penetration>& crossings, const Strain& strain);
  const std::optional<Penetration>& first_penetration() const { return first_; }

  void mark_not_finite() { finite_ = false; }
  long long frames() const { return static_cast<long long>(step_.size()); }

  /// The whole report as text. `threads` as given to `create`.
  std::string to_json(const Scene& scene, Simulation& simulation, int threads) const;

 private:
  void add_stage(const StageTime& time);
  void add_net(const StepCounters& counters);
  void add_bridson(const StepCounters& counters);
  void add_untangling(const StepCounters& counters);

  std::vector<std::pair<std::string, std::vector<float>>> stages_;  // ms, a value a frame
  std::vector<float> detect_, step_;
  std::vector<float> substeps_, detections_, contacts_, predictions_, rays_, rays_skipped_;
  long long inversions_ = 0;
  NetRecord net_;
  BridsonRecord bridson_;
  UntanglingRecord untangling_;
  SleepRecord sleep_;
  std::vector<long long> crossings_;              // of the checked frames
  std::vector<double> strains_, common_strains_;  // likewise: the largest, and what 99 % of the edges do not exceed
  std::optional<Penetration> first_;
  bool finite_ = true;
};

}  // namespace raycloth
