// Golden pictures of what is drawn over a scene without a window: contours, lines, boxes, A beside B. The states are
// scenes at their beginning, so no solver has a part in them. Each test says what must be seen; look before a picture
// is made anew (stage.h).
#include "app/view/windowless/picture.h"
#include "tests/window/stage.h"

namespace raycloth {
namespace {

namespace fs = std::filesystem;
using namespace stage;

constexpr PictureSize kSize{kWidth, kHeight};

Scene scene_of(const char* name) {
  return load_scene({RAYCLOTH_SOURCE_DIR "/tests/window/scenes/" + std::string(name) + ".json"});
}

std::unique_ptr<Simulation> at_its_beginning(const Scene& scene) {
  return create(build_model(scene), scene.settings, DeviceChoice::cpu, 1);
}

// To be seen: a small upright green sheet through a level red one, from below; where they cross, a thick line; the end
// of the green one below the red one, which has to go back, tinted red, with arrows upwards from the line.
TEST(Golden, ContoursAndWhatGoesBack) {
  where_pictures_can_be_drawn([] {
    Scene scene = scene_of("crossed");
    scene.camera->eye = {0.6f, 0.3f, 0.4f};
    const auto simulation = at_its_beginning(scene);
    expect_golden("contours", [&](const fs::path& png) {
      save_picture(*simulation, scene, png, {.shown = {.crossings = true}}, kSize);
    });
  });
}

// To be seen: the same from above, aside, on white, edges of all triangles, a green normal at every vertex, violet dots
// where vertices are pinned (all are), a yellow frame around the upright sheet.
TEST(Golden, EdgesNormalsPinsAndABox) {
  where_pictures_can_be_drawn([] {
    Scene scene = scene_of("crossed");
    scene.camera->eye = {0.7f, 0.8f, 0.4f};
    const auto simulation = at_its_beginning(scene);
    DrawnOptions drawn{.boxes_of = "upright:0"};
    drawn.shown.wireframe = drawn.shown.normals = drawn.shown.pins = true;
    drawn.shown.white = 1;
    find_boxes(simulation->model(), drawn);
    expect_golden("edges_normals_pins_box",
                  [&](const fs::path& png) { save_picture(*simulation, scene, png, drawn, kSize); });
  });
}

// To be seen: at the left A, the left half of a red sheet that faces the camera; at the right, behind a white line, B,
// the right half of it 4 cm lower and all of it in one pale colour, which a legend says is 40 of 50 mm; labels over
// both.
TEST(Golden, AAtTheLeftAndBAtTheRightByHowFarItIs) {
  where_pictures_can_be_drawn([] {
    const Scene scene = scene_of("pennant");
    Scene lower = scene;
    lower.objects[0].placement.translation.y -= 0.04f;
    for (Vec3& p : lower.objects[0].mesh.positions) p.y -= 0.04f;
    const auto a = at_its_beginning(scene), b = at_its_beginning(lower);
    DrawnOptions drawn;
    drawn.shown.heat = Heat::distance;
    drawn.shown.scale_bar = true;
    expect_golden("a_and_b", [&](const fs::path& png) {
      save_pictures(*a, *b, scene, png, drawn, {2 * kWidth, 2 * kHeight}, {"A: as the scene", "B: 4 cm lower"});
    });
  });
}

// To be seen: the level sheet, 4 mm thick, in the colour of 4 of 10 and the upright one, 8 mm, in that of 8 of 10, each
// in one colour alone; at the upper right a legend "thickness (mm)" with a scale of colours from dark to bright, 0, 5
// and 10 below it, and below that a scale bar of 20 cm, half as long as the level sheet's width at its depth. No grid
// is named, for there is no ground.
TEST(Golden, AHeatMapWithItsLegend) {
  where_pictures_can_be_drawn([] {
    Scene scene = scene_of("crossed");
    scene.objects[0].material.half_thickness = 0.002f;
    scene.objects[1].material.half_thickness = 0.004f;
    const auto simulation = at_its_beginning(scene);
    expect_golden("heat_map", [&](const fs::path& png) {
      save_picture(*simulation, scene, png, {.shown = {.heat = Heat::thickness, .scale_bar = true}}, kSize);
    });
  });
}

}  // namespace
}  // namespace raycloth
