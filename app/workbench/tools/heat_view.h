// The heat map that the window shows: colours of the frame's vertices, of A and B alike where both are compared, and a
// legend that only grows while one quantity is shown, so that colours keep their meaning; but after a blow it gets
// smaller again. Knows neither the window nor the panels.
#pragma once

#include "app/run/live/frame.h"
#include "app/view/heat.h"

namespace raycloth {

class HeatView {
 public:
  /// After another scene was opened.
  void forget() { range_ = 0; }

  Heat shown() const { return shown_; }
  float range() const { return range_; }  // the legend's upper end, SI

  /// RGBA8 per vertex; none when it is off, while the frame does not hold yet what the quantity is made of, and where
  /// there is none: B's without a comparison, A's of the distance from it.
  struct Colors {
    std::vector<uint32_t> a, b;
  };
  /// `factors`, of thickness: per vertex in place of the model's, where there are any.
  Colors paint(Heat heat, const Frame& frame, std::span<const float> factors = {});

 private:
  Heat shown_ = Heat::off;
  float range_ = 0;
};

}  // namespace raycloth
