#include "app/bench/scenes.h"

#include <algorithm>
#include <vector>

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

long long cloth_vertices(const Model& model) {
  long long count = 0;
  for (const ModelObject& object : model.objects) {
    if (object.kind == ObjectKind::cloth) count += object.vertices.size();
  }
  return count;
}

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
  count_work(simulation, player, effort.counted, result);
  return result;
}

SceneResult measure_scene(const std::filesystem::path& file, DeviceChoice device, const BenchPlan& plan,
                          double seconds) {
  const Stopwatch watch;
  const auto left = [&] { return seconds - watch.seconds(); };
  const Scene scene = load_scene({file});
  const std::unique_ptr<Simulation> simulation = create(build_model(scene), scene.settings, device);
  SessionPlayer player = make_player({}, scene, simulation->model());
  advance(*simulation, player, plan.scene_warm_up, left() * 0.6);
  return measure_steps(*simulation, player, scene.name, 0,
                       {plan.scene_frames, plan.fewest_frames, plan.counted_frames, left() * 0.8});
}

}  // namespace raycloth
