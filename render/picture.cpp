#include "render/picture.h"

#include "render/offscreen_context.h"
#include "render/png.h"
#include "render/renderer.h"

namespace raycloth {

void render_picture(const PictureInput& input, const std::filesystem::path& png, int width, int height) {
  const OffscreenContext context;
  const RenderTarget target(width, height, 8);
  Renderer renderer(input.scene);
  renderer.upload(input.state);
  renderer.draw(target, input.camera, input.state.half_thickness, {});
  write_png(target.read(), png);
}

}  // namespace raycloth
