#include "render/offscreen_painter.h"

namespace raycloth {
namespace {

constexpr int kSamples = 8;  // a pixel

}  // namespace

OffscreenPainter::OffscreenPainter(const DrawableScene& scene, int width, int height)
    : target_(width, height, kSamples), renderer_(scene), hidden_(scene.hidden) {}

Image OffscreenPainter::paint(const DrawableState& state, const CameraView& camera, std::span<const LineLayer> lines,
                              const std::function<void()>& draw_over) {
  renderer_.upload(state);
  renderer_.draw(target_, camera, state.half_thickness, {.hidden = hidden_, .lines = lines});
  if (draw_over) {
    target_.begin_over();
    draw_over();
  }
  return target_.read();
}

}  // namespace raycloth
