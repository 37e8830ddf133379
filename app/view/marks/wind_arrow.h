// The wind as an arrow over the scene: it points where the air goes, and is the longer the faster. A second arrow shows
// it with the gust of the moment.
#pragma once

#include <string>

#include "render/line_renderer.h"
#include "sim/simulation.h"

namespace raycloth {

inline constexpr uint32_t kWindColor = rgba(120, 210, 255);

struct WindArrow {
  static constexpr float kLength = 0.06f;  // of the scene's size, for 1 m/s

  Vec3 base{0};
  float size = 1;  // of the scene, m

  Vec3 tip(Vec3 wind) const { return base + kLength * size * wind; }
};

/// Where it stands over a scene.
WindArrow wind_arrow(const Model& model);

/// `color`: of the wind without gusts.
void add_wind(const WindArrow& arrow, const Settings& settings, double time, uint32_t color, LineBatch& lines);

/// "wind 2.0 m/s"; "no wind".
std::string wind_words(Vec3 wind);

}  // namespace raycloth
