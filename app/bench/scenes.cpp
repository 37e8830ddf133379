#include "app/bench/scenes.h"

#include <algorithm>
#include <vector>

#include "app/run/build_info.h"
#include "app/run/machine.h"
#include "app/run/stopwatch.h"

namespace raycloth {
namespace {

double median(const std::vector<float>& values) { return summarize(values).median; }

void measure_times(Simulation& simulation, SessionPlayer& player, const Effort& effort, SceneResult& result) {
  std::vector<float> detect, step, contacts;
  const Stopwatch watch;
  for (int i = 0; i < effort.frames && (i < effort.fewest || watch.seconds() < effort.seconds); ++i) {
    player.step(simulation);
    detect.push_back(simulation.timings().detect);
    step.push_back(simulation.timings().step);
    const StepCounters counters = simulation.counters();
    contacts.push_back(static_cast<float>(counters.collisions + counters.predictions));
  }
  result.frames = static_cast<int>(step.size());
  result.detect_ms = summarize(detect);
  result.step_ms = summarize(step);
  result.contacts = median(contacts);
}

/// Counting slows the tracers down, so these frames are not timed.
void count_work(Simulation& simulation, SessionPlayer& player, int frames, SceneResult& result) {
  const Settings uncounted = simulation.settings();
  Settings counted = uncounted;
  counted.count_work = true;
  simulation.change(counted);
  std::vector<float> rays, skipped, nodes, tests, edge_packs, edge_tests;
  for (int i = 0; i < frames; ++i) {
    player.step(simulation);
    const StepCounters counters = simulation.counters();
    rays.push_back(static_cast<float>(counters.of("rays")));
    skipped.push_back(static_cast<float>(counters.of("rays_skipped")));
    nodes.push_back(static_cast<float>(counters.of("nodes")));
    tests.push_back(static_cast<float>(counters.of("triangle_tests")));
    edge_packs.push_back(static_cast<float>(counters.of("edge_packs")));
    edge_tests.push_back(static_cast<float>(counters.of("edge_tests")));
  }
  result.launches = simulation.counters().launches;
  result.kernels = simulation.traffic();
  for (const KernelTraffic& kernel : result.kernels) result.bytes += kernel.bytes;
  simulation.change(uncounted);
  result.rays = median(rays);
  result.rays_skipped = median(skipped);
  result.nodes = median(nodes);
  result.triangle_tests = median(tests);
  result.edge_packs = median(edge_packs);
  result.edge_tests = median(edge_tests);
}

}  // namespace

void advance(Simulation& simulation, SessionPlayer& player, int frames, double seconds) {
  const Stopwatch watch;
  for (int i = 0; i < frames && watch.seconds() < seconds; ++i) player.step(simulation);
}

SceneResult measure_steps(Simulation& simulation, SessionPlayer& player, const std::string& scene, int threads,
                          const Effort& effort) {
  const Model& model = simulation.model();
  SceneResult result;
  result.scene = scene;
  result.device = simulation.device_name();
  result.threads = thread_count(threads);
  result.vertices = static_cast<long long>(model.positions.size());
  result.cloth_vertices = cloth_vertices(model);
  result.triangles = static_cast<long long>(model.triangles.size());
  result.first_frame = simulation.frame() + 1;
  const auto constraints = static_cast<long long>(model.membrane.triangles.size());
  result.constraint_solves = constraints * simulation.settings().substeps;
  measure_times(simulation, player, effort, result);
  if (effort.counted > 0) count_work(simulation, player, effort.counted, result);
  return result;
}

namespace {

/// A scene and the session that it names, from the beginning.
struct Course {
  Course(const std::filesystem::path& file, DeviceChoice device)
      : scene(load_scene({file})),
        simulation(create(build_model(scene), scene.settings, device)),
        player(make_player({}, scene, simulation->model())) {}

  Scene scene;
  std::unique_ptr<Simulation> simulation;
  SessionPlayer player;
};

std::filesystem::path in_assets(const std::filesystem::path& scene) { return asset_directory() / "scenes" / scene; }

void add_phases_of_pile(DeviceChoice device, const BenchPlan& plan, std::vector<PhaseResult>& results) {
  const Stopwatch watch;
  const auto left = [&] { return plan.phases_seconds - watch.seconds(); };
  Course pile(in_assets(plan.pile), device);
  for (const BenchPhase& phase : plan.phases) {
    advance(*pile.simulation, pile.player, phase.first - static_cast<int>(pile.simulation->frame()), left());
    if (pile.simulation->frame() < phase.first) return;
    const Effort effort{phase.frames, plan.fewest_frames, plan.counted_frames, left()};
    results.push_back({phase.name, measure_steps(*pile.simulation, pile.player, pile.scene.name, 0, effort)});
  }
}

void add_sleep(DeviceChoice device, const BenchPlan& plan, std::vector<PhaseResult>& results) {
  const Stopwatch watch;
  Course sleeper(in_assets(plan.sleeper), device);
  const auto sleeps = [&] { return sleeper.simulation->counters().of("asleep") > 0; };
  while (!sleeps() && sleeper.simulation->frame() < plan.asleep.first && watch.seconds() < plan.asleep_seconds)
    sleeper.player.step(*sleeper.simulation);
  if (!sleeps()) return;
  const Effort effort{plan.asleep.frames, plan.fewest_frames, 0, plan.asleep_seconds};
  results.push_back(
      {plan.asleep.name, measure_steps(*sleeper.simulation, sleeper.player, sleeper.scene.name, 0, effort)});
}

}  // namespace

std::vector<PhaseResult> measure_phases(DeviceChoice device, const BenchPlan& plan) {
  std::vector<PhaseResult> results;
  add_phases_of_pile(device, plan, results);
  add_sleep(device, plan, results);
  return results;
}

SceneResult measure_scene(const std::filesystem::path& file, DeviceChoice device, const BenchPlan& plan,
                          double seconds) {
  const Stopwatch watch;
  const auto left = [&] { return seconds - watch.seconds(); };
  Course course(file, device);
  advance(*course.simulation, course.player, plan.scene_warm_up, left() * 0.6);
  return measure_steps(*course.simulation, course.player, course.scene.name, 0,
                       {plan.scene_frames, plan.fewest_frames, plan.counted_frames, left() * 0.8});
}

}  // namespace raycloth
