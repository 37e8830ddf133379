// What is edited while A and B are compared: what acts from outside is of both and stays, what is B's goes with it.
#include "tests/window/walk.h"

namespace raycloth {
namespace {

namespace fs = std::filesystem;

class ComparedEdits : public walk::PanelsWalk {
 protected:
  std::string scene_name() const override { return "pennant"; }

  void SetUp() override {
    PanelsWalk::SetUp();
    if (!workbench_) return;
    workbench_->player().play(false);
    workbench_->comparison().turn(true);
    wait_for([&] { return workbench_->frame().comparison.b != nullptr; }, "B");
  }

  void stop_comparing() {
    workbench_->comparison().turn(false);
    wait_for([&] { return !workbench_->frame().comparison.b; }, "the end of B");
  }

  void change_gravity(float y) {
    Settings settings = workbench_->settings();
    settings.gravity.y = y;
    workbench_->change(settings);
    workbench_->end_gesture();
  }

  void change_substeps_of_b(int substeps) {
    Settings settings = workbench_->settings();
    settings.substeps = substeps;
    workbench_->change(settings);
    workbench_->end_gesture();
  }

  const Frame& b() const { return *workbench_->frame().comparison.b; }
};

TEST_F(ComparedEdits, PaintIsRefusedWithAWordAndTheViewDoesNotTurn) {
  workbench_->brush(true);
  EXPECT_TRUE(workbench_->paint({0.5f, 0.5f}, false)) << "the drag is not one that turns the view";
  EXPECT_NE(workbench_->message.text.find("stop comparing"), std::string::npos) << workbench_->message.text;
  EXPECT_FALSE(workbench_->painter.painted());
  EXPECT_FALSE(workbench_->paint({0.001f, 0.001f}, false)) << "beside the cloth it is";
}

TEST_F(ComparedEdits, PinsAndGravityStayAndCanBeTakenBack) {
  const std::vector<int> before = workbench_->pinning().pins();
  const float gravity = workbench_->settings().gravity.y;
  ASSERT_EQ(workbench_->comparison().chosen(), Comparison::Side::b);
  ASSERT_TRUE(workbench_->pinning().toggle({0.5f, 0.5f}));
  workbench_->end_gesture();
  change_gravity(-3);
  EXPECT_TRUE(workbench_->saving().unsaved());
  EXPECT_EQ(workbench_->settings().gravity.y, -3) << "at once, of B";
  wait_for([&] { return b().settings.gravity.y == -3; }, "gravity of B");
  EXPECT_EQ(workbench_->frame().settings.gravity.y, -3);

  workbench_->undo();
  EXPECT_EQ(workbench_->settings().gravity.y, gravity) << "at once, while B is chosen";
  wait_for([&] { return b().settings.gravity.y == gravity; }, "gravity as it was");
  workbench_->redo();
  stop_comparing();
  EXPECT_EQ(workbench_->settings().gravity.y, -3);
  EXPECT_EQ(workbench_->pinning().pins().size(), before.size() + 1);
  EXPECT_TRUE(workbench_->saving().unsaved());
  EXPECT_EQ(workbench_->saving().unsaved_words(), "gravity");

  workbench_->undo();
  workbench_->undo();
  wait_for([&] { return workbench_->frame().pins == before; }, "pins as they were");
  wait_for([&] { return workbench_->frame().settings.gravity.y == gravity; }, "gravity as it was");
  EXPECT_FALSE(workbench_->saving().unsaved());
}

TEST_F(ComparedEdits, WhatIsBsAloneIsTakenBackInItsTurnAndEndsWithIt) {
  const int substeps = workbench_->settings().substeps;
  change_gravity(-3);
  change_substeps_of_b(substeps + 2);
  EXPECT_EQ(workbench_->edits().undo_words(), "substeps of B");
  EXPECT_EQ(workbench_->saving().unsaved_words(), "gravity") << "B is not saved";
  wait_for([&] { return b().settings.substeps == substeps + 2; }, "substeps of B");
  EXPECT_EQ(workbench_->frame().settings.substeps, substeps);
  workbench_->undo();
  wait_for([&] { return b().settings.substeps == substeps; }, "substeps of B as they were");
  EXPECT_EQ(b().settings.gravity.y, -3);
  workbench_->redo();
  stop_comparing();
  EXPECT_EQ(workbench_->edits().undo_words(), "gravity");
  EXPECT_FALSE(workbench_->edits().can_redo());
}

TEST_F(ComparedEdits, AreKeptWhereALaterRunFindsThem) {
  ASSERT_TRUE(workbench_->pinning().toggle({0.5f, 0.5f}));
  const fs::path kept = folder_ / "state" / "raycloth" / "unsaved";
  wait_for([&] { return fs::exists(kept) && !fs::is_empty(kept); }, "a file");
}

}  // namespace
}  // namespace raycloth
