// Cloth goes out as a glTF and comes in again as an obstacle that moves: in every frame it is where the OBJ files of
// the same run have it.
#include <gtest/gtest.h>

#include <fstream>

#include "sim/mesh/mesh.h"
#include "sim/scene/scene.h"
#include "sim/simulation.h"
#include "tests/app/program.h"

namespace raycloth::test {
namespace {

namespace fs = std::filesystem;

constexpr int kFrames = 6;

/// The vertices of a file, in its order.
std::vector<Vec3> vertices_of(const fs::path& obj) {
  std::ifstream in(obj);
  std::vector<Vec3> vertices;
  Vec3 v;
  for (std::string word; in >> word; in.ignore(1000, '\n'))
    if (word == "v" && in >> v.x >> v.y >> v.z) vertices.push_back(v);
  return vertices;
}

class GltfRoundTrip : public testing::TestWithParam<const char*> {};

TEST_P(GltfRoundTrip, AnExportIsAnObstacleThatMovesAsTheClothDid) {
  const Folder folder;
  const fs::path source = write_small_scene(folder);
  const std::string file = GetParam();
  for (const fs::path& target : {folder / file, folder / "obj"}) {
    const Result result =
        run_program({"run", source, "--frames", std::to_string(kFrames), "--set", "wind=3 0 1", "--export", target});
    ASSERT_EQ(result.code, 0) << result.err;
  }
  std::ofstream(folder / "again.json") << R"({"objects": [{"name": "it", "kind": "shell", "mesh": ")" + file +
                                              R"(", "motion": {"kind": "kinematic", "sequence": {"files": ")" + file +
                                              R"("}}}]})";
  const Scene scene = load_scene({folder / "again.json"});
  const Model model = build_model(scene);
  const auto simulation = create(model, scene.settings, DeviceChoice::cpu, 1);
  for (int frame = 1; frame <= kFrames; ++frame) {
    if (frame > 1) simulation->step();  // the first is at time 0
    const auto expected = vertices_of(folder / "obj" / ("frame_00000" + std::to_string(frame) + ".obj"));
    ASSERT_EQ(expected.size(), model.positions.size());
    for (size_t v = 0; v < expected.size(); ++v) {
      const int number = scene.objects[0].mesh.vertex_number(model.source_vertex[v]);
      EXPECT_LT(glm::distance(Vec3(simulation->positions()[v]), expected[number]), 1e-6f) << frame << " " << v;
    }
  }
  EXPECT_GT(glm::distance(vertices_of(folder / "obj" / "frame_000001.obj")[16],
                          vertices_of(folder / "obj" / "frame_000006.obj")[16]),
            1e-3f)
      << "it has to move, or this shows nothing";
}

INSTANTIATE_TEST_SUITE_P(BothForms, GltfRoundTrip, testing::Values("c.glb", "c.gltf"),
                         [](const auto& form) { return std::string(form.param).substr(2); });

TEST(GltfRoundTripErrors, ABadAnimationIsOneLine) {
  const Folder folder;
  std::ofstream(folder / "m.gltf") << R"({"asset": {"version": "2.0"}, "meshes": []})";
  std::ofstream(folder / "s.json")
      << R"({"objects": [{"name": "it", "kind": "shell", "sheet": {"size": [1, 1], "cells": [1, 1]},
    "motion": {"kind": "kinematic", "sequence": {"files": "m.gltf"}}}]})";
  const Result sheet = run_program({"run", folder / "s.json", "--frames", "1"});
  EXPECT_EQ(sheet.code, 2);
  EXPECT_EQ(line_count(sheet.err), 1) << sheet.err;
  std::ofstream(folder / "o.obj") << "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
  std::ofstream(folder / "s.json") << R"({"objects": [{"name": "it", "kind": "shell", "mesh": "o.obj",
    "motion": {"kind": "kinematic", "sequence": {"files": "m.gltf"}}}]})";
  const Result empty = run_program({"run", folder / "s.json", "--frames", "1"});
  EXPECT_EQ(empty.code, 2);
  EXPECT_EQ(line_count(empty.err), 1) << empty.err;
  EXPECT_NE(empty.err.find("m.gltf: found no faces, expected at least one triangle"), std::string::npos) << empty.err;
}

}  // namespace
}  // namespace raycloth::test
