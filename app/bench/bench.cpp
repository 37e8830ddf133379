#include "app/bench/bench.h"

#include <algorithm>
#include <cstdio>

#include "app/bench/report.h"
#include "app/bench/sheets.h"
#include "app/run/build_info.h"
#include "app/run/interrupt.h"
#include "app/run/output/whole_file.h"
#include "app/run/stopwatch.h"

namespace raycloth {
namespace {

namespace fs = std::filesystem;

constexpr int kSheets = 8;

std::vector<fs::path> shipped_scenes() {
  std::vector<fs::path> files;
  for (const fs::directory_entry& entry : fs::directory_iterator(asset_directory() / "scenes")) {
    if (entry.path().extension() == ".json") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

Mesh rays_mesh(const BenchOptions& options) {
  if (options.rays_mesh.empty()) return crumpled_sheets(kSheets, options.plan.sheet_cells);
  std::vector<std::string> warnings;
  Mesh mesh = load_mesh(options.rays_mesh, warnings);
  for (const std::string& warning : warnings) std::fprintf(stderr, "raycloth: warning: %s\n", warning.c_str());
  return mesh;
}

std::string device_taken(DeviceChoice choice) {
  const DeviceInfo info = device_info();
  return choice == DeviceChoice::cpu ? "CPU: " + info.cpu_name : info.chosen;
}

/// The parts in their order, each of which leaves its results in the report.
class Bench {
 public:
  explicit Bench(const BenchOptions& options)
      : options_(options),
        plan_(options.plan),
        scenes_(plan_.scenes.empty() ? shipped_scenes() : plan_.scenes),
        scenes_left_(plan_.scenes_seconds),
        mesh_(rays_mesh(options)) {
    report_.device = device_taken(options.device);
  }

  int run() {
    const InterruptGuard interrupt;
    save();
    print_machine(report_);
    using Part = void (Bench::*)();
    for (Part part : {&Bench::still_rays, &Bench::moving_rays, &Bench::rays_by_threads}) {
      if (!interrupt.requested()) measure(part);
    }
    print_scene_heading("scene");
    for (next_scene_ = 0; next_scene_ < scenes_.size() && !interrupt.requested(); ++next_scene_) measure(&Bench::scene);
    for (Part part : {&Bench::phases, &Bench::threads_and_growth}) {
      if (!interrupt.requested()) measure(part);
    }
    if (interrupt.requested()) {
      std::fprintf(stderr, "raycloth: bench interrupted; what was measured is kept\n");
      return kInterrupted;
    }
    report_.complete = true;
    save();
    std::printf("\n%.0f s%s\n", report_.seconds,
                options_.json.empty() ? "" : (", written to " + options_.json.string()).c_str());
    return 0;
  }

 private:
  void measure(void (Bench::*part)()) {
    (this->*part)();
    save();
  }

  void save() {
    report_.seconds = watch_.seconds();
    if (options_.json.empty()) return;
    WholeFile file(options_.json);
    file.stream() << report_.to_json();
    file.commit();
  }

  void still_rays() {
    report_.rays = measure_still_rays(mesh_, plan_, options_.device, 0);
    print_rays(*report_.rays);
  }

  void moving_rays() {
    report_.moving_rays = measure_moving_rays(mesh_, plan_, options_.device, 0);
    print_rays(*report_.moving_rays);
  }

  void rays_by_threads() {
    for (int threads : plan_.threads) {
      report_.rays_by_threads.push_back(measure_still_rays(mesh_, plan_, DeviceChoice::cpu, threads));
      print_rays(report_.rays_by_threads.back());
    }
  }

  void scene() {
    const Stopwatch watch;
    const double share = scenes_left_ / static_cast<double>(scenes_.size() - next_scene_);
    report_.scenes.push_back(measure_scene(scenes_[next_scene_], options_.device, plan_, share));
    scenes_left_ -= watch.seconds();
    print_scene(report_.scenes.back(), report_.scenes.back().scene);
  }

  void phases() {
    report_.phases = measure_phases(options_.device, plan_);
    print_scene_heading("phase");
    for (const PhaseResult& phase : report_.phases) print_scene(phase.result, phase.phase);
  }

  /// Growth comes last, in the time that is left: the largest pile takes most of it.
  void threads_and_growth() {
    const float coarsest = plan_.growth_factors.front();
    const SettledPile pile(asset_directory() / "scenes" / "eight_sheets.json", coarsest, options_.device,
                           plan_.scene_warm_up, plan_.pile_seconds);
    report_.steps_by_threads = measure_threads(pile, plan_);
    print_scene_heading("threads");
    for (const SceneResult& result : report_.steps_by_threads) print_scene(result, result.scene);
    save();
    report_.growth = measure_growth(pile, coarsest, options_.device, plan_, plan_.seconds - watch_.seconds());
    print_growth(*report_.growth);
  }

  const BenchOptions& options_;
  const BenchPlan& plan_;
  std::vector<fs::path> scenes_;
  double scenes_left_;  // s
  Mesh mesh_;
  size_t next_scene_ = 0;
  Stopwatch watch_;
  BenchReport report_;
};

}  // namespace

int bench(const BenchOptions& options) { return Bench(options).run(); }

}  // namespace raycloth
