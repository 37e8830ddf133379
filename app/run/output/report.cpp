#include "app/run/output/report.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <numeric>

#include "app/run/machine.h"
#include "app/run/output/naming.h"

namespace raycloth {
namespace {

using Json = nlohmann::ordered_json;

Json to_json(const Summary& summary) {
  return {{"mean", summary.mean}, {"median", summary.median}, {"p95", summary.p95}, {"max", summary.max}};
}

Json mean_and_max(std::span<const float> values) {
  const Summary summary = summarize(values);
  return {{"mean", summary.mean}, {"max", static_cast<long long>(summary.max)}};
}

Json to_json(const std::optional<Penetration>& penetration, const Model& model) {
  if (!penetration) return nullptr;
  const Crossing& pair = penetration->first;
  const Vec3 place = penetration->place;
  return {{"frame", penetration->frame},
          {"pairs", penetration->pairs},
          {"edge", {model.file_vertex[pair.edge.x], model.file_vertex[pair.edge.y]}},
          {"edge_object", model.objects[model.vertex_object[pair.edge.x]].name},
          {"triangle", model.file_face[pair.triangle]},
          {"triangle_object", model.objects[model.triangle_object[pair.triangle]].name},
          {"place", {place.x, place.y, place.z}}};
}

template <class T>
T last_or_zero(const std::vector<T>& values) {
  return values.empty() ? T{} : values.back();
}

template <class T>
T max_or_zero(const std::vector<T>& values) {
  return values.empty() ? T{} : *std::max_element(values.begin(), values.end());
}

}  // namespace

Strain strain_of(const Model& model, std::span<const Vec4> positions) {
  if (model.edges.pairs.empty()) return {};
  std::vector<double> strains(model.edges.pairs.size());
  for (size_t i = 0; i < strains.size(); ++i) {
    const glm::dvec3 a(positions[model.edges.pairs[i].x]), b(positions[model.edges.pairs[i].y]);
    strains[i] = std::max(0.0, glm::length(b - a) / double(model.edges.lengths[i]) - 1);
  }
  const auto rank = strains.begin() + (strains.size() * 99 + 99) / 100 - 1;
  std::nth_element(strains.begin(), rank, strains.end());
  return {*std::max_element(rank, strains.end()), *rank};
}

/// A stage that begins to run later, after another handler was chosen, took no time before.
void RunRecord::add_stage(const StageTime& time) {
  const auto same = [&](const auto& stage) { return stage.first == time.name; };
  auto stage = std::find_if(stages_.begin(), stages_.end(), same);
  if (stage == stages_.end()) stage = stages_.insert(stages_.end(), {time.name, {}});
  stage->second.resize(step_.size());
  stage->second.push_back(time.milliseconds);
}

void RunRecord::add_step(Simulation& simulation) {
  const StepTimings& timings = simulation.timings();
  for (const StageTime& stage : timings.stages) add_stage(stage);
  detect_.push_back(timings.detect);
  step_.push_back(timings.step);
  const StepCounters counters = simulation.counters();
  contacts_.push_back(static_cast<float>(counters.collisions + counters.predictions));
  predictions_.push_back(static_cast<float>(counters.predictions));
  inversions_ += counters.inversions;
  rays_.push_back(static_cast<float>(counters.of("rays")));
  rays_skipped_.push_back(static_cast<float>(counters.of("rays_skipped")));
  add_net(counters);
  add_bridson(counters);
  add_untangling(counters);
  if (counters.of("asleep") > 0 && sleep_.frames++ == 0) sleep_.first = frames();
}

void RunRecord::add_untangling(const StepCounters& counters) {
  const long long contours = counters.of("untangled_contours");
  if (contours == 0) return;
  ++untangling_.frames;
  untangling_.contours = std::max(untangling_.contours, contours);
  if (untangling_.first == 0) untangling_.first = frames();
  untangling_.last = frames();
}

void RunRecord::add_net(const StepCounters& counters) {
  const long long met = counters.of("net_met"), pinched = counters.of("net_pinched");
  net_.frames += met > 0;
  net_.pairs += counters.of("net_pairs");
  net_.impulses += met;
  net_.zones += counters.of("net_stopped");
  net_.held += counters.of("net_held");
  substeps_.push_back(static_cast<float>(counters.of("substeps")));
  detections_.push_back(static_cast<float>(counters.of("detections")));
  net_.pinched_max = std::max(net_.pinched_max, pinched);
  net_.pinched_final = pinched;
}

void RunRecord::add_bridson(const StepCounters& counters) {
  bridson_.touching.push_back(static_cast<float>(counters.of("touching")));
  bridson_.pushed.push_back(static_cast<float>(counters.of("pushed")));
  bridson_.stopped.push_back(static_cast<float>(counters.of("stopped")));
  const long long zones = counters.of("zones");
  bridson_.zone_frames += zones > 0;
  bridson_.zones_max = std::max(bridson_.zones_max, zones);
  bridson_.vertices_max = std::max(bridson_.vertices_max, counters.of("zone_vertices"));
  bridson_.held += counters.of("zones_held");
}

void RunRecord::add_check(const std::optional<Penetration>& crossings, const Strain& strain) {
  crossings_.push_back(crossings ? crossings->pairs : 0);
  strains_.push_back(strain.largest);
  common_strains_.push_back(strain.p99);
  if (!first_) first_ = crossings;
}

std::string RunRecord::to_json(const Scene& scene, Simulation& simulation, int threads) const {
  Json report;
  report["scene"] = scene.path.string();
  report["warnings"] = scene.warnings;  // what was chosen for it as well
  report["device"] = simulation.device_name();
  report["threads"] = thread_count(threads);
  report["frames"] = frames();
  report["vertices"] = simulation.model().positions.size();
  report["triangles"] = simulation.model().triangles.size();
  report["finite"] = finite_;
  report["state_hash"] = state_name(simulation.state_hash());
  Json& stages = report["stages_ms"];
  for (const auto& [name, times] : stages_) stages[name] = raycloth::to_json(summarize(times));
  stages["detect"] = raycloth::to_json(summarize(detect_));
  stages["step"] = raycloth::to_json(summarize(step_));
  report["contacts"] = mean_and_max(contacts_);
  report["predictions"] = mean_and_max(predictions_);
  report["inversions"] = {{"total", inversions_}};
  report["rays"] = {{"cast", mean_and_max(rays_)}, {"skipped", mean_and_max(rays_skipped_)}};
  report["intersections"] = {
      {"checked", crossings_.size()},
      {"final", last_or_zero(crossings_)},
      {"max", max_or_zero(crossings_)},
      {"frames_with", std::count_if(crossings_.begin(), crossings_.end(), [](long long pairs) { return pairs > 0; })},
      {"first", raycloth::to_json(first_, simulation.model())}};
  report["strain"] = {
      {"final_max", last_or_zero(strains_)}, {"max", max_or_zero(strains_)}, {"p99", max_or_zero(common_strains_)}};
  report["safety_net"] = {{"frames", net_.frames},
                          {"pairs", net_.pairs},
                          {"impulses", net_.impulses},
                          {"zones", net_.zones},
                          {"held", net_.held}};
  report["bridson"] = {{"touching", mean_and_max(bridson_.touching)},
                       {"pushed", mean_and_max(bridson_.pushed)},
                       {"stopped", mean_and_max(bridson_.stopped)},
                       {"zone_frames", bridson_.zone_frames},
                       {"zones_max", bridson_.zones_max},
                       {"zone_vertices_max", bridson_.vertices_max},
                       {"held", bridson_.held}};
  report["untangling"] = {{"frames", untangling_.frames},
                          {"contours", untangling_.contours},
                          {"first", untangling_.first},
                          {"last", untangling_.last}};
  report["asleep"] = {{"frames", sleep_.frames}, {"first", sleep_.first}};
  report["substeps"] = mean_and_max(substeps_);
  report["detections"] = mean_and_max(detections_);
  report["pinched"] = {{"max", net_.pinched_max}, {"final", net_.pinched_final}};
  report["buffers"] = Json::object();
  for (const BufferUse& use : simulation.buffers()) {
    report["buffers"][use.name] = {{"capacity", use.capacity}, {"peak", use.peak}};
  }
  return report.dump(2) + "\n";
}

}  // namespace raycloth
