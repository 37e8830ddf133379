// Pictures of frames, one after the other, into a file: what a running scene knows of a video. Who draws and who
// encodes is up to others (app/video/film_roll.h).
#pragma once

#include <functional>

#include "app/run/live/frame.h"

namespace raycloth {

/// Which frames a film has, and what is seen of them.
struct FilmPlan {
  long long first, last;
  int every = 1;  // of these, those whose number is a multiple of this
  Wishes wishes{};
};

class Film {
 public:
  virtual ~Film() = default;

  /// Before the first frame; `time_step` between two of the scene's, s. Throws InputError where the file cannot be.
  virtual void begin(float time_step) = 0;
  /// Numbers ascend. Waits until it is drawn, but ends soon once `goes_on` says no; false: so the frame is not in it.
  /// Throws std::runtime_error.
  virtual bool add(const Frame& frame, const std::function<bool()>& goes_on) = 0;
  /// Once, after the last frame. Throws std::runtime_error.
  virtual void finish() = 0;
};

}  // namespace raycloth
