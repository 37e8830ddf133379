// Files that the window writes, and those of other scenes that it takes in: where they go, and what stays.
#include <sys/stat.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "app/panels/files/asking.h"
#include "app/panels/files/browser.h"
#include "app/run/shipped.h"
#include "app/run/user/recent_files.h"
#include "tests/window/walk.h"

namespace raycloth {
namespace {

namespace fs = std::filesystem;

class Saving : public walk::PanelsWalk {
 protected:
  std::string scene_name() const override { return "pennant"; }

  void SetUp() override {
    PanelsWalk::SetUp();
    if (!workbench_) return;
    begin_at_rest();
    set_look({1280, 720}, 1);
    settle();
  }

  void blow(float wind) {
    Settings settings = workbench_->settings();
    settings.wind = {wind, 0, 0};
    workbench_->change(settings);
    workbench_->end_gesture();
    ASSERT_TRUE(workbench_->saving().unsaved());
  }
  void wait_until_saved() {
    wait_for([&] { return !workbench_->saving().unsaved(); }, workbench_->message.text.c_str());
  }
  void wait_for_message(const std::string& words) {
    wait_for([&] { return workbench_->message.text.find(words) != std::string::npos; },
             (words + ", not " + workbench_->message.text).c_str());
  }
  static float wind_in(const fs::path& file) {
    return nlohmann::json::parse(std::ifstream(file)).at("settings").at("wind").at(0).get<float>();
  }
  static std::vector<std::string> scenes_here() {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator("."))
      if (entry.path().extension() == ".json") names.push_back(entry.path().filename());
    std::ranges::sort(names);
    return names;
  }
  /// A zenity that does as the script says.
  void fake_zenity(const std::string& script) {
    fs::create_directory("bin");
    std::ofstream("bin/zenity") << "#!/bin/sh\n" << script;
    chmod("bin/zenity", 0755);
    path_.reset();
    path_.emplace("PATH", (folder_ / "bin").string());
  }
  void without_zenity() { path_.emplace("PATH", folder_.string()); }

  /// Once it is there: in its first frame a window is not seen.
  void press(const std::string& name) {
    settle();
    click_on(name);
  }

  std::optional<test::Variable> path_;
};

TEST_F(Saving, GoesToTheFileThatWasOpened) {
  for (const float wind : {1.0f, 2.0f}) {
    blow(wind);
    workbench_->saving().save();
    wait_until_saved();
    EXPECT_EQ(wind_in("pennant.json"), wind);
  }
  EXPECT_EQ(scenes_here(), (std::vector<std::string>{"pennant.json"}));
  EXPECT_EQ(workbench_->message.text, "pennant.json saved");
}

TEST_F(Saving, LeavesAloneWhatAnotherProgramWrote) {
  blow(1);
  std::ofstream("pennant.json") << "theirs";
  workbench_->saving().save();
  wait_for_message("pennant.json: another program has changed it since");
  EXPECT_TRUE(workbench_->message.error);
  EXPECT_TRUE(workbench_->saving().unsaved());
  std::string there;
  std::ifstream("pennant.json") >> there;
  EXPECT_EQ(there, "theirs");
  workbench_->saving().save_as("mine.json");
  wait_until_saved();
  EXPECT_EQ(recent_files().at(0).filename(), "mine.json");
  blow(2);
  workbench_->saving().save();
  wait_until_saved();
  EXPECT_EQ(wind_in("mine.json"), 2);
}

TEST_F(Saving, KeepsItsPlaceWhenTheSceneIsBuiltAnew) {
  workbench_->saving().save_as("mine.json");
  wait_for_message("saved");
  Placement moved = workbench_->scene().objects[0].placement;
  moved.translation.y += 1;
  workbench_->place(0, moved);
  wait_for([&] { return !workbench_->building(); }, "the moved sheet");
  workbench_->saving().save();
  wait_until_saved();
  EXPECT_EQ(load_scene({"mine.json"}).objects[0].placement, moved);
  EXPECT_EQ(load_scene({"pennant.json"}).objects[0].placement.translation.y, moved.translation.y - 1);
}

TEST_F(Saving, AShippedSceneStaysAsItIs) {
  const std::vector<fs::path> shipped = shipped_scenes();
  const auto hang = std::ranges::find(shipped, "hang", [](const fs::path& file) { return file.stem().string(); });
  ASSERT_NE(hang, shipped.end());
  const auto time = fs::last_write_time(*hang);
  workbench_->open(std::vector<fs::path>{*hang});
  wait_for([&] { return workbench_->scene().name == "hang"; }, "the shipped scene");
  workbench_->player().play(false);
  for (const float wind : {1.0f, 2.0f}) {
    blow(wind);
    workbench_->saving().save();
    wait_until_saved();
    EXPECT_EQ(wind_in("hang_edited.json"), wind);
  }
  EXPECT_EQ(fs::last_write_time(*hang), time);
  EXPECT_EQ(scenes_here(), (std::vector<std::string>{"hang_edited.json", "pennant.json"}));
}

TEST_F(Saving, AsksForAPlaceInAPanelWhereThereIsNoDialog) {
  without_zenity();
  std::ofstream("there.json") << "old";
  blow(1);
  ask_where_to_save(*workbench_, panels_);
  ASSERT_TRUE(panels_.place);
  EXPECT_STREQ(panels_.place->path.data(), "pennant.json");
  put_text(panels_.place->path, "there");
  settle();
  EXPECT_FALSE(find("Save here")) << "it would replace there.json";
  press("Cancel");
  EXPECT_FALSE(panels_.place);
  EXPECT_TRUE(workbench_->saving().unsaved());
  ask_where_to_save(*workbench_, panels_);
  put_text(panels_.place->path, "there");
  press("Replace it");
  wait_until_saved();
  EXPECT_EQ(wind_in("there.json"), 1);
  ask_where_to_save(*workbench_, panels_);
  put_text(panels_.place->path, "new");
  press("Save here");
  wait_for_message("new.json saved");
}

TEST_F(Saving, ReplacesNothingThatTheDialogDidNotAskAbout) {
  std::ofstream("there.json") << "old";
  fake_zenity("echo " + (folder_ / "there").string() + "\n");
  ask_where_to_save(*workbench_, panels_);
  wait_for([&] { return draw(), panels_.place.has_value(); }, "a question about there.json");
  EXPECT_EQ(panels_.place->path.data(), (folder_ / "there.json").string());
  fake_zenity("echo " + (folder_ / "other.json").string() + "\n");
  panels_.place.reset();
  ask_where_to_save(*workbench_, panels_);
  wait_for([&] { return draw(), fs::exists("other.json"); }, "the file that was chosen");
}

TEST_F(Saving, PlacesOfOtherFilesAreChosenInTheDialog) {
  fake_zenity("echo " + (folder_ / "sail.usda").string() + "\n");
  panels_.show(Tab::scene);
  set_look({1280, 1400}, 1);
  press("place of export");
  wait_for([&] { return draw(), panels_.export_path[0] != '\0'; }, "a place");
  EXPECT_EQ(panels_.export_path.data(), (folder_ / "sail.usda").string());
  press("This frame");
  wait_for([&] { return workbench_->advance(0.01), fs::exists("sail.usda"); }, "the export");
  fake_zenity("echo " + (folder_ / "t").string() + "\n");
  ask_where_to_record_timings(*workbench_, panels_);
  wait_for([&] { return draw(), workbench_->frame().timings.has_value(); }, "a recording");
  EXPECT_EQ(workbench_->frame().timings->path, folder_ / "t.csv");
  ask_where_to_record_session(*workbench_, panels_);
  wait_for([&] { return draw(), workbench_->frame().session.has_value(); }, "a session");
  EXPECT_EQ(workbench_->frame().session->path, folder_ / "t.jsonl");
}

TEST_F(Saving, ARecordedSessionIsFoundInTheBrowserWhereThereIsNoDialog) {
  without_zenity();
  std::ofstream("s.jsonl") << "{\"raycloth_session\": 1}\n"
                           << R"({"frame": 2, "set": {"wind": [3, 0, 0]}})"
                           << "\n";
  blow(1);
  ask_for_session(*workbench_, panels_);
  press("s.jsonl");
  EXPECT_FALSE(panels_.browser.open);
  wait_for([&] { return workbench_->frame().past.session_finished && workbench_->frame().number > 3; }, "its end");
  EXPECT_EQ(workbench_->frame().settings.wind.x, 3);
}

TEST_F(Saving, ASessionIsOpenedAloneInItsScene) {
  std::ofstream("s.jsonl") << "{\"raycloth_session\": 1, \"triangles\": 7}\n";
  drop_files(*workbench_, panels_, {"s.jsonl"});
  wait_for_message("s.jsonl:1: /triangles: found 7, expected");
  EXPECT_TRUE(workbench_->message.error);
  EXPECT_FALSE(workbench_->frame().past.session_plays);
  open_files(*workbench_, panels_, {"s.jsonl", "pennant.json"});
  EXPECT_EQ(workbench_->message.text, "a session is played in the scene that is open: open it alone");
}

TEST_F(Saving, WhatIsLeftBehindGoesToWhereItWasSaved) {
  std::string document;
  {
    std::ifstream stream("pennant.json");
    document = {std::istreambuf_iterator<char>(stream), {}};
  }
  workbench_->saving().save_as("mine.json");
  wait_for_message("saved");
  workbench_->open(AutosavedScene{folder_ / "pennant.json", document, folder_ / "left.json", folder_ / "mine.json"});
  wait_for([&] { return workbench_->scene().path == folder_ / "pennant.json"; }, "what was left behind");
  EXPECT_EQ(workbench_->saving().usual_file(), folder_ / "mine.json");
}

TEST_F(Saving, ADroppedSceneIsAskedAbout) {
  fs::copy_file(RAYCLOTH_SOURCE_DIR "/tests/window/scenes/two_towels.json", "two_towels.json");
  drop_files(*workbench_, panels_, {"two_towels.json"});
  press("Cancel");
  EXPECT_EQ(workbench_->scene().name, "pennant");
  ASSERT_FALSE(workbench_->building());
  drop_files(*workbench_, panels_, {"two_towels.json"});
  press("Add its objects");
  const size_t before = workbench_->model().objects.size(), more = load_scene({"two_towels.json"}).objects.size();
  wait_for([&] { return workbench_->model().objects.size() == before + more; }, "its objects");
  EXPECT_EQ(workbench_->scene().name, "pennant");
  EXPECT_NE(workbench_->message.text.find(" of two_towels.json added"), std::string::npos) << workbench_->message.text;
  EXPECT_EQ(workbench_->selected(), static_cast<int>(before));
  workbench_->undo();
  wait_for([&] { return workbench_->model().objects.size() == before; }, "they are taken back");
  EXPECT_FALSE(workbench_->saving().unsaved());
  workbench_->redo();
  wait_for([&] { return workbench_->model().objects.size() == before + more; }, "and done again");
  drop_files(*workbench_, panels_, {"two_towels.json"});
  press("Open it");
  press("Discard");
  wait_for([&] { return workbench_->scene().name == "two_towels"; }, "the scene");
}

TEST_F(Saving, ASheetIsMade) {
  workbench_->begin_adding_sheet();
  settle();
  EXPECT_FALSE(find("becomes solid"));
  EXPECT_FALSE(find("Open alone")) << "without a scene around it";
  NewSheet sheet{{0.5f, 0.3f}, {5, 3}};
  workbench_->resize(sheet);
  Placement placement = workbench_->arranger.placement();
  placement.translation = {0, 1.5f, 0};
  workbench_->arranger.set(placement);
  workbench_->resize({{0.5f, 0.3f}, {7, 3}});
  EXPECT_EQ(workbench_->arranger.placement(), placement) << "another one, where it is";
  press("Add to the scene");
  const size_t before = workbench_->model().objects.size();
  wait_for([&] { return workbench_->model().objects.size() == before + 1; }, "the sheet");
  const SceneObject& added = workbench_->scene().objects.back();
  EXPECT_EQ(added.name, "sheet 2") << "the pennant's is called so";
  EXPECT_EQ(added.mesh.triangles.size(), 2u * 7u * 3u);
  EXPECT_LT(glm::distance(bounds(added.mesh).center(), Vec3(0, 1.5f, 0)), 1e-5f);
  workbench_->saving().save();
  wait_until_saved();
  EXPECT_EQ(load_scene({"pennant.json"}).objects.back().mesh.positions, added.mesh.positions);
  workbench_->undo();
  wait_for([&] { return workbench_->model().objects.size() == before; }, "it is taken back");
}

}  // namespace
}  // namespace raycloth
