// The energy E = B/2 sum over vertices of |L x|^2 / A: L is the cotangent Laplacian, integrated over the vertex's area
// A (Wardetzky et al. 2007, "Discrete quadratic curvature energies"). Natural boundaries: there L x is A times the
// second difference along the boundary, and nothing at a corner.
#pragma once

#include "lab/mesh.h"

namespace raycloth::lab {

class BendEnergy {
 public:
  BendEnergy(const Mesh& mesh, Real stiffness);
  /// y = scale W K x: two gathers over the rows of L and of its transpose.
  void apply(const std::vector<Vec>& x, Real scale, std::vector<Vec>& y, Work& work);
  /// Largest eigenvalue of W K, by power iteration, with 2 % on top.
  Real largest_eigenvalue();

 private:
  struct Rows {
    std::vector<int> begin;
    std::vector<std::pair<int, Real>> terms;
  };
  using Lists = std::vector<std::vector<std::pair<int, Real>>>;
  static Rows pack(const Lists& lists);
  static Lists transpose(const Lists& lists);
  static void replace_boundary(const Mesh& mesh, const std::vector<Real>& areas, Lists& lists);
  static void gather(const Rows& rows, const std::vector<Vec>& x, const std::vector<Real>& scale, std::vector<Vec>& y);

  Rows rows_, columns_;
  std::vector<Real> over_area_;  // B / A
  std::vector<Real> w_;
  std::vector<Vec> curvatures_;
};

inline Real cotangent(Vec u, Vec v) { return glm::dot(u, v) / glm::length(glm::cross(u, v)); }

}  // namespace raycloth::lab
