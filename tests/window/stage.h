// Hand-made scenes for tests of pictures, drawn offscreen, and their pixels.
#pragma once

#include <gtest/gtest.h>

#include <unistd.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <glm/gtc/matrix_transform.hpp>

#include "render/offscreen_context.h"
#include "render/png.h"
#include "render/renderer.h"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#define STB_IMAGE_STATIC
#define STB_IMAGE_IMPLEMENTATION
#define STBI_ONLY_PNG
#include <stb/stb_image.h>
#pragma GCC diagnostic pop

namespace raycloth::stage {

constexpr int kWidth = 480, kHeight = 320;
constexpr float kField = 0.6f;  // rad, vertical

struct Pixels {
  int width = 0, height = 0;
  std::vector<Vec3> colors;  // 0..255
  Vec3 at(int x, int y) const { return colors[y * width + x]; }
};

inline Pixels read(const std::filesystem::path& png) {
  Pixels result;
  unsigned char* data = stbi_load(png.c_str(), &result.width, &result.height, nullptr, 3);
  if (!data) throw std::runtime_error(png.string() + ": cannot be read");
  for (int i = 0; i < result.width * result.height; ++i)
    result.colors.emplace_back(data[3 * i], data[3 * i + 1], data[3 * i + 2]);
  stbi_image_free(data);
  return result;
}

/// A hand-made scene: sheets of given height functions and a ball, no simulation.
struct Stage {
  std::vector<Vec4> positions, normals;
  std::vector<std::vector<Int3>> triangles;
  std::vector<DrawableSurface> surfaces;
  std::vector<float> half_thickness;
  std::vector<float> thickness_factors;  // empty: 1 everywhere
  std::vector<uint32_t> colors;          // of the vertices; empty: the surfaces' own
  std::optional<float> ground;

  template <class Height>
  void add_sheet(float size, Vec3 color, float thickness, Height height) {
    constexpr int cells = 48;
    const int first = static_cast<int>(positions.size());
    for (int i = 0; i <= cells; ++i)
      for (int j = 0; j <= cells; ++j) {
        const float x = size * (float(i) / cells - 0.5f), z = size * (float(j) / cells - 0.5f);
        positions.emplace_back(x, height(x, z), z, 1);
      }
    std::vector<Int3> own;
    const auto at = [&](int i, int j) { return first + i * (cells + 1) + j; };
    for (int i = 0; i < cells; ++i)
      for (int j = 0; j < cells; ++j) {
        own.push_back({at(i, j), at(i, j + 1), at(i + 1, j + 1)});
        own.push_back({at(i, j), at(i + 1, j + 1), at(i + 1, j)});
      }
    add(std::move(own), color, true, thickness);
  }

  void add_ball(Vec3 center, float radius, Vec3 color, bool cloth = false) {
    constexpr int rings = 32, segments = 64;
    const int first = static_cast<int>(positions.size());
    for (int i = 0; i <= rings; ++i)
      for (int j = 0; j < segments; ++j) {
        const float polar = 3.14159265f * i / rings, around = 2 * 3.14159265f * j / segments;
        const Vec3 out(std::sin(polar) * std::cos(around), std::cos(polar), std::sin(polar) * std::sin(around));
        positions.emplace_back(center + radius * out, 0);
      }
    std::vector<Int3> own;
    const auto at = [&](int i, int j) { return first + i * segments + j % segments; };
    for (int i = 0; i < rings; ++i)
      for (int j = 0; j < segments; ++j) {
        own.push_back({at(i, j), at(i, j + 1), at(i + 1, j + 1)});
        own.push_back({at(i, j), at(i + 1, j + 1), at(i + 1, j)});
      }
    add(std::move(own), color, cloth, 0);
  }

  void add(std::vector<Int3> own, Vec3 color, bool cloth, float thickness) {
    triangles.push_back(std::move(own));
    surfaces.push_back({{}, color, cloth});
    half_thickness.push_back(thickness);
  }

  void compute_normals() {
    std::vector<Vec3> sums(positions.size(), Vec3(0));
    for (const auto& own : triangles)
      for (const Int3& t : own) {
        const Vec3 a(positions[t.x]), b(positions[t.y]), c(positions[t.z]);
        for (int corner = 0; corner < 3; ++corner) sums[t[corner]] += glm::cross(b - a, c - a);
      }
    normals.clear();
    for (const Vec3& sum : sums) normals.emplace_back(sum / std::max(glm::length(sum), 1e-20f), 0);
  }
};

inline CameraView from(Vec3 eye, Vec3 target) {
  return {glm::lookAt(eye, target, Vec3(0, 1, 0)), glm::perspective(kField, float(kWidth) / kHeight, 0.01f, 50.0f),
          Vec4(eye, 1)};
}

/// From straight above, without perspective: `height` m of the ground around `target` over the picture's height; x to
/// the right, z down.
inline CameraView from_above(Vec3 target, float height) {
  const float up = 0.5f * height, across = up * kWidth / kHeight;
  return {glm::lookAt(target + Vec3(0, 20, 0), target, Vec3(0, 0, -1)),
          glm::ortho(-across, across, -up, up, 0.0f, 40.0f), Vec4(0, 1, 0, 0)};
}

inline Image paint(Stage& stage, const CameraView& camera, const DrawOptions& options = {}) {
  stage.compute_normals();
  DrawableScene scene;
  scene.rest_positions = stage.positions;
  scene.thickness_factors = stage.thickness_factors;
  scene.ground_height = stage.ground;
  scene.surfaces = stage.surfaces;
  for (size_t i = 0; i < stage.surfaces.size(); ++i) scene.surfaces[i].triangles = stage.triangles[i];
  const OffscreenContext context;
  const RenderTarget target(kWidth, kHeight, 4);
  Renderer renderer(scene);
  renderer.upload({stage.positions, stage.normals, stage.half_thickness, stage.colors});
  renderer.draw(target, camera, stage.half_thickness, options);
  return target.read();
}

inline Pixels draw(Stage& stage, const CameraView& camera, const DrawOptions& options = {}) {
  const Image image = paint(stage, camera, options);
  Pixels pixels{kWidth, kHeight, {}};
  for (size_t i = 0; i < image.rgb.size(); i += 3)
    pixels.colors.emplace_back(image.rgb[i], image.rgb[i + 1], image.rgb[i + 2]);
  return pixels;
}

inline Pixels draw(Stage& stage, Vec3 eye, Vec3 target) { return draw(stage, from(eye, target)); }

/// Linear light of a channel of 0..255 (IEC 61966-2-1).
inline float light_of(float channel) {
  const float v = channel / 255;
  return v <= 0.04045f ? v / 12.92f : std::pow((v + 0.055f) / 1.055f, 2.4f);
}

inline const auto flat_at = [](float height) { return [height](float, float) { return height; }; };
inline const Vec3 kRed(0.9f, 0.1f, 0.1f);

inline bool is_red(Vec3 color) { return color.x > 50 && color.x > 2 * color.y && color.x > 2 * color.z; }

/// Of two pictures of one size.
struct Difference {
  double mean = 0;  // of the largest channel's difference, 0..255
  double far = 0;   // part of the pixels that differ by more than 24
};

inline Difference difference(const Pixels& a, const Pixels& b) {
  Difference result;
  for (size_t i = 0; i < a.colors.size(); ++i) {
    const Vec3 apart = glm::abs(a.colors[i] - b.colors[i]);
    const float largest = std::max({apart.x, apart.y, apart.z});
    result.mean += largest;
    result.far += largest > 24;
  }
  result.mean /= a.colors.size();
  result.far /= a.colors.size();
  return result;
}

// Drivers differ in the last bits and along silhouettes.
inline bool alike(const Difference& d) { return d.mean < 1.0 && d.far < 0.004; }

/// Holds what `draw` writes against tests/golden/NAME.png. To make those anew: RAYCLOTH_GOLDEN=write test_window
/// --gtest_filter='Picture.*:Golden.*'; look at them.
inline void expect_golden(const std::string& name, const std::function<void(const std::filesystem::path&)>& draw) {
  const std::filesystem::path golden = std::string(RAYCLOTH_SOURCE_DIR) + "/tests/golden/" + name + ".png";
  const std::filesystem::path drawn =
      std::filesystem::temp_directory_path() / ("raycloth_" + name + std::to_string(::getpid()) + ".png");
  draw(drawn);
  if (std::getenv("RAYCLOTH_GOLDEN"))
    std::filesystem::copy_file(drawn, golden, std::filesystem::copy_options::overwrite_existing);
  const Pixels now = read(drawn), then = read(golden);
  std::filesystem::remove(drawn);
  ASSERT_EQ(now.colors.size(), then.colors.size());
  const Difference d = difference(now, then);
  EXPECT_TRUE(alike(d)) << name << ": mean " << d.mean << ", far " << d.far;
}

/// Runs `body`; skips where this machine draws no pictures at all.
template <class Body>
void where_pictures_can_be_drawn(Body body) {
  try {
    body();
  } catch (const std::runtime_error& error) {
    if (std::string(error.what()).rfind("no picture:", 0) != 0) throw;
    GTEST_SKIP() << error.what();
  }
}

}  // namespace raycloth::stage
