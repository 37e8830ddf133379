// What crosses, as it is drawn: contours in colours of their own, the ways on which untangling takes them apart, and
// the regions that have to go back, tinted over the fabric. Knows neither OpenGL nor panels.
#pragma once

#include <cstdint>
#include <vector>

#include "render/line_renderer.h"
#include "sim/tangle.h"

namespace raycloth {

/// Of a contour by its number, from a few that are easily told apart; RGBA8.
uint32_t contour_color(int contour);

/// Contours as lines; arrows along the ways of pairs of them, never two of one contour close to each other.
void add_tangle(const Tangle& tangle, LineBatch& contours, LineBatch& ways);

/// Where anything crosses, puts over the colours of vertices those of the regions that go back, of the first contour
/// that bounds each. Where there were no colours, there is none (0) on the other vertices.
void tint_regions(const Tangle& tangle, std::vector<uint32_t>& colors);

}  // namespace raycloth
