#include "app/workbench/heat_view.h"

#include <algorithm>
#include <utility>

namespace raycloth {

std::vector<uint32_t> HeatView::paint(Heat heat, const Frame& frame) {
  if (std::exchange(shown_, heat) != heat) range_ = 0;
  if (heat == Heat::off || (heat == Heat::speed && frame.velocities.empty())) return {};
  const std::vector<float> values =
      heat_values(heat, {frame.opened->model, frame.positions, frame.velocities, frame.contacts, frame.materials});
  range_ = std::max(range_, heat_range(heat, values));
  return heat_colors(heat, values, range_);
}

}  // namespace raycloth
