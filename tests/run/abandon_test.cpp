// A simulation that nobody wants any more ends its step early, whoever says so.
#include <gtest/gtest.h>

#include <thread>

#include "tests/run/scenes.h"

namespace raycloth {
namespace {

std::unique_ptr<Simulation> simulate(const test::WorkFolder& folder) {
  const Scene scene = load_scene({folder.write("scene.json", test::kFlag)});
  return create(build_model(scene), scene.settings, DeviceChoice::cpu, test::kThreads);
}

TEST(Abandon, StepsAfterItDoNothingButCount) {
  const test::WorkFolder folder;
  const auto simulation = simulate(folder);
  simulation->step();
  const uint64_t hash = simulation->state_hash();
  simulation->abandon();
  for (int i = 0; i < 3; ++i) simulation->step();
  EXPECT_EQ(simulation->state_hash(), hash);
  EXPECT_EQ(simulation->frame(), 4) << "whoever steps up to a frame gets there";
}

TEST(Abandon, MayComeFromAnotherThreadDuringAStep) {
  const test::WorkFolder folder;
  const auto simulation = simulate(folder);
  std::atomic<bool> stop = false;
  std::thread steps([&] {
    while (!stop) simulation->step();
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(30));
  simulation->abandon();
  stop = true;
  steps.join();
  const uint64_t hash = simulation->state_hash();
  simulation->step();
  EXPECT_EQ(simulation->state_hash(), hash);
}

TEST(Abandon, AnUnfinishedStepIsNotWrittenDown) {
  const test::WorkFolder folder;
  LiveScene scene(test::load(folder.write("scene.json", test::kFlag)), test::on_one_thread());
  scene.toggle_timings();
  scene.single_step();
  scene.abandon();
  scene.single_step();
  Frame frame;
  scene.fill(frame);
  EXPECT_EQ(frame.timings->lines, 1);
  EXPECT_EQ(scene.take_news().steps.size(), 1u);
}

}  // namespace
}  // namespace raycloth
