// The walk, over what opens, adds, arranges and asks: the browser of scenes and files, the question about a mesh, a
// chosen object, the brush, the wind's arrow, questions about changes that are not saved.
#include <fstream>

#include "app/panels/files/asking.h"
#include "app/panels/files/browser.h"
#include "app/run/user/folder_listing.h"
#include "app/run/user/recent_files.h"
#include "tests/window/walk.h"

namespace raycloth {
namespace {

using walk::PanelsWalk;
namespace fs = std::filesystem;

class EditingWalk : public PanelsWalk {
 protected:
  /// A mesh about which there is something to say.
  static fs::path write_mesh() {
    const fs::path file = "a_sheet_of_mine.obj";
    std::ofstream(file) << "v 0 0 0\nv 1 0 0\nv 0 0 1\nv 1 0 1\nf 1 3 2\nf 2 3 4\nf 1 1 2\n";
    return fs::absolute(file);
  }

  void open_browser_at(const char* name) {
    panels_.browser = {};
    panels_.browser.open = true;
    settle();
    ImGuiTabBar* const bar = GImGui->TabBars.GetByKey(ImGui::FindWindowByName("Open")->GetID("places"));
    ASSERT_NE(bar, nullptr);
    for (ImGuiTabItem& tab : bar->Tabs)
      if (std::string(bar->GetTabName(&tab)) == name) bar->NextSelectedTabId = tab.ID;
    settle();
  }

  /// At every size; what is open over the picture is the same whichever tab is.
  void look_at_every_size(
      const std::string& state, Tab tab = Tab::scene, const std::function<void()>& open = [] {}) {
    at_every_size([&] {
      state_ = state;
      panels_.show(tab);
      open();
      look_closely();
    });
  }
};

TEST_F(EditingWalk, TheBrowser) {
  const fs::path far =
      folder_ / "a_folder_whose_name_is_long" / "and_another_one_in_it_with_a_name_that_is_longer_still";
  fs::create_directories(far);
  for (const char* name :
       {"sail.json", "a_scene_with_a_name_that_is_much_longer_than_the_column_that_it_stands_in.json"}) {
    std::ofstream(far / name) << "{}";
    remember_recent(far / name);
  }
  for (const auto& [name, content] : {std::pair{"Scenes", "/cards_"}, {"Recent", "/content_"}, {"Files", "/files_"}}) {
    content_ = content;
    look_at_every_size(std::string("browser at ") + name, Tab::scene, [&, name = name] {
      open_browser_at(name);
      if (std::string(name) == "Files")
        panels_.browser.listing = list_folder(far, [](const fs::path&) { return true; });
    });
    if (HasFailure()) return;
  }
}

TEST_F(EditingWalk, AMeshThatIsAdded) {
  const fs::path mesh = write_mesh();
  content_ = "Add to the scene";
  look_at_every_size("adding", Tab::scene, [&] { workbench_->begin_adding({mesh}); });
  for (const Becoming& what : kBecomings) {
    workbench_->become(what);
    look_at_every_size(std::string("adding as ") + what.name);
    if (HasFailure()) return;
  }
  workbench_->become(kBecomings[0]);
  workbench_->adding()->object.half_thickness = 0.002f;
  look_at_every_size("adding with a thickness");
}

TEST_F(EditingWalk, ASheetThatIsMade) {
  content_ = "Add to the scene";
  look_at_every_size("a sheet", Tab::scene, [&] { workbench_->begin_adding_sheet(); });
}

TEST_F(EditingWalk, PlacesOfFiles) {
  const test::Variable path("PATH", folder_.string());  // no desktop's dialog
  std::ofstream("there.json") << "{}";
  for (const char* name : {"", "there", "no_folder/a_scene_of_mine"})
    look_at_every_size(std::string("place ") + name, Tab::scene, [&] {
      panels_.place.reset();
      settle();  // what was typed is forgotten
      ask_where_to_save(*workbench_, panels_);
      put_text(panels_.place->path, name);
    });
  panels_.place.reset();
  drop_files(*workbench_, panels_, {"a_scene_with_a_name_that_is_much_longer_than_most_names_of_scenes_are.json"});
  look_at_every_size("a dropped scene");
}

TEST_F(EditingWalk, AnObjectThatIsArranged) {
  workbench_->arranging = true;
  workbench_->view.wind = true;
  for (int object = 0; object < static_cast<int>(workbench_->model().objects.size()); ++object) {
    workbench_->select(object);
    look_at_every_size("arranging");
  }
}

TEST_F(EditingWalk, ThicknessThatIsPainted) {
  workbench_->view.heat = Heat::strain;
  workbench_->brush(true);
  EXPECT_EQ(workbench_->view.heat, Heat::thickness);
  look_at_every_size("painting", Tab::cloth);
  workbench_->brush(false);
  EXPECT_EQ(workbench_->view.heat, Heat::strain) << "what was shown before";
}

TEST_F(EditingWalk, ChangesThatAreNotSaved) {
  Settings settings = workbench_->settings();
  settings.response_uses_predictions = !settings.response_uses_predictions;
  workbench_->change(settings);
  ASSERT_TRUE(workbench_->saving().unsaved());
  panels_.leaving = Leaving{};
  look_at_every_size("leaving");
  panels_.leaving.reset();
  panels_.left_behind = {
      {folder_ / "a_scene_with_a_name_that_is_much_longer_than_most_names_of_scenes_are.json", "{}"}};
  look_at_every_size("left behind");
}

}  // namespace
}  // namespace raycloth
