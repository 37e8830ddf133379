// Draws picture after picture of one scene offscreen: no window and no display is needed.
#pragma once

#include <functional>

#include "render/offscreen_context.h"
#include "render/renderer.h"

namespace raycloth {

/// Its OpenGL context stays the current one while it lives; one at a time.
class OffscreenPainter {
 public:
  /// Width and height in pixels. Throws std::runtime_error with one line where nothing can be drawn.
  OffscreenPainter(const DrawableScene& scene, int width, int height);

  /// `draw_over`, if any, is called with the finished picture as the target, sRGB as it is.
  Image paint(const DrawableState& state, const CameraView& camera, std::span<const LineLayer> lines = {},
              const std::function<void()>& draw_over = {});

 private:
  OffscreenContext context_;
  RenderTarget target_;
  Renderer renderer_;
  std::vector<uint8_t> hidden_;
};

}  // namespace raycloth
