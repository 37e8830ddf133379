#include "app/video/recorder.h"

#include <cmath>

#include "app/view/alone.h"
#include "app/view/drawables.h"

namespace raycloth {
namespace {

float aspect_of(const VideoFormat& format) {
  return static_cast<float>(format.width) / static_cast<float>(format.height);
}

}  // namespace

VideoRecorder::VideoRecorder(const VideoOptions& options, const Scene& scene, Simulation& simulation)
    : format_{options.width, options.height,
              frame_rate(static_cast<float>(options.every) * simulation.settings().time_step)},
      heat_(options.heat),
      file_(open_video(options.file, format_)),
      camera_(camera_of(simulation, scene, aspect_of(format_), options.view)) {
  open_painter(simulation.model());
}

void VideoRecorder::open_painter(const Model& model) {
  painter_.reset();  // one at a time
  painter_.emplace(make_drawable_scene(*model.scene, model), format_.width, format_.height);
  cut_ = model.scene;
}

void VideoRecorder::add(Simulation& simulation) {
  const long long due = std::llround(simulation.time() * format_.rate.value());
  if (due <= pictures_) return;
  if (cut_ != simulation.model().scene) open_painter(simulation.model());
  const Image picture = paint(simulation);
  for (; pictures_ < due; ++pictures_) file_->add(picture);
}

Image VideoRecorder::paint(Simulation& simulation) {
  DrawableState state = make_drawable_state(simulation);
  const CameraView view = camera_.view(aspect_of(format_));
  if (heat_ == Heat::off) return painter_->paint(state, view);
  const HeatPicture heat = heat_picture(heat_, simulation, camera_, format_.height, heat_range_);
  heat_range_ = heat.overlay.heat_range;
  state.over_fabric = false;
  state.colors = heat.colors;
  return painter_->paint(state, view, {}, [&] {
    draw_without_window(format_.width, format_.height, [&](ImDrawList& list) {
      draw_overlay(list, {0, 0, format_.width, format_.height}, heat.overlay);
    });
  });
}

void VideoRecorder::finish() { file_->finish(); }

}  // namespace raycloth
