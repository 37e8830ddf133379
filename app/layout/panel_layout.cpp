#include "app/layout/panel_layout.h"

namespace raycloth {
namespace {

constexpr float kDockZone = 32;  // points from an edge of the window
constexpr float kMargin = 60;    // points, of the first tab that is taken out from the picture's corner
constexpr Vec2 kNext{36, 36}, kUsualSize{400, 460};

}  // namespace

void PanelLayout::take_out(Tab tab) {
  if (is_out(tab)) return;
  const float count = static_cast<float>(taken_out.size());
  const Vec2 first{side == PanelSide::left ? width + kMargin : kMargin, kMargin};
  taken_out[tab] = {first + count * kNext, kUsualSize};
}

float column_width(const PanelLayout& layout, float window, float scale) {
  if (layout.side == PanelSide::floating) return 0;
  return std::min(std::max(layout.width, PanelLayout::kLeastWidth) * scale, PanelLayout::kMostOfWindow * window);
}

PanelSide side_at(float x, float window, float scale) {
  if (x < kDockZone * scale) return PanelSide::left;
  return x > window - kDockZone * scale ? PanelSide::right : PanelSide::floating;
}

PanelBox fitted(PanelBox box, Vec2 window) {
  for (const int i : {0, 1}) {
    box.size[i] = std::min(box.size[i], window[i]);
    box.corner[i] = std::clamp(box.corner[i], 0.0f, window[i] - box.size[i]);
  }
  return box;
}

}  // namespace raycloth
