// Work that takes a while: seen from outside, and ended from there.
#include "app/run/live/task.h"

#include <gtest/gtest.h>

#include <future>
#include <sstream>

#include "app/run/live/runner.h"
#include "sim/mesh/watch.h"
#include "sim/scene/watch.h"
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

TEST(Watch, SeesThePartsAndCanEndThem) {
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

/// A sheet of so many vertices along each side.
std::string obj_of(int side) {
  std::ostringstream text;
  for (int i = 0; i < side * side; ++i) text << "v " << i % side << " 0 " << i / side << "\n";
  for (int i = 0; i + 1 < side; ++i)
    for (int j = 1; j < side; ++j) {
      const int a = i * side + j;
      text << "f " << a << " " << a + 1 << " " << a + side + 1 << " " << a + side << "\n";
    }
  return text.str();
}

TEST(Watch, SeesHowMuchOfAnObjIsReadAndCanEndItAnywhere) {
  const test::WorkFolder folder;
  const fs::path file = folder.write("big.obj", obj_of(200));
  std::vector<double> parts;
  std::vector<std::string> warnings;
  const Mesh mesh = load_mesh(file, warnings, [&](double part) { return parts.push_back(part), true; });
  EXPECT_EQ(mesh.positions.size(), 40000u);
  EXPECT_EQ(mesh.triangles.size(), 2u * 199 * 199);
  EXPECT_TRUE(std::ranges::is_sorted(parts));
  ASSERT_GT(parts.size(), 40u);
  EXPECT_EQ(parts.front(), 0);
  EXPECT_GT(parts.back(), 0.9);
  for (size_t i = 1; i < parts.size(); ++i) EXPECT_LT(parts[i] - parts[i - 1], 0.1) << parts[i];
  for (size_t end = 0; end < parts.size(); ++end) {
    size_t asked = 0;
    EXPECT_THROW(load_mesh(file, warnings, [&](double) { return asked++ < end; }), Cancelled) << end;
    EXPECT_EQ(asked, end + 1) << "nothing goes on after that";
  }
}

TEST(Watch, SeesTheBytesOfAllMeshesOfAScene) {
  const test::WorkFolder folder;
  folder.write("big.obj", obj_of(120));
  folder.write("small.obj", obj_of(40));
  const auto object = [](const std::string& name, const std::string& file) {
    return R"({"name": ")" + name + R"(", "kind": "shell", "fit": 1, "mesh": ")" + file + R"("})";
  };
  const fs::path file =
      folder.write("two.json", R"({"objects": [)" + object("a", "big.obj") + ", " + object("b", "small.obj") + "]}");
  std::vector<double> parts;
  load_scene({file}, LoneMesh::automatic, [&](double part) { return parts.push_back(part), true; });
  EXPECT_TRUE(std::ranges::is_sorted(parts));
  const double big = static_cast<double>(fs::file_size(file.parent_path() / "big.obj"));
  const double share = big / (big + static_cast<double>(fs::file_size(file.parent_path() / "small.obj")));
  EXPECT_NEAR(*std::ranges::lower_bound(parts, share), share, 1e-9) << "where the second begins";
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
        [=](const Watch&) {
          gone.wait();
          return test::load(file);
        },
        test::on_one_thread());
    while (!runner.task()) std::this_thread::yield();
    EXPECT_EQ(runner.task()->what, "opening");
    runner.close();
    go.set_value();
  }
  Runner opened([=](const Watch&) { return test::load(file); }, test::on_one_thread());
  opened.wait_until_loaded();
  EXPECT_FALSE(opened.task());
}

}  // namespace
}  // namespace raycloth
