// The window before its first scene is there: an empty one is shown, in which loading can be watched and cancelled.
#include <fstream>
#include <future>
#include <set>

#include "app/commands/commands.h"
#include "device/error.h"
#include "tests/window/walk.h"

namespace raycloth {
namespace {

namespace fs = std::filesystem;

const std::string kScenes = std::string(RAYCLOTH_SOURCE_DIR) + "/tests/window/scenes/";

LoadedScene load(const std::string& name) {
  Scene scene = load_scene({kScenes + name + ".json"});
  Authored authored(scene);
  return {std::move(scene), std::move(authored)};
}

class Starting : public walk::PanelsWalk {
 protected:
  /// The program with a scene that is loaded when the test says so.
  void begin() {
    SceneOptions options;
    options.files = {"slow.json"};
    workbench_.reset();
    workbench_ = std::make_unique<Workbench>(Workbench::begin(
                                                 [loading = loading_](const Watch&) {
                                                   loading->get_future().wait();
                                                   return load("pennant");
                                                 },
                                                 options, [] {}),
                                             options, [] {});
  }
  void TearDown() override {
    if (!loaded_) let_it_load();  // whoever loads is waited for
    PanelsWalk::TearDown();
  }
  void let_it_load() {
    loaded_ = true;
    loading_->set_value();
  }

  bool loaded_ = false;
  std::shared_ptr<std::promise<void>> loading_ = std::make_shared<std::promise<void>>();
};

TEST_F(Starting, AnEmptySceneIsShownUntilTheFirstIsThere) {
  begin();
  EXPECT_TRUE(workbench_->starting());
  EXPECT_TRUE(workbench_->model().objects.empty());
  ASSERT_TRUE(workbench_->task());
  EXPECT_EQ(workbench_->task()->what, "opening slow.json");
  workbench_->message = {"told at the start"};
  let_it_load();
  wait_for([&] { return !workbench_->starting(); }, "the scene");
  EXPECT_EQ(workbench_->scene().path.stem(), "pennant");
  EXPECT_EQ(workbench_->message.text, "told at the start");
  wait_for([&] { return workbench_->frame().number > 2; }, "steps: it plays");
  EXPECT_FALSE(workbench_->saving().unsaved());
}

TEST_F(Starting, WhatWasPausedMeanwhileBeginsPaused) {
  begin();
  workbench_->player().play(false);
  let_it_load();
  wait_for([&] { return !workbench_->starting(); }, "the scene");
  EXPECT_FALSE(workbench_->player().playing());
}

TEST_F(Starting, CancelledItLeavesTheEmptySceneAndAnotherCanBeOpened) {
  begin();
  set_look({1280, 720}, 1);
  wait_for([&] { return shows_task(*workbench_); }, "a row for what takes long");
  settle();
  click_on("Cancel");
  EXPECT_FALSE(workbench_->starting());
  EXPECT_FALSE(workbench_->task());
  EXPECT_TRUE(workbench_->message.text.starts_with("opening slow.json was cancelled")) << workbench_->message.text;
  let_it_load();
  for (int i = 0; i < 50; ++i) workbench_->advance(0.01);
  EXPECT_EQ(workbench_->scene().name, "empty") << "what was cancelled does not come";
  workbench_->open(std::vector<fs::path>{kScenes + "pennant.json"});
  wait_for([&] { return workbench_->scene().path.stem() == "pennant"; }, "the other");
  wait_for([&] { return workbench_->frame().number > 2; }, "steps");
}

TEST_F(Starting, ALaterOpeningThatIsCancelledLeavesWhatIsOpen) {
  const std::filesystem::path before = workbench_->scene().path;
  workbench_->open(std::vector<fs::path>{kScenes + "pennant.json"});
  workbench_->cancel_task();  // before the display has seen anything of it
  for (int i = 0; i < 200; ++i) {
    workbench_->advance(0.01);
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  EXPECT_EQ(workbench_->scene().path, before);
  EXPECT_EQ(workbench_->message.text, "opening pennant.json was cancelled");
}

TEST_F(Starting, AMeshThatIsReadShowsHowFarAndCanBeCancelledInTheMidst) {
  begin();
  let_it_load();
  wait_for([&] { return workbench_->scene().name == "pennant"; }, "the first scene");
  {
    std::ofstream big("big.obj");
    for (int i = 0; i < 600000; ++i) big << "v " << i << " " << i % 7 << " " << i % 11 << "\n";
    for (int i = 1; i + 2 < 600000; ++i) big << "f " << i << " " << i + 1 << " " << i + 2 << "\n";
  }
  workbench_->open(std::vector<fs::path>{"big.obj"});
  std::set<double> parts;
  wait_for(
      [&] {
        const auto task = workbench_->task();
        if (task && task->part) parts.insert(*task->part);
        return parts.size() > 3;
      },
      "how much is read");
  EXPECT_LT(*parts.rbegin(), 0.5) << "it is being read";
  workbench_->cancel_task();
  EXPECT_FALSE(workbench_->task());
  EXPECT_EQ(workbench_->message.text, "opening big.obj was cancelled");
  const auto before = std::chrono::steady_clock::now();
  workbench_.reset();  // waits for whoever still reads
  EXPECT_LT(std::chrono::steady_clock::now() - before, std::chrono::seconds(2));
}

TEST_F(Starting, WhatIsWrongWithTheFirstSceneEndsTheProgram) {
  SceneOptions options;
  options.files = {"bad.json"};
  const auto loading = loading_;
  workbench_ = std::make_unique<Workbench>(Workbench::begin(
                                               [loading](const Watch&) -> LoadedScene {
                                                 loading->get_future().wait();
                                                 throw InputError("bad.json: of no kind");
                                               },
                                               options, [] {}),
                                           options, [] {});
  workbench_->advance(0.01);
  let_it_load();
  const auto until_it_throws = [&] {
    for (;;) {
      workbench_->advance(0.01);
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
  };
  EXPECT_THROW(until_it_throws(), InputError);
}

TEST_F(Starting, WhatIsWrongWithALaterOneIsAMessage) {
  workbench_->open(std::vector<fs::path>{"nowhere.json"});
  wait_for([&] { return workbench_->message.error; }, "a message");
  EXPECT_NE(workbench_->message.text.find("nowhere.json"), std::string::npos);
}

TEST_F(Starting, EveryPanelIsDrawnOfTheEmptyScene) {
  begin();
  ViewOptions& view = workbench_->view;
  view.wireframe = view.normals = view.rays = view.contacts = view.boxes = view.pins = view.crossings = view.net = true;
  view.wind = true;
  workbench_->examining().watch(true, false);
  wait_for([&] { return workbench_->frame().number > 3; }, "steps of nothing");
  panels_.takes = true;
  at_every_size([&] { walk("an empty scene"); });
  for (const UserCommand* command : find_commands("object")) command->act({*workbench_, panels_});
  workbench_->saving().save();
  EXPECT_EQ(workbench_->message.text, "there is no scene to save");
  const RenderTarget target(64, 64, 1);
  workbench_->frame_view();
  workbench_->draw(target);
  EXPECT_FALSE(workbench_->hands().grab({0.5f, 0.5f}));
  workbench_->begin_adding({std::string(RAYCLOTH_SOURCE_DIR) + "/tests/data/box.obj"});
  ASSERT_TRUE(workbench_->adding()) << workbench_->message.text;
  workbench_->cancel_task();  // of the first scene
  workbench_->finish_adding();
  wait_for([&] { return workbench_->model().objects.size() == 1; }, "the first object of a scene");
  let_it_load();
}

}  // namespace
}  // namespace raycloth
