#include "app/view/marks/tangle_lines.h"

#include <algorithm>
#include <array>

#include "app/view/marks/gizmo.h"

namespace raycloth {
namespace {

constexpr std::array kContourColors{rgba(255, 40, 110), rgba(60, 170, 255), rgba(255, 205, 40), rgba(190, 90, 255),
                                    rgba(60, 215, 110), rgba(255, 130, 30), rgba(60, 225, 225), rgba(255, 110, 190)};
constexpr float kShortest = 0.04f;  // m, of arrows; where a side is known they reach as far as it is to there
constexpr float kApart = 0.05f;     // m, between arrows of one contour

}  // namespace

uint32_t contour_color(int contour) { return kContourColors[contour % kContourColors.size()]; }

void add_tangle(const Tangle& tangle, LineBatch& contours, LineBatch& ways) {
  for (const TanglePiece& piece : tangle.pieces) contours.line(piece.from, piece.to, contour_color(piece.contour));
  std::vector<std::vector<Vec3>> places(tangle.contours.size());  // of arrows
  for (const TanglePair& pair : tangle.pairs) {
    std::vector<Vec3>& drawn = places[pair.contour];
    const auto is_near = [&](Vec3 place) { return glm::distance(place, pair.place) < kApart; };
    if (pair.way == Vec3(0) || std::ranges::any_of(drawn, is_near)) continue;
    drawn.push_back(pair.place);
    add_arrow(pair.place, pair.place + std::max(pair.depth, kShortest) * pair.way, contour_color(pair.contour), ways);
  }
}

void tint_regions(const Tangle& tangle, std::vector<uint32_t>& colors) {
  if (tangle.empty()) return;
  colors.resize(tangle.region_of.size());
  for (size_t v = 0; v < colors.size(); ++v) {
    const int number = tangle.region_of[v];
    if (number < 0 || !tangle.regions[number].goes_back) continue;
    colors[v] = contour_color(tangle.regions[number].contours.front());
  }
}

}  // namespace raycloth
