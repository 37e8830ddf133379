#include "render/picture.h"

#include "render/offscreen_painter.h"
#include "render/png.h"

namespace raycloth {

void render_picture(const PictureInput& input, const std::filesystem::path& png, int width, int height) {
  OffscreenPainter painter(input.scene, width, height);
  write_png(painter.paint(input.state, input.camera), png);
}

}  // namespace raycloth
