// Coarse levels over the vertices of cloth. Constraints between neighbours carry a load over one edge in a pass;
// between patches that are ever larger they carry it over the whole cloth in as many passes as there are levels
// (hierarchies: M. Mueller, "Hierarchical Position Based Dynamics", 2008). Here a coarse node is not a vertex but the
// centre of mass of what follows it: then moving its patch is the gradient of a constraint between centres, and
// momentum is kept. Cloth that hardly stretches cannot bring two centres farther apart than they are along it at rest.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "sim/model/masses.h"
#include "sim/model/parts/colors.h"
#include "sim/model/parts/geodesic.h"
#include "sim/model/parts/parts.h"
#include "sim/model/parts/slack.h"

namespace raycloth {
namespace {

constexpr float kFlat = 0.02f;       // part of its distance by which a neighbour of a flat patch leaves the plane
constexpr float kUnknown = 0.2f;     // spacings by which centres may be farther apart along it than their seeds
constexpr float kRatio = 4;          // between the spacings of two levels
constexpr float kFollow = 1.75f;     // spacings within which a finer node follows a coarse one
constexpr float kNeighbours = 2.2f;  // spacings within which coarse nodes are neighbours
constexpr double kAnySpread = 1e30;  // m^2: what is curved may unfold to any
constexpr int kFewest = 12;          // no level over one of fewer nodes
struct Node {
  int vertex, object;
  double area;  // m^2 of the patch: its mass for an areal density of 1
  glm::dvec3 centre;
  double spread;                              // m^2, mean square distance of the patch from its centre
  std::array<double, kMostLevels + 1> slack;  // CoarseLevel's, as far as levels are found
  bool held;                                  // by a pin or by what it is tied to
  bool fabric;                                // part of cloth: no other vertex belongs to a level
  bool curved;                                // at rest, as far as neighbours are
};

struct Follower {
  float distance;
  int node;
  bool operator<(const Follower& o) const { return distance != o.distance ? distance < o.distance : node < o.node; }
};

struct Link {
  int a, b;
  float distance;  // m along the cloth, from seed to seed
};

/// One level in the making.
class Coarsening {
 public:
  Coarsening(const Model& model, const std::vector<Threads>& threads, Geodesics& geodesics,
             const std::vector<Node>& finer, std::vector<float> spacings)
      : model_(model),
        threads_(threads),
        geodesics_(geodesics),
        depth_(static_cast<int>(model.levels.size())),
        finer_(finer),
        spacings_(std::move(spacings)),
        node_of_vertex_(model.positions.size(), -1),
        seed_of_vertex_(model.positions.size(), -1),
        nearest_(model.positions.size(), std::numeric_limits<float>::infinity()),
        first_seed_(model.objects.size(), -1),
        followers_(finer.size()) {
    for (size_t i = 0; i < finer.size(); ++i) node_of_vertex_[finer[i].vertex] = static_cast<int>(i);
    for (size_t first = 0, end = 0; first < finer.size(); first = end) {  // object by object, so nodes are as well
      while (end < finer.size() && finer[end].object == finer[first].object) ++end;
      for (const bool held : {true, false})
        for (size_t i = first; i < end; ++i)
          if (finer[i].fabric && finer[i].held == held)
            try_seed(static_cast<int>(i), (held ? 0.5f : 1.0f) * spacings_[finer[i].object]);
    }
    degrees_.resize(nodes_.size());
    for (const Link& link : links_) ++degrees_[link.a], ++degrees_[link.b];
    follow();
    settle_nodes();
    find_slack();
  }

  const std::vector<Node>& nodes() const { return nodes_; }

  CoarseLevel level() const {
    CoarseLevel level;
    level.restriction = restriction();
    level.followed = followed_;
    level.shares = shares_;
    for (const Node& node : nodes_) {
      level.inverse_masses.push_back(node.held ? 0 : static_cast<float>(1 / node.area));
      level.objects.push_back(node.object);
      level.rest.push_back(Vec4(node.centre, node.curved ? kAnySpread : node.spread));
    }
    link(level);
    return level;
  }

 private:
  void try_seed(int i, float apart) {
    const int vertex = finer_[i].vertex, seed = static_cast<int>(nodes_.size());
    if (nearest_[vertex] < 0.99f * apart) return;
    const float spacing = spacings_[finer_[i].object];
    const Threads there = threads_at(vertex);
    const Vec3 normal = glm::cross(there.weft, there.warp);
    bool curved = false;
    for (const auto& [reached, distance] : geodesics_.from(vertex, kNeighbours * spacing)) {
      const Vec3 way = vertex_at(reached) - vertex_at(vertex);
      curved = curved || std::abs(glm::dot(way, normal)) > kFlat * distance;
      nearest_[reached] = std::min(nearest_[reached], distance);
      const int node = node_of_vertex_[reached];
      if (node >= 0 && distance < kFollow * spacing) followers_[node].push_back({distance, seed});
      if (seed_of_vertex_[reached] >= 0) links_.push_back({seed_of_vertex_[reached], seed, distance});
    }
    seed_of_vertex_[vertex] = seed;
    int& first = first_seed_[finer_[i].object];
    if (first < 0) first = seed;
    nodes_.push_back({vertex, finer_[i].object, 0, glm::dvec3(0), 0, {}, finer_[i].held, true, curved});
  }

  /// The more the nearer, of the four nearest.
  void follow() {
    for (size_t i = 0; i < finer_.size(); ++i) {
      std::vector<Follower>& near = followers_[i];
      std::sort(near.begin(), near.end());
      Int4 followed(std::max(first_seed_[finer_[i].object], 0));  // with no share, a node of the same object at least
      Vec4 shares(0);
      const int seed = seed_of_vertex_[finer_[i].vertex];
      if (finer_[i].held) {
        if (seed >= 0) followed.x = seed, shares.x = 1;
      } else {
        float sum = 0;
        for (size_t k = 0; k < near.size() && k < 4; ++k) {
          followed[static_cast<int>(k)] = near[k].node;
          shares[static_cast<int>(k)] = 1 - near[k].distance / (kFollow * spacings_[finer_[i].object]);
          sum += shares[static_cast<int>(k)];
        }
        shares /= sum;
      }
      followed_.push_back(followed);
      shares_.push_back(shares);
    }
  }

  void settle_nodes() {
    for (size_t i = 0; i < finer_.size(); ++i) {
      if (finer_[i].held) continue;
      for (int k = 0; k < 4; ++k) {
        const double area = shares_[i][k] * finer_[i].area;
        nodes_[followed_[i][k]].area += area;
        nodes_[followed_[i][k]].centre += area * finer_[i].centre;
        for (int l = 0; l <= depth_; ++l) nodes_[followed_[i][k]].slack[l] += area * finer_[i].slack[l];
      }
    }
    for (Node& node : nodes_) {
      const Node& seed = finer_[node_of_vertex_[node.vertex]];
      node.centre = node.held ? seed.centre : node.centre / node.area;
      for (int l = 0; l <= depth_; ++l) node.slack[l] = node.held ? seed.slack[l] : node.slack[l] / node.area;
    }
    for (size_t i = 0; i < finer_.size(); ++i) {
      for (int k = 0; k < 4 && !finer_[i].held; ++k) {
        Node& node = nodes_[followed_[i][k]];
        const glm::dvec3 away = finer_[i].centre - node.centre;
        if (shares_[i][k] > 0)
          node.spread += shares_[i][k] * finer_[i].area / node.area * (finer_[i].spread + glm::dot(away, away));
      }
    }
  }

  /// Of this level: of a link by itself, what both ends yield to a force that is its part of a tension; of a node, the
  /// mean.
  void find_slack() {
    for (const Link& link : links_) {
      const Node &a = nodes_[link.a], &b = nodes_[link.b];
      if (!(a.area + b.area > 0)) continue;
      const double yields = (a.held ? 0 : 1 / a.area) + (b.held ? 0 : 1 / b.area);
      const double slack = kLeftByLevel * yields / spring_of(link, link.distance);
      nodes_[link.a].slack[depth_ + 1] += slack / degrees_[link.a];
      nodes_[link.b].slack[depth_ + 1] += slack / degrees_[link.b];
    }
  }

  /// Springs that resist strain as the fabric does: with energy 1/2 k (strain L)^2, where strain goes with the square
  /// of the cosine, 3/8 of k L^2 over all directions are the modulus times the area. So compliance over that of the
  /// fabric.
  double spring_of(const Link& link, double length) const {
    const double area = nodes_[link.a].area / degrees_[link.a] + nodes_[link.b].area / degrees_[link.b];
    return length * length * 3 / (8 * area);
  }

  /// A node that is held is where the finer one is that holds it.
  SparseMatrix restriction() const {
    SparseMatrix prolongation;
    for (size_t i = 0; i < finer_.size(); ++i) {
      for (int k = 0; k < 4; ++k) {
        if (shares_[i][k] == 0) continue;
        const Node& node = nodes_[followed_[i][k]];
        if (node.held != finer_[i].held) continue;
        const double share = node.held ? 1 : shares_[i][k] * finer_[i].area / node.area;
        prolongation.add(followed_[i][k], static_cast<float>(share));
      }
      prolongation.end_row();
    }
    return transposed(prolongation, static_cast<int>(nodes_.size()));
  }

  Vec3 vertex_at(int vertex) const { return Vec3(model_.positions[vertex]); }
  /// Of the first triangle there that has any.
  Threads threads_at(int vertex) const {
    for (int i = model_.vertex_triangle_offsets[vertex]; i < model_.vertex_triangle_offsets[vertex + 1]; ++i)
      if (const Threads& there = threads_[model_.vertex_triangles[i]]) return there;
    return {};
  }

  /// Between flat patches it is centres that cannot come farther apart; the centre of a curved one lies beside the
  /// surface, and what it could reach is known from the seeds, but for where it lies among them.
  void link(CoarseLevel& level) const {
    for (const Link& link : links_) {
      const Node &a = nodes_[link.a], &b = nodes_[link.b];
      const double straight = glm::distance(a.centre, b.centre);
      const double curved = std::max<double>(straight, link.distance) + kUnknown * spacings_[a.object];
      const double length = a.curved || b.curved ? curved : straight;
      if ((a.held && b.held) || !(a.area + b.area > 0)) continue;
      level.edges.push_back({link.a, link.b});
      level.lengths.push_back(static_cast<float>(length));
      level.give.push_back(give_along(direction_of(link)));
      level.springs.push_back(static_cast<float>(spring_of(link, length)));
      level.slack.push_back(slack_between(a, b));
    }
    level.colors = color_in_place(static_cast<int>(nodes_.size()), level.edges, level.lengths, level.give,
                                  level.springs, level.slack);
  }

  static Slack slack_between(const Node& a, const Node& b) {
    Slack slack{};
    for (int l = 0; l <= kMostLevels; ++l)
      slack.of[l] = static_cast<float>(a.held ? b.slack[l] : b.held ? a.slack[l] : 0.5 * (a.slack[l] + b.slack[l]));
    return slack;
  }

  /// From seed to seed, as it leaves the first.
  Vec2 direction_of(const Link& link) const {
    const int vertex = nodes_[link.a].vertex;
    return raycloth::direction_of(vertex_at(nodes_[link.b].vertex) - vertex_at(vertex), threads_at(vertex));
  }

  const Model& model_;
  const std::vector<Threads>& threads_;
  Geodesics& geodesics_;
  const int depth_;  // levels below this one
  const std::vector<Node>& finer_;
  std::vector<float> spacings_;  // m, per object
  std::vector<int> node_of_vertex_, seed_of_vertex_;
  std::vector<float> nearest_;   // per vertex: m to the nearest seed
  std::vector<int> first_seed_;  // per object, -1: none
  std::vector<std::vector<Follower>> followers_;
  std::vector<Node> nodes_;
  std::vector<Link> links_;
  std::vector<int> degrees_;  // per node: its links
  std::vector<Int4> followed_;
  std::vector<Vec4> shares_;
};

/// The vertices as the finest nodes. What is tied to another object is held by it.
std::vector<Node> finest_nodes(const Model& model) {
  std::vector<bool> tied(model.positions.size(), false);
  for (const Attachment& attachment : model.attachments) tied[attachment.vertex] = true;
  const std::vector<float> inverse_masses = unit_inverse_masses(model);
  const std::vector<double> slack = slack_of_triangles(model, inverse_masses);
  std::vector<Node> nodes;
  for (int v = 0; v < static_cast<int>(model.positions.size()); ++v) {
    const Vec4 position = model.positions[v];
    const bool meshed = model.vertex_triangle_offsets[v] < model.vertex_triangle_offsets[v + 1];
    const bool fabric = meshed && inverse_masses[v] > 0, held = !fabric || position.w == 0 || tied[v];
    const double area = fabric ? 1 / double(inverse_masses[v]) : 0;
    nodes.push_back({v, model.vertex_object[v], area, glm::dvec3(position), 0, {slack[v]}, held, fabric, false});
  }
  return nodes;
}

/// m between vertices, on average, of every object.
std::vector<float> edge_lengths(const Model& model) {
  std::vector<double> areas(model.objects.size(), 0.0);
  for (size_t i = 0; i < model.triangles.size(); ++i) {
    const Int3 t = model.triangles[i];
    const Vec3 a(model.positions[t.x]), b(model.positions[t.y]), c(model.positions[t.z]);
    areas[model.triangle_object[i]] += 0.5 * glm::length(glm::cross(b - a, c - a));
  }
  std::vector<float> lengths;
  for (size_t i = 0; i < areas.size(); ++i) {
    lengths.push_back(static_cast<float>(std::sqrt(areas[i] / std::max(model.objects[i].vertices.size(), 1))));
  }
  return lengths;
}

}  // namespace

void find_levels(const std::vector<Threads>& threads, Model& model) {
  std::vector<Node> nodes = finest_nodes(model);
  std::vector<float> spacings = edge_lengths(model);
  Geodesics geodesics(model);
  while (model.levels.size() < kMostLevels && nodes.size() >= kFewest) {
    for (float& spacing : spacings) spacing *= kRatio;
    const Coarsening coarsening(model, threads, geodesics, nodes, spacings);
    CoarseLevel level = coarsening.level();
    if (level.edges.empty()) return;
    model.levels.push_back(std::move(level));
    nodes = coarsening.nodes();
  }
}

}  // namespace raycloth
