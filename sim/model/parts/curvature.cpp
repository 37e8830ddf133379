// Rows of bending (surface.cpp), and how long they are at rest.
#include "sim/model/parts/curvature.h"

#include <cmath>

#include "sim/model/parts/parts.h"

namespace raycloth {

constexpr double kFlatRow = 1e-4;  // part of sqrt(area) below which a row's length at rest is rounding
constexpr double kNothing = 1e-7;  // a weight that rounding left: cotangents of right angles

void add_row(const Model& model, const Row& row, double area, int vertex, Curvature& curvature) {
  glm::dvec3 sum(0);
  for (const auto& [other, weight] : row) {
    if (std::abs(weight) > kNothing) curvature.rows.add(other, static_cast<float>(weight));
    sum += weight * glm::dvec3(model.positions[other]);
  }
  curvature.rows.end_row();
  const double length = glm::length(sum);
  curvature.areas.push_back(static_cast<float>(area));
  curvature.rest.push_back(length > kFlatRow * std::sqrt(area) ? static_cast<float>(length) : 0);
  curvature.vertices.push_back(vertex);
}

void find_curvature(const std::vector<Threads>& threads, Model& model) {
  const Surface surface(model, threads);
  for (int v = 0; v < static_cast<int>(model.positions.size()); ++v)
    for (const auto& [kind, row] : surface.rows(v, surface.near_border(v)))
      add_row(model, row, surface.area(v), v, model.curvature);
  model.curvature.levels[0] = {0, model.curvature.rows.rows()};
  add_patches(surface, model);
}

}  // namespace raycloth
