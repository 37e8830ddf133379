// A mesh with an animation that is added: it becomes a moving obstacle, unless a person says otherwise.
#include "app/panels/files/browser.h"
#include "tests/window/walk.h"

namespace raycloth {
namespace {

class AnimatedMesh : public walk::PanelsWalk {
 protected:
  std::string scene_name() const override { return "two_towels"; }

  /// The scene's cloth in its first frames, in which it swings aside, as a glTF with an animation.
  void SetUp() override {
    PanelsWalk::SetUp();
    if (!workbench_) return;
    begin_at_rest();
    Settings settings = workbench_->settings();
    settings.gravity = {0, 0, -9};
    workbench_->change(settings);
    step(kFrames);
    workbench_->recordings().export_frames("walk.glb", 0, kFrames);
    wait_for([&] { return workbench_->message.text.find("exported") != std::string::npos; }, "the export");
    begin_at_rest();
  }

  std::vector<Vec4> positions_of(size_t object) const {
    const auto vertices = workbench_->model().objects[object].vertices;
    const std::vector<Vec4>& all = workbench_->frame().positions;
    return {all.begin() + vertices.begin, all.begin() + vertices.end};
  }
  void add() {
    workbench_->finish_adding();
    wait_for([&] { return !workbench_->building(); }, workbench_->message.text.c_str());
  }

  static constexpr int kFrames = 6;
};

TEST_F(AnimatedMesh, BecomesAMovingObstacleThatGoesAsItsFileSays) {
  drop_files(*workbench_, panels_, {"walk.glb"});
  ASSERT_TRUE(workbench_->adding()) << workbench_->message.text;
  EXPECT_EQ(workbench_->adding()->what, &kAsMoving);
  add();
  const size_t last = workbench_->model().objects.size() - 1;
  EXPECT_EQ(workbench_->model().objects[last].kind, ObjectKind::shell) << "it is not closed";
  EXPECT_EQ(workbench_->model().objects[last].motion, MotionKind::kinematic);
  const Motion& motion = workbench_->scene().objects[last].motion;
  ASSERT_GT(motion.sequence.shapes.size(), 1u);
  const std::vector<Vec4> before = positions_of(last);
  step(kFrames + 2);
  const std::vector<Vec4> after = positions_of(last);
  float most = 0;
  for (size_t i = 0; i < after.size(); ++i) most = std::max(most, glm::distance(Vec3(after[i]), Vec3(before[i])));
  EXPECT_GT(most, 1e-3f);
  const ViewBox there = bounds(after);
  const Bounds end = bounds({"", motion.sequence.shapes.back(), {}, {}, {}, {}, {}, 0});
  EXPECT_LT(glm::distance(there.min, end.min) + glm::distance(there.max, end.max), 1e-4f) << "it has come to its end";
}

TEST_F(AnimatedMesh, CanBecomeAStillOneAsWell) {
  drop_files(*workbench_, panels_, {"walk.glb"});
  workbench_->become(kAsShell);
  add();
  EXPECT_EQ(workbench_->model().objects.back().motion, MotionKind::fixed);
}

TEST_F(AnimatedMesh, TheChoiceIsOfferedWhereThereIsAnAnimationAlone) {
  content_ = "Add to the scene";
  drop_files(*workbench_, panels_, {"walk.glb"});
  at_every_size([&] {
    state_ = "adding what is animated";
    panels_.show(Tab::scene);
    look_closely();
  });
  EXPECT_TRUE(find("becomes moving"));
  workbench_->begin_adding({RAYCLOTH_SOURCE_DIR "/tests/data/box.obj"});
  settle();
  EXPECT_TRUE(find("becomes solid"));
  EXPECT_FALSE(find("becomes moving"));
}

}  // namespace
}  // namespace raycloth
