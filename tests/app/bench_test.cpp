// `raycloth bench`: its mesh, its comparison of hits, its fit, and a small bench whose file has every field.
#include "app/bench/bench.h"

#include <gtest/gtest.h>

#include <cmath>
#include <csignal>
#include <fstream>
#include <nlohmann/json.hpp>

#include "app/bench/growth.h"
#include "app/bench/rays.h"
#include "app/bench/sheets.h"
#include "app/run/build_info.h"
#include "tests/app/program.h"

namespace raycloth::test {
namespace {

using Json = nlohmann::json;

BenchPlan small_plan() {
  BenchPlan plan;
  plan.sheet_cells = {12, 9};
  plan.ray_warm_up = 1;
  plan.ray_repetitions = 3;
  plan.ray_frames = 4;
  plan.scene_warm_up = 3;
  plan.scene_frames = 4;
  plan.counted_frames = 2;
  plan.fewest_frames = 2;
  plan.growth_factors = {0.0625f, 0.125f};
  plan.growth_frames = 2;
  return plan;
}

TEST(BenchSheets, AreAsManyVerticesAsTheRayQueryAsksAndTheSameEveryTime) {
  const Mesh mesh = crumpled_sheets(8, BenchPlan{}.sheet_cells);
  EXPECT_EQ(mesh.positions.size(), 133'952u / 2);
  const Mesh again = crumpled_sheets(8, BenchPlan{}.sheet_cells);
  EXPECT_EQ(mesh.positions, again.positions);
  const MeshReport report = inspect(mesh);
  EXPECT_EQ(report.components, 8);
  EXPECT_TRUE(report.manifold);
}

TEST(BenchHits, AgreeByTriangleOrLengthUpToRounding) {
  const auto same = [](NearestHit a, NearestHit b) { return agree(a, b, 0.02f, 1e-6f); };
  EXPECT_TRUE(same({0.01f, 3}, {0.01f, 3}));
  EXPECT_TRUE(same({0.01f, 3}, {0.0100005f, 4})) << "a shared edge";
  EXPECT_FALSE(same({0.01f, 3}, {0.011f, 4}));
  EXPECT_FALSE(same({0.01f, 3}, {}));
  EXPECT_FALSE(same({}, {0.01f, 3}));
  EXPECT_TRUE(same({}, {}));
  EXPECT_TRUE(same({0.0199999f, 3}, {})) << "the end of the ray";
  EXPECT_FALSE(same({NAN, 3}, {0.01f, 4}));
}

TEST(BenchHits, AreInDoubtOnlyAtAnEdge) {
  const Vec3 triangle[3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  const auto grazes = [&](float x, float y) { return grazes_an_edge({x, y, 1}, {0, 0, -1}, triangle); };
  EXPECT_TRUE(grazes(0.5f, 0.5f));
  EXPECT_TRUE(grazes(0.3f, -1e-7f));
  EXPECT_FALSE(grazes(0.3f, 0.3f));
  EXPECT_FALSE(grazes(0.3f, 0.001f));
  EXPECT_FALSE(grazes(0.3f, -0.001f));
}

// Two parallel sheets 1 cm apart: every vertex sees the other sheet with one ray, at 1 cm, and nothing with
// the other.
TEST(BenchRays, FindTheOtherOfTwoFlatSheets) {
  Mesh mesh = make_sheet({0.1f, 0.1f}, {7, 7});
  const int below = static_cast<int>(mesh.positions.size());
  for (int i = 0; i < below; ++i) mesh.positions.push_back(0.9f * mesh.positions[i] + Vec3(0.001f, 0.01f, 0.002f));
  const std::vector<Int3> triangles = mesh.triangles;
  for (const Int3& t : triangles) mesh.triangles.push_back(t + Int3(below));
  OwnTracer tracer(mesh, DeviceChoice::cpu, 1);
  const Model& model = tracer.model();
  tracer.trace(model.positions, Past::forgotten);
  const std::vector<NearestHit> hits = tracer.hits();
  ASSERT_EQ(hits.size(), 4u * below);
  int upper_hits = 0;
  for (size_t v = 0; v < model.positions.size(); ++v) {
    const bool upper = model.positions[v].y > 0.005f;
    const NearestHit towards = hits[2 * v + (upper ? 1 : 0)], away = hits[2 * v + (upper ? 0 : 1)];
    EXPECT_EQ(away.triangle, -1);
    if (towards.triangle < 0) continue;
    EXPECT_NEAR(towards.length, 0.01f, 1e-6f);
    upper_hits += upper;
  }
  EXPECT_EQ(upper_hits, below) << "the smaller sheet is covered by the larger one";
}

TEST(BenchRays, HitWhatEmbreeHits) {
  if (!EmbreeTracer::available()) GTEST_SKIP() << "built without Embree";
  const BenchPlan plan = small_plan();
  const Mesh mesh = crumpled_sheets(8, plan.sheet_cells);
  for (int threads : {1, 2}) {
    const RaysResult still = measure_still_rays(mesh, plan, DeviceChoice::cpu, threads);
    EXPECT_EQ(still.rays, 2 * 8 * 13 * 10);
    EXPECT_EQ(still.compared, still.rays);
    EXPECT_EQ(still.repetitions, plan.ray_repetitions);
    EXPECT_GT(still.hits, still.rays / 10) << "too few to say anything";
    EXPECT_EQ(still.hits_differ, 0);
    const RaysResult moving = measure_moving_rays(mesh, plan, DeviceChoice::cpu, threads);
    EXPECT_EQ(moving.compared, (plan.ray_warm_up + plan.ray_frames) * moving.rays);
    EXPECT_EQ(moving.hits_differ, 0);
  }
}

/// What touches is laid apart where it is put, by which both tracers have to go.
TEST(BenchRays, HitWhatEmbreeHitsWhereSheetsTouch) {
  if (!EmbreeTracer::available()) GTEST_SKIP() << "built without Embree";
  const RaysResult moving = measure_moving_rays(crumpled_sheets(8, {40, 40}), small_plan(), DeviceChoice::cpu, 2);
  EXPECT_GT(moving.hits, moving.compared / 10) << "too few to say anything";
  EXPECT_EQ(moving.hits_differ, 0);
}

TEST(BenchGrowth, ExponentOfAPowerLaw) {
  EXPECT_NEAR(*fitted_exponent({1, 4, 16, 64}, {5, 20, 80, 320}), 1, 1e-12);
  EXPECT_NEAR(*fitted_exponent({10, 100, 1000}, {3, 3 * std::pow(10, 1.5), 3e3}), 1.5, 1e-12);
  EXPECT_FALSE(fitted_exponent({10}, {3}).has_value());
}

// Bilinear interpolation keeps what is linear in u and v.
TEST(BenchGrowth, ResamplingKeepsAnInclinedPlane) {
  const Vec2 size{0.6f, 0.9f};
  const Mesh coarse = make_sheet(size, {3, 4}), fine = make_sheet(size, {7, 9});
  const auto plane = [](Vec2 uv) { return Vec4(2 * uv.x - uv.y, 3 + uv.y, uv.x + 5 * uv.y, 0); };
  std::vector<Vec4> values;
  for (const Vec2& uv : coarse.uvs) values.push_back(plane(uv));
  const std::vector<Vec4> resampled = resample(coarse, values, fine);
  ASSERT_EQ(resampled.size(), fine.uvs.size());
  for (size_t i = 0; i < resampled.size(); ++i) {
    EXPECT_LT(glm::length(resampled[i] - plane(fine.uvs[i])), 1e-5f) << i;
  }
}

// A single step may take longer than all that is left.
TEST(BenchGrowth, GivesUpWhatTakesTooLong) {
  BenchPlan plan = small_plan();
  plan.growth_factors = {0.5f};
  const SettledPile pile(asset_directory() / "scenes" / plan.pile, 0.0625f, DeviceChoice::cpu, 2, 10);
  const GrowthResult growth = measure_growth(pile, 0.0625f, DeviceChoice::cpu, plan, 0);
  EXPECT_TRUE(growth.sizes.empty());
  ASSERT_EQ(growth.skipped.size(), 1u);
  EXPECT_EQ(growth.skipped[0].factor, 0.5f);
  EXPECT_FALSE(growth.step_exponent().has_value());
}

void expect_numbers(const Json& json, const std::vector<const char*>& fields) {
  for (const char* field : fields) EXPECT_TRUE(json.at(field).is_number()) << field << " in " << json.dump();
}

void expect_rays(const Json& rays) {
  expect_numbers(rays, {"threads", "vertices", "rays", "repetitions", "ours_update_ms", "ours_query_ms", "hits"});
  const std::vector<const char*> compared = {"embree_update_ms", "embree_query_ms", "speedup", "hits_differ",
                                             "hits_at_edges"};
  if (EmbreeTracer::available()) return expect_numbers(rays, compared);
  for (const char* field : compared) EXPECT_TRUE(rays.at(field).is_null()) << field;
}

void expect_steps(const Json& steps) {
  expect_numbers(steps, {"vertices", "threads", "frames", "contacts", "rays", "nodes", "triangle_tests",
                         "constraint_solves", "launches", "bytes", "edge_packs", "edge_tests"});
  EXPECT_GT(steps.at("launches"), 10);
  expect_numbers(steps.at("detect_ms"), {"median", "p95"});
  expect_numbers(steps.at("step_ms"), {"median", "p95"});
}

/// A sheet that nothing moves.
std::filesystem::path write_still_scene(const Folder& folder) {
  const std::filesystem::path file = folder / "still.json";
  std::ofstream(file) << R"({"name": "still", "settings": {"gravity": [0, 0, 0]}, "objects": [
    {"name": "sheet", "kind": "cloth", "sheet": {"size": [0.2, 0.2], "cells": [3, 3]}}]})";
  return file;
}

TEST(Bench, ASmallOneFillsEveryField) {
  const Folder folder;
  BenchOptions options;
  options.device = DeviceChoice::cpu;
  options.plan = small_plan();
  options.plan.scenes = {write_small_scene(folder)};
  options.plan.pile = options.plan.scenes.front();
  options.plan.phases = {{"soon", 2, 3}, {"later", 10, 2}};
  options.plan.sleeper = write_still_scene(folder);
  options.json = folder / "bench.json";
  ASSERT_EQ(bench(options), 0);
  const Json json = Json::parse(read_text(options.json));
  EXPECT_EQ(json.at("complete"), true);
  for (const char* field : {"device", "commit", "build"}) EXPECT_TRUE(json.at(field).is_string()) << field;
  EXPECT_TRUE(json.at("machine").at("cpu").is_string());
  expect_rays(json.at("rays"));
  expect_rays(json.at("rays_moving"));
  ASSERT_EQ(json.at("scenes").size(), 1u);
  const Json& scene = json["scenes"][0];
  expect_steps(scene);
  EXPECT_EQ(scene.at("scene"), "small");
  EXPECT_EQ(scene.at("vertices"), 9 + 20 + 16);
  EXPECT_EQ(scene.at("cloth_vertices"), 20 + 16);
  EXPECT_EQ(scene.at("first_frame"), 4);
  const Json& traffic = json.at("traffic").at("small");
  EXPECT_EQ(traffic.at("launches"), scene.at("launches"));
  EXPECT_EQ(traffic.at("bytes"), scene.at("bytes"));
  expect_numbers(traffic.at("kernels").at("integrate"), {"launches", "indices", "bytes"});
  const Json& phases = json.at("phases");
  ASSERT_EQ(phases.size(), 3u);
  for (int i = 0; i < 2; ++i) expect_steps(phases[i]);
  EXPECT_EQ(phases[0].at("phase"), "soon");
  EXPECT_EQ(phases[0].at("first_frame"), 3);
  EXPECT_EQ(phases[0].at("frames"), 3);
  EXPECT_EQ(phases[1].at("scene"), "small");
  EXPECT_EQ(phases[1].at("first_frame"), 11);
  EXPECT_EQ(phases[2].at("phase"), "asleep");
  EXPECT_EQ(phases[2].at("scene"), "still");
  EXPECT_EQ(phases[2].at("launches"), 0);
  ASSERT_EQ(json.at("growth").at("sizes").size(), 2u);
  for (const Json& size : json["growth"]["sizes"]) expect_steps(size);
  expect_numbers(json["growth"].at("exponent"), {"detect", "step"});
  ASSERT_EQ(json.at("threads").at("rays").size(), 2u);
  EXPECT_EQ(json["threads"]["rays"][0].at("threads"), 1);
  ASSERT_EQ(json["threads"].at("eight_sheets").size(), 2u);
  for (const Json& steps : json["threads"]["eight_sheets"]) expect_steps(steps);
}

TEST(Bench, MistakesEndWithCode2BeforeAnythingIsMeasured) {
  const Folder folder;
  std::ofstream(folder / "bad.obj") << "v 0 0 zero\n";
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"bench", "--rays-mesh", (folder / "bad.obj").string()},
        {"bench", "--rays-mesh", "nowhere.obj"},
        {"bench", "--json", "/nowhere/b.json"}}) {
    const Result result = run_program(arguments);
    EXPECT_EQ(result.code, 2) << arguments[2];
    EXPECT_EQ(line_count(result.err), 1) << result.err;
    EXPECT_EQ(result.out, "");
    const std::string named = arguments[2].substr(arguments[2].rfind('/') + 1);
    EXPECT_NE(result.err.find(named), std::string::npos) << result.err;
  }
}

// The file is valid, and says that it is not all, from the first moment on.
TEST(Bench, AnInterruptedOneLeavesAValidFile) {
  const Folder folder;
  std::ofstream(folder / "one.obj") << "v 0 0 0\nv 0.1 0 0\nv 0 0 0.1\nf 1 3 2\n";
  const std::filesystem::path json = folder / "bench.json";
  const Interruption interruption{json, 1, SIGTERM};
  const Result result = run_program(
      {"bench", "--device", "cpu", "--rays-mesh", (folder / "one.obj").string(), "--json", json}, &interruption);
  EXPECT_EQ(result.code, 130) << result.err;
  EXPECT_EQ(Json::parse(read_text(json)).at("complete"), false);
}

}  // namespace
}  // namespace raycloth::test
