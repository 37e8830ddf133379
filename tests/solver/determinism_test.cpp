// One hash: from run to run, for any number of threads, and however large the buffers were to begin with.
#include "tests/solver/shipped_scenes.h"

namespace raycloth {
namespace {

using namespace scenes;

uint64_t hash_after(const Model& model, const Settings& settings, int threads, int frames) {
  auto simulation = create(model, settings, DeviceChoice::cpu, threads);
  run(*simulation, frames);
  return simulation->state_hash();
}

class Determinism : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Shipped, Determinism, testing::ValuesIn(sheet_scenes()), name_of);

TEST_P(Determinism, HashIsThatOfEveryRunAndAnyNumberOfThreads) {
  const Scene scene = load_scene_scaled(scene_file(GetParam()), 0.25f);
  const Model model = build_model(scene);
  const uint64_t hash = hash_after(model, scene.settings, 1, 60);
  EXPECT_EQ(hash_after(model, scene.settings, 1, 60), hash);
  for (const int threads : {2, 3, 0}) EXPECT_EQ(hash_after(model, scene.settings, threads, 60), hash) << threads;
}

TEST_P(Determinism, HashDependsOnEveryStep) {
  Scene scene = load_scene_scaled(scene_file(GetParam()), 0.25f);
  scene.settings.wind = Vec3(0.5f, 4, 0.3f);  // lifts also what lies still
  const Model model = build_model(scene);
  auto simulation = create(model, scene.settings, DeviceChoice::cpu, 1);
  std::vector<uint64_t> hashes{simulation->state_hash()};
  for (int i = 0; i < 5; ++i) {
    simulation->step();
    hashes.push_back(simulation->state_hash());
  }
  std::sort(hashes.begin(), hashes.end());
  EXPECT_EQ(std::adjacent_find(hashes.begin(), hashes.end()), hashes.end());
}

long long capacity(const Simulation& simulation, const std::string& name) {
  for (const BufferUse& buffer : simulation.buffers())
    if (buffer.name == name) return buffer.capacity;
  ADD_FAILURE() << "no buffer " << name;
  return 0;
}

/// Eight sheets in one place: more contacts than any buffer has room for at first.
std::vector<SceneObject> crowd() {
  std::vector<SceneObject> objects;
  for (unsigned i = 0; i < 8; ++i) {
    objects.push_back(cloth(crumple(make_sheet({0.3f, 0.3f}, {8, 8}), 0.02f, i)));
    objects.back().name = "sheet " + std::to_string(i);
  }
  return objects;
}

TEST(Buffers, AStepThatRanOutOfRoomIsDoneAgainToTheBit) {
  auto fresh = simulate(crowd(), Settings());
  const long long before = capacity(*fresh, "contacts");
  run(*fresh, 5);
  ASSERT_GT(capacity(*fresh, "contacts"), before);  // or the test would see nothing

  auto grown = simulate(crowd(), Settings());
  run(*grown, 5);
  grown->reset();  // all of the room is there from the first step on
  const long long room = capacity(*grown, "contacts");
  run(*grown, 5);
  EXPECT_EQ(capacity(*grown, "contacts"), room);
  EXPECT_EQ(grown->state_hash(), fresh->state_hash());
}

TEST(Buffers, ADetectionThatRanOutOfRoomKeepsTheState) {
  auto simulation = simulate(crowd(), Settings());
  const std::vector<Vec4> positions = copy_of(simulation->positions());
  const uint64_t hash = simulation->state_hash();
  const long long before = capacity(*simulation, "contacts");
  simulation->detect_only();
  ASSERT_GT(capacity(*simulation, "contacts"), before);
  EXPECT_EQ(simulation->state_hash(), hash);
  EXPECT_GT(simulation->contacts().size(), static_cast<size_t>(before));
}

TEST(Buffers, PeaksAreWithinCapacities) {
  auto simulation = simulate(crowd(), Settings());
  run(*simulation, 3);
  for (const BufferUse& buffer : simulation->buffers()) {
    EXPECT_LE(buffer.peak, buffer.capacity) << buffer.name;
    EXPECT_GT(buffer.peak, 0) << buffer.name;
  }
}

/// A step that ran out of room costs two. What it leaves less than a fifth of is larger before the next.
TEST(Buffers, GrowBeforeTheyAreFull) {
  const Scene scene = load_scene_scaled(scene_file("eight_sheets"), 0.1f);
  const auto simulation = create(build_model(scene), scene.settings, DeviceChoice::cpu, 2);
  int ahead = 0;
  for (int step = 0; step < 60; ++step) {
    const std::vector<BufferUse> before = simulation->buffers();
    simulation->step();
    const std::vector<BufferUse> after = simulation->buffers();
    for (size_t i = 0; i < after.size(); ++i) {
      EXPECT_GE(4 * after[i].capacity / 5 + 1, before[i].peak) << after[i].name << ", step " << step;
      if (after[i].capacity > before[i].capacity && after[i].peak <= before[i].capacity) ++ahead;
    }
  }
  EXPECT_GT(ahead, 0) << "nothing came near its capacity: the test has seen nothing";
}

TEST(Steps, AllocateNothingOnceWarm) {
  const Scene scene = load_scene_scaled(scene_file("two_sheets_ball"), 0.15f);
  const auto simulation = create(build_model(scene), scene.settings, DeviceChoice::cpu, 2);
  run(*simulation, 40);
  const long long warm = simulation->counters().allocations;
  EXPECT_GT(warm, 0);
  run(*simulation, 10);
  EXPECT_EQ(simulation->counters().allocations, warm);
}

}  // namespace
}  // namespace raycloth
