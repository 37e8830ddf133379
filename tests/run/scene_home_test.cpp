// The file that a scene is saved to: written again and again, and never over what somebody else wrote there.
#include "app/run/output/scene_home.h"

#include <gtest/gtest.h>

#include <sstream>

#include "device/error.h"
#include "tests/run/scenes.h"

namespace raycloth {
namespace {

namespace fs = std::filesystem;

std::string text_of(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

TEST(SceneHome, IsWrittenAgainAndAgain) {
  const test::WorkFolder folder;
  const fs::path file = folder.write("a.json", "first");
  SceneHome home(file, "first");
  home.write(file, "second", false);
  home.write(file, "third", false);
  EXPECT_EQ(text_of(file), "third");
  EXPECT_EQ(std::distance(fs::directory_iterator("."), {}), 1);
  fs::remove(file);
  home.write(file, "fourth", false);  // nobody's work is lost
  EXPECT_EQ(text_of(file), "fourth");
}

TEST(SceneHome, WhatAnotherProgramWroteThereStays) {
  const test::WorkFolder folder;
  const fs::path file = folder.write("a.json", "first");
  SceneHome home(file, "first");
  folder.write("a.json", "theirs");
  try {
    home.write(file, "ours", false);
    FAIL() << "was written";
  } catch (const InputError& error) {
    EXPECT_EQ(std::string(error.what()).rfind(file.string() + ": another program has changed it since", 0), 0u)
        << error.what();
  }
  EXPECT_EQ(text_of(file), "theirs");
  folder.write("a.json", "first");  // and took it back
  home.write(file, "ours", false);
  folder.write("a.json", "theirs");
  home.write(file, "ours", true);  // the user said so
  EXPECT_EQ(text_of(file), "ours");
}

TEST(SceneHome, MovesToWhereItIsSavedAs) {
  const test::WorkFolder folder;
  const fs::path file = folder.write("a.json", "first");
  SceneHome home(file, "first");
  home.write("b.json", "second", true);
  EXPECT_EQ(home.file(), "b.json");
  EXPECT_EQ(text_of(file), "first");
  folder.write("a.json", "theirs");  // it is that no more
  home.write("b.json", "third", false);
  EXPECT_EQ(text_of("b.json"), "third");
  EXPECT_THROW(home.write("no_folder/c.json", "fourth", true), InputError);
  EXPECT_EQ(home.file(), "b.json") << "where it could be written last";
}

TEST(SceneHome, ThatIsNotThereYet) {
  const test::WorkFolder folder;
  EXPECT_TRUE(SceneHome().file().empty());
  SceneHome home = SceneHome::as_it_is("a.json");
  home.write("a.json", "first", false);
  EXPECT_EQ(text_of("a.json"), "first");
  SceneHome again = SceneHome::as_it_is("a.json");
  again.write("a.json", "second", false);
  EXPECT_EQ(text_of("a.json"), "second");
}

}  // namespace
}  // namespace raycloth
