#include "sim/tangle.h"

#include <algorithm>
#include <set>

namespace raycloth {
namespace {

/// How a vertex goes along the way of a pair: 1, -1 against it, or 0 where it is none of the pair's.
float part_in(const TanglePair& pair, int vertex) {
  if (pair.edge.x == vertex || pair.edge.y == vertex) return pair.moving;
  const Int3 t = pair.triangle;
  return t.x == vertex || t.y == vertex || t.z == vertex ? -pair.moving : 0;
}

}  // namespace

VertexTangle at_vertex(const Tangle& tangle, int vertex) {
  VertexTangle found;
  if (tangle.empty()) return found;
  std::set<int> passing;
  for (const TanglePair& pair : tangle.pairs) {
    const float part = part_in(pair, vertex);
    if (part == 0) continue;
    passing.insert(pair.contour);
    found.way += part * pair.way;
    found.depth = std::max(found.depth, pair.depth);
  }
  found.all_contours = static_cast<int>(tangle.contours.size());
  for (const int number : passing) found.contours.push_back({number, tangle.contours[number]});
  if (const int region = tangle.region_of[vertex]; region >= 0) found.region = {region, tangle.regions[region]};
  const float length = glm::length(found.way);
  if (length > 0) found.way /= length;
  return found;
}

}  // namespace raycloth
