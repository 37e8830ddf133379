// Unsaved changes, kept while a program runs and found again after it is gone.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <optional>
#include <thread>

#include "app/run/user/autosave.h"
#include "tests/app/program.h"
#include "tests/variable.h"

namespace raycloth::test {
namespace {

namespace fs = std::filesystem;

class Unsaved : public testing::Test {
 protected:
  fs::path kept() const { return folder_ / "raycloth/unsaved"; }
  size_t files() const {
    std::error_code none;
    return static_cast<size_t>(std::distance(fs::directory_iterator(kept(), none), {}));
  }
  Folder folder_;
  Variable state_{"XDG_STATE_HOME", folder_.path().string()};
};

TEST_F(Unsaved, ChangesOfAProgramThatIsGoneAreFound) {
  {
    Autosave autosave;
    autosave.keep({"/some/scene.json", "{\"a\": 1}"}, 3);
    EXPECT_TRUE(left_behind().empty()) << "it still runs";
    autosave.keep({"/some/scene.json", "{\"a\": 2}"}, 4);
  }
  const std::vector<AutosavedScene> left = left_behind();
  ASSERT_EQ(left.size(), 1u);
  EXPECT_EQ(left[0].scene, "/some/scene.json");
  EXPECT_EQ(left[0].document, "{\"a\": 2}");
  forget_left_behind(left[0]);
  EXPECT_TRUE(left_behind().empty());
  EXPECT_EQ(files(), 0u);
}

TEST_F(Unsaved, ChangesKnowWhatTheyWereSavedTo) {
  {
    Autosave autosave;
    autosave.keep({"/some/scene.json", "{}", {}, "/my/own.json"}, 1);
  }
  EXPECT_EQ(left_behind().at(0).home, "/my/own.json");
  forget_left_behind(left_behind().at(0));
  {
    Autosave autosave;
    autosave.keep({"/some/scene.json", "{}"}, 1);
  }
  EXPECT_EQ(left_behind().at(0).home, "");
}

TEST_F(Unsaved, ChangesThatWereSavedLeaveNothing) {
  Autosave autosave;
  autosave.keep({"scene.json", "{}"}, 1);
  EXPECT_GT(files(), 0u);
  autosave.drop();
  EXPECT_EQ(files(), 0u);
}

TEST_F(Unsaved, AreKeptOnceAndNotAllTheTime) {
  Autosave autosave;
  EXPECT_TRUE(autosave.due(1));
  autosave.keep({"scene.json", "{}"}, 1);
  EXPECT_FALSE(autosave.due(1));
  EXPECT_FALSE(autosave.due(2)) << "so soon";
  std::this_thread::sleep_for(std::chrono::milliseconds(2200));
  EXPECT_FALSE(autosave.due(1));
  EXPECT_TRUE(autosave.due(2));
  autosave.drop();
}

TEST_F(Unsaved, FilesThatAreNoneAreIgnored) {
  fs::create_directories(kept());
  std::ofstream(kept() / "1.json") << "{\"scene\": 1, \"document\": \"\"}";
  std::ofstream(kept() / "2.json") << "half a fil";
  EXPECT_TRUE(left_behind().empty());
}

TEST_F(Unsaved, ThatCannotBeKeptAreToldOnce) {
  std::ofstream(folder_ / "raycloth") << "a file where the folder would be";
  Autosave autosave;
  EXPECT_THROW(autosave.keep({"scene.json", "{}"}, 1), std::exception);
  EXPECT_FALSE(autosave.due(1));
}

}  // namespace
}  // namespace raycloth::test
