#include "app/workbench/heat_view.h"

#include <algorithm>
#include <utility>

namespace raycloth {
namespace {

std::vector<float> values_of(Heat heat, const Frame& frame, std::span<const Vec4> twin,
                             std::span<const float> factors) {
  if (heat == Heat::off || (heat == Heat::speed && frame.velocities.empty())) return {};
  if (heat == Heat::distance && twin.empty()) return {};
  return heat_values(
      heat, {frame.opened->model, frame.positions, frame.velocities, frame.contacts, frame.materials, twin, factors});
}

}  // namespace

HeatView::Colors HeatView::paint(Heat heat, const Frame& frame, std::span<const float> factors) {
  if (std::exchange(shown_, heat) != heat) range_ = 0;
  const std::vector<float> a = values_of(heat, frame, {}, factors);
  const auto& twin = frame.comparison.b;
  const std::vector<float> b = twin ? values_of(heat, *twin, frame.positions, {}) : std::vector<float>();
  for (const std::vector<float>* values : {&a, &b})  // both first: one legend for both
    if (!values->empty()) range_ = std::max(range_, heat_range(heat, *values));
  return {heat_colors(heat, a, range_), heat_colors(heat, b, range_)};
}

}  // namespace raycloth
