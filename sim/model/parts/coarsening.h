// A coarse level in the making: which of the finer nodes are seeds of coarser ones, who follows whom, and what lies
// between them (levels.cpp says what levels are).
#pragma once

#include <tbb/enumerable_thread_specific.h>

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "sim/model/parts/geodesic.h"
#include "sim/model/parts/threads.h"

namespace raycloth {

/// Of a level, or, as the finest, a vertex.
struct LevelNode {
  int vertex = -1, object = -1;
  double area = 0;  // m^2 of the patch: its mass for an areal density of 1
  glm::dvec3 centre{0};
  double spread = 0;                                // m^2, mean square distance of the patch from its centre
  std::array<glm::dvec2, kMostLevels + 1> slack{};  // CoarseLevel's, as far as levels are found
  bool held = false;                                // by a pin or by what it is tied to
  bool border = false;                              // the vertex is at a border of its cloth
  bool fabric = true;                               // part of cloth: no other vertex belongs to a level
  bool curved = false;                              // at rest, as far as neighbours are
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
  SparseMatrix restriction() const;

  // coarse_constraints.cpp
  struct Triangle {
    Int3 nodes;
    Vec4 shape;       // CoarseTriangles'
    double longest;   // m, side
    double area = 0;  // m^2 of the fabric that it stands for
  };
  void find_triangles();
  std::optional<Triangle> triangle_of(const Int3& nodes) const;
  double distance_along(int a, int b) const;
  void find_slack();
  glm::dvec2 slack_of(const Triangle& triangle) const;
  double spring_of(const Link& link, double length) const;
  void join(CoarseLevel& level) const;
  void join_triangles(CoarseLevel& level) const;
  Slack mean_slack(std::span<const int> nodes) const;
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
  std::vector<float> nearest_;     // per vertex: m to the nearest seed
  std::vector<int> nearest_seed_;  // and that, -1: none
  std::vector<int> first_seed_;    // per object, -1: none
  std::vector<std::vector<Follower>> followers_;
  std::vector<LevelNode> nodes_;
  std::vector<Link> links_;
  std::vector<std::vector<int>> links_at_;  // per node
  std::vector<Triangle> triangles_;
  std::vector<int> triangles_at_;  // per node: how many
  std::vector<Int4> followed_;
  std::vector<Vec4> shares_;
};

}  // namespace raycloth
