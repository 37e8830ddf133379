// Draws picture after picture of one scene offscreen: no window and no display is needed.
#pragma once

#include <array>
#include <functional>

#include "render/offscreen_context.h"
#include "render/renderer.h"

namespace raycloth {

/// Its OpenGL context stays the current one while it lives; one at a time.
class OffscreenPainter {
 public:
  /// Width and height in pixels. Throws std::runtime_error with one line where nothing can be drawn.
  OffscreenPainter(const DrawableScene& scene, int width, int height);

  /// A state, and how it is drawn; who is hidden is as the scene has it.
  struct Part {
    DrawableState state;
    DrawOptions options{};
  };
  /// One, or several beside each other. `draw_over`, if any, is called with the finished picture as the target, sRGB as
  /// it is.
  Image paint(std::span<const Part> parts, const CameraView& camera, const std::function<void()>& draw_over = {});
  Image paint(const DrawableState& state, const CameraView& camera) { return paint(std::array{Part{state}}, camera); }

 private:
  OffscreenContext context_;
  RenderTarget target_;
  Renderer renderer_;
  std::vector<uint8_t> hidden_;
};

}  // namespace raycloth
