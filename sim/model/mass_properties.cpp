#include "sim/model/mass_properties.h"

namespace raycloth {

MassProperties mass_properties(std::span<const Vec3> positions, std::span<const Int3> triangles) {
  MassProperties sum;
  if (positions.empty()) return sum;
  const glm::dvec3 origin(positions[0]);  // near the surface, so that no digits are lost far from the world's
  glm::dmat3 covariance(0);
  glm::dvec3 moment(0);
  for (const Int3& t : triangles) {
    const glm::dvec3 a = glm::dvec3(positions[t.x]) - origin, b = glm::dvec3(positions[t.y]) - origin,
                     c = glm::dvec3(positions[t.z]) - origin, s = a + b + c;
    const double volume = glm::dot(a, glm::cross(b, c)) / 6;
    sum.volume += volume;
    moment += s * (volume / 4);
    covariance +=
        (glm::outerProduct(a, a) + glm::outerProduct(b, b) + glm::outerProduct(c, c) + glm::outerProduct(s, s)) *
        (volume / 20);
  }
  if (sum.volume <= 0) return {};
  const glm::dvec3 centre = moment / sum.volume;
  covariance -= glm::outerProduct(centre, centre) * sum.volume;
  const double trace = covariance[0][0] + covariance[1][1] + covariance[2][2];
  sum.inertia = glm::dmat3(trace) - covariance;
  sum.centre = origin + centre;
  return sum;
}

}  // namespace raycloth
