// A scene on a thread of its own: what is asked is done in order, what is shown is whole, what is recorded can be done
// again. ThreadSanitizer watches these tests in CI.
#include "app/run/live/runner.h"

#include <gtest/gtest.h>

#include <cstring>
#include <future>
#include <map>
#include <random>
#include <thread>

#include "device/error.h"
#include "tests/run/scenes.h"

namespace raycloth {
namespace {

using namespace std::chrono_literals;

/// A runner of one of the scenes, loaded.
struct Running {
  test::WorkFolder folder;
  std::filesystem::path file;
  Runner runner;

  explicit Running(const char* scene = test::kFlag)
      : file(folder.write("scene.json", scene)),
        runner([file = file](const Watch&) { return test::load(file); }, test::on_one_thread()) {
    runner.wait_until_loaded();
  }

  /// The first frame that has what the ticket stands for.
  std::shared_ptr<const Frame> frame_with(Ticket ticket) {
    for (;;) {
      const auto frame = runner.newest();
      if (frame->done >= ticket) return frame;
      std::this_thread::sleep_for(1ms);
    }
  }
  /// Does it now, and waits for it.
  std::shared_ptr<const Frame> after(Runner::Command command) { return frame_with(runner.ask(std::move(command))); }
  std::shared_ptr<const Frame> after_steps(int count) {
    for (int i = 1; i < count; ++i) runner.ask([](LiveScene& scene) { scene.single_step(); });
    return after([](LiveScene& scene) { scene.single_step(); });
  }
  /// The simulation without a runner, from the beginning.
  std::unique_ptr<Simulation> plain() const {
    const Scene scene = load_scene({file});
    return create(build_model(scene), scene.settings, DeviceChoice::cpu, test::kThreads);
  }
};

/// The runner's thread held in a command until it is let go, so that what is asked meanwhile waits.
class Hold {
 public:
  explicit Hold(Runner& runner) {
    std::promise<void> held;
    std::future<void> is_held = held.get_future();
    runner.ask(
        [held = std::make_shared<std::promise<void>>(std::move(held)), go = go_.get_future().share()](LiveScene&) {
          held->set_value();
          go.wait();
        });
    is_held.wait();
  }
  ~Hold() { go_.set_value(); }

 private:
  std::promise<void> go_;
};

bool same(std::span<const Vec4> a, std::span<const Vec4> b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size_bytes()) == 0;
}

TEST(Runner, FramesAreWholeStates) {
  Running run;
  constexpr long long kFrames = 40;
  std::map<long long, std::shared_ptr<const Frame>> seen[2];
  const auto look = [&](auto& kept) {
    for (long long last = -1; last < kFrames;) {
      const auto frame = run.runner.newest();
      last = frame->number;
      kept.emplace(last, frame);
    }
  };
  std::thread one([&] { look(seen[0]); }), two([&] { look(seen[1]); });
  run.runner.ask([](LiveScene& scene) { scene.play(true); });
  one.join();
  two.join();
  const auto plain = run.plain();
  size_t compared = 0;
  for (long long number = 0; number <= kFrames; ++number) {
    for (const auto& frames : seen) {
      const auto frame = frames.find(number);
      if (frame == frames.end()) continue;  // nobody looked in time
      EXPECT_TRUE(same(frame->second->positions, plain->positions())) << number;
      EXPECT_TRUE(same(frame->second->normals, plain->normals())) << number;
      EXPECT_EQ(frame->second->time, plain->time());
      EXPECT_EQ(frame->second->past.last_frame, number);
      ++compared;
    }
    plain->step();
  }
  EXPECT_GT(compared, 10u) << "or the test has seen nothing";
}

TEST(Runner, DoesWhatIsAskedInItsOrder) {
  Running run;
  std::vector<int> done;
  Ticket last = 0;
  {
    const Hold hold(run.runner);
    for (int i = 0; i < 5; ++i) last = run.runner.ask([&, i](LiveScene&) { done.push_back(i); });
  }
  run.frame_with(last);
  EXPECT_EQ(done, (std::vector{0, 1, 2, 3, 4}));
}

TEST(Runner, WhatIsOutdoneWhileItWaitsIsLeftOut) {
  Running run;
  std::vector<std::string> done;
  const auto note = [&](const std::string& what) { return [&done, what](LiveScene&) { done.push_back(what); }; };
  Ticket last = 0;
  {
    using enum Runner::Kind;
    Runner& runner = run.runner;
    const Hold hold(runner);
    runner.ask(value, "wind", note("wind 1"));
    runner.ask(value, "thickness", note("thickness 1"));
    runner.ask(value, "wind", note("wind 2"));  // values on either side of one another: the later ones stay
    runner.ask(note("step"));
    runner.ask(value, "wind", note("wind 3"));  // not over a deed
    runner.ask(goal, "seek", note("seek 1"));
    runner.ask(goal, "seek", note("seek 2"));
    runner.ask(value, "wind", note("wind 4"));        // nor over a goal
    last = runner.ask(goal, "seek", note("seek 3"));  // nor a goal over a value
  }
  run.frame_with(last);
  EXPECT_EQ(done, (std::vector<std::string>{"thickness 1", "wind 2", "step", "wind 3", "seek 2", "wind 4", "seek 3"}));
}

TEST(Runner, PausesBeforeTheNextStep) {
  Running run;
  long long asked_at = -1;
  run.runner.ask([](LiveScene& scene) { scene.play(true); });
  while (run.runner.newest()->number < 5) std::this_thread::sleep_for(1ms);
  Ticket pause = 0;
  run.after([&](LiveScene& scene) {
    asked_at = scene.simulation().frame();
    pause = run.runner.ask([](LiveScene& s) { s.play(false); });
    std::this_thread::sleep_for(50ms);  // steps are due by now
  });
  const auto paused = run.frame_with(pause);
  EXPECT_FALSE(paused->playing);
  std::this_thread::sleep_for(100ms);
  EXPECT_EQ(run.runner.newest()->number, asked_at);
}

TEST(Runner, KeepsTimeWithTheClockOnTheWall) {
  Running run;
  const auto start = std::chrono::steady_clock::now();
  run.runner.ask([](LiveScene& scene) { scene.play(true); });
  while (run.runner.newest()->number < 20) std::this_thread::sleep_for(1ms);
  EXPECT_GE(std::chrono::steady_clock::now() - start, 320ms) << "20 steps of 1/60 s are not taken in less";
}

TEST(Runner, AGrabActsInTheNextStep) {
  Running run;
  run.after_steps(3);
  const Model& model = run.runner.newest()->opened->model;
  const int triangle = model.objects[1].triangles.begin + 20;
  const auto held = run.after([&](LiveScene& scene) {
    scene.grab(7, triangle, {0.2f, 0.3f, 0.5f}, {0.1f, 0.3f, 0.1f});
  });
  ASSERT_EQ(held->hands.size(), 1u);
  EXPECT_EQ(held->hands[0].hand, 7);
  const auto pulled = run.after_steps(1);
  EXPECT_GT(pulled->hands[0].force, 0);

  const auto plain = run.plain();
  for (int i = 0; i < 3; ++i) plain->step();
  plain->move_grab(plain->grab(triangle, {0.2f, 0.3f, 0.5f}), {0.1f, 0.3f, 0.1f});
  plain->step();
  EXPECT_TRUE(same(pulled->positions, plain->positions()));

  const auto back = run.after([](LiveScene& scene) { scene.seek(1); });
  EXPECT_TRUE(back->hands.empty()) << "it does not hold in the past";
  const auto later = run.after([](LiveScene& scene) {
    scene.move_grab(7, {0, 1, 0});
    scene.release(7);
  });
  EXPECT_EQ(later->messages, 0) << later->message.text;
}

TEST(Runner, WhatCannotBeDoneLeavesAMessageAndNothingElse) {
  Running run;
  Settings wrong = run.runner.newest()->settings;
  wrong.substeps = 0;
  const Ticket refused = run.runner.ask([wrong](LiveScene& scene) { scene.change(wrong); });
  const auto frame = run.frame_with(refused);
  EXPECT_TRUE(frame->message.error);
  EXPECT_NE(frame->message.text.find("substeps"), std::string::npos) << frame->message.text;
  EXPECT_EQ(frame->messages, 1);
  EXPECT_EQ(run.after_steps(2)->number, 2);
}

TEST(Runner, ASceneThatCannotBeLoadedSaysWhy) {
  const test::WorkFolder folder;
  Runner runner([](const Watch&) { return test::load("no_such_file.json"); }, test::on_one_thread());
  EXPECT_THROW(runner.wait_until_loaded(), InputError);
  while (!runner.closed()) std::this_thread::sleep_for(1ms);
  EXPECT_TRUE(runner.failure());
  EXPECT_FALSE(runner.newest());
}

TEST(Runner, CanBeClosedWhileItLoads) {
  const test::WorkFolder folder;
  std::promise<void> loading, go;
  Runner runner(
      [&](const Watch&) -> LoadedScene {
        loading.set_value();
        go.get_future().wait();
        return test::load(folder.write("scene.json", test::kFlag));
      },
      test::on_one_thread());
  loading.get_future().wait();
  runner.close();
  EXPECT_FALSE(runner.closed());
  go.set_value();
  while (!runner.closed()) std::this_thread::sleep_for(1ms);
  EXPECT_FALSE(runner.newest());
}

TEST(Runner, AClosedOneLeavesItsLastFrameToWhoeverLooks) {
  std::shared_ptr<const Frame> kept;
  {
    Running run;
    kept = run.after_steps(2);
    run.runner.ask([](LiveScene& scene) { scene.play(true); });
  }
  EXPECT_EQ(kept->number, 2);
  EXPECT_EQ(kept->positions.size(), kept->opened->model.positions.size());
}

TEST(Runner, ShowsContactsBoxesAndAVertexWhereTheyAreWishedFor) {
  Running run;
  const auto bare = run.after_steps(6);
  EXPECT_TRUE(bare->contacts.empty() && bare->velocities.empty() && bare->boxes.empty() && !bare->inspection);
  const int vertex = bare->opened->model.objects[2].vertices.begin + 9;
  const auto full = run.after([vertex](LiveScene& scene) {
    scene.wish({true, true, 2, 0, true});
    scene.inspect(vertex);
  });
  const auto plain = run.plain();
  for (int i = 0; i < 6; ++i) plain->step();
  EXPECT_TRUE(same(full->positions, plain->positions())) << "looking changes nothing";
  EXPECT_TRUE(same(full->velocities, plain->velocities()));
  EXPECT_GT(full->contacts.size(), 0u);
  EXPECT_EQ(full->contacts.size(), plain->contacts().size());
  EXPECT_EQ(full->boxes, plain->hierarchy_boxes(2, 0));
  ASSERT_TRUE(full->inspection);
  EXPECT_EQ(full->inspected, vertex);
  EXPECT_EQ(full->inspection->rays.size(), plain->inspect(vertex)->rays.size());
  EXPECT_EQ(run.after([](LiveScene& scene) { scene.stop_inspecting(); })->inspected, -1);
}

TEST(Runner, PausesAtTheFirstPenetrationAndSaysWhere) {
  Running run(test::kCrossed);
  run.runner.ask([](LiveScene& scene) {
    scene.watch(false, true);
    scene.play(true);
  });
  while (run.runner.newest()->visits == 0) std::this_thread::sleep_for(1ms);
  const auto found = run.runner.newest();
  EXPECT_FALSE(found->playing);
  ASSERT_TRUE(found->visit && found->penetrations.shown);
  EXPECT_EQ(found->number, found->visit->frame);
  EXPECT_GT(found->visit->pairs, 0);
  EXPECT_EQ(found->penetrations.bookmarks.size(), 1u);
}

TEST(Runner, PausesAtCrossingsThatWereCountedBeforeItWasAskedTo) {
  Running run(test::kCrossed);
  run.runner.ask([](LiveScene& scene) {
    scene.watch(true, false);
    scene.play(true);
  });
  while (run.runner.newest()->penetrations.pairs == 0) std::this_thread::sleep_for(1ms);
  EXPECT_EQ(run.runner.newest()->visits, 0);
  run.runner.ask([](LiveScene& scene) { scene.watch(true, true); });
  while (run.runner.newest()->visits == 0) std::this_thread::sleep_for(1ms);
  EXPECT_FALSE(run.runner.newest()->playing);
}

TEST(Runner, CountsThePresentFrameOncePaused) {
  Running run(test::kCrossed);
  run.runner.ask([](LiveScene& scene) {
    scene.watch(true, false);
    scene.play(true);
  });
  while (run.runner.newest()->number < 3) std::this_thread::sleep_for(1ms);
  run.runner.ask([](LiveScene& scene) { scene.play(false); });
  while (run.runner.newest()->playing || run.runner.newest()->penetrations.frame != run.runner.newest()->number)
    std::this_thread::sleep_for(1ms);
  run.runner.ask([](LiveScene& scene) { scene.seek(1); });
  while (run.runner.newest()->number != 1 || run.runner.newest()->penetrations.frame != 1)
    std::this_thread::sleep_for(1ms);
}

TEST(PenetrationWatch, HasATenthOfTheTimeUnlessNothingMovesOrStepsWaitForIt) {
  EXPECT_DOUBLE_EQ(PenetrationWatch::pause_after(0.2), 1.8) << "0.2 s of 2 s";
  Running run(test::kCrossed);
  const auto simulation = run.plain();
  const auto count = [&](PenetrationWatch& watch, bool at_once) {
    simulation->step();
    watch.look(*simulation, at_once);
    const bool begun = watch.busy();
    while (watch.busy()) watch.poll();
    return begun;
  };
  PenetrationWatch watch;
  EXPECT_FALSE(count(watch, true)) << "not asked to";
  watch.watch(true, false);
  for (int i = 0; i < 5; ++i) EXPECT_TRUE(count(watch, true)) << "nothing moves";
  watch.watch(true, true);
  for (int i = 0; i < 5; ++i) EXPECT_TRUE(count(watch, false)) << "steps wait";
}

TEST(Runner, NoStepsTimingsAreLostAndAResetBeginsAnew) {
  Running run;
  run.after_steps(5);
  EXPECT_EQ(run.runner.take_news().steps.size(), 5u);
  EXPECT_EQ(run.runner.take_news().steps.size(), 0u);
  run.after_steps(2);
  run.after([](LiveScene& scene) { scene.reset(); });
  run.after_steps(3);
  const StepNews news = run.runner.take_news();
  EXPECT_TRUE(news.restarted);
  EXPECT_EQ(news.steps.size(), 3u);
}

/// What a restless user does, at moments that have nothing to do with the steps.
class Restless {
 public:
  Restless(Runner& runner, unsigned seed) : runner_(runner), random_(seed) {}

  void act() {
    switch (random_() % 10) {
      case 0:
        return release();
      case 1:
      case 2:
        return grab();
      case 3:
        return blow();
      case 4:
        return thicken();
      case 5: {
        const long long back = random_() % 6;
        runner_.ask([back](LiveScene& scene) {
          scene.seek(scene.timeline().frame() - back);
          scene.play(true);
        });
        return;
      }
      case 6:
        if (++resets_ == 1) runner_.ask([](LiveScene& scene) { scene.reset(); });
        return;
      default:
        return pull();
    }
  }

  float number() { return static_cast<float>(random_() % 1000) / 1000; }

 private:
  void grab() {
    const Model& model = runner_.newest()->opened->model;
    const Range& of = model.objects[1].triangles;
    const int triangle = of.begin + static_cast<int>(random_() % of.size());
    runner_.ask([hand = ++hand_, triangle, to = place()](LiveScene& scene) {
      scene.grab(hand, triangle, {0.2f, 0.3f, 0.5f}, to);
    });
  }
  void pull() {
    runner_.ask(Runner::Kind::value, "hand " + std::to_string(hand_),
                [hand = hand_, to = place()](LiveScene& scene) { scene.move_grab(hand, to); });
  }
  void release() {
    runner_.ask([hand = hand_](LiveScene& scene) { scene.release(hand); });
  }
  void blow() {
    Settings settings = runner_.newest()->settings;
    settings.wind = {number(), 0, number()};
    runner_.ask(Runner::Kind::value, "settings", [settings](LiveScene& scene) { scene.change(settings); });
  }
  void thicken() {
    Material material = runner_.newest()->materials[2];
    material.half_thickness = 0.002f + 0.004f * number();
    runner_.ask(Runner::Kind::value, "material", [material](LiveScene& scene) { scene.change(2, material); });
  }
  Vec3 place() { return {0.3f * number(), 0.2f * number(), 0.3f * number()}; }

  Runner& runner_;
  std::mt19937 random_;
  int hand_ = 0, resets_ = 0;
};

class RandomMoments : public testing::TestWithParam<unsigned> {};

TEST_P(RandomMoments, WhatIsRecordedOnTheRunnerIsReplayedToTheSameHash) {
  Running run;
  run.runner.ask([](LiveScene& scene) {
    scene.toggle_session_recording();
    scene.play(true);
  });
  std::thread user([&] {
    Restless restless(run.runner, GetParam());
    for (int i = 0; i < 60; ++i) {
      restless.act();
      std::this_thread::sleep_for(std::chrono::duration<float, std::milli>(40 * restless.number()));
    }
  });
  std::thread spectator([&] {
    for (int i = 0; i < 100; ++i, std::this_thread::sleep_for(10ms)) {
      const auto frame = run.runner.newest();
      EXPECT_EQ(frame->positions.size(), frame->normals.size());
      run.runner.take_news();
    }
  });
  user.join();
  spectator.join();
  run.after_steps(2);  // also where it was paused in the past
  uint64_t hash = 0;
  const auto end = run.after([&](LiveScene& scene) {
    hash = scene.simulation().state_hash();
    scene.toggle_session_recording();
  });

  const Scene scene = load_scene({run.file});
  const auto plain = run.plain();
  const Session session = read_session("flag_session.jsonl", plain->model(), scene.settings);
  EXPECT_GT(session.events.size(), 5u);
  long long steps = end->number;
  for (const SessionEvent& event : session.events)
    if (std::holds_alternative<ResetAction>(event.action)) steps += event.frame;
  SessionPlayer player(session);
  for (long long i = 0; i < steps; ++i) player.step(*plain);
  EXPECT_EQ(plain->frame(), end->number);
  EXPECT_EQ(plain->state_hash(), hash);
}

INSTANTIATE_TEST_SUITE_P(Runner, RandomMoments, testing::Values(1u, 2u, 3u));

}  // namespace
}  // namespace raycloth
