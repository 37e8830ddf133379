#include "render/picture_painter.h"

namespace raycloth {
namespace {

constexpr int kSamples = 8;  // a pixel

}  // namespace

PicturePainter::PicturePainter(const DrawableScene& scene, int width, int height)
    : target_(width, height, kSamples), renderer_(scene), hidden_(scene.hidden) {}

Image PicturePainter::paint(std::span<const Part> parts, const CameraView& camera,
                            const std::function<void()>& draw_over) {
  for (const Part& part : parts) {
    DrawOptions options = part.options;
    options.hidden = hidden_;
    renderer_.upload(part.state);
    renderer_.draw(target_, camera, part.state.half_thickness, options);
  }
  if (draw_over) {
    target_.begin_over();
    draw_over();
  }
  return target_.read();
}

}  // namespace raycloth
