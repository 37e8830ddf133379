// A video that the window records: frames of the take, drawn between the window's own pictures. And its pictures of the
// scene alone.
#include <fstream>
#include <sstream>

#include "app/video/recorder.h"
#include "tests/window/stage.h"
#include "tests/window/walk.h"

namespace raycloth {
namespace {

namespace fs = std::filesystem;

class WindowFilm : public walk::PanelsWalk {
 protected:
  void take_frames(long long count) {
    wait_for([&] { return workbench_->frame().number >= count; }, "frames");
    workbench_->player().play(false);
    wait_for([&] { return !workbench_->frame().playing; }, "a pause");
  }
  void wait_for_message(const std::string& words) {
    wait_for([&] { return workbench_->message.text.find(words) != std::string::npos; }, words.c_str());
  }
};

std::string bytes_of(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

int number_at(const std::string& png, size_t place) {
  int number = 0;
  for (int i = 0; i < 4; ++i) number = 256 * number + static_cast<unsigned char>(png.at(place + i));
  return number;
}

/// Of an animated PNG, as its chunk acTL says.
int pictures_in(const std::string& png) {
  const size_t control = png.find("acTL");
  EXPECT_NE(control, png.npos);
  EXPECT_EQ(png.substr(png.size() - 8, 4), "IEND") << "whole";
  return number_at(png, control + 4);
}

/// Of any PNG, as its header says.
PictureSize size_of(const std::string& png) { return {number_at(png, 16), number_at(png, 20)}; }

TEST_F(WindowFilm, HasAPictureOfEveryFrame) {
  take_frames(3);
  const long long here = workbench_->frame().number;
  workbench_->filming().record("v.apng", 0, 2);
  EXPECT_FALSE(workbench_->player().playing());
  wait_for_message("v.apng: frames 0 to 2 recorded");
  EXPECT_EQ(pictures_in(bytes_of("v.apng")), 3);
  EXPECT_EQ(workbench_->frame().number, here);
  EXPECT_FALSE(workbench_->task());
  EXPECT_EQ(workbench_->filming().usual_file().stem(), workbench_->scene().name);
}

TEST_F(WindowFilm, ThatIsCancelledIsWholeAsFarAsItWent) {
  take_frames(12);
  workbench_->filming().record("v.apng", 0, 12);
  wait_for([&] { return workbench_->task() && workbench_->task()->part > 0.1; }, "pictures");
  workbench_->cancel_task();
  wait_for_message("then it was cancelled");
  const int pictures = pictures_in(bytes_of("v.apng"));
  EXPECT_GT(pictures, 0);
  EXPECT_LT(pictures, 13);
}

TEST_F(WindowFilm, ThatCannotBeSaysWhy) {
  take_frames(2);
  workbench_->filming().record("v.avi", 0, 1);
  wait_for_message("v.avi: found the ending '.avi'");
}

TEST_F(WindowFilm, IsAsLargeAsItIsAskedForAndHasAPictureForSoManySteps) {
  take_frames(6);
  workbench_->filming().format = {{96, 64}, 2};
  workbench_->filming().record("v.apng", 1, 6);
  wait_for_message("v.apng: frames 2 to 6 recorded");
  EXPECT_EQ(size_of(bytes_of("v.apng")), (PictureSize{96, 64}));
  EXPECT_EQ(pictures_in(bytes_of("v.apng")), 3);
}

TEST_F(WindowFilm, WithoutAFrameThatIsPicturedSaysSo) {
  take_frames(6);
  workbench_->filming().format.every = 5;
  workbench_->filming().record("v.apng", 1, 4);
  wait_for_message("v.apng: found frames 1 to 4, expected one among them whose number is a multiple of 5");
}

constexpr PictureSize kSmall{400, 250};

/// All that can be shown.
class FilmOfWhatIsSeen : public WindowFilm {
 protected:
  static constexpr int kFrames = 4;

  /// The film that is made without a window comes first: it has an OpenGL context of its own.
  void SetUp() override {
    const Scene scene = load_scene({file()});
    const auto simulation = create(build_model(scene), scene.settings, DeviceChoice::cpu, 1);
    const DrawnOptions drawn{.view = {.orthographic = true}, .shown = shown()};
    try {
      VideoRecorder recorder({plain_, {kSmall}}, drawn, scene, *simulation);
      for (int i = 0; i < kFrames; ++i) {
        simulation->step();
        recorder.add(*simulation);
      }
      recorder.finish();
    } catch (const std::runtime_error& error) {
      GTEST_SKIP() << error.what();
    }
    WindowFilm::SetUp();
  }
  void TearDown() override {
    WindowFilm::TearDown();
    fs::remove_all(plain_);
  }

  static fs::path file() { return RAYCLOTH_SOURCE_DIR "/tests/window/scenes/landing.json"; }
  std::string scene_name() const override { return "landing"; }
  static ViewOptions shown() {
    return {.wireframe = true,
            .normals = true,
            .contacts = true,
            .crossings = true,
            .net = true,
            .boxes = true,
            .pins = true,
            .wind = true,
            .boxes_level = 1,
            .heat = Heat::speed,
            .scale_bar = true,
            .white = 1};
  }
  static std::string picture(const fs::path& folder, int number) {
    return bytes_of(folder / ("frame_00000" + std::to_string(number) + ".png"));
  }

  const fs::path plain_ = fs::temp_directory_path() / ("raycloth_plain_film_" + std::to_string(getpid()));
};

TEST_F(FilmOfWhatIsSeen, IsPictureForPictureWhatIsDrawnWithoutAWindow) {
  begin_at_rest();
  step(kFrames);
  workbench_->filming().format.size = kSmall;
  workbench_->camera.set_orthographic(true);
  const std::vector<uint8_t> hidden = workbench_->view.hidden;
  workbench_->view = shown();
  workbench_->view.hidden = hidden;
  workbench_->filming().record("film", 1, kFrames);
  wait_for_message("frames 1 to 4 recorded");
  for (int i = 1; i <= kFrames; ++i) EXPECT_EQ(picture("film", i), picture(plain_, i)) << i;
  workbench_->view.heat = Heat::off;
  workbench_->filming().record("bare", 1, 1);
  wait_for_message("frames 1 to 1 recorded");
  EXPECT_NE(picture("bare", 1), picture(plain_, 1)) << "without the heat map";
}

TEST_F(WindowFilm, PicturesOfTheSceneAreThoseOfAVideoAndNeverTakeAnothersPlace) {
  begin_at_rest();
  step(2);
  workbench_->filming().format.size = kSmall;
  workbench_->view.normals = workbench_->view.contacts = true;
  step(1);
  workbench_->filming().record("film", 3, 3);
  wait_for_message("frames 3 to 3 recorded");
  for (const char* name : {"crossed_scene_3.png", "crossed_scene_3_2.png"}) {
    workbench_->filming().ask_for_picture();
    wait_for_message(std::string(name) + " saved");
    EXPECT_EQ(bytes_of(name), bytes_of("film/frame_000001.png")) << name;
  }
}

/// B is pale with how far it is from A, which shows its own red and green.
TEST_F(WindowFilm, APictureOfTheSceneShowsAAtTheLeftAndBAtTheRightOfTheirLine) {
  begin_at_rest();
  workbench_->filming().format.size = kSmall;
  workbench_->view.scale_bar = false;
  const auto picture = [&](const std::string& name) {
    workbench_->filming().ask_for_picture();
    wait_for_message(name + " saved");
    return stage::read(name);
  };
  const stage::Pixels alone = picture("crossed_scene_0.png");
  workbench_->comparison().turn(true);
  wait_for([&] { return workbench_->frame().comparison.b != nullptr; }, "B");
  workbench_->view.heat = Heat::distance;
  workbench_->comparison().move_divider(0.5f);
  const stage::Pixels both = picture("crossed_scene_0_2.png");
  const int line = 200, from = 110;  // of 400 columns; of rows, below labels and legend
  int left = 0, right = 0;
  for (int y = from; y < kSmall.height; ++y)
    for (int x = 0; x < kSmall.width; ++x)
      if (std::abs(x - line) > 2) (x < line ? left : right) += alone.at(x, y) != both.at(x, y);
  EXPECT_EQ(left, 0);
  EXPECT_GT(right, 500);
}

/// B is another: what was changed of it and of A since is done again, at its time.
TEST_F(WindowFilm, OfAComparisonShowsBothAsTheyWereSeenAndLeavesBothAsTheyAre) {
  begin_at_rest();
  workbench_->filming().format.size = kSmall;
  step(2);
  workbench_->filming().record("alone", 0, 2);
  wait_for_message("frames 0 to 2 recorded");
  workbench_->comparison().turn(true);
  wait_for([&] { return workbench_->frame().comparison.b != nullptr; }, "B");
  workbench_->comparison().move_divider(0.4f);
  const auto change_b = [&](int substeps, float gravity) {
    Settings settings = workbench_->settings();
    settings.substeps = substeps;
    settings.gravity.y = gravity;
    workbench_->change(settings);
    wait_for([&] { return workbench_->frame().comparison.b->settings.substeps == substeps; }, "B's settings");
  };
  const auto picture = [&](const std::string& name) {
    workbench_->filming().ask_for_picture();
    wait_for_message(name + " saved");
    return bytes_of(name);
  };
  change_b(3, -9);
  step(2);
  const std::string fourth = picture("crossed_scene_4.png");
  change_b(7, -30);
  step(3);
  const std::string seventh = picture("crossed_scene_7.png");
  const std::vector<Vec4> b = workbench_->frame().comparison.b->positions;
  workbench_->filming().record("film", 0, 7);
  wait_for_message("frames 0 to 7 recorded");
  const auto pictured = [](const std::string& film, int frame) {
    return bytes_of(film + "/frame_00000" + std::to_string(frame + 1) + ".png");
  };
  for (int i = 0; i < 2; ++i) EXPECT_EQ(pictured("film", i), pictured("alone", i)) << i << ": A alone";
  EXPECT_NE(pictured("film", 2), pictured("alone", 2)) << "A and B in the frame from which both go on";
  EXPECT_EQ(pictured("film", 4), fourth);
  EXPECT_EQ(pictured("film", 7), seventh);
  EXPECT_NE(fourth, seventh);
  wait_for([&] { return workbench_->frame().number == 7; }, "the present");
  ASSERT_TRUE(workbench_->frame().comparison.b);
  EXPECT_EQ(workbench_->frame().comparison.since, 2);
  EXPECT_EQ(workbench_->frame().comparison.b->positions, b);
}

TEST_F(WindowFilm, TheCameraAsTextIsOnTheClipboard) {
  set_look({1280, 720}, 1);
  workbench_->camera.look({1, 2, 3}, {0, 0.5f, 0});
  workbench_->camera.set_orthographic(true);
  panels_.show(Tab::view);
  settle();
  click_on("Camera as text");
  settle();
  EXPECT_STREQ(ImGui::GetClipboardText(), "--camera \"eye=1,2,3 target=0,0.5,0\" --ortho");
  EXPECT_NE(workbench_->message.text.find(ImGui::GetClipboardText()), std::string::npos);
}

}  // namespace
}  // namespace raycloth
