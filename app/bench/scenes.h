// Detection and step of whole scenes: milliseconds a frame, and the counts that say more than they.
#pragma once

#include <string>
#include <vector>

#include "app/bench/plan.h"
#include "app/run/output/report.h"
#include "app/run/past/session_player.h"
#include "sim/scene/scene.h"
#include "sim/simulation.h"

namespace raycloth {

struct SceneResult {
  std::string scene, device;
  int threads = 0;
  long long vertices = 0, cloth_vertices = 0, triangles = 0;
  long long first_frame = 0;  // the first that was measured, counted from the scene's start
  int frames = 0;             // measured
  Summary detect_ms, step_ms;
  double contacts = 0;  // of a frame's last detection: median of the measured frames
  // a step, medians of the counted frames
  double rays = 0, rays_skipped = 0, nodes = 0, triangle_tests = 0;
  double edge_packs = 0, edge_tests = 0;
  long long constraint_solves = 0;     // a step: triangles of cloth times substeps
  long long launches = 0, bytes = 0;   // a step
  std::vector<KernelTraffic> kernels;  // of the last counted step
};

/// How much is measured: `frames` steps, or fewer, not below `fewest`, where they take longer than `seconds`; then
/// `counted` steps that count their work, if any.
struct Effort {
  int frames, fewest, counted;
  double seconds;
};

/// Measures from the present state on. `scene` is for the report, `threads` as given to `create`.
SceneResult measure_steps(Simulation& simulation, SessionPlayer& player, const std::string& scene, int threads,
                          const Effort& effort);

/// A scene from its file, with the session that it names: plan.scene_warm_up steps, or fewer, then measure_steps; all
/// of it within about `seconds`.
SceneResult measure_scene(const std::filesystem::path& file, DeviceChoice device, const BenchPlan& plan,
                          double seconds);

struct PhaseResult {
  std::string phase;
  SceneResult result;
};

/// The phases of plan.pile that are reached in time, and plan.sleeper asleep, if it is by then: its work is not
/// counted, since that would wake it.
std::vector<PhaseResult> measure_phases(DeviceChoice device, const BenchPlan& plan);

/// At most `frames` steps, and none more once `seconds` have passed.
void advance(Simulation& simulation, SessionPlayer& player, int frames, double seconds);

}  // namespace raycloth
