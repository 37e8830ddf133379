// Draws picture after picture of one scene in full quality, beside whatever a window shows. Needs a current OpenGL
// context, be it a window's or an OffscreenContext.
#pragma once

#include <array>
#include <functional>

#include "render/renderer.h"

namespace raycloth {

class PicturePainter {
 public:
  /// Width and height in pixels.
  PicturePainter(const DrawableScene& scene, int width, int height);

  /// A state, and how it is drawn; who is hidden is as the scene has it.
  struct Part {
    DrawableState state;
    DrawOptions options{};
  };
  /// One, or several beside each other. `draw_over`, if any, is called with the finished picture as the target, sRGB as
  /// it is.
  Image paint(std::span<const Part> parts, const CameraView& camera, const std::function<void()>& draw_over = {});
  Image paint(const DrawableState& state, const CameraView& camera) { return paint(std::array{Part{state}}, camera); }

  const std::optional<GroundPlane>& ground() const { return renderer_.ground(); }

 private:
  RenderTarget target_;
  Renderer renderer_;
  std::vector<uint8_t> hidden_;
};

}  // namespace raycloth
