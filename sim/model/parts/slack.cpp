#include "sim/model/parts/slack.h"

#include "sim/model/parts/threads.h"

namespace raycloth {

std::vector<double> slack_of_triangles(const Model& model, const std::vector<float>& inverse_masses) {
  std::vector<double> sums(model.positions.size(), 0), areas(model.positions.size(), 0);
  for (const Int3& t : model.triangles) {
    const Sides sides = sides_of(model, t);
    const glm::dvec3 opposite[3] = {sides.q - sides.p, sides.q, sides.p};
    double slack = 0;
    for (int k = 0; k < 3; ++k) slack += inverse_masses[t[k]] * glm::dot(opposite[k], opposite[k]) / 8;
    const double area = 0.5 * sides.area2();
    for (int k = 0; k < 3; ++k) sums[t[k]] += kLeftByTriangles * slack, areas[t[k]] += area;
  }
  for (size_t v = 0; v < sums.size(); ++v)
    if (areas[v] > 0) sums[v] /= areas[v];
  return sums;
}

}  // namespace raycloth
