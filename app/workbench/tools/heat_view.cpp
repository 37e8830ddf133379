#include "app/workbench/tools/heat_view.h"

#include <algorithm>
#include <utility>

namespace raycloth {
namespace {

constexpr float kBlow = 20;  // times as much as there is now: of another moment

std::vector<float> values_of(Heat heat, const Frame& frame, std::span<const Vec4> twin,
                             std::span<const float> factors) {
  if (heat == Heat::off || (heat == Heat::speed && frame.velocities.empty())) return {};
  if (heat == Heat::distance && twin.empty()) return {};
  return heat_values(heat, {frame.opened->model, frame.positions, frame.velocities, frame.contacts, frame.materials,
                            twin, frame.impulses, factors});
}

}  // namespace

HeatView::Colors HeatView::paint(Heat heat, const Frame& frame, std::span<const float> factors) {
  if (std::exchange(shown_, heat) != heat) range_ = 0;
  const std::vector<float> a = values_of(heat, frame, {}, factors);
  const auto& twin = frame.comparison.b;
  const std::vector<float> b = twin ? values_of(heat, *twin, frame.positions, {}) : std::vector<float>();
  float wanted = 0;
  for (const std::vector<float>* values : {&a, &b})  // both first: one legend for both
    if (!values->empty()) wanted = std::max(wanted, heat_range(heat, *values));
  const bool blow_is_over = kHeats[static_cast<int>(heat)].of_blows && wanted > 0 && range_ > kBlow * wanted;
  range_ = blow_is_over ? wanted : std::max(range_, wanted);
  return {heat_colors(heat, a, range_), heat_colors(heat, b, range_)};
}

}  // namespace raycloth
