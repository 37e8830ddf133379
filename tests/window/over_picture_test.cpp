// What is written over pictures without a window, at the words of `--show`: a scale bar as long as it says, what the
// ground's grid is, and the wind.
#include "app/view/windowless/picture.h"
#include "tests/window/stage.h"

namespace raycloth {
namespace {

namespace fs = std::filesystem;
using namespace stage;

constexpr PictureSize kSize{kWidth, kHeight};
constexpr int kDark = 70;  // the ink over white is darker, the ground is not

Scene scene_of(const char* name) {
  return load_scene({RAYCLOTH_SOURCE_DIR "/tests/window/scenes/" + std::string(name) + ".json"});
}

Pixels draw(const Scene& scene, const DrawnOptions& drawn) {
  const auto simulation = create(build_model(scene), scene.settings, DeviceChoice::cpu, 1);
  const fs::path file = fs::temp_directory_path() / ("raycloth_over_" + std::to_string(::getpid()) + ".png");
  save_picture(*simulation, scene, file, drawn, kSize);
  const Pixels pixels = read(file);
  fs::remove(file);
  return pixels;
}

bool is_dark(Vec3 color) { return std::max({color.x, color.y, color.z}) < kDark; }

/// In the upper right corner: the longest row of dark pixels, and how many rows have one of that length at most two
/// pixels shorter.
struct Bar {
  int length = 0, row = 0;
};
Bar bar_in(const Pixels& pixels) {
  Bar bar;
  for (int y = 0; y < 100; ++y)
    for (int x = pixels.width - 200, run = 0; x < pixels.width; ++x) {
      run = is_dark(pixels.at(x, y)) ? run + 1 : 0;
      if (run > bar.length) bar = {run, y};
    }
  return bar;
}

int dark_below(const Pixels& pixels, int row) {
  int count = 0;
  for (int y = row + 8; y < row + 26; ++y)
    for (int x = pixels.width - 200; x < pixels.width; ++x) count += is_dark(pixels.at(x, y));
  return count;
}

// 320 pixels show 2 tan(0.33) of 1.2 m, 0.8222 m: 20 cm, the longest of 1, 2, 5 that is no longer than 150 pixels, are
// 77.8.
TEST(OverPictures, AScaleBarIsAsLongAsItSaysWithAndWithoutAHeatMap) {
  where_pictures_can_be_drawn([] {
    const Scene scene = scene_of("pennant");
    const Pixels plain = draw(scene, {.shown = {.white = 1}});
    const Pixels scaled = draw(scene, {.shown = {.scale_bar = true, .white = 1}});
    EXPECT_LT(bar_in(plain).length, 5);
    EXPECT_NEAR(bar_in(scaled).length, 77.8, 2);
    EXPECT_LT(dark_below(scaled, bar_in(scaled).row), 5) << "no ground";
    const float twice = 2 * std::atan(2 * std::tan(0.33f));
    const OrbitCamera::Free wide{scene.camera->eye, scene.camera->target, twice};
    EXPECT_NEAR(bar_in(draw(scene, {.view = {.free = wide}, .shown = {.scale_bar = true, .white = 1}})).length, 97.3, 2)
        << "50 cm, where twice as much is seen";
  });
}

TEST(OverPictures, TheGridSaysHowWideItIsWhereItIsSeen) {
  where_pictures_can_be_drawn([] {
    const Scene scene = scene_of("landing");
    const auto below_bar = [&](OrbitCamera::Side side) {
      const Pixels pixels = draw(scene, {.view = {side}, .shown = {.scale_bar = true, .white = 1}});
      return dark_below(pixels, bar_in(pixels).row);
    };
    EXPECT_GT(below_bar(OrbitCamera::Side::top), 60) << "letters";
    EXPECT_LT(below_bar(OrbitCamera::Side::front), 5) << "along the ground";
  });
}

// Over the sheet's upper border, y = 0.7 m, by 0.15 of its largest extent of 0.4 m; 0.06 of that for each m/s.
TEST(OverPictures, TheWindIsAnArrowFromOverTheSceneWithItsSpeed) {
  where_pictures_can_be_drawn([] {
    Scene scene = scene_of("pennant");
    scene.settings.wind = {5, 0, 0};
    const Pixels calm = draw(scene, {}), wind = draw(scene, {.shown = {.wind = true}});
    const float pixels_per_metre = kHeight / (2 * 1.2f * std::tan(0.33f));
    const auto at = [&](const Pixels& pixels, float x, float y) {
      return pixels.at(static_cast<int>(0.5f * kWidth + x * pixels_per_metre),
                       static_cast<int>(0.5f * kHeight - (y - 0.5f) * pixels_per_metre));
    };
    for (const float x : {0.02f, 0.06f, 0.12f}) {
      const Vec3 blue = at(wind, x, 0.76f);
      EXPECT_GT(blue.z, blue.x + 60) << x;
      EXPECT_LT(at(calm, x, 0.76f).z, at(calm, x, 0.76f).x + 20) << x;
    }
    EXPECT_EQ(at(wind, -0.02f, 0.76f), at(calm, -0.02f, 0.76f)) << "it begins over the middle";
    int letters = 0;
    for (int x = 0; x < kWidth; ++x)
      for (int y = 0; y < kHeight / 3; ++y)
        letters += x > kWidth / 2 + 0.12f * pixels_per_metre + 8 && wind.at(x, y) != calm.at(x, y);
    EXPECT_GT(letters, 100) << "wind 5.0 m/s";
  });
}

}  // namespace
}  // namespace raycloth
