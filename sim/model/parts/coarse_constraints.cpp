// What lies between the nodes of a coarse level: triangles of neighbours, which resist being stretched as the fabric
// does along any direction, and edges, where something is held or no triangle is.
#include <algorithm>
#include <array>
#include <cmath>

#include "sim/model/parts/coarsening.h"
#include "sim/model/parts/colors.h"
#include "sim/model/parts/slack.h"

namespace raycloth {

constexpr float kUnknown = 0.2f;    // spacings by which centres may be farther apart along the cloth than their seeds
constexpr double kThinnest = 0.15;  // twice a triangle's area, at least, over the square of its longest side

/// Nodes are neighbours whose vertices are, as far as each vertex is its nearest seed's (the dual of Voronoi's cells).
void Coarsening::find_triangles() {
  triangles_at_.resize(nodes_.size());
  std::vector<std::array<int, 3>> found;
  for (const Int3& t : model_.triangles) {
    std::array<int, 3> nodes{nearest_seed_[t.x], nearest_seed_[t.y], nearest_seed_[t.z]};
    std::ranges::sort(nodes);
    if (nodes[0] >= 0 && nodes[0] < nodes[1] && nodes[1] < nodes[2]) found.push_back(nodes);
  }
  std::ranges::sort(found);
  found.erase(std::unique(found.begin(), found.end()), found.end());
  for (const auto& [a, b, c] : found) {
    if (nodes_[a].held && nodes_[b].held && nodes_[c].held) continue;
    const std::optional<Triangle> triangle = triangle_of({a, b, c});
    if (!triangle) continue;
    triangles_.push_back(*triangle);
    for (int k = 0; k < 3; ++k) ++triangles_at_[triangle->nodes[k]];
  }
  for (Triangle& triangle : triangles_)  // the nodes' areas are shared out among theirs
    for (int k = 0; k < 3; ++k) triangle.area += nodes_[triangle.nodes[k]].area / triangles_at_[triangle.nodes[k]];
}

/// With the first side as it leaves the first node, laid flat; none where that is thin.
std::optional<Coarsening::Triangle> Coarsening::triangle_of(const Int3& nodes) const {
  const Threads threads = threads_at(nodes_[nodes.x].vertex);
  const glm::dvec3 warp(threads.warp), weft(threads.weft), origin = nodes_[nodes.x].centre;
  const glm::dvec3 p = nodes_[nodes.y].centre - origin, q = nodes_[nodes.z].centre - origin;
  const bool mirrored = glm::dot(p, warp) * glm::dot(q, weft) < glm::dot(p, weft) * glm::dot(q, warp);
  const Vec2 along = raycloth::direction_of(Vec3(p), threads);
  const double c = distance_along(nodes.x, nodes.y), b = distance_along(nodes.x, nodes.z),
               a = distance_along(nodes.y, nodes.z), longest = std::max({a, b, c});
  const double cosine = (b * b + c * c - a * a) / (2 * b * c), squared = 1 - cosine * cosine;
  const double sine = (mirrored ? -1 : 1) * std::sqrt(std::max(squared, 0.0));
  if (!(b * c * std::abs(sine) > kThinnest * longest * longest)) return std::nullopt;
  const double px = c * along.x, py = c * along.y;
  const double qx = b * (along.x * cosine - along.y * sine), qy = b * (along.x * sine + along.y * cosine);
  return Triangle{
      .nodes = nodes, .shape = Vec4(qy, -qx, -py, px) / static_cast<float>(px * qy - qx * py), .longest = longest};
}

/// Between flat patches it is centres that cannot come farther apart; the centre of a curved one lies beside the
/// surface, and what it could reach is known from the seeds, but for where it lies among them.
double Coarsening::distance_along(int a, int b) const {
  const LevelNode &one = nodes_[a], &other = nodes_[b];
  const double straight = glm::distance(one.centre, other.centre);
  if (!one.curved && !other.curved) return straight;
  double along = straight;
  for (const int i : links_at_[a])
    if (links_[i].a == b || links_[i].b == b) along = std::max<double>(along, links_[i].distance);
  return along + kUnknown * spacings_[one.object];
}

/// Of this level, of a node: the mean of its triangles; where it has none, of its links, of each what both ends yield
/// to a force that is its part of a tension.
void Coarsening::find_slack() {
  const int level = depth_ + 1;
  std::vector<double> areas(nodes_.size(), 0);
  for (const Triangle& triangle : triangles_) {
    const glm::dvec2 slack = slack_of(triangle);
    for (int k = 0; k < 3; ++k) {
      nodes_[triangle.nodes[k]].slack[level] += triangle.area * slack;
      areas[triangle.nodes[k]] += triangle.area;
    }
  }
  for (size_t i = 0; i < nodes_.size(); ++i)
    if (areas[i] > 0) nodes_[i].slack[level] /= areas[i];
  for (const Link& link : links_) {
    const LevelNode &a = nodes_[link.a], &b = nodes_[link.b];
    if (!(a.area + b.area > 0)) continue;
    const double yields = (a.held ? 0 : 1 / a.area) + (b.held ? 0 : 1 / b.area);
    for (const int end : {link.a, link.b})
      if (triangles_at_[end] == 0)
        nodes_[end].slack[level] +=
            kLeftByLevel * yields / (spring_of(link, link.distance) * static_cast<double>(links_at_[end].size()));
  }
}

/// The squares of the nodes' gradients of u and of v times their inverse masses.
glm::dvec2 Coarsening::slack_of(const Triangle& triangle) const {
  const glm::dvec4 s(triangle.shape);
  const glm::dvec2 gradients[3] = {{s.x + s.z, s.y + s.w}, {s.x, s.y}, {s.z, s.w}};
  glm::dvec2 yields(0);
  for (int k = 0; k < 3; ++k) {
    const LevelNode& node = nodes_[triangle.nodes[k]];
    if (!node.held) yields += gradients[k] * gradients[k] / node.area;
  }
  return kLeftByLevel * triangle.area * yields;
}

/// Springs that resist strain along them as the fabric does: with energy 1/2 k (strain L)^2, where strain goes with the
/// square of the cosine, k L^2 of all around add up to the modulus times the area. So compliance over that of the
/// fabric.
double Coarsening::spring_of(const Link& link, double length) const {
  const auto way = [&](const Link& of) {
    return glm::normalize(glm::dvec3(vertex_at(nodes_[of.b].vertex) - vertex_at(nodes_[of.a].vertex)));
  };
  double area = 0, fourth_powers = 0, links = 0;
  for (const int end : {link.a, link.b}) {
    for (const int i : links_at_[end]) fourth_powers += std::pow(glm::dot(way(links_[i]), way(link)), 4);
    links += static_cast<double>(links_at_[end].size());
    area += nodes_[end].area / static_cast<double>(links_at_[end].size());
  }
  return length * length * fourth_powers / links / area;
}

void Coarsening::join(CoarseLevel& level) const {
  join_triangles(level);
  for (const Link& link : links_) {
    const LevelNode &a = nodes_[link.a], &b = nodes_[link.b];
    if ((a.held && b.held) || !(a.area + b.area > 0)) continue;
    const bool covered = triangles_at_[link.a] > 0 && triangles_at_[link.b] > 0;
    if (covered && !a.held && !b.held) continue;
    const double length = distance_along(link.a, link.b);
    const Vec2 direction = direction_of(link);
    level.edges.push_back({link.a, link.b});
    level.lengths.push_back(static_cast<float>(length));
    level.give.push_back(give_along(direction));
    level.springs.push_back(static_cast<float>(spring_of(link, length)));
    level.slack.push_back(mean_slack(std::array{link.a, link.b}));
    for (Vec2& slack : level.slack.back().of)
      slack = Vec2(direction.x * direction.x * slack.x + direction.y * direction.y * slack.y);
  }
  level.colors = color_in_place(static_cast<int>(nodes_.size()), level.edges, level.lengths, level.give, level.springs,
                                level.slack);
}

void Coarsening::join_triangles(CoarseLevel& level) const {
  CoarseTriangles& triangles = level.triangles;
  for (const Triangle& triangle : triangles_) {
    triangles.nodes.push_back(triangle.nodes);
    triangles.shapes.push_back(triangle.shape);
    triangles.areas.push_back(static_cast<float>(triangle.area));
    triangles.sizes.push_back(static_cast<float>(triangle.longest));
    triangles.slack.push_back(mean_slack(std::array{triangle.nodes.x, triangle.nodes.y, triangle.nodes.z}));
  }
  triangles.colors = color_in_place(static_cast<int>(nodes_.size()), triangles.nodes, triangles.shapes, triangles.areas,
                                    triangles.sizes, triangles.slack);
}

/// Of those that are not held.
Slack Coarsening::mean_slack(std::span<const int> nodes) const {
  Slack slack{};
  for (int l = 0; l <= kMostLevels; ++l) {
    glm::dvec2 sum(0);
    double count = 0;
    for (const int i : nodes)
      if (!nodes_[i].held) sum += nodes_[i].slack[l], ++count;
    slack.of[l] = Vec2(sum / count);
  }
  return slack;
}

/// From seed to seed, as it leaves the first.
Vec2 Coarsening::direction_of(const Link& link) const {
  const int vertex = nodes_[link.a].vertex;
  return raycloth::direction_of(vertex_at(nodes_[link.b].vertex) - vertex_at(vertex), threads_at(vertex));
}

}  // namespace raycloth
