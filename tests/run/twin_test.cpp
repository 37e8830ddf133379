// A and B: one state continued under two kinds of settings, in lockstep, with what acts from outside on both.
#include "app/run/live/twin.h"

#include <gtest/gtest.h>

#include <cstring>

#include "app/run/live/runner.h"
#include "device/error.h"
#include "tests/run/scenes.h"

namespace raycloth {
namespace {

using namespace std::chrono_literals;

constexpr int kAt = 5;  // frame at which B begins

/// A scene on this thread, compared from kAt on.
struct Comparing {
  test::WorkFolder folder;
  LiveScene live;

  explicit Comparing(const char* scene = test::kFlag)
      : live(test::load(folder.write("scene.json", scene)), test::on_one_thread()) {
    steps(kAt);
    live.compare(DeviceChoice::cpu);
  }
  void steps(int count) {
    for (int i = 0; i < count; ++i) live.single_step();
  }
  Frame frame() {
    Frame frame;
    live.fill(frame);
    return frame;
  }
  Settings settings_of_b() { return frame().comparison.b->settings; }
  /// Returns what B has then.
  Settings stop_predictions_of_b() {
    Settings other = settings_of_b();
    other.predictions = false;
    live.change_b(other);
    return other;
  }
};

bool same(std::span<const Vec4> a, std::span<const Vec4> b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size_bytes()) == 0;
}

TEST(Twin, EqualSettingsNeverDiffer) {
  Comparing run;
  for (int i = 1; i <= 30; ++i) {
    run.steps(1);
    const Frame frame = run.frame();
    ASSERT_TRUE(frame.comparison.b);
    ASSERT_EQ(frame.comparison.b->number, kAt + i);
    ASSERT_TRUE(same(frame.positions, frame.comparison.b->positions)) << frame.number;
    EXPECT_EQ(frame.comparison.divergence.largest.distance, 0);
    EXPECT_EQ(frame.comparison.divergence.mean, 0);
    EXPECT_FALSE(frame.comparison.divergence.differs);
  }
  EXPECT_GT(run.frame().comparison.ms_a, 0);
  EXPECT_GT(run.frame().comparison.ms_b, 0);
}

TEST(Twin, SettingsOfBAreBsAndAGoesOnAsItWould) {
  Comparing run;
  run.stop_predictions_of_b();
  run.steps(30);
  const Frame frame = run.frame();
  EXPECT_TRUE(frame.settings.predictions);
  EXPECT_FALSE(frame.comparison.b->settings.predictions);
  ASSERT_TRUE(frame.comparison.divergence.differs);
  EXPECT_GT(*frame.comparison.divergence.differs, kAt);
  EXPECT_GT(frame.comparison.divergence.largest.distance, frame.comparison.divergence.mean);
  EXPECT_GT(frame.comparison.divergence.mean, 0);
  const Scene scene = load_scene({run.folder.write("again.json", test::kFlag)});
  const auto plain = create(build_model(scene), scene.settings, DeviceChoice::cpu, test::kThreads);
  for (int i = 0; i < kAt + 30; ++i) plain->step();
  EXPECT_TRUE(same(frame.positions, plain->positions())) << "A has been touched by B";
}

/// The material and the settings that A is given after B began stay A's.
TEST(Twin, SettingsOfAAreAsAlone) {
  Comparing run;
  Settings settings = run.frame().settings;
  settings.substeps = 7;
  run.live.change(settings);
  Material material = run.frame().materials[2];
  material.half_thickness *= 2;
  run.live.change(2, material);
  Material of_b = run.frame().comparison.b->materials[1];
  of_b.half_thickness *= 3;
  run.live.change_b(1, of_b);
  const Frame frame = run.frame();
  EXPECT_EQ(frame.settings.substeps, 7);
  EXPECT_EQ(frame.comparison.b->settings.substeps, 4);
  EXPECT_EQ(frame.materials[2].half_thickness, 2 * frame.comparison.b->materials[2].half_thickness);
  EXPECT_EQ(3 * frame.materials[1].half_thickness, frame.comparison.b->materials[1].half_thickness);
}

TEST(Twin, TheWindBlowsOnBothWhoeverIsTold) {
  Comparing run;
  Settings windy = run.frame().settings;
  windy.wind = {1, 0, 2};
  run.live.change(windy);
  EXPECT_EQ(run.settings_of_b().wind, windy.wind);
  windy.wind = {0, 3, 0};
  windy.substeps = 6;
  run.live.change_b(windy);
  EXPECT_EQ(run.frame().settings.wind, windy.wind);
  EXPECT_EQ(run.frame().settings.substeps, 4) << "all else is B's";
  EXPECT_EQ(run.settings_of_b().substeps, 6);
}

TEST(Twin, HandsAndPinsActOnBoth) {
  Comparing run;
  const int triangle = run.live.simulation().model().objects[2].triangles.begin;
  run.live.grab(1, triangle, Vec3(1.0f / 3), Vec3(0.3f, 0.3f, 0));
  run.live.change_pins({});
  run.steps(10);
  Frame frame = run.frame();
  EXPECT_TRUE(same(frame.positions, frame.comparison.b->positions));
  EXPECT_TRUE(frame.comparison.b->pins.empty());
  ASSERT_EQ(frame.comparison.b->hands.size(), 1u);
  EXPECT_GT(frame.comparison.b->hands[0].force, 0);
  EXPECT_EQ(frame.comparison.b->hands[0].force, frame.hands[0].force);
  run.live.move_grab(1, Vec3(-0.3f, 0.4f, 0));
  run.steps(5);
  run.live.release(1);
  run.steps(15);
  frame = run.frame();
  EXPECT_TRUE(same(frame.positions, frame.comparison.b->positions));
  EXPECT_FALSE(frame.comparison.divergence.differs);
}

TEST(Twin, AJumpInTimeBeginsAgainThereWithBsSettings) {
  Comparing run;
  run.stop_predictions_of_b();
  run.steps(30);
  for (const long long frame : {kAt + 10, 2}) {
    run.live.seek(frame);
    const Frame there = run.frame();
    ASSERT_TRUE(there.comparison.b);
    EXPECT_EQ(there.number, frame);
    EXPECT_EQ(there.comparison.since, frame);
    EXPECT_EQ(there.comparison.b->number, frame);
    EXPECT_TRUE(same(there.positions, there.comparison.b->positions));
    EXPECT_FALSE(there.comparison.b->settings.predictions);
    EXPECT_FALSE(there.comparison.divergence.differs);
  }
  run.live.reset();
  run.steps(1);
  const Frame first = run.frame();
  EXPECT_EQ(first.number, 1);
  EXPECT_EQ(first.comparison.b->number, 1);
  EXPECT_EQ(first.comparison.since, 0);
  EXPECT_FALSE(first.comparison.b->settings.predictions);
}

TEST(Twin, StoppingLeavesAAndKeepingBringsBsSettings) {
  Comparing run;
  const Settings other = run.stop_predictions_of_b();
  run.live.stop_comparing();
  EXPECT_FALSE(run.frame().comparison.b);
  EXPECT_TRUE(run.frame().settings.predictions);
  run.live.compare(DeviceChoice::cpu);
  run.live.change_b(other);
  Material material = run.frame().materials[1];
  material.half_thickness *= 3;
  run.live.change_b(1, material);
  run.live.keep_b();
  EXPECT_FALSE(run.frame().comparison.b);
  EXPECT_FALSE(run.frame().settings.predictions);
  EXPECT_EQ(run.frame().materials[1].half_thickness, material.half_thickness);
  run.live.change_b(other);  // asked before it was known that there is no B any more
  run.steps(1);
}

TEST(Twin, IsAbandonedWithA) {
  Comparing run;
  run.steps(1);
  const std::vector<Vec4> before = run.frame().comparison.b->positions;
  run.live.abandon();
  run.steps(3);
  EXPECT_TRUE(same(run.frame().comparison.b->positions, before));
}

TEST(Twin, CrossingsOfBothAreCounted) {
  Comparing run(test::kCrossed);
  run.live.watch(true, false);
  const auto counted = [&] {
    const Frame frame = run.frame();
    return frame.penetrations.frame >= 0 && frame.comparison.b->penetrations.frame >= 0;
  };
  for (int i = 0; i < 5000 && !counted(); ++i) {
    run.live.advance();
    std::this_thread::sleep_for(1ms);
  }
  const Frame frame = run.frame();
  EXPECT_GT(frame.comparison.b->penetrations.pairs, 0);
  EXPECT_EQ(frame.comparison.b->penetrations.pairs, frame.penetrations.pairs);
}

// Frames are published by the thread that steps both: no display ever sees one ahead of the other.
TEST(Twin, EveryPublishedFrameHasBothAtTheSameStep) {
  const test::WorkFolder folder;
  const auto file = folder.write("scene.json", test::kFlag);
  Runner runner([file](const Watch&) { return test::load(file); }, test::on_one_thread());
  runner.wait_until_loaded();
  runner.ask([](LiveScene& scene) {
    scene.compare(DeviceChoice::cpu);
    Settings slow = scene.simulation().settings();
    slow.substeps = 20;
    scene.change_b(slow);
    scene.play(true);
  });
  for (long long last = 0; last < 40;) {
    const auto frame = runner.newest();
    last = frame->number;
    if (frame->comparison.b) {
      EXPECT_EQ(frame->comparison.b->number, frame->number);
    } else {
      EXPECT_EQ(frame->number, 0);
    }
  }
}

}  // namespace
}  // namespace raycloth
