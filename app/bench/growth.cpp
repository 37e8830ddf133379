#include "app/bench/growth.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "app/run/stopwatch.h"

namespace raycloth {
namespace {

/// Values of a simulation's vertices, brought back to the order of every object's own mesh.
std::vector<std::vector<Vec4>> by_object(const Model& model, std::span<const Vec4> values) {
  std::vector<std::vector<Vec4>> objects(model.objects.size());
  for (size_t i = 0; i < objects.size(); ++i) objects[i].resize(model.objects[i].vertices.size());
  for (size_t v = 0; v < values.size(); ++v) objects[model.vertex_object[v]][model.source_vertex[v]] = values[v];
  return objects;
}

std::vector<Vec4> in_model_order(const Model& model, const std::vector<std::vector<Vec4>>& objects) {
  std::vector<Vec4> values(model.positions.size());
  for (size_t v = 0; v < values.size(); ++v) values[v] = objects[model.vertex_object[v]][model.source_vertex[v]];
  return values;
}

/// Vertices in a row of a sheet: those before v changes.
int row_length(const Mesh& sheet) {
  int row = 1;
  while (sheet.uvs[row].y == sheet.uvs[0].y) ++row;
  return row;
}

Vec4 bilinear(const std::vector<Vec4>& values, int row, Vec2 at) {
  const int rows = static_cast<int>(values.size()) / row;
  const int i = std::clamp(static_cast<int>(at.x), 0, row - 2), j = std::clamp(static_cast<int>(at.y), 0, rows - 2);
  const float s = at.x - static_cast<float>(i), t = at.y - static_cast<float>(j);
  const Vec4* corner = values.data() + j * row + i;
  return (1 - t) * ((1 - s) * corner[0] + s * corner[1]) + t * ((1 - s) * corner[row] + s * corner[row + 1]);
}

/// Of a size with the fewest steps, by the one before it, which took `preparation` seconds to its first step.
double expected_seconds(const GrowthSize& last, double preparation, float factor, const BenchPlan& plan) {
  const double ratio = double(factor) / last.factor, steps = plan.growth_fewest + plan.growth_counted;
  return (preparation + steps * last.result.step_ms.mean / 1000) * ratio * ratio;
}

/// Gives up what a simulation is at once `seconds` are over: a step of a large pile may take any time.
class Deadline {
 public:
  Deadline(Simulation& simulation, double seconds)
      : thread_([this, &simulation, seconds](const std::stop_token& done) {
          std::mutex mutex;
          std::unique_lock lock(mutex);
          std::condition_variable_any never;
          never.wait_for(lock, done, std::chrono::duration<double>(seconds), [] { return false; });
          if (done.stop_requested()) return;
          passed_ = true;
          simulation.abandon();
        }) {}

  bool passed() const { return passed_; }

 private:
  std::atomic<bool> passed_ = false;
  std::jthread thread_;  // the last: it uses the others
};

std::optional<double> exponent_of(const std::vector<GrowthSize>& sizes, Summary SceneResult::*summary) {
  std::vector<double> vertices, milliseconds;
  for (const GrowthSize& size : sizes) {
    vertices.push_back(static_cast<double>(size.result.cloth_vertices));
    milliseconds.push_back((size.result.*summary).median);
  }
  return fitted_exponent(vertices, milliseconds);
}

}  // namespace

std::vector<Vec4> resample(const Mesh& coarse, const std::vector<Vec4>& values, const Mesh& fine) {
  const int row = row_length(coarse);
  const Vec2 low = coarse.uvs.front(), high = coarse.uvs.back();
  const Vec2 cells(row - 1, static_cast<int>(values.size()) / row - 1);
  std::vector<Vec4> resampled;
  for (const Vec2& uv : fine.uvs) resampled.push_back(bilinear(values, row, (uv - low) / (high - low) * cells));
  return resampled;
}

std::optional<double> fitted_exponent(const std::vector<double>& x, const std::vector<double>& y) {
  if (x.size() < 2) return {};
  const double n = static_cast<double>(x.size());
  double sx = 0, sy = 0, sxx = 0, sxy = 0;
  for (size_t i = 0; i < x.size(); ++i) {
    const double lx = std::log(x[i]), ly = std::log(y[i]);
    sx += lx, sy += ly, sxx += lx * lx, sxy += lx * ly;
  }
  return (n * sxy - sx * sy) / (n * sxx - sx * sx);
}

SettledPile::SettledPile(std::filesystem::path scene_file, float factor, DeviceChoice device, int frames,
                         double seconds)
    : file_(std::move(scene_file)), scene_(load_scene_scaled(file_, factor)) {
  const std::unique_ptr<Simulation> simulation = create(build_model(scene_), scene_.settings, device);
  SessionPlayer nobody;
  advance(*simulation, nobody, frames, seconds);
  positions_ = by_object(simulation->model(), simulation->positions());
  velocities_ = by_object(simulation->model(), simulation->velocities());
  frames_ = simulation->frame();
}

std::unique_ptr<Simulation> SettledPile::at(float factor, DeviceChoice device, int threads) const {
  const Scene scene = load_scene_scaled(file_, factor);
  std::unique_ptr<Simulation> simulation = create(build_model(scene), scene.settings, device, threads);
  auto positions = positions_, velocities = velocities_;
  for (size_t i = 0; i < scene.objects.size(); ++i) {
    const Mesh &coarse = scene_.objects[i].mesh, &fine = scene.objects[i].mesh;
    if (fine.positions.size() == coarse.positions.size()) continue;
    positions[i] = resample(coarse, positions_[i], fine);
    velocities[i] = resample(coarse, velocities_[i], fine);
  }
  const Model& model = simulation->model();
  simulation->set_state(in_model_order(model, positions), in_model_order(model, velocities));
  return simulation;
}

std::optional<double> GrowthResult::detect_exponent() const { return exponent_of(sizes, &SceneResult::detect_ms); }
std::optional<double> GrowthResult::step_exponent() const { return exponent_of(sizes, &SceneResult::step_ms); }

GrowthResult measure_growth(const SettledPile& pile, float settled_factor, DeviceChoice device, const BenchPlan& plan,
                            double seconds) {
  GrowthResult growth;
  growth.scene = pile.name();
  growth.settled_factor = settled_factor;
  growth.settled_frames = pile.frames();
  SessionPlayer nobody;
  const Stopwatch watch;
  const auto left = [&] { return seconds - watch.seconds(); };
  double preparation = 0;
  for (float factor : plan.growth_factors) {
    if (!growth.sizes.empty()) {
      const double expected = expected_seconds(growth.sizes.back(), preparation, factor, plan);
      if (expected > left()) {
        growth.skipped.push_back({factor, expected});
        continue;
      }
    }
    const Stopwatch prepared;
    const std::unique_ptr<Simulation> simulation = pile.at(factor, device, 0);
    const double most = left();
    const Deadline deadline(*simulation, most);
    advance(*simulation, nobody, plan.growth_warm_up, left());
    preparation = prepared.seconds();
    const Effort effort{plan.growth_frames, plan.growth_fewest, plan.growth_counted, left() * 0.8};
    const SceneResult result = measure_steps(*simulation, nobody, pile.name(), 0, effort);
    if (deadline.passed()) {
      growth.skipped.push_back({factor, most});
    } else {
      growth.sizes.push_back({factor, result});
    }
  }
  return growth;
}

std::vector<SceneResult> measure_threads(const SettledPile& pile, const BenchPlan& plan) {
  std::vector<SceneResult> results;
  SessionPlayer nobody;
  for (int threads : plan.threads) {
    const std::unique_ptr<Simulation> simulation = pile.at(1, DeviceChoice::cpu, threads);
    simulation->step();
    const Effort effort{plan.growth_frames, plan.growth_frames, plan.counted_frames, plan.seconds};
    results.push_back(measure_steps(*simulation, nobody, pile.name(), threads, effort));
  }
  return results;
}

}  // namespace raycloth
