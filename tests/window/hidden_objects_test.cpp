// Objects that are hidden: an edit as others are, in the scene's file, and in pictures without a window.
#include <fstream>
#include <iterator>

#include "app/view/drawables.h"
#include "app/view/windowless/picture.h"
#include "render/picture_painter.h"
#include "sim/scene/document.h"
#include "tests/window/stage.h"
#include "tests/window/walk.h"

namespace raycloth {
namespace {

namespace fs = std::filesystem;

class HiddenObjects : public walk::PanelsWalk {
 protected:
  std::string scene_name() const override { return "two_towels"; }

  void hide(int object, bool hidden) {
    Look look = workbench_->look(object);
    look.hidden = hidden;
    workbench_->change(object, look);
    workbench_->end_gesture();
  }

  void expect_hidden(std::vector<uint8_t> hidden) {
    EXPECT_EQ(workbench_->view.hidden, hidden) << "at once";
    wait_for([&] { return workbench_->frame().opened->hidden == hidden; }, "what was asked for");
    EXPECT_EQ(workbench_->view.hidden, hidden);
  }
};

TEST_F(HiddenObjects, AreTakenBackDoneAgainAndSaved) {
  expect_hidden({0, 0});
  hide(1, true);
  EXPECT_TRUE(workbench_->saving().unsaved());
  EXPECT_EQ(workbench_->saving().unsaved_words(), "hidden");
  expect_hidden({0, 1});
  workbench_->undo();
  expect_hidden({0, 0});
  EXPECT_FALSE(workbench_->saving().unsaved());
  workbench_->redo();
  expect_hidden({0, 1});
  const fs::path file = folder_ / "hidden.json";
  workbench_->saving().save_as(file);
  wait_for([&] { return !workbench_->saving().unsaved(); }, "the file");
  std::ifstream stream(file);
  EXPECT_EQ(hidden_objects({std::istreambuf_iterator<char>(stream), {}}), (std::vector<uint8_t>{0, 1}));

  workbench_->open(std::vector<fs::path>{file});
  wait_for([&] { return workbench_->scene().path == file; }, "the saved scene");
  expect_hidden({0, 1});
  EXPECT_FALSE(workbench_->saving().unsaved());
  hide(1, false);
  expect_hidden({0, 0});
  EXPECT_EQ(workbench_->saving().unsaved_words(), "shown");
}

TEST_F(HiddenObjects, StayHiddenWhereTheSceneIsBuiltAnew) {
  hide(0, true);
  workbench_->remove(1);
  wait_for([&] { return workbench_->model().objects.size() == 1; }, "one object");
  expect_hidden({1});
}

TEST_F(HiddenObjects, HaveAnEyeInTheTableOfObjects) {
  set_look({1280, 720}, 1);
  panels_.show(Tab::scene);
  settle();
  click_on("eye of right");
  expect_hidden({0, 1});
  EXPECT_EQ(workbench_->selected(), -1) << "the row is not chosen by it";
}

TEST(HiddenInPictures, WithoutAWindowToo) {
  const Scene scene = load_scene({RAYCLOTH_SOURCE_DIR "/tests/window/scenes/two_towels.json"});
  const auto simulation = create(build_model(scene), scene.settings, DeviceChoice::cpu, 1);
  const auto paint = [&](bool hidden) {
    Scene shown = scene;
    shown.document = with_look(scene.document, 0, {"left", Vec3(0.5f), hidden});
    const OffscreenContext context;
    PicturePainter painter(make_drawable_scene(shown, simulation->model()), 160, 100);
    const OrbitCamera camera = camera_of(*simulation, scene, 1.6f);
    return painter.paint(make_drawable_state(*simulation), camera.view(1.6f)).rgb;
  };
  stage::where_pictures_can_be_drawn([&] {
    EXPECT_EQ(paint(false), paint(false));
    EXPECT_NE(paint(false), paint(true));
  });
}

}  // namespace
}  // namespace raycloth
