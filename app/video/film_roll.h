// A video of frames that one thread has and another draws, because its OpenGL context is there: the one asks, waits and
// encodes, the other draws when it comes by. Knows nothing of how a frame is drawn.
#pragma once

#include <condition_variable>
#include <exception>
#include <mutex>
#include <optional>

#include "app/run/live/film.h"
#include "app/video/video_file.h"
#include "app/view/picture_size.h"

namespace raycloth {

class FilmRoll : public Film {
 public:
  using Draw = std::function<Image(const Frame&)>;

  /// `wake` tells the drawing thread, from the other, that a frame waits.
  FilmRoll(std::filesystem::path file, FilmFormat format, std::function<void()> wake);

  // Of the thread that has the frames. A frame is shown until its time; where the time step changed meanwhile, some are
  // shown twice or left out.
  void begin(float time_step) override;
  bool add(const Frame& frame, const std::function<bool()>& goes_on) override;
  void finish() override { file_->finish(); }

  // Of the thread that draws: the frame that waits, if one does. What `draw` throws, the other thread throws.
  void develop(const Draw& draw);

 private:
  std::optional<Image> drawn(const Frame& frame, const std::function<bool()>& goes_on);

  const std::filesystem::path path_;
  const FilmFormat format_;
  const std::function<void()> wake_;
  FrameRate rate_{};
  std::unique_ptr<VideoFile> file_;
  std::optional<double> begin_;  // s, of the first frame
  long long pictures_ = 0;

  std::mutex mutex_;  // of all below; held while a frame is drawn
  std::condition_variable developed_;
  const Frame* waiting_ = nullptr;
  std::optional<Image> picture_;
  std::exception_ptr failure_;
};

}  // namespace raycloth
