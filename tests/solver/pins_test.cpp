// Pins that change while a scene runs are those that a scene file names.
#include <gtest/gtest.h>

#include <numeric>

#include "device/error.h"
#include "sim/model/pins.h"
#include "sim/simulation.h"
#include "tests/collision/scenes.h"

namespace raycloth {
namespace {

constexpr int kCells = 12, kFrames = 10;

Scene sheet(std::vector<int> numbers) {
  Scene scene;
  SceneObject object;
  object.name = "sheet";
  object.mesh = make_sheet({0.4f, 0.3f}, {kCells, kCells});
  object.pins.numbers = std::move(numbers);
  scene.objects.push_back(std::move(object));
  return scene;
}

std::unique_ptr<Simulation> start(const Scene& scene) {
  return create(build_model(scene), scene.settings, DeviceChoice::cpu, 1);
}

std::vector<int> vertices(const Simulation& simulation, std::vector<int> numbers) {
  VertexSelection selection;
  selection.numbers = std::move(numbers);
  return chosen_vertices(simulation.model(), 0, selection);
}

uint64_t hash_after(Simulation& simulation, int frames) {
  for (int i = 0; i < frames; ++i) simulation.step();
  return simulation.state_hash();
}

TEST(ChangedPins, SetAtTheStartAreAsIfTheSceneHadThem) {
  const std::unique_ptr<Simulation> told = start(sheet({0, kCells})), asked = start(sheet({}));
  asked->change_pins(vertices(*asked, {0, kCells}));
  EXPECT_EQ(hash_after(*asked, kFrames), hash_after(*told, kFrames));
  EXPECT_NE(asked->state_hash(), hash_after(*start(sheet({})), kFrames));
}

TEST(ChangedPins, TakenAtTheStartAreAsIfTheSceneHadNone) {
  const std::unique_ptr<Simulation> asked = start(sheet({0, kCells, 80}));
  asked->change_pins(vertices(*asked, {80}));
  EXPECT_EQ(asked->model().pins, vertices(*asked, {80}));
  asked->change_pins({});
  EXPECT_EQ(hash_after(*asked, kFrames), hash_after(*start(sheet({})), kFrames));
}

/// What lies between three pins cannot bend, and the rest of the area is that of others.
TEST(ChangedPins, OfWholeTrianglesChangeHowTheRestBends) {
  std::vector<int> border(2 * (kCells + 1));
  std::iota(border.begin(), border.end(), 0);
  const std::unique_ptr<Simulation> told = start(sheet(border)), asked = start(sheet({}));
  asked->change_pins(vertices(*asked, border));
  EXPECT_EQ(hash_after(*asked, kFrames), hash_after(*told, kFrames));
}

TEST(ChangedPins, HoldWhereTheVertexIsAndLetItFallAgain) {
  const std::unique_ptr<Simulation> simulation = start(sheet({}));
  hash_after(*simulation, kFrames);
  const int vertex = vertices(*simulation, {84}).front();
  const Vec3 caught(simulation->positions()[vertex]);
  simulation->change_pins(std::vector{vertex});
  hash_after(*simulation, kFrames);
  EXPECT_EQ(Vec3(simulation->positions()[vertex]), caught);
  EXPECT_EQ(Vec3(simulation->velocities()[vertex]), Vec3(0));
  simulation->change_pins({});
  hash_after(*simulation, kFrames);
  EXPECT_LT(simulation->positions()[vertex].y, caught.y - 0.01f);  // free fall of 1/6 s: 14 cm, less what is pulled up
}

TEST(ChangedPins, AreInASnapshot) {
  const std::unique_ptr<Simulation> simulation = start(sheet({0}));
  hash_after(*simulation, 3);
  const Snapshot with = simulation->save();
  const uint64_t then = hash_after(*simulation, kFrames);
  simulation->change_pins({});
  const Snapshot without = simulation->save();
  const uint64_t free = hash_after(*simulation, kFrames);
  simulation->restore(with);
  EXPECT_EQ(hash_after(*simulation, kFrames), then);
  const std::unique_ptr<Simulation> other = start(sheet({0}));
  other->restore(without);
  EXPECT_EQ(hash_after(*other, kFrames), free);
}

/// The border is fastened to a block that moves: without inverse mass before and after, but not at rest.
TEST(ChangedPins, OfWhatIsFastenedAreInASnapshotToo) {
  Scene scene = sheet({});
  SceneObject block;
  block.name = "block";
  block.kind = ObjectKind::solid;
  block.mesh = scenes::box_mesh({-0.3f, -0.05f, -0.26f}, {0.3f, 0.05f, -0.16f});
  block.motion.kind = MotionKind::kinematic;
  block.motion.path.keys.resize(2);
  block.motion.path.keys[1].time = 1;
  block.motion.path.keys[1].translation = {0, 0, -0.1};
  scene.objects.push_back(block);
  scene.objects[0].attachments.push_back({"block", {{}, {{Vec3(-1, -1, -0.151f), Vec3(1, 1, -0.149f)}}}, 0});
  const std::unique_ptr<Simulation> simulation = start(scene);
  ASSERT_EQ(simulation->model().fastenings.size(), kCells + 1u);
  const int vertex = simulation->model().fastenings[5].vertex;
  hash_after(*simulation, 3);
  const Snapshot fastened = simulation->save();
  const uint64_t carried = hash_after(*simulation, kFrames);
  simulation->restore(fastened);
  simulation->change_pins(std::vector{vertex});
  const Vec3 caught(simulation->positions()[vertex]);
  const Snapshot pinned = simulation->save();
  const uint64_t held = hash_after(*simulation, kFrames);
  EXPECT_EQ(Vec3(simulation->positions()[vertex]), caught);
  simulation->restore(fastened);
  EXPECT_EQ(simulation->model().pins.size(), 0u);
  EXPECT_EQ(hash_after(*simulation, kFrames), carried);
  simulation->restore(pinned);
  EXPECT_EQ(hash_after(*simulation, kFrames), held);
}

TEST(ChangedPins, LastThroughAReset) {
  const std::unique_ptr<Simulation> simulation = start(sheet({}));
  hash_after(*simulation, 3);
  simulation->change_pins(vertices(*simulation, {0, kCells}));
  simulation->reset();
  EXPECT_EQ(hash_after(*simulation, kFrames), hash_after(*start(sheet({0, kCells})), kFrames));
}

TEST(ChangedPins, WeighWhatTheirMaterialSaysOnceTheyAreFree) {
  Scene heavy = sheet({});
  heavy.objects[0].material.areal_density = 0.5f;
  const std::unique_ptr<Simulation> simulation = start(sheet({0, kCells}));
  simulation->change(0, heavy.objects[0].material);
  simulation->change_pins({});
  const Model expected = build_model(heavy);
  for (size_t v = 0; v < expected.positions.size(); ++v)
    ASSERT_EQ(simulation->model().positions[v].w, expected.positions[v].w) << v;
}

TEST(ChangedPins, OfWhatIsNotThereAreRefused) {
  const std::unique_ptr<Simulation> simulation = start(sheet({0}));
  EXPECT_THROW(simulation->change_pins(std::vector{-1}), InputError);
  EXPECT_THROW(simulation->change_pins(std::vector{100000}), InputError);
  EXPECT_EQ(simulation->model().pins.size(), 1u);
  EXPECT_THROW(build_model(sheet({100000})), InputError);
}

}  // namespace
}  // namespace raycloth
