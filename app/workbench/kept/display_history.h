// What the last display frames took, for the plot and its mean and 95th percentile.
#pragma once

#include <cstddef>
#include <deque>

namespace raycloth {

class DisplayHistory {
 public:
  static constexpr size_t kFrames = 240;

  /// ms of the processor for a frame, without the wait for the display; and what was drawn of the scene.
  void add(double cpu, long long draw_calls);
  /// ms of the graphics processor, of a frame some time ago.
  void add_gpu(double gpu);

  // Oldest first. Those of the graphics processor are fewer where it does not tell of every frame.
  const std::deque<float>& cpu() const { return cpu_; }
  const std::deque<float>& gpu() const { return gpu_; }
  long long draw_calls() const { return draw_calls_; }  // of the last frame

 private:
  std::deque<float> cpu_, gpu_;
  long long draw_calls_ = 0;
};

}  // namespace raycloth
