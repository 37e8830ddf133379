// Cloth in gusts: the same to the bit in every run, with any number of threads, after a reset, from a state that was
// laid aside, and in the past that is made again.
#include <gtest/gtest.h>

#include "app/run/past/timeline.h"
#include "tests/app/program.h"

namespace raycloth {
namespace {

using test::Folder;

struct Windy {
  Folder folder;
  Scene scene = load_scene({test::write_small_scene(folder)});
  Model model = build_model(scene);

  explicit Windy(float gust) {
    scene.settings.wind = {2, 0, 1};
    scene.settings.wind_gust = gust;
    scene.settings.wind_gust_period = 0.2f;
  }
  std::unique_ptr<Simulation> simulation(int threads = 1) const {
    return create(model, scene.settings, DeviceChoice::cpu, threads);
  }
};

uint64_t hash_after(Simulation& simulation, int frames) {
  for (int i = 0; i < frames; ++i) simulation.step();
  return simulation.state_hash();
}

TEST(Gusts, AreTheSameInEveryRunAndWithAnyNumberOfThreads) {
  const Windy windy(5);
  auto simulation = windy.simulation();
  const uint64_t hash = hash_after(*simulation, 20);
  EXPECT_EQ(hash_after(*windy.simulation(2), 20), hash);
  simulation->reset();
  EXPECT_EQ(hash_after(*simulation, 20), hash);
  EXPECT_NE(hash_after(*Windy(0).simulation(), 20), hash);
}

TEST(Gusts, GoOnFromAStateThatWasLaidAside) {
  const Windy windy(5);
  auto first = windy.simulation(), second = windy.simulation();
  hash_after(*first, 8);
  second->restore(first->save());
  EXPECT_EQ(hash_after(*second, 12), hash_after(*first, 12));
}

TEST(Gusts, AreMadeAgainInThePast) {
  const Windy windy(5);
  auto simulation = windy.simulation();
  Timeline timeline(*simulation, Authored(windy.scene));
  for (int i = 0; i < 20; ++i) timeline.step();
  const uint64_t hash = simulation->state_hash();
  timeline.seek(7);
  timeline.seek(20);
  EXPECT_EQ(simulation->state_hash(), hash);
  timeline.seek(7);
  for (int i = 0; i < 13; ++i) timeline.step();
  EXPECT_EQ(simulation->state_hash(), hash);
}

}  // namespace
}  // namespace raycloth
