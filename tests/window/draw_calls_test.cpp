// How many calls draw a frame, by analysis: so many objects, so many passes (docs/picture.md). OpenGL itself is asked.
#include <gtest/gtest.h>

#include "app/view/drawables.h"
#include "app/view/marks/lines.h"
#include "render/draw_calls.h"
#include "render/gpu_timer.h"
#include "sim/scene/scene.h"
#include "tests/window/stage.h"

namespace raycloth {
namespace {

long long arrays = 0, elements = 0;
PFNGLDRAWARRAYSPROC draw_arrays = nullptr;
PFNGLDRAWELEMENTSPROC draw_elements = nullptr;

/// Counts what arrives at OpenGL while it lives.
struct Listening {
  Listening() {
    arrays = elements = 0;
    draw_arrays = std::exchange(glad_glDrawArrays, [](GLenum mode, GLint first, GLsizei count) {
      ++arrays;
      draw_arrays(mode, first, count);
    });
    draw_elements =
        std::exchange(glad_glDrawElements, [](GLenum mode, GLsizei count, GLenum type, const void* indices) {
          ++elements;
          draw_elements(mode, count, type, indices);
        });
  }
  ~Listening() {
    glad_glDrawArrays = draw_arrays;
    glad_glDrawElements = draw_elements;
  }
};

/// A shipped scene as it lies at its beginning.
struct Drawn {
  explicit Drawn(const char* name)
      : scene(load_scene({std::string(RAYCLOTH_SOURCE_DIR) + "/assets/scenes/" + name + ".json"})),
        model(build_model(scene)),
        renderer(make_drawable_scene(scene, model)),
        thickness(model.objects.size(), 0.001f) {
    upload();
  }

  void upload() { renderer.upload({model.positions, normals(), thickness}); }
  std::vector<Vec4> normals() const { return std::vector<Vec4>(model.positions.size(), Vec4(0, 1, 0, 0)); }

  long long frame(const DrawOptions& options) {
    const Listening listening;
    const long long before = draw_calls();
    renderer.draw(target, stage::from({0, 2, 4}, {0, 0, 0}), thickness, options);
    EXPECT_EQ(draw_calls() - before, arrays + elements) << "what the program counts is what OpenGL is told";
    return arrays + elements;
  }

  long long count(ObjectKind kind) const { return std::ranges::count(model.objects, kind, &ModelObject::kind); }

  const OffscreenContext context;
  Scene scene;
  Model model;
  const RenderTarget target{64, 48, 1};
  Renderer renderer;
  std::vector<float> thickness;
};

TEST(DrawCalls, AreSoManyObjectsTimesSoManyPasses) {
  stage::where_pictures_can_be_drawn([] {
    Drawn drawn("two_sheets_ball");
    const long long cloths = drawn.count(ObjectKind::cloth), solids = drawn.count(ObjectKind::solid);
    ASSERT_EQ(cloths, 2);
    ASSERT_EQ(solids, 1);
    ASSERT_FALSE(drawn.model.ground.empty());
    const long long surfaces = 3 * cloths + solids;  // two faces and a hem; one
    const long long shadow_map = surfaces, depths = surfaces + 1, mask = 2, picture = surfaces + 1 + 1;
    EXPECT_EQ(drawn.frame({}), shadow_map + depths + mask + picture) << "in motion";
    EXPECT_EQ(drawn.frame({}), depths + mask + picture) << "at rest: the shadow map stays";
    drawn.upload();
    DrawOptions low;
    low.light_mask = false;
    EXPECT_EQ(drawn.frame(low), shadow_map + picture) << "in low quality";
    DrawOptions wireframe = low;
    wireframe.wireframe = true;
    EXPECT_EQ(drawn.frame(wireframe), picture + 2 * cloths + solids);
    LineBatch batch;
    batch.line({0, 0, 0}, {1, 1, 1}, rgba(255, 255, 255));
    const std::vector<LineLayer> layers = {{&batch, 2, 0.5f}, {&batch, 2, 0}};
    DrawOptions lines = low;
    lines.lines = layers;
    EXPECT_EQ(drawn.frame(lines), picture + 2 + 1) << "a layer twice where what is hidden shows";
    const std::vector<uint8_t> hidden = {1, 0, 0};
    DrawOptions without = low;
    without.hidden = hidden;
    const long long left_out = drawn.model.objects[0].kind == ObjectKind::cloth ? 3 : 1;
    EXPECT_EQ(drawn.frame(without), shadow_map + picture - 2 * left_out);
  });
}

TEST(GpuTimer, TellsOfFramesOnceTheyAreKnownAndLeavesOutThoseThatAreTooMany) {
  stage::where_pictures_can_be_drawn([] {
    const OffscreenContext context;
    const RenderTarget target(64, 48, 1);
    GpuTimer timer;
    EXPECT_FALSE(timer.take()) << "no frame was drawn";
    constexpr int kFrames = 20;
    for (int i = 0; i < kFrames; ++i) {  // nobody takes any
      timer.begin();
      target.begin();
      target.resolve();
      timer.end();
    }
    glFinish();
    int told = 0;
    while (const auto milliseconds = timer.take()) {
      EXPECT_GE(*milliseconds, 0);
      EXPECT_LT(*milliseconds, 60'000) << "ms, not ns";
      ++told;
    }
    EXPECT_GT(told, 0);
    EXPECT_LT(told, kFrames);
    timer.begin();
    timer.end();
    glFinish();
    EXPECT_TRUE(timer.take()) << "it goes on";
    EXPECT_EQ(glGetError(), static_cast<GLenum>(GL_NO_ERROR));
  });
}

}  // namespace
}  // namespace raycloth
