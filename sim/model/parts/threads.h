// Which way the warp and the weft run.
#pragma once

#include <vector>

#include "sim/model/model.h"

namespace raycloth {

/// Cosine and sine of a way against the warp; along it where it has no direction in the fabric.
Vec2 direction_of(const Vec3& way, const Threads& threads);

/// What a membrane gives along a direction, for each of its compliances: 1/warp, 1/weft, 1/shear stiffness.
Vec3 give_along(const Vec2& direction);

/// From a triangle's first vertex to its second and third.
struct Sides {
  glm::dvec3 p, q;

  double area2() const { return glm::length(glm::cross(p, q)); }
};
Sides sides_of(const Model& model, const Int3& triangle);

/// Of every triangle of cloth; none elsewhere, and none of slivers: what has no area resists nothing.
std::vector<Threads> find_threads(const Scene& scene, const Model& model);

}  // namespace raycloth
