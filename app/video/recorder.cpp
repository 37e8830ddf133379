#include "app/video/recorder.h"

#include <cmath>
#include <utility>

namespace raycloth {

VideoRecorder::VideoRecorder(const VideoOptions& options, const DrawnOptions& drawn, const Scene& scene,
                             Simulation& simulation, Beside beside)
    : format_(options.format),
      rate_(frame_rate(static_cast<float>(format_.every) * simulation.settings().time_step)),
      beside_(std::move(beside)),
      file_(open_video(options.file, {format_.size.width, format_.size.height, rate_})),
      painter_(format_.size, camera_of(simulation, scene, format_.size.aspect(), drawn.view), drawn.shown) {}

void VideoRecorder::add(Simulation& simulation, Simulation* second) {
  if (!format_.pictures(simulation.frame())) return;
  if (!begin_) begin_ = simulation.time();
  const long long due = 1 + std::llround((simulation.time() - *begin_) * rate_.value());
  if (due <= pictures_) return;
  const Image picture = painter_.paint(simulation, second, beside_);
  for (; pictures_ < due; ++pictures_) file_->add(picture);
}

void VideoRecorder::finish() { file_->finish(); }

}  // namespace raycloth
