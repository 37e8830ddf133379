// Normals of a triangle mesh.
#pragma once

#include <vector>

#include "device/math.h"

namespace raycloth {

/// Per vertex, the sum over its triangles of their normals, each twice as long as its area. `Vector`: Vec3 or
/// glm::dvec3, to compute in.
template <class Vector>
std::vector<Vector> vertex_normals(const std::vector<Vec3>& positions, const std::vector<Int3>& triangles) {
  std::vector<Vector> normals(positions.size(), Vector(0));
  for (const Int3& t : triangles) {
    const Vector a(positions[t.x]), normal = glm::cross(Vector(positions[t.y]) - a, Vector(positions[t.z]) - a);
    for (int k = 0; k < 3; ++k) normals[t[k]] += normal;
  }
  return normals;
}

}  // namespace raycloth
