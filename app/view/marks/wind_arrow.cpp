#include "app/view/marks/wind_arrow.h"

#include <algorithm>

#include "app/view/marks/gizmo.h"
#include "render/drawable.h"
#include "sim/text.h"
#include "sim/wind.h"

namespace raycloth {
namespace {

constexpr float kAbove = 0.15f;  // of the scene's size, over its top
constexpr uint32_t kGustColor = rgba(200, 240, 255, 120);

}  // namespace

WindArrow wind_arrow(const Model& model) {
  const ViewBox box = bounds(model.positions);
  const Vec3 extent = box.max - box.min, middle = 0.5f * (box.min + box.max);
  const float size = std::max({extent.x, extent.y, extent.z, 0.1f});
  return {{middle.x, box.max.y + kAbove * size, middle.z}, size};
}

void add_wind(const WindArrow& arrow, const Settings& settings, double time, uint32_t color, LineBatch& lines) {
  const Vec3 wind = settings.wind, now = wind_at(settings, time);
  if (now != wind) add_arrow(arrow.base, arrow.tip(now), kGustColor, lines);
  add_arrow(arrow.base, arrow.tip(wind), color, lines);
  lines.dot(arrow.tip(wind), color);
}

std::string wind_words(Vec3 wind) {
  const float speed = glm::length(wind);
  return speed == 0 ? "no wind" : printed("wind %.1f m/s", speed);
}

}  // namespace raycloth
