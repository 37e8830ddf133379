// How long the graphics processor works on a frame. Nobody waits for the answer: it comes a frame or a few later. Needs
// a current context, also in its destructor.
#pragma once

#include <array>
#include <optional>

#include "render/gl_objects.h"

namespace raycloth {

class GpuTimer {
 public:
  GpuTimer();

  /// Around all that is drawn in a frame. While too many answers are waited for, a frame is left out.
  void begin();
  void end();
  /// ms of the oldest frame that is not told yet, once it is known.
  std::optional<double> take();

 private:
  static constexpr size_t kMost = 4;  // frames that are on their way

  std::array<GlName, kMost> queries_;
  size_t begun_ = 0, taken_ = 0;  // frames, ever
  bool measures_ = false;
};

}  // namespace raycloth
