// A scene laid aside and taken up again goes on as if nothing had happened, to the bit.
#include "tests/solver/shipped_scenes.h"

namespace raycloth {
namespace {

using namespace scenes;

constexpr int kBefore = 25, kAfter = 6;

/// Two sheets that fall through each other in the next frames, so that what contacts remember decides.
std::vector<SceneObject> falling_sheets() {
  std::vector<SceneObject> objects{solid(box_mesh({-0.1f, -0.2f, -0.1f}, {0.1f, 0, 0.1f}))};
  for (unsigned i = 0; i < 3; ++i) {
    const float height = 0.01f + 0.012f * static_cast<float>(i);
    objects.push_back(cloth(crumple(move(make_sheet({0.3f, 0.3f}, {9, 9}), {0, height, 0}), 0.006f, i)));
    objects.back().name = "sheet " + std::to_string(i);
  }
  return objects;
}

/// Pulls the last sheet down, through what lies below.
void pull(Simulation& simulation) {
  const int id = simulation.grab(simulation.model().objects.back().triangles.begin + 40, Vec3(1.0f / 3));
  simulation.move_grab(id, {0.02f, -0.3f, 0.05f});
}

std::vector<uint64_t> hashes_of(Simulation& simulation, int frames) {
  std::vector<uint64_t> hashes;
  for (int i = 0; i < frames; ++i) {
    simulation.step();
    hashes.push_back(simulation.state_hash());
  }
  return hashes;
}

class SnapshotOf : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Shipped, SnapshotOf, testing::ValuesIn(sheet_scenes()), name_of);

TEST_P(SnapshotOf, GoesOnAsTheOriginalHereAndInAFreshSimulation) {
  const Scene scene = load_scene_scaled(scene_file(GetParam()), 0.15f);
  const Model model = build_model(scene);
  auto original = create(model, scene.settings, DeviceChoice::cpu, 2);
  run(*original, kBefore);
  const Snapshot snapshot = original->save();
  const std::vector<uint64_t> wanted = hashes_of(*original, kAfter);
  original->restore(snapshot);
  EXPECT_EQ(hashes_of(*original, kAfter), wanted);
  auto fresh = create(model, scene.settings, DeviceChoice::cpu, 1);
  fresh->restore(snapshot);
  EXPECT_EQ(hashes_of(*fresh, kAfter), wanted);
}

/// A sheet that four posts carry and its weight stretches: what its patches are tied to is what they were tied to.
TEST(Snapshots, KeepAnchors) {
  std::vector<SceneObject> objects;
  for (const float x : {-0.1f, 0.1f})
    for (const float z : {-0.1f, 0.1f}) {
      objects.push_back(solid(box_mesh({x - 0.02f, -0.5f, z - 0.02f}, {x + 0.02f, 0, z + 0.02f})));
      objects.back().name = "post " + std::to_string(objects.size());
    }
  objects.push_back(cloth(move(make_sheet({0.8f, 0.8f}, {32, 32}), {0.01f, 0.01f, 0.02f})));
  Settings settings;
  settings.gravity = Vec3(0, -40, 0);
  settings.care_substeps = 1;
  const auto original = simulate(objects, settings), fresh = simulate(objects, settings);
  run(*original, 40);
  const Snapshot snapshot = original->save();
  fresh->restore(snapshot);
  EXPECT_EQ(hashes_of(*original, 10), hashes_of(*fresh, 10));
}

/// A sheet between bars that turn: of what its rows pressed with, the next ones keep what moves no vertex much farther.
TEST(Snapshots, KeepHowFarRowsMoved) {
  const Scene scene = load_scene({scenes::scene_file("twist")});
  const auto original = create(build_model(scene), scene.settings, DeviceChoice::cpu, 1);
  const auto fresh = create(build_model(scene), scene.settings, DeviceChoice::cpu, 1);
  run(*original, 1);
  fresh->restore(original->save());
  EXPECT_EQ(hashes_of(*original, 2), hashes_of(*fresh, 2));
}

class SnapshotWith : public testing::TestWithParam<Inversion> {};
INSTANTIATE_TEST_SUITE_P(Inversions, SnapshotWith,
                         testing::Values(Inversion::off, Inversion::last_step, Inversion::remembered));

TEST_P(SnapshotWith, KeepsSidesAndGrabs) {
  Settings settings;
  settings.inversion = GetParam();
  settings.response_uses_predictions = false;  // let things cross
  auto original = simulate(falling_sheets(), settings);
  run(*original, 10);
  pull(*original);
  run(*original, 10);
  const Snapshot snapshot = original->save();
  const std::vector<uint64_t> wanted = hashes_of(*original, kAfter);
  auto fresh = simulate(falling_sheets(), settings);
  fresh->restore(snapshot);
  EXPECT_EQ(hashes_of(*fresh, kAfter), wanted);
}

TEST(Snapshot, BringsBackTimeSettingsAndMaterials) {
  Settings settings;
  auto simulation = simulate(falling_sheets(), settings);
  run(*simulation, 3);
  const uint64_t hash = simulation->state_hash();
  const Snapshot snapshot = simulation->save();
  settings.substeps = 6;
  settings.gravity = {0, 3, 0};
  simulation->change(settings);
  Material material = simulation->material(1);
  material.half_thickness = 0.009f;
  simulation->change(1, material);
  run(*simulation, 2);
  simulation->restore(snapshot);
  EXPECT_EQ(simulation->frame(), 3);
  EXPECT_NEAR(simulation->time(), 3 / 60.0, 1e-6);
  EXPECT_EQ(simulation->settings().substeps, Settings().substeps);
  EXPECT_EQ(simulation->settings().gravity, Settings().gravity);
  EXPECT_EQ(simulation->material(1).half_thickness, 0.004f);
  EXPECT_EQ(simulation->state_hash(), hash);
  EXPECT_TRUE(simulation->contacts().empty());
}

TEST(Snapshot, OfManyContactsFitsASimulationWithRoomForFew) {
  std::vector<SceneObject> crowd;
  for (unsigned i = 0; i < 8; ++i) {
    crowd.push_back(cloth(crumple(make_sheet({0.3f, 0.3f}, {8, 8}), 0.02f, i)));
    crowd.back().name = "sheet " + std::to_string(i);
  }
  const auto room = [](const Simulation& simulation) { return simulation.buffers()[1].capacity; };
  auto original = simulate(crowd, Settings());
  run(*original, 4);
  const Snapshot snapshot = original->save();
  const std::vector<uint64_t> wanted = hashes_of(*original, 3);
  auto fresh = simulate(crowd, Settings());
  ASSERT_LT(room(*fresh), snapshot.capacities.back());  // or the test would see nothing
  fresh->restore(snapshot);
  EXPECT_EQ(hashes_of(*fresh, 3), wanted);
  EXPECT_GE(snapshot.bytes(), fresh->positions().size_bytes() * 3);
}

}  // namespace
}  // namespace raycloth
