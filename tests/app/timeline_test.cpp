// Going back in time, and on from there.
#include "app/run/past/timeline.h"

#include <gtest/gtest.h>

#include "device/error.h"
#include "tests/app/program.h"

namespace raycloth {
namespace {

using test::Folder;

struct Course {
  Folder folder;
  Scene scene = load_scene({test::write_small_scene(folder)});
  Model model = build_model(scene);
  std::unique_ptr<Simulation> simulation = create(model, scene.settings, DeviceChoice::cpu, 1);
  Timeline timeline{*simulation, Authored(scene)};
  std::vector<uint64_t> hashes{simulation->state_hash()};  // of the frames gone through

  void step() {
    timeline.step();
    hashes.resize(static_cast<size_t>(timeline.frame()) + 1);
    hashes.back() = simulation->state_hash();
  }
  void steps(int count) {
    for (int i = 0; i < count; ++i) step();
  }
  int take_hold() { return timeline.grab(model.objects[1].triangles.begin + 5, {0.2f, 0.5f, 0.3f}); }
  /// Pulls the flag to the side, a little farther in every frame.
  void drag(int id, int frames) {
    for (int i = 0; i < frames; ++i) {
      timeline.move_grab(id, {0.3f, 1.2f, 0.03f * static_cast<float>(timeline.frame())});
      step();
    }
  }
  /// 20 frames with a grab from frame 5 to 15.
  void pull_and_let_go() {
    steps(5);
    const int id = take_hold();
    drag(id, 10);
    timeline.release(id);
    steps(5);
  }
  void change(float wind) {
    Settings settings = simulation->settings();
    settings.wind = {0, 0, wind};
    timeline.change(settings);
  }
};

TEST(Timeline, EveryFrameComesBackAsItWas) {
  Course run;
  run.pull_and_let_go();
  run.change(4);
  run.steps(5);
  const std::vector<uint64_t> hashes = run.hashes;
  for (const long long frame : {25LL, 12LL, 0LL, 1LL, 16LL, 5LL, 6LL}) {
    run.timeline.seek(frame);
    EXPECT_EQ(run.timeline.frame(), frame);
    EXPECT_EQ(run.simulation->state_hash(), hashes[static_cast<size_t>(frame)]) << frame;
  }
  EXPECT_EQ(run.timeline.last_frame(), 25);
  EXPECT_EQ(run.timeline.takes().size(), 1u) << "looking changes nothing";
}

TEST(Timeline, FramesBetweenKeptStatesComeBackToo) {
  Course run;
  run.pull_and_let_go();
  run.steps(180);
  const std::vector<uint64_t> hashes = run.hashes;
  const StateRing& states = run.timeline.takes()[0].states;
  ASSERT_EQ(states.find(7), nullptr) << "or the test would see nothing";
  for (const long long frame : {7LL, 13LL, 61LL}) {
    run.timeline.seek(frame);
    EXPECT_EQ(run.simulation->state_hash(), hashes[static_cast<size_t>(frame)]) << frame;
  }
}

TEST(Timeline, GoingOnFromThePastBeginsATakeAndKeepsTheOther) {
  Course run;
  run.pull_and_let_go();
  const std::vector<uint64_t> first = run.hashes;
  run.timeline.seek(3);
  run.change(8);
  run.steps(9);
  ASSERT_EQ(run.timeline.takes().size(), 2u);
  EXPECT_EQ(run.timeline.present_take(), 1);
  EXPECT_EQ(run.timeline.takes()[1].from, 3);
  EXPECT_EQ(run.timeline.last_frame(), 12);
  const uint64_t second = run.simulation->state_hash();
  EXPECT_NE(second, first[12]);
  EXPECT_GT(run.timeline.distance_to(run.timeline.takes()[0]).value(), 1e-4f);

  run.timeline.show_take(0);
  EXPECT_EQ(run.timeline.frame(), 12);
  EXPECT_EQ(run.simulation->state_hash(), first[12]);
  run.timeline.seek(20);
  EXPECT_EQ(run.simulation->state_hash(), first[20]);
  EXPECT_FALSE(run.timeline.distance_to(run.timeline.takes()[1])) << "it ends before";
  run.timeline.show_take(1);
  EXPECT_EQ(run.timeline.frame(), 12) << "its last";
  EXPECT_EQ(run.simulation->state_hash(), second);
}

// One state, two courses of one collision method: as if each had been so from the start.
TEST(Timeline, DoingAgainRepeatsTheGrabsUnderTheNewSettings) {
  Course run;
  run.pull_and_let_go();
  const std::vector<uint64_t> first = run.hashes;
  run.timeline.seek(8);  // in the middle of the pull
  ASSERT_TRUE(run.timeline.can_repeat());
  run.timeline.repeat();
  run.steps(12);
  EXPECT_EQ(run.simulation->state_hash(), first[20]) << "nothing was changed";

  run.timeline.seek(8);
  run.change(6);
  ASSERT_TRUE(run.timeline.can_repeat());
  run.timeline.repeat();
  run.steps(12);
  EXPECT_NE(run.simulation->state_hash(), first[20]);
  const uint64_t repeated = run.simulation->state_hash();

  Course windy;  // by hand
  windy.steps(5);
  const int id = windy.take_hold();
  windy.drag(id, 3);
  windy.change(6);
  windy.drag(id, 7);
  windy.timeline.release(id);
  windy.steps(5);
  EXPECT_EQ(windy.simulation->state_hash(), repeated);

  run.timeline.seek(8);  // the wind came up after this frame: without it, all is as at first
  run.timeline.repeat();
  run.steps(12);
  EXPECT_EQ(run.simulation->state_hash(), first[20]) << "options are not repeated";
}

TEST(Timeline, GoingOnWithoutRepeatingLetsGo) {
  Course run;
  run.pull_and_let_go();
  run.timeline.seek(8);
  run.steps(12);
  Course let_go;
  let_go.steps(5);
  const int id = let_go.take_hold();
  let_go.drag(id, 3);
  let_go.timeline.release(id);
  let_go.steps(12);
  EXPECT_EQ(run.simulation->state_hash(), let_go.simulation->state_hash());
  EXPECT_FALSE(run.timeline.can_repeat()) << "it has gone on";
}

TEST(Timeline, ARecordingFollowsTheTakeThatIsGoneOnWith) {
  Course run;
  const auto file = run.folder / "session.jsonl";
  run.timeline.record(file);
  run.steps(4);
  run.change(2);
  run.steps(2);
  run.timeline.seek(3);
  run.timeline.reset();  // what was before it stays, what was after is gone
  run.pull_and_let_go();
  run.timeline.seek(11);
  run.change(5);
  run.steps(6);
  run.timeline.stop_recording();
  SessionPlayer player(read_session(file, run.model, run.scene.settings));
  const auto replayed = create(run.model, run.scene.settings, DeviceChoice::cpu, 1);
  for (int i = 0; i < 3 + 17; ++i) player.step(*replayed);
  EXPECT_EQ(replayed->state_hash(), run.simulation->state_hash());
}

TEST(Timeline, ARecordingThatIsStoppedLetsGo) {
  Course run;
  const auto file = run.folder / "session.jsonl";
  run.timeline.record(file);
  run.drag(run.take_hold(), 4);
  run.timeline.stop_recording();
  const Session session = read_session(file, run.model, run.scene.settings);
  EXPECT_EQ(session.events.back().frame, 4);
  EXPECT_TRUE(std::holds_alternative<ReleaseAction>(session.events.back().action));
  EXPECT_EQ(run.timeline.grab(run.model.objects[2].triangles.begin, {1, 0, 0}), 1) << "though the hand still holds";
}

TEST(Timeline, ASessionGoesOnFromWhereItIsTakenBackTo) {
  Course recorded;
  recorded.pull_and_let_go();
  const Session session = recorded.timeline.takes()[0].log;
  Course run;
  run.steps(3);
  run.timeline.play(session);
  EXPECT_EQ(run.timeline.frame(), 0);
  run.steps(13);
  run.timeline.seek(7);
  EXPECT_EQ(run.simulation->state_hash(), recorded.hashes[7]);
  run.steps(13);
  EXPECT_TRUE(run.timeline.session_finished());
  EXPECT_EQ(run.simulation->state_hash(), recorded.hashes[20]);
}

TEST(Timeline, ASessionBeginsWithOneReset) {
  Course recorded;
  recorded.pull_and_let_go();
  const Session session = recorded.timeline.takes()[0].log;
  Course run;
  run.change(3);
  run.steps(3);
  int resets = 0;
  run.timeline.tell([&](const Action& action) { resets += std::holds_alternative<ResetAction>(action); });
  run.timeline.play(session);
  EXPECT_EQ(resets, 1);
  run.steps(3);
  run.timeline.play_as_recorded(session);
  EXPECT_EQ(resets, 2);
  run.steps(20);
  EXPECT_EQ(run.simulation->state_hash(), recorded.hashes[20]) << "without the wind";
}

TEST(Timeline, WhoTakesHoldTakesOver) {
  Course recorded;
  recorded.steps(5);
  recorded.drag(recorded.take_hold(), 10);
  Course run;
  run.timeline.play(recorded.timeline.takes()[0].log);
  run.steps(8);
  EXPECT_EQ(run.timeline.grab(run.model.objects[2].triangles.begin, {1, 0, 0}), 0) << "the session let go";
  EXPECT_FALSE(run.timeline.session_plays());
  run.steps(2);
}

TEST(Timeline, AResetIsANewBeginning) {
  Course run;
  run.pull_and_let_go();
  run.timeline.seek(5);
  run.steps(2);
  run.timeline.reset();
  EXPECT_EQ(run.timeline.frame(), 0);
  EXPECT_EQ(run.timeline.last_frame(), 0);
  EXPECT_EQ(run.timeline.takes().size(), 1u);
  EXPECT_TRUE(run.timeline.takes()[0].log.events.empty());
  EXPECT_FALSE(run.timeline.can_repeat());
}

TEST(Timeline, TheOldestTakesAreForgotten) {
  Course run;
  run.steps(4);
  for (int i = 0; i < Timeline::kMostTakes + 2; ++i) {
    run.timeline.seek(2);
    run.change(static_cast<float>(i + 1));
    run.steps(2);
  }
  ASSERT_EQ(run.timeline.takes().size(), static_cast<size_t>(Timeline::kMostTakes));
  EXPECT_EQ(run.timeline.takes()[run.timeline.present_take()].number, Timeline::kMostTakes + 3);
  EXPECT_EQ(run.timeline.takes().front().number, 4);
  EXPECT_EQ(run.timeline.forgotten(), (std::vector{1, 2, 3})) << "and it can be said";
  run.timeline.reset();
  EXPECT_TRUE(run.timeline.forgotten().empty());
}

}  // namespace
}  // namespace raycloth
