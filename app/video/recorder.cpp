#include "app/video/recorder.h"

#include <cmath>

#include "app/view/drawables.h"
#include "app/view/picture.h"

namespace raycloth {
namespace {

CameraView view_of(Simulation& simulation, const Scene& scene, const VideoFormat& format) {
  const float aspect = static_cast<float>(format.width) / static_cast<float>(format.height);
  return camera_of(simulation, scene, aspect).view(aspect);
}

}  // namespace

VideoRecorder::VideoRecorder(const VideoOptions& options, const Scene& scene, Simulation& simulation)
    : format_{options.width, options.height,
              frame_rate(static_cast<float>(options.every) * simulation.settings().time_step)},
      file_(open_video(options.file, format_)),
      camera_(view_of(simulation, scene, format_)) {
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
  const Image picture = painter_->paint(make_drawable_state(simulation), camera_);
  for (; pictures_ < due; ++pictures_) file_->add(picture);
}

void VideoRecorder::finish() { file_->finish(); }

}  // namespace raycloth
