// What a picture must show of light and fabric, where geometry or a formula says how much: soft shadows, occlusion,
// sheen, threads, the grid, vertex colours.
#include <algorithm>
#include <numeric>

#include <unistd.h>

#include "app/view/color_scale.h"
#include "app/view/picking.h"
#include "app/view/windowless/picture.h"
#include "tests/collision/scenes.h"
#include "tests/window/stage.h"

namespace raycloth {
namespace {

using namespace stage;

const Vec3 kTowardsLight = glm::normalize(Vec3(0.45f, 1.0f, 0.55f));
constexpr float kLightSize = 0.05f;  // tangent of its half angle: shaders/light_mask.frag

float light_at(const Pixels& pixels, int x, int y) { return light_of(pixels.at(x, y).y); }

/// Two balls that keep the lit sphere alike, whatever is between them.
Stage wide_stage() {
  Stage stage;
  stage.add_ball(Vec3(-0.9f, 0.05f, -0.9f), 0.05f, kRed);
  stage.add_ball(Vec3(0.9f, 0.8f, 0.9f), 0.05f, kRed);
  return stage;
}

/// The part of the key light along a row of the ground, x = -0.9 to -0.52 m: a sheet's straight border at x = -0.5 m
/// and `height` throws its shadow there.
std::vector<float> shadow_border(float height) {
  Stage with = wide_stage(), without = wide_stage();
  with.ground = without.ground = 0.0f;
  with.add_sheet(1, kRed, 0.001f, flat_at(height));
  const CameraView camera = from_above(Vec3(-0.71f, 0, 0), 0.38f * kHeight / kWidth);
  const Pixels dark = draw(with, camera), open = draw(without, camera);
  std::vector<float> parts;
  for (int x = 0; x < kWidth; ++x) parts.push_back(light_at(dark, x, kHeight / 2) / light_at(open, x, kHeight / 2));
  return parts;
}

/// m over which what `parts` tells falls from nine tenths to one tenth of its span.
float width_of(const std::vector<float>& parts) {
  const auto [lowest, highest] = std::minmax_element(parts.begin(), parts.end());
  const float least = *lowest, most = *highest;
  int between = 0;
  for (const float part : parts) between += part > least + 0.1f * (most - least) && part < most - 0.1f * (most - least);
  return between * 0.38f / kWidth;
}

// A round light is half hidden behind a straight border; nine tenths of a disk lie beyond 0.687 of its radius.
TEST(Light, AShadowsBorderIsAsWideAsTheLightAndTheDistanceSay) {
  where_pictures_can_be_drawn([] {
    for (const float height : {0.25f, 0.5f}) {
      const float distance = height / kTowardsLight.y;
      const float across = kTowardsLight.y / std::hypot(kTowardsLight.x, kTowardsLight.y);  // of a way along x
      const float expected = 2 * 0.687f * kLightSize * distance / across;
      EXPECT_NEAR(width_of(shadow_border(height)), expected, 0.2f * expected) << height;
    }
  });
}

// Inside a roof whose walls stand at an angle, a point near the ridge sees the part (1 - cos angle) / 2 of the light,
// by cosine. No key light gets there.
TEST(Light, AFoldKeepsAsMuchLightOffAsItsAngleSays) {
  where_pictures_can_be_drawn([] {
    constexpr float kSlope = 1.5f;
    Stage roof = wide_stage();
    roof.add_sheet(0.8f, kRed, 0, [](float x, float) { return 0.8f - kSlope * std::abs(x); });
    const CameraView camera = from(Vec3(0.3f, -0.3f, 0.02f), Vec3(0, 0.8f, 0));
    const Pixels with = draw(roof, camera), without = draw(roof, camera, {.light_mask = false});
    const auto kept = [&](Vec3 place) {
      const Vec4 clip = camera.projection * camera.view * Vec4(place, 1);
      const int x = int((0.5f + 0.5f * clip.x / clip.w) * kWidth), y = int((0.5f - 0.5f * clip.y / clip.w) * kHeight);
      return light_of(with.at(x, y).x) / light_of(without.at(x, y).x);
    };
    const float angle = 2 * std::atan(1 / kSlope);
    const auto wall = [&](float x) { return Vec3(x, 0.8f - kSlope * std::abs(x), 0); };
    EXPECT_NEAR(kept(wall(-0.012f)), 0.5f * (1 - std::cos(angle)) + 0.06f, 0.08f) << "what is far off hides less";
    EXPECT_GT(kept(wall(-0.1f)), 1.4f * kept(wall(-0.012f)));
    EXPECT_GT(kept(wall(-0.2f)), 0.93f) << "far from the fold";
  });
}

// From below, where no key light comes and all is ambient.
TEST(Light, NothingIsOccludedOnAnOpenPlane) {
  where_pictures_can_be_drawn([] {
    Stage plane;
    plane.add_sheet(1, Vec3(0.8f), 0.001f, flat_at(0.3f));
    for (const Vec3 eye : {Vec3(0.2f, -0.9f, 0.5f), Vec3(0, -0.2f, 1.2f)}) {
      const CameraView camera = from(eye, Vec3(0, 0.3f, 0));
      const Pixels with = draw(plane, camera), without = draw(plane, camera, {.light_mask = false});
      for (const int x : {kWidth / 2 - 40, kWidth / 2, kWidth / 2 + 40})
        EXPECT_NEAR(light_at(with, x, kHeight / 2) / light_at(without, x, kHeight / 2), 1, 0.025f);
    }
  });
}

TEST(Light, FabricShinesTowardsItsRimAndSolidsDoNot) {
  where_pictures_can_be_drawn([] {
    const auto rim_over_middle = [](bool cloth) {
      Stage stage = wide_stage();
      stage.add_ball(Vec3(0, 0.4f, 0), 0.2f, Vec3(0.25f), cloth);
      const Pixels pixels = draw(stage, Vec3(-1.5f, 0.4f, 0), Vec3(0, 0.4f, 0));  // against the light, from the side
      const float radius = 0.2f / (1.5f * std::tan(0.5f * kField)) * 0.5f * kHeight;
      const int rim = kHeight / 2 - static_cast<int>(0.96f * radius);
      return light_at(pixels, kWidth / 2, rim) / light_at(pixels, kWidth / 2, kHeight / 2);
    };
    EXPECT_GT(rim_over_middle(true), 1.25f * rim_over_middle(false));
  });
}

/// Standard deviation of the middle of a picture: of its pixels, and of the means of blocks of 8 x 8.
std::pair<float, float> roughness(const Pixels& pixels) {
  const auto deviation = [](const std::vector<float>& values) {
    const float mean = std::accumulate(values.begin(), values.end(), 0.0f) / values.size();
    float sum = 0;
    for (const float v : values) sum += (v - mean) * (v - mean);
    return std::sqrt(sum / values.size());
  };
  std::vector<float> fine, coarse;
  for (int row = 0; row < 12; ++row)
    for (int column = 0; column < 12; ++column) {
      float sum = 0;
      for (int i = 0; i < 64; ++i) {
        fine.push_back(pixels.at(kWidth / 2 + 8 * column - 48 + i % 8, kHeight / 2 + 8 * row - 48 + i / 8).x);
        sum += fine.back();
      }
      coarse.push_back(sum / 64);
    }
  return {deviation(fine), deviation(coarse)};
}

TEST(Light, ThreadsShowFromNearAndNeverMakeWaves) {
  where_pictures_can_be_drawn([] {
    constexpr float kThread = 0.002f;  // m: shaders/weave.glsl
    Stage stage = wide_stage();
    stage.add_sheet(1, Vec3(0.6f), 0.001f, flat_at(0.4f));
    for (const float pixels_per_thread : {16.0f, 8.0f, 5.0f, 4.0f, 3.3f, 2.7f, 2.1f, 1.4f, 1.02f, 0.7f}) {
      const Pixels pixels =
          draw(stage, from_above(Vec3(0.0013f, 0.4f, 0.0007f), kHeight * kThread / pixels_per_thread));
      const auto [fine, coarse] = roughness(pixels);
      if (pixels_per_thread >= 8) {
        EXPECT_GT(fine, 2) << pixels_per_thread;
      }
      if (pixels_per_thread < 2.8f) {
        EXPECT_LT(fine, 0.6f) << pixels_per_thread;
      }
      if (pixels_per_thread < 4.5f) {
        EXPECT_LT(coarse, 1.2f) << pixels_per_thread;
      }
    }
  });
}

TEST(Light, TheGridsLinesAreTenCentimetresApartAndEveryTenthIsStronger) {
  where_pictures_can_be_drawn([] {
    Stage stage = wide_stage();
    stage.ground = 0.0f;
    constexpr float kAcross = 1.44f;  // m over the picture's width
    const Pixels pixels = draw(stage, from_above(Vec3(-0.35f, 0, 0.45f), kAcross * kHeight / kWidth));
    const auto at = [&](float x) {  // the darkest within 2 pixels
      const int column = static_cast<int>((x + 0.35f) / kAcross * kWidth + 0.5f * kWidth);
      float least = 1;
      for (int i = -2; i <= 1; ++i) least = std::min(least, light_at(pixels, column + i, kHeight / 2));
      return least;
    };
    const float plain = at(-0.55f);
    for (const float x : {-0.7f, -0.6f, -0.4f, -0.3f, 0.2f}) {
      EXPECT_LT(at(x), 0.95f * plain) << x;
      EXPECT_NEAR(at(x + 0.05f), plain, 0.02f * plain) << x;
    }
    EXPECT_LT(at(0), 0.85f * at(-0.4f)) << "a whole metre";
  });
}

TEST(Light, WhatIsHiddenThrowsNoShadowEither) {
  where_pictures_can_be_drawn([] {
    Stage bare = wide_stage(), hiding = wide_stage();
    bare.ground = hiding.ground = 0.0f;
    hiding.add_sheet(0.6f, kRed, 0.004f, flat_at(0.3f));
    const CameraView camera = from(Vec3(0.5f, 1.2f, 1.2f), Vec3(0, 0.2f, 0));
    const uint8_t hidden[] = {0, 0, 1};
    EXPECT_EQ(draw(hiding, camera, {.hidden = hidden}).colors, draw(bare, camera).colors);
    EXPECT_NE(draw(hiding, camera).colors, draw(bare, camera).colors);
  });
}

TEST(Light, ColoursOfVerticesKeepTheirHue) {
  where_pictures_can_be_drawn([] {
    for (const float t : {0.1f, 0.5f, 0.9f}) {
      Stage stage = wide_stage();
      stage.add_sheet(0.6f, kRed, 0.004f, flat_at(0.3f));
      stage.colors.assign(stage.positions.size(), scale_rgba(t));
      const Vec3 seen = draw(stage, Vec3(0, 1.3f, 0.2f), Vec3(0, 0.3f, 0)).at(kWidth / 2, kHeight / 2);
      const Vec3 meant = 255.0f * scale_color(t);
      const float dimmed = light_of(seen.y) / light_of(meant.y);
      EXPECT_GT(dimmed, 0.6f);
      EXPECT_LE(dimmed, 1.02f);
      for (const int k : {0, 2}) EXPECT_NEAR(light_of(seen[k]), dimmed * light_of(meant[k]), 0.02f) << t;
    }
  });
}

TEST(Picture, AHeatMapComesWithItsLegendAndItsScaleBar) {
  where_pictures_can_be_drawn([] {
    const auto folder = std::filesystem::temp_directory_path();
    const auto file = folder / ("raycloth_heat_" + std::to_string(::getpid()) + ".png");
    Scene scene;
    scene.objects.push_back(scenes::cloth(make_sheet({0.4f, 0.3f}, {8, 6}), 0.004f));
    const auto simulation = create(build_model(scene), {}, DeviceChoice::cpu);
    const auto picture = [&](Heat heat) {
      save_picture(*simulation, scene, file, {.shown = {.heat = heat, .scale_bar = heat != Heat::off}});
      return read(file);
    };
    const Pixels plain = picture(Heat::off), strain = picture(Heat::strain);
    std::filesystem::remove(file);
    int written = 0;
    for (int x = plain.width - 250; x < plain.width; ++x)
      for (int y = 0; y < 150; ++y) written += plain.at(x, y) != strain.at(x, y);
    EXPECT_GT(written, 5000) << "upper right";
    const Vec3 cloth = strain.at(plain.width / 2, plain.height / 2);
    const Vec3 none = 255.0f * scale_color(0);
    EXPECT_NEAR(cloth.x / cloth.z, none.x / none.z, 0.1f) << "no strain";
    EXPECT_EQ(plain.at(20, 20), strain.at(20, 20));
  });
}

/// The sides of an object's bounds lie where the camera sees them, and edges of triangles over the cloth alone.
TEST(Picture, BoxesAndWireframeAreDrawnWithoutAWindow) {
  where_pictures_can_be_drawn([] {
    const auto file =
        std::filesystem::temp_directory_path() / ("raycloth_boxes_" + std::to_string(::getpid()) + ".png");
    Scene scene = load_scene({RAYCLOTH_SOURCE_DIR "/tests/window/scenes/crossed.json"});
    const auto simulation = create(build_model(scene), {}, DeviceChoice::cpu);
    const auto picture = [&](DrawnOptions drawn) {
      find_boxes(simulation->model(), drawn);
      save_picture(*simulation, scene, file, drawn);
      return read(file);
    };
    const Pixels plain = picture({}), boxes = picture({.boxes_of = "upright:0"});
    const Pixels wireframe = picture({.shown = {.wireframe = true}});
    std::filesystem::remove(file);
    const CameraView view = camera_of(*simulation, scene, PictureSize().aspect()).view(PictureSize().aspect());
    const auto yellow_near = [&](const Pixels& pixels, Vec3 point) {
      const Vec2 place = place_in_picture(view, point).value();
      const int x = static_cast<int>(place.x * pixels.width), y = static_cast<int>(place.y * pixels.height);
      for (int i = x - 3; i <= x + 3; ++i)
        for (int j = y - 3; j <= y + 3; ++j)
          if (const Vec3 c = pixels.at(i, j); c.x > 170 && c.y > 150 && c.z < 0.75f * c.y) return true;
      return false;
    };
    // a sheet of 20 cm, upright at x = 3 cm, its middle at y = 51 and z = 2 cm
    for (const Vec3 point : {Vec3(0.03f, 0.61f, 0.06f), Vec3(0.03f, 0.61f, -0.04f), Vec3(0.03f, 0.56f, 0.12f)}) {
      EXPECT_TRUE(yellow_near(boxes, point));
      EXPECT_FALSE(yellow_near(plain, point));
    }
    int on_cloth = 0, elsewhere = 0;
    for (int y = 0; y < plain.height; ++y)
      for (int x = 0; x < plain.width; ++x) {
        const Vec3 c = plain.at(x, y);
        const float most = std::max({c.x, c.y, c.z});
        const bool cloth = most - std::min({c.x, c.y, c.z}) > 0.2f * most;  // red or green before grey
        (cloth ? on_cloth : elsewhere) += plain.at(x, y) != wireframe.at(x, y);
      }
    EXPECT_GT(on_cloth, 1000);
    EXPECT_LT(elsewhere, on_cloth / 5) << "where the cloth ends";
  });
}

/// Seen from below: the end of a green sheet that is below a red one goes back, in the first contour's red.
TEST(Picture, WhatCrossesIsDrawnAndTintsTheFabric) {
  where_pictures_can_be_drawn([] {
    const auto file =
        std::filesystem::temp_directory_path() / ("raycloth_cross_" + std::to_string(::getpid()) + ".png");
    Scene scene = load_scene({RAYCLOTH_SOURCE_DIR "/tests/window/scenes/crossed.json"});
    scene.camera->eye = {0.6f, 0.3f, 0.4f};
    const auto simulation = create(build_model(scene), {}, DeviceChoice::cpu);
    const auto picture = [&](bool crossings) {
      save_picture(*simulation, scene, file, {.shown = {.crossings = crossings}});
      return read(file);
    };
    const Pixels plain = picture(false), crossed = picture(true);
    std::filesystem::remove(file);
    const float aspect = static_cast<float>(plain.width) / static_cast<float>(plain.height);
    const CameraView view = camera_of(*simulation, scene, aspect).view(aspect);
    const auto seen = [&](const Pixels& pixels, Vec3 point) {
      const Vec2 place = place_in_picture(view, point).value();
      return pixels.at(static_cast<int>(place.x * static_cast<float>(pixels.width)),
                       static_cast<int>(place.y * static_cast<float>(pixels.height)));
    };
    const Vec3 below(0.03f, 0.415f, -0.03f), contour(0.03f, 0.5f, 0.07f);
    EXPECT_GT(seen(plain, below).y, seen(plain, below).x) << "green";
    EXPECT_GT(seen(crossed, below).x, 1.5f * seen(crossed, below).y) << "red";
    EXPECT_NE(seen(crossed, contour), seen(plain, contour));
    const Vec3 level(-0.15f, 0.5f, 0.15f);
    EXPECT_EQ(seen(crossed, level), seen(plain, level)) << "what stays has its own colour";
  });
}

/// The light along the middle row, from above, 400 pixels to the metre: the least, the most, and the largest step from
/// a pixel to the next, of what is no farther than `reach` m from the middle.
Vec3 light_along_the_middle(Stage& stage, float reach) {
  const Pixels pixels = draw(stage, from_above(Vec3(0), 0.8f));
  const int far = static_cast<int>(400 * reach);
  Vec3 found(1, 0, 0);
  for (int x = kWidth / 2 - far; x < kWidth / 2 + far; ++x) {
    const float here = light_at(pixels, x, kHeight / 2);
    found = {std::min(found.x, here), std::max(found.y, here),
             std::max(found.z, std::abs(light_at(pixels, x + 1, kHeight / 2) - here))};
  }
  return found;
}

// A box of eight corners, whose normals point along its diagonals, is lit as six planes; a ball has no facets.
TEST(Light, BoxesHaveEdgesAndBallsHaveNone) {
  where_pictures_can_be_drawn([] {
    Stage box, ball;
    for (int i = 0; i < 8; ++i)
      box.positions.emplace_back(i & 1 ? 0.25f : -0.25f, i & 2 ? 0.1f : -0.3f, i & 4 ? 0.25f : -0.25f, 0);
    std::vector<Int3> sides;
    for (const Int4 q :
         {Int4(0, 4, 6, 2), Int4(1, 3, 7, 5), Int4(0, 1, 5, 4), Int4(2, 6, 7, 3), Int4(0, 2, 3, 1), Int4(4, 5, 7, 6)}) {
      sides.push_back({q.x, q.y, q.z});
      sides.push_back({q.x, q.z, q.w});
    }
    box.add(sides, Vec3(0.5f), false, 0);
    ball.add_ball(Vec3(0), 0.3f, Vec3(0.5f));
    const Vec3 on_box = light_along_the_middle(box, 0.23f), on_ball = light_along_the_middle(ball, 0.2f);
    EXPECT_LT(on_box.y, 1.03f * on_box.x);
    EXPECT_GT(on_ball.y, 1.3f * on_ball.x);
    EXPECT_LT(on_ball.z, 0.02f * on_ball.y);  // facets of 5.6 degrees would make steps of up to a tenth
  });
}

// A narrow rim whose corners' normals look down, since the walls below it are large and undercut: as bright as the
// rest.
TEST(Light, ARimOverUndercutWallsIsLitAsTheTopThatItEnds) {
  where_pictures_can_be_drawn([] {
    Stage pit;
    for (const float half : {0.25f, 0.2f}) {
      for (const Vec2 corner : {Vec2(-1, -1), Vec2(-1, 1), Vec2(1, 1), Vec2(1, -1)})
        pit.positions.emplace_back(half * corner.x, 0, half * corner.y, 0);
    }
    pit.positions.emplace_back(0, -2, 0, 0);
    std::vector<Int3> sides{{4, 5, 6}, {4, 6, 7}};
    for (int k = 0; k < 4; ++k) {
      const int next = (k + 1) % 4;
      sides.insert(sides.end(), {{k, next, 4 + next}, {k, 4 + next, 4 + k}, {next, k, 8}});
    }
    pit.add(sides, Vec3(0.5f), false, 0);
    const Vec3 light = light_along_the_middle(pit, 0.247f);
    EXPECT_LT(light.y, 1.03f * light.x);
  });
}

TEST(RenderTarget, EncodesLightAsSrgb) {
  where_pictures_can_be_drawn([] {
    const OffscreenContext context;
    const RenderTarget target(4, 4, 4);
    target.begin();
    glClearColor(0.5f, 0.0031308f, 1, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    target.resolve();
    const Image image = target.read();
    EXPECT_NEAR(image.rgb[0], 188, 1);  // IEC 61966-2-1
    EXPECT_NEAR(image.rgb[1], 10, 1);
    EXPECT_EQ(image.rgb[2], 255);
  });
}

}  // namespace
}  // namespace raycloth
