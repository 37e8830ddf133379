#include "app/video/recorder.h"

#include <cmath>

namespace raycloth {

VideoRecorder::VideoRecorder(const VideoOptions& options, const DrawnOptions& drawn, const Scene& scene,
                             Simulation& simulation)
    : format_{options.size.width, options.size.height,
              frame_rate(static_cast<float>(options.every) * simulation.settings().time_step)},
      file_(open_video(options.file, format_)),
      painter_(options.size, camera_of(simulation, scene, options.size.aspect(), drawn.view), drawn.shown) {}

void VideoRecorder::add(Simulation& simulation) {
  const long long due = std::llround(simulation.time() * format_.rate.value());
  if (due <= pictures_) return;
  const Image picture = painter_.paint(simulation);
  for (; pictures_ < due; ++pictures_) file_->add(picture);
}

void VideoRecorder::finish() { file_->finish(); }

}  // namespace raycloth
