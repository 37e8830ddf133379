#include "app/video/recorder.h"

#include <cmath>

#include "app/view/drawables.h"

namespace raycloth {

VideoRecorder::VideoRecorder(const VideoOptions& options, const DrawnOptions& drawn, const Scene& scene,
                             Simulation& simulation)
    : format_{options.size.width, options.size.height,
              frame_rate(static_cast<float>(options.every) * simulation.settings().time_step)},
      shown_(drawn.shown),
      file_(open_video(options.file, format_)),
      camera_(camera_of(simulation, scene, options.size.aspect(), drawn.view)) {
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
  Drawing drawing(simulation, shown_);
  return raycloth::paint(*painter_, {&drawing, 1}, camera_, shown_, {format_.width, format_.height}, heat_range_);
}

void VideoRecorder::finish() { file_->finish(); }

}  // namespace raycloth
