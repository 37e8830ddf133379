// Coarse levels for stretch: nodes spread over the level below, each vertex below hangs on up to four of them, and
// one-sided distance constraints between near nodes. A node is either the centroid of its patch, weighted by mass and
// share (ours), or one vertex of the level below (injection: Mueller 2008, "Hierarchical Position Based Dynamics").
#pragma once

#include "lab/mesh.h"

namespace raycloth::lab {

struct HierarchyPlan {
  int levels = 0;
  double spacing = 4, ratio = 4;  // of the first level to the edges, of each level to the one below
  double reach = 1.8;             // nodes nearer than this many spacings are held together
  double share = 0.1;             // stiffness of a coarse edge over that of a fine one
  int passes = 2;                 // over each level
  int every = 2;                  // substeps
  bool injection = false, two_sided = false, dropped_compliance = false;
};

class Hierarchy {
 public:
  Hierarchy(const Mesh& mesh, const HierarchyPlan& plan);
  /// Restricts, solves from the coarsest level to the finest, adds each level's corrections to the one below.
  void correct(std::vector<Vec>& x, Real dt, Work& work);

 private:
  struct Parent {
    int node;
    Real weight;
  };
  struct Level {
    std::vector<std::array<Parent, 4>> parents;  // of each vertex below; weight 0 where there are fewer
    std::vector<int> chosen;                     // the vertex below that each node was made at
    std::vector<Vec> rest, x, before;
    std::vector<Real> mass, w, mass_below, w_below;
    std::vector<Edge> edges;
    int colours = 0;
  };
  Level make_level(const std::vector<Vec>& rest, const std::vector<Real>& mass, const std::vector<Real>& w,
                   Real spacing) const;
  void hang_vertices(Level& level, const std::vector<Vec>& below, Real spacing) const;
  void place_nodes(const Level& level, const std::vector<Vec>& below, std::vector<Vec>& nodes) const;
  void restrict_to(Level& level, const std::vector<Vec>& below, Work& work) const;
  void solve(Level& level, Real dt, Work& work) const;
  void prolong(const Level& level, std::vector<Vec>& below, Work& work) const;

  HierarchyPlan plan_;
  std::vector<Level> levels_;
};

}  // namespace raycloth::lab
