#include "app/workbench/tools/heat_view.h"

#include <algorithm>
#include <utility>

#include "app/view/drawables.h"

namespace raycloth {
namespace {

constexpr float kBlow = 20;  // times as much as there is now: of another moment

}  // namespace

HeatView::Colors HeatView::paint(Heat heat, const Frame& frame, std::span<const float> factors) {
  if (std::exchange(shown_, heat) != heat) range_ = 0;
  const std::vector<float> a = frame_heat(heat, frame, frame.opened->model, {}, factors);
  const auto& twin = frame.comparison.b;
  const std::vector<float> b =
      twin ? frame_heat(heat, *twin, twin->opened->model, frame.positions) : std::vector<float>();
  float wanted = 0;
  for (const std::vector<float>* values : {&a, &b})  // both first: one legend for both
    if (!values->empty()) wanted = std::max(wanted, heat_range(heat, *values));
  const bool blow_is_over = kHeats[static_cast<int>(heat)].of_blows && wanted > 0 && range_ > kBlow * wanted;
  range_ = blow_is_over ? wanted : std::max(range_, wanted);
  return {heat_colors(heat, a, range_), heat_colors(heat, b, range_)};
}

}  // namespace raycloth
