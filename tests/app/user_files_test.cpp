// What is remembered for a user, and how files are found: recent files, folders, the shipped scenes' pictures, the
// desktop's dialog.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <chrono>
#include <fstream>
#include <thread>

#include "app/panels/files/desktop_dialog.h"
#include "app/run/shipped.h"
#include "app/run/user/folder_listing.h"
#include "app/run/user/folders.h"
#include "app/run/user/recent_files.h"
#include "app/workbench/kept/kept_views.h"
#include "render/png.h"
#include "tests/app/program.h"
#include "tests/variable.h"

namespace raycloth::test {
namespace {

namespace fs = std::filesystem;

fs::path touch(const fs::path& file) {
  std::ofstream(file) << "{}";
  return file;
}

TEST(StateFolder, IsWhereTheSpecificationSays) {
  const Variable home("HOME", "/home/someone");
  const Variable set("XDG_STATE_HOME", "/somewhere");
  EXPECT_EQ(state_folder(), "/somewhere/raycloth");
  for (const char* no_folder : {"", "relative/path"}) {
    const Variable ignored("XDG_STATE_HOME", no_folder);
    EXPECT_EQ(state_folder(), "/home/someone/.local/state/raycloth");
  }
}

TEST(RecentFiles, TheNewestComesFirstAndEachOnce) {
  const Folder folder;
  const Variable state("XDG_STATE_HOME", (folder / "state").string());
  EXPECT_TRUE(recent_files().empty());
  const fs::path a = touch(folder / "a.json"), b = touch(folder / "b b.obj");
  remember_recent(a);
  remember_recent(b);
  remember_recent(folder.path() / "." / "a.json");
  EXPECT_EQ(recent_files(), (std::vector{a, b}));
  fs::remove(a);
  EXPECT_EQ(recent_files(), std::vector{b});
  touch(a);
  EXPECT_EQ(recent_files(), (std::vector{a, b}));  // it came back
  for (size_t i = 0; i < kMostRecent; ++i) remember_recent(touch(folder / std::to_string(i)));
  EXPECT_EQ(recent_files().size(), kMostRecent);
  EXPECT_EQ(recent_files().front().filename(), std::to_string(kMostRecent - 1));
}

TEST(RecentFiles, AreForgottenWhereNothingCanBeWritten) {
  const Folder folder;
  const Variable state("XDG_STATE_HOME", touch(folder / "a_file").string());
  remember_recent(touch(folder / "a.json"));
  EXPECT_TRUE(recent_files().empty());
}

TEST(KeptViews, AreThereWhenTheSceneIsOpenedAgain) {
  const Folder folder;
  const Variable state("XDG_STATE_HOME", (folder / "state").string());
  const fs::path a = touch(folder / "a.json"), b = touch(folder / "b.json");
  OrbitCamera camera;
  camera.look_from(OrbitCamera::Side::left);
  {
    KeptViews views, window_beside;
    EXPECT_FALSE(views.find(a, 0));
    views.keep(a, 2, camera);
    window_beside.keep(b, 0, camera);
    camera.zoom(2);
    views.keep(a, 0, camera);
  }
  const KeptViews again;
  EXPECT_FALSE(again.find(a, 1));
  ASSERT_TRUE(again.find(folder.path() / "." / "a.json", 0));
  EXPECT_EQ(again.find(a, 0)->distance, camera.distance());
  EXPECT_TRUE(again.find(a, 0)->orthographic);
  EXPECT_GT(again.find(a, 2)->distance, camera.distance());
  EXPECT_TRUE(again.find(b, 0)) << "kept beside";
  std::ofstream(folder / "state" / "raycloth" / "views.json") << "[1, 2";
  EXPECT_FALSE(KeptViews().find(a, 0)) << "no such file";
}

TEST(KeptViews, LastAsLongAsTheProgramWhereNothingCanBeWritten) {
  const Folder folder;
  const Variable state("XDG_STATE_HOME", touch(folder / "a_file").string());
  KeptViews views;
  views.keep(folder / "a.json", 1, {});
  EXPECT_TRUE(views.find(folder / "a.json", 1));
}

TEST(FolderListing, HasFoldersAndTheFilesThatAreWanted) {
  const Folder folder;
  for (const char* name : {"b.json", "A.json", "c.txt", ".hidden.json"}) touch(folder / name);
  for (const char* name : {"Z", "y", ".git"}) fs::create_directory(folder / name);
  fs::create_symlink("nowhere", folder / "lost.json");
  const auto json = [](const fs::path& file) { return file.extension() == ".json"; };
  const FolderListing listing = list_folder(folder / "y" / ".." / "", json);
  EXPECT_EQ(listing.folder, folder.path());
  EXPECT_EQ(listing.folders, (std::vector<std::string>{"y", "Z"}));
  EXPECT_EQ(listing.files, (std::vector<std::string>{"A.json", "b.json", "lost.json"}));
  EXPECT_EQ(listing.trouble, "");
  EXPECT_NE(list_folder(folder / "no", json).trouble.find("No such file"), std::string::npos);
}

TEST(ShippedScenes, EachHasAPictureAndALineOfDescription) {
  const std::vector<fs::path> scenes = shipped_scenes();
  ASSERT_GE(scenes.size(), 19u);
  for (const fs::path& scene : scenes) {
    EXPECT_NE(description_of(scene), "") << scene;
    const Image picture = read_png(thumbnail_of(scene));  // throws without one
    EXPECT_EQ(16 * picture.height, 10 * picture.width) << scene;
    EXPECT_LT(fs::file_size(thumbnail_of(scene)), 100'000u) << scene;
    EXPECT_TRUE(is_shipped(scene));
  }
  const Folder folder;
  EXPECT_EQ(description_of(touch(folder / "a.json")), "");
  EXPECT_FALSE(is_shipped(folder / "a.json"));
}

/// A zenity that does as the script says.
fs::path fake_zenity(const Folder& folder, const std::string& script) {
  fs::create_directory(folder / "bin");
  std::ofstream(folder / "bin" / "zenity") << "#!/bin/sh\n" << script;
  chmod((folder.path() / "bin" / "zenity").c_str(), 0755);
  return folder / "bin";
}

fs::path answer_of(DesktopDialog& dialog) {
  for (int i = 0; i < 200; ++i) {
    if (const auto answer = dialog.answer()) return *answer;
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  return "no answer in time";
}

TEST(DesktopsDialog, AnswersWithTheFileThatWasChosen) {
  const Folder folder;
  const Variable path("PATH", fake_zenity(folder, "echo 'Gtk-WARNING: no theme' >&2\necho /some/where/a\\ b.obj\n"));
  ASSERT_TRUE(DesktopDialog::available());
  DesktopDialog dialog({"Open", folder.path(), {}});
  EXPECT_EQ(answer_of(dialog), "/some/where/a b.obj");
}

/// zenity's words, as its manual has them.
TEST(DesktopsDialog, AsksForAFileOrForAPlace) {
  const Folder folder;
  const Variable path("PATH", fake_zenity(folder, "for word; do echo \"$word\" >>" + (folder / "words").string() +
                                                      "; done\necho /a\n"));
  const auto said = [&](const FileQuestion& question) {
    fs::remove(folder / "words");
    DesktopDialog dialog(question);
    EXPECT_EQ(answer_of(dialog), "/a");
    return read_text(folder / "words");
  };
  EXPECT_EQ(said({"Open it", folder.path(), {"Scenes | *.json"}}),
            "--file-selection\n--title=Open it\n--filename=" + folder.path().string() +
                "/\n--file-filter=Scenes | *.json\n--file-filter=All files | *\n");
  const std::string save = said({"Save it", folder / "a.json", {}, true});
  for (const char* word : {"--save\n", "--confirm-overwrite\n", "/a.json\n"})
    EXPECT_NE(save.find(word), std::string::npos) << save;
}

TEST(DesktopsDialog, ThatIsCancelledChoosesNothing) {
  const Folder folder;
  const Variable path("PATH", fake_zenity(folder, "echo /some/where\nexit 1\n"));
  DesktopDialog dialog({"Open", folder.path(), {}});
  EXPECT_EQ(answer_of(dialog), "");
}

TEST(DesktopsDialog, IsNotThereWithoutTheProgramAndGoesWithItsOwner) {
  const Folder folder;
  {
    const Variable path("PATH", folder.path().string());
    EXPECT_FALSE(DesktopDialog::available());
    EXPECT_THROW(DesktopDialog dialog({"Open", folder.path(), {}}), std::exception);
  }
  const Variable path("PATH", fake_zenity(folder, "exec /bin/sleep 60\n"));
  const auto start = std::chrono::steady_clock::now();
  {
    DesktopDialog dialog({"Open", folder.path(), {}});
    EXPECT_FALSE(dialog.answer());
  }
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));
}

}  // namespace
}  // namespace raycloth::test
