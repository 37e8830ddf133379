// Threads lie on the fabric as its texture coordinates say: the warp along v, the weft along u, however they are turned
// on the mesh.
#include <map>

#include "app/view/windowless/picture.h"
#include "tests/collision/scenes.h"
#include "tests/window/stage.h"

namespace raycloth {
namespace {

using namespace stage;

constexpr float kThread = 0.002f;       // m: shaders/weave.glsl
constexpr float kPixel = kThread / 16;  // m, as it is drawn here

/// A level sheet seen from right above its middle, whose texture coordinates are turned by an angle (rad) from x
/// towards z, in a unit of 30 cm.
Pixels draw_turned(float angle) {
  Scene scene;
  scene.objects.push_back(scenes::cloth(make_sheet({0.2f, 0.2f}, {4, 4}), 0.001f));
  Mesh& mesh = scene.objects[0].mesh;
  mesh.uvs.clear();
  const float c = std::cos(angle), s = std::sin(angle);
  for (const Vec3& p : mesh.positions) mesh.uvs.push_back(Vec2(c * p.x + s * p.z, c * p.z - s * p.x) / 0.3f);
  const float distance = 0.5f * kHeight * kPixel / std::tan(0.33f);
  const OrbitCamera::Free eye{{0, mesh.positions[0].y + distance, 0}, {0, mesh.positions[0].y, 0}};
  const auto simulation = create(build_model(scene), {}, DeviceChoice::cpu, 1);
  const auto file = std::filesystem::temp_directory_path() / ("raycloth_weave_" + std::to_string(::getpid()) + ".png");
  save_picture(*simulation, scene, file, {.view = {.orthographic = true, .free = eye}}, {kWidth, kHeight});
  const Pixels pixels = read(file);
  std::filesystem::remove(file);
  return pixels;
}

/// The light in the middle of the thread that is on top where the i-th of the warp crosses the j-th of the weft.
std::optional<float> light_of_crossing(const Pixels& pixels, float angle, int i, int j) {
  const Vec2 place = kThread * Vec2(i + 0.5f, j + 0.5f);
  const float c = std::cos(angle), s = std::sin(angle);
  const Vec2 seen = Vec2(c * place.x - s * place.y, s * place.x + c * place.y) / kPixel;
  const int x = kWidth / 2 + static_cast<int>(std::floor(seen.x)),
            y = kHeight / 2 + static_cast<int>(std::floor(seen.y));
  if (std::min(x, y) < 4 || x > kWidth - 5 || y > kHeight - 5) return {};
  float sum = 0;
  for (int k = 0; k < 9; ++k) sum += light_of(pixels.at(x - 1 + k % 3, y - 1 + k / 3).y);
  return sum / 9;
}

float variance(const std::vector<float>& values) {
  float mean = 0, sum = 0;
  for (const float v : values) mean += v / values.size();
  for (const float v : values) sum += (v - mean) * (v - mean);
  return sum / values.size();
}

/// Of the crossings where warp (or weft) is on top: how much less they differ along one thread of it than in all.
float alike_along_threads(const Pixels& pixels, float angle, bool warp) {
  std::map<int, std::vector<float>> by_thread;
  std::vector<float> all;
  for (int i = -12; i < 12; ++i)
    for (int j = -12; j < 12; ++j) {
      const auto light = light_of_crossing(pixels, angle, i, j);
      if (!light || ((i + j) % 2 == 0) != warp) continue;
      by_thread[warp ? i : j].push_back(*light);
      all.push_back(*light);
    }
  EXPECT_GT(all.size(), 80u);
  float along = 0;
  for (const auto& [thread, lights] : by_thread) along += variance(lights) * lights.size() / all.size();
  return variance(all) / along;
}

// Every thread has a tint of its own from end to end. A quarter turn makes warp of weft, and another tint of each.
TEST(Weave, WarpAndWeftFollowTurnedTextureCoordinates) {
  where_pictures_can_be_drawn([] {
    for (const float angle : {0.0f, 0.5f, 1.5707963f, -2.2f}) {
      const Pixels pixels = draw_turned(angle);
      for (const bool warp : {true, false}) {
        EXPECT_GT(alike_along_threads(pixels, angle, warp), 10) << angle << (warp ? ", warp" : ", weft");
        EXPECT_LT(alike_along_threads(pixels, angle + 0.4f, warp), 3) << "as if they were turned otherwise";
      }
    }
  });
}

}  // namespace
}  // namespace raycloth
