#include "app/bench/report.h"

#include <cstdio>
#include <nlohmann/json.hpp>

#include "app/run/build_info.h"
#include "app/run/machine.h"

namespace raycloth {
namespace {

using Json = nlohmann::ordered_json;

template <class T>
Json or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json();
}

Json to_json(const Summary& summary) { return {{"median", summary.median}, {"p95", summary.p95}}; }

Json to_json(const RaysResult& r) {
  Json json;
  json["mesh"] = r.mesh;
  json["device"] = r.device;
  json["threads"] = r.threads;
  json["vertices"] = r.vertices;
  json["triangles"] = r.triangles;
  json["rays"] = r.rays;
  json["reach_m"] = kBenchReach;
  json["repetitions"] = r.repetitions;
  json["ours_update_ms"] = r.ours.update_ms;
  json["ours_query_ms"] = r.ours.query_ms;
  json["embree_update_ms"] = r.embree ? Json(r.embree->update_ms) : Json();
  json["embree_query_ms"] = r.embree ? Json(r.embree->query_ms) : Json();
  json["speedup"] = or_null(r.speedup());
  json["hits"] = r.hits;
  json["hits_compared"] = r.compared;
  json["hits_differ"] = or_null(r.hits_differ);
  json["hits_at_edges"] = or_null(r.hits_at_edges);
  return json;
}

Json to_json(const SceneResult& r) {
  Json json;
  json["scene"] = r.scene;
  json["device"] = r.device;
  json["threads"] = r.threads;
  json["vertices"] = r.vertices;
  json["cloth_vertices"] = r.cloth_vertices;
  json["triangles"] = r.triangles;
  json["first_frame"] = r.first_frame;
  json["frames"] = r.frames;
  json["detect_ms"] = to_json(r.detect_ms);
  json["step_ms"] = to_json(r.step_ms);
  json["contacts"] = r.contacts;
  json["rays"] = r.rays;
  json["rays_skipped"] = r.rays_skipped;
  json["nodes"] = r.nodes;
  json["triangle_tests"] = r.triangle_tests;
  json["constraint_solves"] = r.constraint_solves;
  json["edge_packs"] = r.edge_packs;
  json["edge_tests"] = r.edge_tests;
  json["launches"] = r.launches;
  json["bytes"] = r.bytes;
  return json;
}

Json to_json(const PhaseResult& r) {
  Json json = to_json(r.result);
  json["phase"] = r.phase;
  return json;
}

/// What a step puts on the queue and the bytes that it moves.
Json traffic_of(const SceneResult& r) {
  Json json{{"launches", r.launches}, {"bytes", r.bytes}};
  for (const KernelTraffic& kernel : r.kernels) {
    json["kernels"][kernel.name] = {
        {"launches", kernel.launches}, {"indices", kernel.indices}, {"bytes", kernel.bytes}};
  }
  return json;
}

Json to_json(const GrowthResult& r) {
  Json json;
  json["scene"] = r.scene;
  json["settled_factor"] = r.settled_factor;
  json["settled_frames"] = r.settled_frames;
  json["sizes"] = Json::array();
  for (const GrowthSize& size : r.sizes) {
    Json entry = to_json(size.result);
    entry["factor"] = size.factor;
    json["sizes"].push_back(entry);
  }
  json["skipped"] = Json::array();
  for (const SkippedSize& size : r.skipped) {
    json["skipped"].push_back({{"factor", size.factor}, {"expected_seconds", size.seconds}});
  }
  json["exponent"] = {{"detect", or_null(r.detect_exponent())}, {"step", or_null(r.step_exponent())}};
  return json;
}

template <class T>
Json list(const std::vector<T>& results) {
  Json json = Json::array();
  for (const T& result : results) json.push_back(to_json(result));
  return json;
}

Json notes() {
  Json notes = Json::array();
  if (!EmbreeTracer::available()) notes.push_back("built without Embree (libembree-dev): nothing to compare with");
  notes.push_back("bytes: every element that a kernel names, each time, as without caches (sim/solver/traffic.h)");
  return notes;
}

}  // namespace

std::string BenchReport::to_json() const {
  const auto part = [](const auto& result) { return result ? raycloth::to_json(*result) : Json(); };
  Json json;
  json["machine"] = {{"cpu", device_info().cpu_name}, {"threads", thread_count(0)}};
  json["device"] = device;
  json["commit"] = build_commit();
  json["build"] = build_description();
  json["embree"] = EmbreeTracer::available() ? Json(EmbreeTracer::version()) : Json();
  json["complete"] = complete;
  json["seconds"] = seconds;
  json["rays"] = part(rays);
  json["rays_moving"] = part(moving_rays);
  json["scenes"] = list(scenes);
  json["phases"] = list(phases);
  json["growth"] = part(growth);
  json["threads"] = {{"rays", list(rays_by_threads)}, {"eight_sheets", list(steps_by_threads)}};
  json["traffic"] = Json::object();
  for (const SceneResult& scene : scenes) json["traffic"][scene.scene] = traffic_of(scene);
  json["notes"] = notes();
  return json.dump(2) + "\n";
}

void print_machine(const BenchReport& report) {
  std::printf(
      "raycloth bench\n  cpu      %s\n  device   %s\n  commit   %s\n  embree   %s\n\n", device_info().cpu_name.c_str(),
      report.device.c_str(), build_commit().c_str(),
      EmbreeTracer::available() ? EmbreeTracer::version().c_str() : "none in this build: libembree-dev is missing");
}

void print_rays(const RaysResult& r) {
  std::printf("rays: %s, %s, %lld rays of %g m, %d threads, medians of %d\n", r.mesh.c_str(),
              r.moving ? "moving" : "still", r.rays, kBenchReach, r.threads, r.repetitions);
  std::printf("  ours     %8.2f ms update %8.2f ms query\n", r.ours.update_ms, r.ours.query_ms);
  if (r.embree) {
    std::printf("  Embree   %8.2f ms update %8.2f ms query    ours is %.2f times as fast\n", r.embree->update_ms,
                r.embree->query_ms, *r.speedup());
    std::printf("  hits     %8lld, of %lld rays compared %lld differ, %lld at edges by rounding\n", r.hits, r.compared,
                *r.hits_differ, *r.hits_at_edges);
  }
  std::fflush(stdout);
}

void print_scene_heading(const char* title) {
  std::printf("\n%-22s %8s %7s %6s %17s %17s %9s %9s %10s %10s %10s %8s %8s\n", title, "vertices", "threads", "frames",
              "detect ms (p95)", "step ms (p95)", "contacts", "rays", "nodes", "triangles", "solves", "launches", "MB");
}

void print_scene(const SceneResult& r, const std::string& label) {
  std::printf("%-22s %8lld %7d %6d %8.2f (%6.2f) %8.2f (%6.2f) %9.0f %9.0f %10.0f %10.0f %10lld %8lld %8.0f\n",
              label.c_str(), r.vertices, r.threads, r.frames, r.detect_ms.median, r.detect_ms.p95, r.step_ms.median,
              r.step_ms.p95, r.contacts, r.rays, r.nodes, r.triangle_tests, r.constraint_solves, r.launches,
              static_cast<double>(r.bytes) / 1e6);
  std::fflush(stdout);
}

void print_growth(const GrowthResult& result) {
  print_scene_heading("growth");
  for (const GrowthSize& size : result.sizes) {
    char label[64];
    std::snprintf(label, sizeof label, "%.12s x %g", result.scene.c_str(), size.factor * size.factor);
    print_scene(size.result, label);
  }
  for (const SkippedSize& size : result.skipped) {
    std::printf("x %g left out: it would take %.0f s or more\n", size.factor * size.factor, size.seconds);
  }
  if (const auto detect = result.detect_exponent()) {
    std::printf("cost grows as vertices to the power of %.2f (detect), %.2f (step)\n", *detect,
                *result.step_exponent());
  }
  std::fflush(stdout);
}

}  // namespace raycloth
