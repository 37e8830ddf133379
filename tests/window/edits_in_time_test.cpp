// Edits, and the time that the scene is in: what belongs to cloth as it is cut later waits for those frames.
#include <algorithm>

#include "tests/window/walk.h"

namespace raycloth {
namespace {

namespace fs = std::filesystem;

class EditsInTime : public walk::PanelsWalk {
 protected:
  static constexpr long long kCutAt = 4;

  std::string scene_name() const override { return "pennant"; }

  void SetUp() override {
    PanelsWalk::SetUp();
    if (!workbench_) return;
    begin_at_rest();
  }

  void seek(long long frame) {
    workbench_->player().seek(frame);
    wait_for([&] { return workbench_->frame().number == frame; }, "the past");
  }

  size_t cuts() const { return workbench_->scene().objects[0].cut.cuts.size(); }

  /// Across the lower half of the sheet.
  void cut() {
    const size_t before = cuts();
    workbench_->cut(std::vector<Vec2>{{0.2f, 0.52f}, {0.8f, 0.55f}}, 0.02f);
    workbench_->end_gesture();
    wait_for([&] { return cuts() == before + 1; }, workbench_->message.text.c_str());
  }

  void pin_all() {
    workbench_->pinning().put_box({0, 0}, {1, 1}, true);
    workbench_->end_gesture();
    wait_for([&] { return workbench_->frame().pins.size() > 200; }, "pins");
  }

  void cut_pin_and_go_on() {
    step(kCutAt);
    cut();
    pin_all();
    step(3);
  }
};

TEST_F(EditsInTime, RedoOfPinsWaitsForFramesAfterTheCut) {
  cut_pin_and_go_on();
  workbench_->undo();
  wait_for([&] { return workbench_->frame().pins.size() < 5; }, "pins taken back");
  step(1);
  seek(2);
  ASSERT_EQ(cuts(), 0u);
  workbench_->redo();
  EXPECT_EQ(workbench_->message.text,
            "'pins' is not done again: it belongs to frames after the cut of frame 4; go there first");
  EXPECT_TRUE(workbench_->edits().can_redo()) << "it waits";
  seek(8);
  ASSERT_EQ(cuts(), 1u);
  workbench_->redo();
  wait_for([&] { return workbench_->frame().pins.size() > 200; }, "pins done again");
  EXPECT_FALSE(workbench_->edits().can_redo());
}

TEST_F(EditsInTime, UndoOfACutWaitsForFramesThatHaveIt) {
  step(kCutAt);
  cut();
  step(3);
  seek(1);
  workbench_->undo();
  EXPECT_EQ(workbench_->message.text,
            "'cut' is not taken back: it belongs to frames after the cut of frame 4; go there first");
  EXPECT_TRUE(workbench_->edits().can_undo());
  seek(6);
  workbench_->undo();
  wait_for([&] { return cuts() == 0; }, "the cut taken back");
}

/// A free fall of a quarter of a second: 0.3 m, and the cloth's edges are centimetres long.
TEST_F(EditsInTime, ACutIsNotTakenBackWhileItsSidesAreFarApart) {
  step(kCutAt);
  cut();
  step(15);
  workbench_->undo();
  EXPECT_TRUE(workbench_->message.text.starts_with("'cut' is not taken back: its sides are "))
      << workbench_->message.text;
  EXPECT_TRUE(workbench_->message.text.ends_with(" mm apart by now; go back to frame 5 first"))
      << workbench_->message.text;
  EXPECT_TRUE(workbench_->edits().can_undo());
  seek(5);
  workbench_->undo();
  wait_for([&] { return cuts() == 0; }, "the cut taken back");
}

TEST_F(EditsInTime, WhatIsOfACutThatIsNoMoreDoesNotStandInTheWay) {
  Settings settings = workbench_->settings();
  settings.gravity.y = -3;
  workbench_->change(settings);
  workbench_->end_gesture();
  cut_pin_and_go_on();
  seek(1);
  workbench_->reset();  // takes are forgotten, and with them the cut
  wait_for([&] { return workbench_->frame().number == 0 && workbench_->frame().past.last_frame == 0; }, "a beginning");
  ASSERT_EQ(cuts(), 0u);
  for (const char* what : {"'pins' ", "'cut' "}) {
    workbench_->undo();
    EXPECT_EQ(workbench_->message.text, what + std::string("was of cloth that is not cut so any more, in any take"));
  }
  workbench_->undo();
  EXPECT_NE(workbench_->settings().gravity.y, -3);
}

TEST_F(EditsInTime, ASceneThatIsSavedBeforeACutSaysWhatItLacks) {
  cut_pin_and_go_on();
  seek(1);
  workbench_->saving().save();
  wait_for([&] { return !workbench_->message.text.empty(); }, "what it lacks");
  EXPECT_NE(workbench_->message.text.find("cuts and pins of later frames are not in it"), std::string::npos)
      << workbench_->message.text;
  EXPECT_TRUE(workbench_->saving().unsaved());
  seek(7);
  workbench_->saving().save();
  wait_for([&] { return !workbench_->saving().unsaved(); }, "all of it saved");
  EXPECT_EQ(workbench_->message.text, "pennant.json saved");
  EXPECT_FALSE(workbench_->saving().unsaved());
}

TEST_F(EditsInTime, ACutIsOfBothSidesOfAComparison) {
  workbench_->comparison().turn(true);
  wait_for([&] { return workbench_->frame().comparison.b != nullptr; }, "B");
  step(kCutAt);
  const size_t whole = workbench_->frame().positions.size();
  cut();
  const auto both = [&] {
    const auto& b = workbench_->frame().comparison.b;
    return b ? std::pair(workbench_->frame().positions.size(), b->positions.size()) : std::pair(size_t(0), size_t(0));
  };
  EXPECT_GT(both().first, whole);
  EXPECT_EQ(both().first, both().second);
  step(2);
  EXPECT_TRUE(workbench_->saving().unsaved());
  workbench_->undo();
  wait_for([&] { return both() == std::pair(whole, whole); }, "both whole again");
  workbench_->redo();
  wait_for([&] { return both().first > whole && both().first == both().second; }, "both cut again");
  step(2);
  ASSERT_TRUE(workbench_->comparison().on());
  EXPECT_EQ(workbench_->frame().comparison.b->positions, workbench_->frame().positions) << "their settings are alike";
}

}  // namespace
}  // namespace raycloth
