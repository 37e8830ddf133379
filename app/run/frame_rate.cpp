#include "app/run/frame_rate.h"

#include <cmath>

namespace raycloth {
namespace {

constexpr int kMostNumerator = 65000;
constexpr double kSame = 3e-7;  // relative, of a float that was rounded and taken the reciprocal of

}  // namespace

FrameRate frame_rate(float time_step) {
  FrameRate best;
  double least = 1;
  for (int denominator = 1; denominator / time_step < kMostNumerator && least > kSame; ++denominator) {
    const int numerator = static_cast<int>(std::lround(denominator / static_cast<double>(time_step)));
    const double error = std::abs(numerator * static_cast<double>(time_step) / denominator - 1);
    if (error >= least) continue;
    least = error;
    best = {numerator, denominator};
  }
  return best;
}

}  // namespace raycloth
