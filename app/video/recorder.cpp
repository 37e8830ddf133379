#include "app/video/recorder.h"

#include <cmath>
#include <utility>

#include "app/view/drawables.h"

namespace raycloth {

VideoRecorder::VideoRecorder(const VideoOptions& options, const DrawnOptions& drawn, const Scene& scene,
                             Simulation& simulation, Beside beside)
    : format_{options.size.width, options.size.height,
              frame_rate(static_cast<float>(options.every) * simulation.settings().time_step)},
      shown_(drawn.shown),
      beside_(std::move(beside)),
      file_(open_video(options.file, format_)),
      camera_(camera_of(simulation, scene, options.size.aspect(), drawn.view)) {
  open_painter(simulation.model());
}

void VideoRecorder::open_painter(const Model& model) {
  painter_.reset();  // one at a time
  painter_.emplace(make_drawable_scene(*model.scene, model), format_.width, format_.height);
  cut_ = model.scene;
}

void VideoRecorder::add(Simulation& simulation, Simulation* second) {
  if (!begin_) begin_ = simulation.time() - simulation.settings().time_step;
  const long long due = std::llround((simulation.time() - *begin_) * format_.rate.value());
  if (due <= pictures_) return;
  if (cut_ != simulation.model().scene) open_painter(simulation.model());
  const Image picture = paint(simulation, second);
  for (; pictures_ < due; ++pictures_) file_->add(picture);
}

Image VideoRecorder::paint(Simulation& simulation, Simulation* second) {
  std::vector<Drawing> drawings;
  drawings.emplace_back(simulation, shown_);
  if (second) drawings.emplace_back(*second, shown_, simulation.positions());
  return raycloth::paint(*painter_, drawings, camera_, shown_, {format_.width, format_.height}, heat_range_, beside_);
}

void VideoRecorder::finish() { file_->finish(); }

}  // namespace raycloth
