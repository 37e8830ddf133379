#include "app/video/recorder.h"

#include <cmath>
#include <utility>

namespace raycloth {

VideoRecorder::VideoRecorder(const VideoOptions& options, const DrawnOptions& drawn, const Scene& scene,
                             Simulation& simulation, Beside beside)
    : format_{options.size.width, options.size.height,
              frame_rate(static_cast<float>(options.every) * simulation.settings().time_step)},
      beside_(std::move(beside)),
      file_(open_video(options.file, format_)),
      painter_(options.size, camera_of(simulation, scene, options.size.aspect(), drawn.view), drawn.shown) {}

void VideoRecorder::add(Simulation& simulation, Simulation* second) {
  if (!begin_) begin_ = simulation.time() - simulation.settings().time_step;
  const long long due = std::llround((simulation.time() - *begin_) * format_.rate.value());
  if (due <= pictures_) return;
  const Image picture = painter_.paint(simulation, second, beside_);
  for (; pictures_ < due; ++pictures_) file_->add(picture);
}

void VideoRecorder::finish() { file_->finish(); }

}  // namespace raycloth
