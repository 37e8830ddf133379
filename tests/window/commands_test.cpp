// The table of commands: nothing twice, everything found.
#include <GLFW/glfw3.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <sstream>

#include "app/commands/commands.h"
#include "sim/text.h"

namespace raycloth {
namespace {

TEST(Commands, NoNameAndNoKeyIsAnothersAsWell) {
  std::set<std::string> names, keys;
  for (const UserCommand& command : command_list()) {
    EXPECT_TRUE(names.insert(command.name).second) << command.name;
    for (const Key& key : command.keys) EXPECT_TRUE(keys.insert(key_name(key)).second) << key_name(key);
  }
}

TEST(Commands, AKeyIsOfTheCommandThatNamesIt) {
  for (const UserCommand& command : command_list())
    for (const Key& key : command.keys) EXPECT_EQ(command_of(key), &command) << key_name(key);
  ASSERT_TRUE(command_of(pressed_key(GLFW_KEY_Z, GLFW_MOD_CONTROL | GLFW_MOD_NUM_LOCK)));
  EXPECT_EQ(command_of(pressed_key(GLFW_KEY_Z, GLFW_MOD_CONTROL | GLFW_MOD_NUM_LOCK))->name, "undo");
  EXPECT_EQ(command_of(pressed_key(GLFW_KEY_Z, 0))->name, "crossings");
  EXPECT_EQ(command_of(pressed_key(GLFW_KEY_F11, 0)), nullptr);
}

TEST(Commands, KeysAreCalledAsPeopleCallThem) {
  EXPECT_EQ(key_name({GLFW_KEY_Z, GLFW_MOD_CONTROL | GLFW_MOD_SHIFT}), "ctrl + shift + Z");
  EXPECT_EQ(key_name({GLFW_KEY_KP_7, 0}), "number pad 7");
  EXPECT_EQ(key_name({GLFW_KEY_F12, 0}), "F12");
  EXPECT_EQ(key_name({GLFW_KEY_LEFT, GLFW_MOD_SHIFT}), "shift + left arrow");
}

TEST(Commands, WordsFindThemNamesFirst) {
  EXPECT_EQ(find_commands("").size(), command_list().size());
  const auto found = find_commands("RESET");
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(found.front()->name, "reset");
  const auto heat = find_commands("strain heat");
  ASSERT_EQ(heat.size(), 1u);
  EXPECT_EQ(heat.front()->name, "heat map: strain");
  const auto undo = find_commands("materials");  // in what it does
  ASSERT_FALSE(undo.empty());
  EXPECT_EQ(undo.front()->name, "undo");
  EXPECT_TRUE(find_commands("no such command").empty());
}

TEST(Commands, AHeldKeyGoesOnSteppingAndTurnsNoSwitchBack) {
  const auto repeats = [](int key, int modifiers = 0) { return command_of({key, modifiers})->repeats; };
  EXPECT_TRUE(repeats(GLFW_KEY_RIGHT));
  EXPECT_TRUE(repeats(GLFW_KEY_LEFT));
  EXPECT_TRUE(repeats(GLFW_KEY_LEFT, GLFW_MOD_SHIFT));
  EXPECT_TRUE(repeats(GLFW_KEY_Z, GLFW_MOD_CONTROL));
  EXPECT_TRUE(repeats(GLFW_KEY_EQUAL, GLFW_MOD_CONTROL));
  for (const int key : {GLFW_KEY_SPACE, GLFW_KEY_V, GLFW_KEY_P, GLFW_KEY_TAB, GLFW_KEY_R}) EXPECT_FALSE(repeats(key));
  EXPECT_FALSE(repeats(GLFW_KEY_P, GLFW_MOD_CONTROL)) << "the palette";
  EXPECT_EQ(std::ranges::count(command_list(), true, &UserCommand::repeats), 8);
}

TEST(Commands, EverySettingIsAmongThem) {
  for (const SettingInfo& row : setting_list()) EXPECT_FALSE(find_commands(spoken(row.key)).empty()) << row.key;
}

TEST(Commands, TheTextNamesThemAll) {
  const std::string text = command_text();
  for (const UserCommand& command : command_list()) EXPECT_NE(text.find(command.name), std::string::npos);
}

TEST(Commands, TheTextHasRoomBetweenItsColumns) {
  std::istringstream lines(command_text());
  std::vector<std::string> rows;
  for (std::string line; std::getline(lines, line);) rows.push_back(line);
  const auto row_of = [&](const std::string& input) {
    return *std::ranges::find_if(rows, [&](const std::string& row) { return row.starts_with("  " + input); });
  };
  const size_t column = row_of("space").find("play, pause");
  for (const Gesture& gesture : gesture_list()) EXPECT_EQ(row_of(gesture.input).find(gesture.effect), column);
}

}  // namespace
}  // namespace raycloth
