// What builds the scene anew ends its takes: it is said, and asked about where there is another than the present one.
#include "app/panels/files/browser.h"
#include "app/run/user/recent_files.h"
#include "tests/window/walk.h"

namespace raycloth {
namespace {

class LostTakes : public walk::PanelsWalk {
 protected:
  std::string scene_name() const override { return "two_towels"; }

  void SetUp() override {
    PanelsWalk::SetUp();
    if (!workbench_) return;
    begin_at_rest();
  }

  void step_to(long long frame) { step(static_cast<int>(frame - workbench_->frame().number)); }

  /// Two of them: the second leaves the first at frame 1.
  void make_takes() {
    step_to(3);
    workbench_->player().seek(1);
    wait_for([&] { return workbench_->frame().number == 1; }, "the past");
    Settings settings = workbench_->settings();
    settings.substeps += 1;
    workbench_->change(settings);
    workbench_->end_gesture();
    wait_for([&] { return takes() == 2; }, "a second take");
  }

  int present_number() const {
    const PastView& past = workbench_->frame().past;
    return past.takes[past.present_take].number;
  }

  void step_in_another_way(int number) {
    Settings settings = workbench_->settings();
    settings.damping += 1;
    workbench_->change(settings);
    workbench_->end_gesture();
    wait_for([&] { return present_number() == number; }, "another take");
    step(1);
  }

  size_t takes() const { return workbench_->frame().past.takes.size(); }

  void move(int object) {
    workbench_->select(object);
    Placement placement = workbench_->scene().objects[object].placement;
    placement.translation.z += 0.1f;
    workbench_->place(object, placement);
  }

  /// Of a question that has just come.
  void press(const char* button) {
    settle();
    click_on(button);
  }
  bool asked() const { return workbench_->takes().question().asked(); }
  void answer(bool goes_on) { workbench_->takes().question().answer(goes_on, false); }

  void wait_until_built() {
    wait_for([&] { return !workbench_->building(); }, "the changed scene");
  }
};

TEST_F(LostTakes, OneTakeIsNotAskedAboutButItIsSaid) {
  step_to(2);
  move(0);
  EXPECT_FALSE(workbench_->takes().question().asked());
  wait_until_built();
  EXPECT_EQ(workbench_->frame().number, 0);
  EXPECT_EQ(workbench_->message.text, "the scene is built anew and begins at frame 0: the frames of before are gone");
}

TEST_F(LostTakes, TheWindowSaysWhichWasForgotten) {
  step_to(2);
  const int first = present_number();
  for (int take = 1; take <= Timeline::kMostTakes; ++take) {
    EXPECT_EQ(workbench_->message.text, "") << take;
    workbench_->player().seek(1);
    wait_for([&] { return workbench_->frame().number == 1; }, "the past");
    step_in_another_way(first + take);
  }
  const std::string number = std::to_string(first);
  EXPECT_TRUE(workbench_->message.text.starts_with("take " + number + " is forgotten")) << workbench_->message.text;
  set_look({1280, 720}, 1);
  panels_.takes = true;
  settle();
  EXPECT_EQ(workbench_->frame().past.forgotten, std::vector{first});
}

TEST_F(LostTakes, NothingIsSaidWhereNothingIsLost) {
  move(0);
  wait_until_built();
  EXPECT_EQ(workbench_->message.text, "");
}

TEST_F(LostTakes, SeveralAreAskedAboutFirst) {
  make_takes();
  const Placement before = workbench_->scene().objects[0].placement;
  move(0);
  ASSERT_TRUE(workbench_->takes().question().asked());
  EXPECT_FALSE(workbench_->building());
  workbench_->takes().question().answer(false, false);
  EXPECT_FALSE(workbench_->takes().question().asked());
  EXPECT_FALSE(workbench_->arranger.changed()) << "it is where it was";
  EXPECT_EQ(takes(), 2u);

  move(0);
  workbench_->takes().question().answer(true, false);
  EXPECT_TRUE(workbench_->building());
  wait_until_built();
  EXPECT_EQ(takes(), 1u);
  EXPECT_FALSE(workbench_->scene().objects[0].placement == before);
  EXPECT_EQ(workbench_->message.text, "the scene is built anew and begins at frame 0: the 2 takes of before are gone");
}

TEST_F(LostTakes, ARemovalAndItsUndoAskUntilThatIsEnough) {
  make_takes();
  workbench_->remove(1);
  ASSERT_TRUE(workbench_->takes().question().asked());
  workbench_->takes().question().answer(true, false);
  wait_until_built();
  make_takes();
  workbench_->undo();  // of the substeps
  workbench_->undo();
  ASSERT_TRUE(workbench_->takes().question().asked());
  workbench_->takes().question().answer(true, true);
  wait_until_built();
  EXPECT_EQ(workbench_->model().objects.size(), 2u);
  make_takes();
  move(0);
  EXPECT_FALSE(workbench_->takes().question().asked()) << "no more in this scene";
  wait_until_built();
}

TEST_F(LostTakes, AStrokeThatIsNotToBeDoneGoes) {
  make_takes();
  workbench_->brush(true);
  ASSERT_TRUE(workbench_->paint({0.25f, 0.5f}, false));
  workbench_->end_stroke();
  ASSERT_TRUE(workbench_->takes().question().asked());
  workbench_->advance(0.01);
  workbench_->takes().question().answer(false, false);
  workbench_->advance(0.01);
  EXPECT_FALSE(workbench_->takes().question().asked());
  EXPECT_FALSE(workbench_->painter.painted());
  EXPECT_FALSE(workbench_->building());
}

TEST_F(LostTakes, AResetAsksWhereThereAreSeveral) {
  make_takes();
  const long long number = workbench_->frame().number;
  workbench_->reset();
  ASSERT_TRUE(asked());
  answer(false);
  step(1);
  EXPECT_EQ(takes(), 2u);
  EXPECT_EQ(workbench_->frame().number, number + 1);
  workbench_->reset();
  answer(true);
  wait_for([&] { return takes() == 1 && workbench_->frame().number == 0; }, "the beginning");
  step(2);
  workbench_->reset();
  EXPECT_FALSE(asked()) << "of one take";
  wait_for([&] { return workbench_->frame().number == 0; }, "the beginning");
}

TEST_F(LostTakes, ASessionThatIsPlayedAsksAndIsAmongTheRecentFiles) {
  const auto newest_recent = [] {
    const std::vector<walk::fs::path> recent = recent_files();
    return recent.empty() ? walk::fs::path() : recent.front();
  };
  workbench_->recordings().begin_session("mine.jsonl");
  wait_for([&] { return newest_recent() == walk::fs::current_path() / "mine.jsonl"; }, "what is recorded");
  step(2);
  workbench_->recordings().toggle_session();
  wait_for([&] { return !workbench_->frame().session; }, "the end of the recording");
  walk::fs::rename("mine.jsonl", "played.jsonl");
  make_takes();
  open_files(*workbench_, panels_, {"played.jsonl"});
  ASSERT_TRUE(asked());
  answer(false);
  step(1);
  EXPECT_EQ(takes(), 2u);
  EXPECT_FALSE(workbench_->frame().past.session_plays);
  open_files(*workbench_, panels_, {"played.jsonl"});
  answer(true);
  wait_for([&] { return takes() == 1 && workbench_->frame().past.session_plays; }, "the session");
  EXPECT_EQ(newest_recent(), walk::fs::current_path() / "played.jsonl");
}

TEST_F(LostTakes, AnotherSceneAndTheEndAskAfterWhatIsUnsaved) {
  set_look({1280, 720}, 1);
  make_takes();
  walk::fs::copy_file("two_towels.json", "other.json");
  for (const std::vector<walk::fs::path>& files : {std::vector<walk::fs::path>{"other.json"}, {}}) {
    leave_for(*workbench_, panels_, files);
    EXPECT_FALSE(asked());
    press("Discard");
    ASSERT_TRUE(asked()) << files.size();
    EXPECT_FALSE(panels_.leaves);
    EXPECT_FALSE(workbench_->task());
    press("Cancel");
    EXPECT_FALSE(asked());
    EXPECT_EQ(takes(), 2u);
  }
  leave_for(*workbench_, panels_, {});
  press("Discard");
  press("Quit");
  EXPECT_TRUE(panels_.leaves);
  leave_for(*workbench_, panels_, {"other.json"});
  press("Discard");
  press("Open it");
  wait_for([&] { return workbench_->scene().path == "other.json"; }, "the other scene");
  EXPECT_EQ(takes(), 1u);
}

TEST_F(LostTakes, TheQuestionIsWhole) {
  make_takes();
  move(0);
  ASSERT_TRUE(workbench_->takes().question().asked());
  at_every_size([&] {
    state_ = "asking about takes";
    panels_.show(Tab::scene);
    look_closely();
  });
}

}  // namespace
}  // namespace raycloth
