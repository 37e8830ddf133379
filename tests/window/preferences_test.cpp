// What is remembered of the window, and where panels come to lie.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

#include "app/layout/preferences.h"
#include "app/run/user/folders.h"
#include "device/error.h"
#include "tests/variable.h"

namespace raycloth {
namespace {

namespace fs = std::filesystem;
using test::Variable;

class PreferencesFile : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "raycloth-preferences-XXXXXX").string();
    ASSERT_TRUE(mkdtemp(pattern.data()));
    folder_ = pattern;
  }
  void TearDown() override { fs::remove_all(folder_); }

  fs::path write(const std::string& text) const {
    std::ofstream(folder_ / "window.json") << text;
    return folder_ / "window.json";
  }

  std::string refusal(const std::string& text) const {
    try {
      read_preferences(write(text));
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  }

  fs::path folder_;
};

TEST_F(PreferencesFile, SaysAllAgainThatWasWritten) {
  Preferences all;
  all.window = {1111, 777};
  all.maximized = true;
  all.panels.side = PanelSide::right;
  all.panels.width = 512.5f;
  all.panels.box = {{10, 20}, {300, 400}};
  all.panels.take_out(Tab::timings);
  all.panels.taken_out[Tab::compare] = {{1, 2}, {333, 444}};
  all.panels_visible = false;
  all.tab = Tab::inspect;
  all.look = {1.5f, Theme::light, Backdrop::white};
  all.quality = Quality::low;
  all.heat = Heat::clearance;
  all.film = {{640, 360}, 3};
  for (bool& shown : all.shown) shown = !shown;
  all.orthographic = true;
  all.counting = false;
  all.panels.takes = {{5, 6}, {400, 300}};
  all.budget_ms = 8;
  all.tour_seen = true;
  const fs::path file = folder_ / "a" / "b" / "window.json";  // folders are made
  write_preferences(all, file);
  EXPECT_EQ(read_preferences(file), all);
  EXPECT_NE(read_preferences(file), Preferences{});
}

TEST_F(PreferencesFile, MissingItIsAsAtFirst) {
  EXPECT_EQ(read_preferences(folder_ / "none.json"), Preferences{});
  EXPECT_EQ(read_preferences(write(R"({"raycloth_window": 1})")), Preferences{});
}

TEST_F(PreferencesFile, WordsOfEarlierVersionsAreRead) {
  ViewOptions view;
  view.scale_bar = false;
  EXPECT_EQ(read_preferences(write(R"({"raycloth_window": 1, "view": {"scale_bar": false}})")).shown,
            switches_of(view));
}

TEST_F(PreferencesFile, WhatDoesNotFitIsNamed) {
  EXPECT_NE(refusal("{").find("window.json:1:2: not valid JSON"), std::string::npos) << refusal("{");
  const auto names = [&](const char* members, const char* place) {
    const std::string text = refusal(std::string(R"({"raycloth_window": 1, )") + members + "}");
    EXPECT_NE(text.find(place), std::string::npos) << members << ": " << text;
  };
  names(R"("panels": {"side": "above"})", "/panels/side: found \"above\", expected");
  names(R"("panels": {"width": 3})", "/panels/width: found 3");
  names(R"("panels": {"taken_out": {"Cellar": [0, 0, 1, 1]}})", "expected names of tabs");
  names(R"("panels": {"taken_out": {"View": [0, 0, 1]}})", "expected left, top, width, height");
  names(R"("look": {"scale": 40})", "/look/scale: found 40");
  names(R"("view": {"heat": "warm"})", "/view/heat");
  names(R"("view": {"shown": {"rays": 1}})", "/view/shown/rays");
  names(R"("view": {"shown": {"hats": true}})", "/view/shown: ");
  names(R"("panels": {"takes": [0, 0, 1]})", "/panels/takes");
  names(R"("window": {"size": [0, 4]})", "/window/size/0: found 0");
  names(R"("colour": 3)", "colour");
  EXPECT_NE(refusal(R"({"raycloth_window": 2})").find("/raycloth_window: found 2"), std::string::npos);
}

TEST_F(PreferencesFile, IsRefusedWhereNothingCanBeWritten) {
  const fs::path file = write("{}");
  EXPECT_THROW(write_preferences({}, file / "window.json"), InputError);
}

TEST(ConfigFolder, IsWhereXdgSaysAndElseBelowHome) {
  const Variable home("HOME", "/home/ann");
  {
    const Variable config("XDG_CONFIG_HOME", "/somewhere");
    EXPECT_EQ(config_folder(), "/somewhere/raycloth");
  }
  {
    const Variable config("XDG_CONFIG_HOME", "not/absolute");
    EXPECT_EQ(config_folder(), "/home/ann/.config/raycloth");
  }
  const Variable config("XDG_CONFIG_HOME", std::nullopt), nowhere("HOME", std::nullopt);
  EXPECT_TRUE(config_folder().empty());
  EXPECT_TRUE(preferences_file().empty());
}

TEST(PanelLayout, LeavesRoomForThePicture) {
  PanelLayout layout;
  EXPECT_FLOAT_EQ(column_width(layout, 2000, 1), 400);
  EXPECT_FLOAT_EQ(column_width(layout, 2000, 2), 800);
  EXPECT_FLOAT_EQ(column_width(layout, 600, 2), 450);
  layout.side = PanelSide::floating;
  EXPECT_FLOAT_EQ(column_width(layout, 2000, 1), 0);
}

TEST(PanelLayout, WhatIsLetGoAtAnEdgeStaysThere) {
  EXPECT_EQ(side_at(3, 1000, 1), PanelSide::left);
  EXPECT_EQ(side_at(50, 1000, 1), PanelSide::floating);
  EXPECT_EQ(side_at(50, 1000, 2), PanelSide::left);
  EXPECT_EQ(side_at(998, 1000, 1), PanelSide::right);
}

TEST(PanelLayout, WhatFloatsIsInsideTheWindow) {
  EXPECT_EQ(fitted({{-5, 700}, {100, 200}}, {1000, 800}), (PanelBox{{0, 600}, {100, 200}}));
  EXPECT_EQ(fitted({{50, 50}, {3000, 200}}, {1000, 800}), (PanelBox{{0, 50}, {1000, 200}}));
}

TEST(PanelLayout, TabsThatAreTakenOutDoNotHideEachOther) {
  PanelLayout layout;
  layout.take_out(Tab::scene);
  layout.take_out(Tab::view);
  EXPECT_NE(layout.taken_out[Tab::scene].corner, layout.taken_out[Tab::view].corner);
  layout.put_back(Tab::scene);
  EXPECT_FALSE(layout.is_out(Tab::scene));
}

TEST(WindowLook, LettersGrowAndShrinkWithinBounds) {
  WindowLook look;
  look.enlarge();
  EXPECT_FLOAT_EQ(look.scale, 1.15f);
  look.reduce();
  EXPECT_FLOAT_EQ(look.scale, 1);
  for (int i = 0; i < 30; ++i) look.enlarge();
  EXPECT_FLOAT_EQ(look.scale, 3);
  for (int i = 0; i < 30; ++i) look.reduce();
  EXPECT_FLOAT_EQ(look.scale, 0.75f);
}

}  // namespace
}  // namespace raycloth
