// Objects added, removed, placed and named on the command line, and saved with all of it.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "app/run/object_options.h"
#include "device/error.h"
#include "sim/model/model.h"
#include "tests/app/program.h"

namespace raycloth::test {
namespace {

const std::string kBox = std::string(RAYCLOTH_SOURCE_DIR) + "/tests/data/box.obj";
const std::string kSquare = std::string(RAYCLOTH_SOURCE_DIR) + "/tests/data/uv.obj";

std::string state_of(const Result& result) {
  EXPECT_EQ(result.code, 0) << result.err;
  const size_t at = result.out.find("state ");
  return at == std::string::npos ? "" : result.out.substr(at);
}

Scene changed(const std::string& scene, const ObjectOptions& options) {
  Scene result = load_scene({scene});
  apply(options, result);
  return result;
}

const SceneObject& named(const Scene& scene, const std::string& name) {
  const auto found = std::ranges::find(scene.objects, name, &SceneObject::name);
  if (found == scene.objects.end()) throw InputError("no " + name);
  return *found;
}

TEST(ObjectOptions, DoWhatTheirWordsSay) {
  const Folder folder;
  const std::string small = write_small_scene(folder).string();
  const Scene scene = changed(small, {{"floor"},
                                      {kBox + " as=rigid fit=0.2 at=0,2,0 name=small crate color=0.1,0.2,0.3",
                                       kSquare + " as=cloth scale=0.5 up=z half_thickness=0.001 at=1,1,1"},
                                      {"small towel at=3,1,0 turn=0,90,0", "flag scale=2"},
                                      {"small towel name=big towel color=1,0,0"},
                                      {}});
  ASSERT_EQ(scene.objects.size(), 4u);
  const SceneObject& crate = named(scene, "small crate");
  EXPECT_EQ(crate.motion.kind, MotionKind::rigid);
  EXPECT_EQ(crate.color, Vec3(0.1f, 0.2f, 0.3f));
  EXPECT_NEAR(bounds(crate.mesh).size().x, 0.2f, 1e-6f);
  EXPECT_NEAR(bounds(crate.mesh).min.y, 2, 1e-6f);
  const SceneObject& square = named(scene, "uv");
  EXPECT_EQ(square.kind, ObjectKind::cloth);
  EXPECT_EQ(square.material.half_thickness, 0.001f);
  EXPECT_NEAR(bounds(square.mesh).size().x, 0.5f, 1e-6f);
  const SceneObject& towel = named(scene, "big towel");
  EXPECT_EQ(towel.color, Vec3(1, 0, 0));
  EXPECT_NEAR(bounds(towel.mesh).center().x, 3, 1e-6f);
  EXPECT_NEAR(towel.mesh.positions[0].z, 0.1f, 1e-5f);  // which was at -0.1 of x and z
  const SceneObject& flag = named(scene, "flag");
  EXPECT_NEAR(bounds(flag.mesh).size().x, 0.8f, 1e-5f);
  EXPECT_EQ(flag.pins.numbers, (std::vector{0, 4}));  // that were chosen by place, before it grew
}

TEST(ObjectOptions, WhatIsSavedRunsToTheSameHash) {
  const Folder folder;
  const Folder elsewhere;
  const std::string small = write_small_scene(folder).string(), saved = (elsewhere / "saved.json").string();
  const std::vector<std::string> words = {
      "--add",   kBox + " fit=0.3 at=0,0.6,0",   "--remove", "floor",
      "--place", "flag at=0,1.1,0 turn=10,20,0", "--look",   "flag name=banner color=0.2,0.2,0.9",
      "--set",   "banner.bend_stiffness=1e-3"};
  std::vector<std::string> run = {"run", small, "--frames", "8"};
  const std::string unchanged = state_of(run_program(run));
  run.insert(run.end(), words.begin(), words.end());
  run.insert(run.end(), {"--save-scene", saved});
  const std::string state = state_of(run_program(run));
  EXPECT_NE(state, unchanged);
  EXPECT_EQ(state_of(run_program({"run", saved, "--frames", "8"})), state);
  const auto json = nlohmann::json::parse(read_text(saved));
  EXPECT_EQ(json["objects"].size(), 3u);
  EXPECT_EQ(json["objects"][0]["name"], "banner");
}

TEST(ObjectOptions, ASheetIsMadeSavedAndRunsToTheSameHash) {
  const Folder folder;
  const std::string small = write_small_scene(folder).string(), saved = (folder / "saved.json").string();
  const std::string state = state_of(run_program({"run", small, "--frames", "6", "--save-scene", saved, "--add",
                                                  "sheet size=0.5,0.25 cells=6,3 at=0,1.2,0.1 turn=0,0,90"}));
  EXPECT_EQ(state_of(run_program({"run", saved, "--frames", "6"})), state);
  const auto sheet = nlohmann::json::parse(read_text(saved))["objects"].at(3);
  EXPECT_EQ(sheet["name"], "sheet");
  EXPECT_EQ(sheet["kind"], "cloth");
  EXPECT_EQ(sheet["sheet"], nlohmann::json::parse(R"({"size": [0.5, 0.25], "cells": [6, 3]})"));
  const Scene scene = load_scene({saved});
  EXPECT_EQ(scene.objects[3].mesh.positions.size(), 7u * 4u);
  EXPECT_EQ(scene.objects[3].mesh.triangles.size(), 2u * 6u * 3u);
  const Bounds box = bounds(scene.objects[3].mesh);  // its long side stands now
  EXPECT_NEAR(box.size().y, 0.5f, 1e-5f);
  EXPECT_NEAR(box.size().x, 0, 1e-5f);
  EXPECT_NEAR(box.size().z, 0.25f, 1e-5f);
  EXPECT_LT(glm::distance(box.center(), Vec3(0, 1.2f, 0.1f)), 1e-5f);
  const Scene usual = changed(small, {{}, {"sheet as=shell", "sheet name=third"}, {}, {}, {}, {}});
  EXPECT_EQ(named(usual, "sheet").kind, ObjectKind::shell);
  EXPECT_EQ(named(usual, "third").mesh.triangles.size(), 2u * 64u * 64u) << "as they are without a word";
}

TEST(ObjectOptions, AnAnimatedMeshMovesAsItsFileSays) {
  const Folder folder;
  const std::string small = write_small_scene(folder).string(), saved = (folder / "saved.json").string();
  const std::string walk = (folder / "walk.glb").string();
  ASSERT_EQ(run_program({"run", small, "--frames", "5", "--export", walk}).code, 0);
  const std::string state = state_of(
      run_program({"run", small, "--frames", "6", "--save-scene", saved, "--add", walk + " at=0,0,2 name=walker"}));
  EXPECT_EQ(state_of(run_program({"run", saved, "--frames", "6"})), state);
  const auto walker = nlohmann::json::parse(read_text(saved))["objects"].at(3);
  EXPECT_EQ(walker["motion"], nlohmann::json::parse(R"({"kind": "kinematic", "sequence": {"files": "walk.glb"}})"));
  const Scene scene = changed(small, {{}, {walk + " as=moving", walk + " as=shell name=still"}, {}, {}, {}, {}});
  EXPECT_EQ(named(scene, "walk").motion.kind, MotionKind::kinematic);
  EXPECT_GT(named(scene, "walk").motion.sequence.shapes.size(), 1u);
  EXPECT_EQ(named(scene, "still").motion.kind, MotionKind::fixed);
  const auto refusal = [&](const std::string& words) {
    try {
      changed(small, {{}, {words}, {}, {}, {}, {}});
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string("taken");
  };
  EXPECT_NE(refusal(kBox + " as=moving").find(kBox + " has no animation that moves it"), std::string::npos)
      << refusal(kBox + " as=moving");
  EXPECT_NE(refusal(walk + " animation=run").find("found no animation 'run', expected one of "), std::string::npos)
      << refusal(walk + " animation=run");
  EXPECT_NE(refusal(walk + " as=cloth animation=run").find("as=moving beside it"), std::string::npos);
}

/// A scene with a name that is taken, an attachment, a path of its own folder, and what is left out.
TEST(ObjectOptions, AllObjectsOfAnotherSceneAreAdded) {
  const Folder folder, elsewhere;
  const std::string small = write_small_scene(folder).string(), saved = (folder / "saved.json").string();
  std::filesystem::copy_file(kBox, elsewhere / "crate.obj");
  const std::string other = (elsewhere / "other.json").string();
  std::ofstream(other) << R"({"settings": {"gravity": [0, -1, 0], "wind": [1, 0, 0]}, "ground": {"height": -0.5},
    "objects": [
      {"name": "post", "kind": "solid", "mesh": "crate.obj", "fit": 0.2, "translate": [5, 1, 0]},
      {"name": "flag", "kind": "cloth", "sheet": {"size": [0.2, 0.2], "cells": [2, 2]}, "translate": [5, 1.5, 0],
       "material": {"half_thickness": 0.002}, "pins": {"nearest": [[4.9, 1.5, -0.1]]},
       "attachments": [{"target": "post", "nearest": [[5.1, 1.5, 0.1]]}]}]})";
  const Result run = run_program({"run", small, "--frames", "5", "--add", other, "--save-scene", saved});
  const std::string state = state_of(run);
  EXPECT_EQ(run.err, "raycloth: warning: " + other + ": added without its ground, settings (gravity, wind)\n");
  EXPECT_EQ(state_of(run_program({"run", saved, "--frames", "5"})), state);
  const Scene scene = load_scene({saved});
  ASSERT_EQ(scene.objects.size(), 5u);
  EXPECT_FALSE(scene.ground);
  EXPECT_EQ(scene.settings.gravity, load_scene({small}).settings.gravity);
  const Scene alone = load_scene({other});
  const SceneObject& flag = named(scene, "flag 2");
  ASSERT_EQ(flag.attachments.size(), 1u);
  EXPECT_EQ(flag.attachments[0].target, "post");
  EXPECT_EQ(flag.mesh.positions, alone.objects[1].mesh.positions);
  EXPECT_EQ(flag.material, alone.objects[1].material);
  EXPECT_EQ(build_model(scene).pins.size(), build_model(load_scene({small})).pins.size() + 1);
  EXPECT_EQ(named(scene, "post").mesh.positions, alone.objects[0].mesh.positions);
}

TEST(ObjectOptions, PaintedThicknessIsSavedAndRunsToTheSameHash) {
  const Folder folder;
  const std::string small = write_small_scene(folder).string(), saved = (folder / "saved.json").string();
  const std::string state = state_of(
      run_program({"run", small, "--frames", "6", "--save-scene", saved, "--paint",
                   "small towel at=2,1,0 radius=0.08 factor=4", "--paint", "small towel at=2.1,1,0.1 factor=0.5"}));
  EXPECT_EQ(state_of(run_program({"run", saved, "--frames", "6"})), state);
  const auto map = nlohmann::json::parse(read_text(saved))["objects"][2]["thickness_map"].get<std::vector<float>>();
  ASSERT_EQ(map.size(), 16u);
  EXPECT_GT(*std::ranges::max_element(map), 1.5f);
  EXPECT_EQ(map[15], 0.5f);
  EXPECT_EQ(map[0], 1);
}

TEST(ObjectOptions, WhatIsHiddenIsSavedAndTakesPart) {
  const Folder folder;
  const std::string small = write_small_scene(folder).string(), saved = (folder / "saved.json").string();
  const std::string all = state_of(run_program({"run", small, "--frames", "6"}));
  const std::vector<std::string> hide = {"--look", "flag hidden=yes", "--save-scene", saved};
  std::vector<std::string> run = {"run", small, "--frames", "6"};
  run.insert(run.end(), hide.begin(), hide.end());
  EXPECT_EQ(state_of(run_program(run)), all);
  const auto hidden = [&](int object) { return nlohmann::json::parse(read_text(saved))["objects"][object]["hidden"]; };
  EXPECT_EQ(hidden(1), true);
  EXPECT_TRUE(hidden(0).is_null());
  const std::string again = (folder / "again.json").string();
  EXPECT_EQ(state_of(run_program({"run", saved, "--frames", "6", "--save-scene", again})), all);
  EXPECT_EQ(nlohmann::json::parse(read_text(again))["objects"][1]["hidden"], true);
  EXPECT_EQ(state_of(run_program({"run", saved, "--frames", "6", "--look", "flag hidden=no", "--save-scene", saved})),
            all);
  EXPECT_TRUE(hidden(1).is_null());
  const auto refused = run_program({"run", small, "--frames", "1", "--look", "flag hidden=maybe"});
  EXPECT_NE(refused.err.find("found hidden=maybe, expected yes or no"), std::string::npos) << refused.err;
}

TEST(ObjectOptions, AMeshAloneIsSavedWithItsScene) {
  const Folder folder;
  const std::string saved = (folder / "saved.json").string();
  const std::string state = state_of(run_program({"run", kBox, "--frames", "4", "--save-scene", saved}));
  EXPECT_EQ(state_of(run_program({"run", saved, "--frames", "4"})), state);
}

}  // namespace
}  // namespace raycloth::test
