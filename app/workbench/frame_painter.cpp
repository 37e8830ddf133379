#include "app/workbench/frame_painter.h"

#include <utility>

#include "app/view/drawables.h"

namespace raycloth {
namespace {

constexpr int kSamples = 8;  // a pixel

}  // namespace

FramePainter::FramePainter(int width, int height, Look look)
    : target_(width, height, kSamples), look_(std::move(look)) {}

Image FramePainter::paint(const Frame& frame) {
  const OpenedScene& opened = *frame.opened;
  if (!renderer_ || scene_ != opened.model.scene) {
    renderer_ = std::make_unique<Renderer>(make_drawable_scene(opened.scene, opened.model));
    scene_ = opened.model.scene;
  }
  const DrawableState state = make_drawable_state(frame);
  renderer_->upload(state);
  renderer_->draw(target_, look_.camera, state.half_thickness,
                  {.wireframe = look_.wireframe, .hidden = look_.hidden, .white = look_.white});
  return target_.read();
}

}  // namespace raycloth
