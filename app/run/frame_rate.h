// How many pictures a second a video of a simulation has, as a fraction, so that time in it is simulated time.
#pragma once

namespace raycloth {

/// numerator / denominator pictures a second; both fit 16 bits, as APNG has them.
struct FrameRate {
  int numerator = 60, denominator = 1;
  double value() const { return static_cast<double>(numerator) / denominator; }
};

/// The simplest fraction that is one picture every `time_step` seconds as closely as a float tells, else the closest.
FrameRate frame_rate(float time_step);

}  // namespace raycloth
