// How fine a mesh is.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "device/math.h"

namespace raycloth {

/// The median length (m) of the sides of all `triangles`, 0 without any; `place_of(vertex)` is a Vec3. Host only.
template <class PlaceOf>
float median_edge(std::span<const Int3> triangles, const PlaceOf& place_of) {
  std::vector<float> lengths;
  for (const Int3& t : triangles)
    for (int k = 0; k < 3; ++k) lengths.push_back(glm::distance(place_of(t[k]), place_of(t[(k + 1) % 3])));
  if (lengths.empty()) return 0;
  const auto middle = lengths.begin() + static_cast<std::ptrdiff_t>(lengths.size() / 2);
  std::nth_element(lengths.begin(), middle, lengths.end());
  return *middle;
}

}  // namespace raycloth
