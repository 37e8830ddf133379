// What a scene that is worked on exports: the files that a run without anybody watching writes, whenever it is asked.
#include <gtest/gtest.h>

#include <sstream>

#include "app/run/export/mesh_export.h"
#include "app/run/live/film.h"
#include "app/run/live/live_scene.h"
#include "device/error.h"
#include "tests/run/scenes.h"

namespace raycloth {
namespace {

namespace fs = std::filesystem;

std::string text_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  EXPECT_TRUE(in) << file;
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

struct Live {
  test::WorkFolder folder;
  fs::path file = folder.write("flag.json", test::kFlag);
  LiveScene scene{test::load(file), test::on_one_thread()};
  Frame frame;

  void step_to(long long goal) {
    while (scene.simulation().frame() < goal) scene.single_step();
  }
  const Frame& seen() {
    scene.fill(frame);
    return frame;
  }
};

/// Frames first to last of the scene into `path`, stepped from the beginning.
void export_plainly(const fs::path& file, const fs::path& path, int first, int last) {
  const Scene scene = load_scene({file});
  const auto simulation = create(build_model(scene), scene.settings, DeviceChoice::cpu, test::kThreads);
  const auto exporter =
      make_exporter({export_target(path, std::nullopt), scene.settings.time_step}, scene, simulation->model());
  for (int frame = 1; frame <= last; ++frame) {
    simulation->step();
    if (frame >= first)
      exporter->add_frame(
          {simulation->model(), frame, simulation->time(), simulation->positions(), simulation->normals()});
  }
  exporter->finish();
}

TEST(LiveExport, ARangeOfThePastIsWhatARunWrites) {
  Live live;
  live.step_to(9);
  for (const char* name : {"range.usda", "range.glb"}) {
    live.scene.export_frames(name, 3, 7);
    const fs::path plain = std::string("plain_") + name;
    export_plainly(live.file, plain, 3, 7);
    EXPECT_EQ(text_of(name), text_of(plain)) << name;
  }
  live.scene.export_frames("sail.obj", 0, 2);
  export_plainly(live.file, "plain.obj", 1, 2);
  EXPECT_EQ(text_of("sail_000002.obj"), text_of("plain_000002.obj"));
  EXPECT_TRUE(fs::exists("sail_000000.obj"));
  EXPECT_FALSE(fs::exists("sail_000003.obj"));
  EXPECT_EQ(live.seen().number, 9) << "back where it was";
  EXPECT_EQ(live.seen().message.text, "sail.obj: frames 0 to 2 exported");
  EXPECT_FALSE(live.seen().playing);
}

TEST(LiveExport, ThePresentFrameIsTheFileThatIsNamed) {
  Live live;
  live.step_to(4);
  live.scene.export_frame("now.ply");
  export_plainly(live.file, "plain.ply", 4, 4);
  EXPECT_EQ(text_of("now.ply"), text_of("plain_000004.ply"));
  EXPECT_EQ(live.seen().message.text, "now.ply: frame 4 exported");
  live.scene.seek(2);  // of the past as well
  live.scene.export_frame("then.obj");
  export_plainly(live.file, "plain.obj", 2, 2);
  EXPECT_EQ(text_of("then.obj"), text_of("plain_000002.obj"));
}

/// Remembers what it is shown.
struct SeenFilm : Film {
  std::vector<long long> numbers;
  std::vector<Vec4> last, velocities;
  float time_step = 0;
  bool finished = false;
  std::function<bool()> cut;  // where one is there: false ends it

  void begin(float step) override { time_step = step; }
  bool add(const Frame& frame, const std::function<bool()>& goes_on) override {
    if (cut && !cut()) return false;
    EXPECT_TRUE(goes_on());
    numbers.push_back(frame.number);
    last = frame.positions;
    velocities = frame.velocities;
    return true;
  }
  void finish() override { finished = true; }
};

TEST(LiveExport, AFilmSeesTheFramesAsTheyWere) {
  Live live;
  live.step_to(3);
  const std::vector<Vec4> then(live.scene.simulation().positions().begin(), live.scene.simulation().positions().end());
  live.step_to(6);
  SeenFilm film;
  live.scene.film_frames("flag.mp4", {1, 3}, film);
  EXPECT_EQ(film.numbers, (std::vector<long long>{1, 2, 3}));
  EXPECT_EQ(film.last, then);
  EXPECT_EQ(film.time_step, live.scene.simulation().settings().time_step);
  EXPECT_TRUE(film.finished);
  EXPECT_EQ(live.seen().number, 6) << "back where it was";
  EXPECT_EQ(live.seen().message.text, "flag.mp4: frames 1 to 3 recorded");
  EXPECT_THROW(live.scene.film_frames("flag.mp4", {2, 7}, film), InputError);
}

TEST(LiveExport, AFilmOfEverySecondFrameHasWhatIsWishedFor) {
  Live live;
  live.step_to(6);
  SeenFilm film;
  live.scene.film_frames("flag.mp4", {1, 6, 2, {.velocities = true}}, film);
  EXPECT_EQ(film.numbers, (std::vector<long long>{2, 4, 6}));
  EXPECT_EQ(film.velocities.size(), live.scene.simulation().positions().size());
  EXPECT_EQ(live.seen().message.text, "flag.mp4: frames 2 to 6 recorded");
  live.scene.film_frames("flag.mp4", {1, 6}, film);
  EXPECT_TRUE(film.velocities.empty()) << "nobody wished for them";
}

TEST(LiveExport, WhatWasChangedSinceTheLastStepStays) {
  const auto state = [](bool films) {
    Live live;
    live.step_to(4);
    Settings settings = live.scene.simulation().settings();
    settings.gravity = {0, 0, -5};
    live.scene.change(settings);
    const Model& model = live.scene.simulation().model();
    const auto cloth = std::ranges::find(model.objects, ObjectKind::cloth, &ModelObject::kind);
    const std::vector<int> pins{cloth->vertices.begin + 3};
    live.scene.change_pins(pins);
    SeenFilm film;
    if (films) live.scene.film_frames("flag.mp4", {1, 3}, film);
    EXPECT_EQ(live.scene.simulation().settings().gravity.z, -5);
    EXPECT_EQ(live.scene.simulation().model().pins, pins);
    live.scene.single_step();
    EXPECT_EQ(live.scene.timeline().takes().size(), 1u);
    return live.scene.simulation().state_hash();
  };
  EXPECT_EQ(state(true), state(false));
}

TEST(LiveExport, AFilmThatIsCutEndsWithWhatItHas) {
  Live live;
  live.step_to(6);
  SeenFilm film;
  film.cut = [&] { return film.numbers.size() < 2; };
  live.scene.film_frames("flag.mp4", {0, 5}, film);
  EXPECT_TRUE(film.finished);
  EXPECT_EQ(live.seen().message.text, "flag.mp4: frames 0 to 1 recorded, then it was cancelled");
  SeenFilm none;
  none.cut = [] { return false; };
  live.scene.film_frames("flag.mp4", {0, 5}, none);
  EXPECT_FALSE(none.finished);
  EXPECT_EQ(live.seen().message.text, "the video was cancelled; nothing is written");
  SeenFilm torn;
  torn.cut = []() -> bool { throw std::runtime_error("disk full"); };
  EXPECT_THROW(live.scene.film_frames("flag.mp4", {0, 5}, torn), std::runtime_error);
  EXPECT_EQ(live.seen().number, 6);
}

TEST(LiveExport, WhatCannotBeIsRefusedAndChangesNothing) {
  Live live;
  live.step_to(3);
  EXPECT_THROW(live.scene.export_frames("late.usda", 2, 4), InputError);
  EXPECT_THROW(live.scene.export_frames("odd.usda", 3, 2), InputError);
  EXPECT_THROW(live.scene.export_frame("/nowhere/sail.usda"), InputError);
  EXPECT_FALSE(fs::exists("late.usda"));
  EXPECT_EQ(live.seen().number, 3);
}

}  // namespace
}  // namespace raycloth
