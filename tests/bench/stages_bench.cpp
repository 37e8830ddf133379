// Google Benchmark over the single stages of a step: eight_sheets in a pile and the ray query, for work on
// one stage at a time. Times are those the stages report themselves. Run by hand:
//   build/release/tests/bench_stages --benchmark_filter=trace
#include <benchmark/benchmark.h>

#include "app/bench/growth.h"
#include "app/bench/rays.h"
#include "app/bench/sheets.h"
#include "app/run/build_info.h"

namespace raycloth {
namespace {

constexpr float kFactor = 0.5f;  // cells per side: a quarter of the vertices, so that one stage is seconds, not minutes
constexpr int kSettling = 60;    // steps: the sheets have landed
constexpr double kPatience = 30;  // s for them

const SettledPile& pile() {
  static const SettledPile pile(asset_directory() / "scenes" / "eight_sheets.json", kFactor, DeviceChoice::cpu,
                                kSettling, kPatience);
  return pile;
}

/// `threads` is the benchmark's argument.
void measure_stage(benchmark::State& state, const char* stage) {
  const auto simulation = pile().at(kFactor, DeviceChoice::cpu, static_cast<int>(state.range(0)));
  simulation->step();
  for (auto _ : state) {
    simulation->step();
    state.SetIterationTime(stage_time(simulation->timings().stages, stage) / 1000);
  }
}

/// Trace of the rays of the crumpled sheets, refit included, in rays a second.
void measure_rays(benchmark::State& state) {
  OwnTracer tracer(crumpled_sheets(8, BenchPlan{}.sheet_cells), DeviceChoice::cpu, static_cast<int>(state.range(0)));
  const std::vector<Vec4> positions = tracer.model().positions;
  for (auto _ : state) {
    const RayTimes times = tracer.trace(positions, Past::forgotten);
    state.SetIterationTime((times.update_ms + times.query_ms) / 1000);
  }
  state.SetItemsProcessed(state.iterations() * 2 * static_cast<int64_t>(positions.size()));
}

void register_all() {
  const Scene scene = load_scene({asset_directory() / "scenes" / "hang.json"});
  for (const StageTime& stage : create(build_model(scene), scene.settings, DeviceChoice::cpu)->timings().stages) {
    const char* name = stage.name;
    benchmark::RegisterBenchmark((std::string("stage/") + name).c_str(),
                                 [name](benchmark::State& state) { measure_stage(state, name); })
        ->Arg(1)
        ->Arg(2)
        ->Iterations(10)
        ->UseManualTime()
        ->Unit(benchmark::kMillisecond);
  }
  benchmark::RegisterBenchmark("rays", measure_rays)
      ->Arg(1)
      ->Arg(2)
      ->Iterations(20)
      ->UseManualTime()
      ->Unit(benchmark::kMillisecond);
}

}  // namespace
}  // namespace raycloth

int main(int argc, char** argv) {
  raycloth::register_all();
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  benchmark::RunSpecifiedBenchmarks();
}
