// A coarse level in the making: which of the finer nodes are seeds of coarser ones, who follows whom, and what lies
// between them (levels.cpp says what levels are).
#pragma once

#include <tbb/enumerable_thread_specific.h>

#include <array>
#include <vector>

#include "sim/model/parts/geodesic.h"
#include "sim/model/parts/threads.h"

namespace raycloth {

/// Of a level, or, as the finest, a vertex.
struct LevelNode {
  int vertex, object;
  double area;  // m^2 of the patch: its mass for an areal density of 1
  glm::dvec3 centre;
  double spread;                              // m^2, mean square distance of the patch from its centre
  std::array<double, kMostLevels + 1> slack;  // CoarseLevel's, as far as levels are found
  bool held;                                  // by a pin or by what it is tied to
  bool fabric;                                // part of cloth: no other vertex belongs to a level
  bool curved;                                // at rest, as far as neighbours are
};

/// One level in the making.
class Coarsening {
 public:
  /// `spacings`: m between seeds, of every object.
  Coarsening(const Model& model, const std::vector<Threads>& threads, const Wings& wings,
             const std::vector<LevelNode>& finer, std::vector<float> spacings);

  const std::vector<LevelNode>& nodes() const { return nodes_; }
  CoarseLevel level() const;

 private:
  struct Follower {
    float distance;
    int node;
    bool operator<(const Follower& o) const { return distance != o.distance ? distance < o.distance : node < o.node; }
  };

  struct Link {
    int a, b;
    float distance;  // m along the cloth, from seed to seed
  };

  using Wave = std::vector<Geodesics::Arrival>;
  bool is_free(int i, float apart) const;
  std::vector<size_t> foresee(const std::vector<int>& candidates, size_t next, float apart) const;
  void find_seeds(const std::vector<int>& candidates, float apart);
  Wave wave_from(int i);
  void add_seed(int i, const Wave& wave);
  void follow();
  void settle_nodes();
  void find_slack();
  double spring_of(const Link& link, double length) const;
  SparseMatrix restriction() const;
  void link(CoarseLevel& level) const;
  Vec2 direction_of(const Link& link) const;
  Vec3 vertex_at(int vertex) const;
  Threads threads_at(int vertex) const;

  const Model& model_;
  const std::vector<Threads>& threads_;
  tbb::enumerable_thread_specific<Geodesics> geodesics_;
  const int depth_;  // levels below this one
  const std::vector<LevelNode>& finer_;
  std::vector<float> spacings_;  // m, per object
  std::vector<int> node_of_vertex_, seed_of_vertex_;
  std::vector<float> nearest_;   // per vertex: m to the nearest seed
  std::vector<int> first_seed_;  // per object, -1: none
  std::vector<std::vector<Follower>> followers_;
  std::vector<LevelNode> nodes_;
  std::vector<Link> links_;
  std::vector<int> degrees_;  // per node: its links
  std::vector<Int4> followed_;
  std::vector<Vec4> shares_;
};

}  // namespace raycloth
