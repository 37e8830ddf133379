// Work that takes a while: seen from outside, and ended from there.
#include "app/run/live/task.h"

#include <gtest/gtest.h>

#include <future>

#include "app/run/live/runner.h"
#include "tests/run/scenes.h"

namespace raycloth {
namespace {

namespace fs = std::filesystem;

TEST(Task, IsSeenWhileItLives) {
  Task task;
  EXPECT_FALSE(task.view());
  {
    const Task::Scope scope(task, "a table");
    ASSERT_TRUE(task.view());
    EXPECT_EQ(task.view()->what, "a table");
    EXPECT_FALSE(task.view()->part);
    EXPECT_TRUE(task.go_on(0.25));
    EXPECT_EQ(task.view()->part, 0.25);
    task.cancel();
    EXPECT_FALSE(task.go_on(0.5));
  }
  EXPECT_FALSE(task.view());
  const Task::Scope scope(task, "another");
  EXPECT_TRUE(task.go_on(0)) << "what was cancelled was the one before";
}

TEST(BuildWatch, SeesThePartsAndCanEndThem) {
  const test::WorkFolder folder;
  const Scene scene = load_scene({folder.write("flag.json", test::kFlag)});
  std::vector<double> parts;
  const Model model = build_model(scene, [&](double part) { return parts.push_back(part), true; });
  EXPECT_EQ(model.positions.size(), build_model(scene).positions.size());
  ASSERT_GT(parts.size(), 5u);
  EXPECT_TRUE(std::ranges::is_sorted(parts));
  EXPECT_EQ(parts.front(), 0);
  EXPECT_LT(parts.back(), 1);
  int asked = 0;
  EXPECT_THROW(build_model(scene, [&](double) { return ++asked < 4; }), Cancelled);
  EXPECT_EQ(asked, 4);
}

/// A scene with 200 frames, and somebody who cancels whatever begins.
struct Impatient {
  test::WorkFolder folder;
  LiveScene scene{test::load(folder.write("flag.json", test::kFlag)), test::on_one_thread()};
  Frame frame;

  template <class Work>
  std::string message_of(Work work) {
    std::atomic<bool> done = false;
    std::thread other([&] {
      while (!done) scene.task().cancel();
    });
    work();
    done = true;
    other.join();
    scene.fill(frame);
    return frame.message.text;
  }
};

TEST(Task, AnExportThatIsCancelledKeepsWhatIsWhole) {
  Impatient run;
  for (int i = 0; i < 200; ++i) run.scene.single_step();
  const std::string text = run.message_of([&] { run.scene.export_frames("flag.usda", 1, 200); });
  EXPECT_NE(text.find("cancelled"), std::string::npos) << text;
  EXPECT_EQ(fs::exists("flag.usda"), text.find("exported") != std::string::npos) << text;
  EXPECT_EQ(run.scene.simulation().frame(), 200) << "back where it was";
}

/// Who cancels may come too late for so short a work: then once more.
TEST(Task, AReportThatIsCancelledIsNotWritten) {
  Impatient run;
  for (int i = 0; i < 50; ++i) run.scene.single_step();
  bool cancelled = false;
  for (int attempt = 0; attempt < 50 && !cancelled; ++attempt) {
    fs::remove("takes.html");
    const std::string text = run.message_of([&] { run.scene.write_takes("takes.html", {}, 16); });
    cancelled = text.find("cancelled") != std::string::npos;
    EXPECT_NE(fs::exists("takes.html"), cancelled) << text;
  }
  EXPECT_TRUE(cancelled);
  run.scene.write_takes("takes.html", {}, 16);
  EXPECT_TRUE(fs::exists("takes.html"));
}

TEST(Task, OpeningIsSeenAndEndsWhenItIsClosed) {
  const test::WorkFolder folder;
  const fs::path file = folder.write("flag.json", test::kFlag);
  std::promise<void> go;
  std::shared_future<void> gone = go.get_future().share();
  {
    Runner runner(
        [=] {
          gone.wait();
          return test::load(file);
        },
        test::on_one_thread());
    while (!runner.task()) std::this_thread::yield();
    EXPECT_EQ(runner.task()->what, "opening");
    runner.close();
    go.set_value();
  }
  Runner opened([=] { return test::load(file); }, test::on_one_thread());
  opened.wait_until_loaded();
  EXPECT_FALSE(opened.task());
}

}  // namespace
}  // namespace raycloth
