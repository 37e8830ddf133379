// A video of a run, or of two beside each other, drawn without a window: `raycloth run --video`, `raycloth compare
// --video`.
#pragma once

#include <filesystem>
#include <memory>

#include "app/video/video_file.h"
#include "app/view/windowless/film_painter.h"
#include "render/offscreen_context.h"

namespace raycloth {

struct VideoOptions {
  std::filesystem::path file;  // as video_file.h has it; empty: none
  FilmFormat format{};
};

/// Time in the video is the simulation's, from the first picture on: one every time step that the scene has, or every
/// few. Where a session changes the step, pictures are shown twice or left out. The legend of a heat map only grows, so
/// that colours keep their meaning.
class VideoRecorder {
 public:
  /// The camera is the scene's; without one, it frames the state now. Throws InputError where the file cannot be, and
  /// std::runtime_error where no picture can be drawn.
  VideoRecorder(const VideoOptions& options, const DrawnOptions& drawn, const Scene& scene, Simulation& simulation,
                Beside beside = {});

  /// Shows the present state, where its frame is one that is pictured, and at the right that of a second run where
  /// there is one. Throws std::runtime_error when the file cannot be written.
  void add(Simulation& simulation, Simulation* second = nullptr);
  void finish();

 private:
  FilmFormat format_;
  FrameRate rate_;
  Beside beside_;
  std::optional<double> begin_;  // s, of the first picture
  std::unique_ptr<VideoFile> file_;
  OffscreenContext context_;
  FilmPainter painter_;
  long long pictures_ = 0;
};

}  // namespace raycloth
