// Which way the warp and the weft run.
#pragma once

#include <vector>

#include "sim/model/model.h"

namespace raycloth {

struct Threads {
  Vec3 warp, weft;  // unit vectors in the triangle's plane, across each other
};

/// Of every triangle of cloth; zero vectors elsewhere and where a triangle has no area.
std::vector<Threads> find_threads(const Scene& scene, const Model& model);

}  // namespace raycloth
