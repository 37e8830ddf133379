#include "sim/model/parts/coarsening.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace raycloth {

constexpr float kFlat = 0.02f;       // part of its distance by which a neighbour of a flat patch leaves the plane
constexpr float kFollow = 1.2f;      // spacings within which a finer node follows a coarse one
constexpr float kNeighbours = 2.2f;  // spacings within which coarse nodes are neighbours
constexpr float kApart = 0.99f;      // part of their distance to which seeds keep it
constexpr size_t kAhead = 32;        // seeds whose waves go out at once
constexpr double kAnySpread = 1e30;  // m^2: what is curved may unfold to any

Coarsening::Coarsening(const Model& model, const std::vector<Threads>& threads, const Wings& wings,
                       const std::vector<LevelNode>& finer, std::vector<float> spacings)
    : model_(model),
      threads_(threads),
      geodesics_([&wings] { return Geodesics(wings); }),
      depth_(static_cast<int>(model.levels.size())),
      finer_(finer),
      spacings_(std::move(spacings)),
      node_of_vertex_(model.positions.size(), -1),
      seed_of_vertex_(model.positions.size(), -1),
      nearest_(model.positions.size(), std::numeric_limits<float>::infinity()),
      nearest_seed_(model.positions.size(), -1),
      first_seed_(model.objects.size(), -1),
      followers_(finer.size()) {
  for (size_t i = 0; i < finer.size(); ++i) node_of_vertex_[finer[i].vertex] = static_cast<int>(i);
  for (size_t first = 0, end = 0; first < finer.size(); first = end) {  // object by object, so nodes are as well
    while (end < finer.size() && finer[end].object == finer[first].object) ++end;
    const auto seed_where = [&](auto is_candidate, float apart) {
      std::vector<int> candidates;
      for (size_t i = first; i < end; ++i)
        if (finer[i].fabric && is_candidate(finer[i])) candidates.push_back(static_cast<int>(i));
      find_seeds(candidates, apart * spacings_[finer[first].object]);
    };
    seed_where([](const LevelNode& node) { return node.held; }, 0.5f);
    seed_where([](const LevelNode& node) { return !node.held && node.border; }, 1);
    seed_where([](const LevelNode& node) { return !node.held && !node.border; }, 1);
  }
  links_at_.resize(nodes_.size());
  for (size_t i = 0; i < links_.size(); ++i)
    for (const int end : {links_[i].a, links_[i].b}) links_at_[end].push_back(static_cast<int>(i));
  follow();
  settle_nodes();
  find_triangles();
  find_slack();
}

CoarseLevel Coarsening::level() const {
  CoarseLevel level;
  level.restriction = restriction();
  level.followed = followed_;
  level.shares = shares_;
  for (const LevelNode& node : nodes_) {
    level.inverse_masses.push_back(node.held ? 0 : static_cast<float>(1 / node.area));
    level.objects.push_back(node.object);
    level.rest.push_back(Vec4(node.centre, node.curved ? kAnySpread : node.spread));
  }
  join(level);
  return level;
}

bool Coarsening::is_free(int i, float apart) const { return !(nearest_[finer_[i].vertex] < kApart * apart); }

/// Places among the candidates, from `next` on, of some that are free and too far from each other, straight through the
/// air, to be near along the cloth.
std::vector<size_t> Coarsening::foresee(const std::vector<int>& candidates, size_t next, float apart) const {
  std::vector<size_t> ahead;
  for (size_t place = next; place < candidates.size() && ahead.size() < kAhead; ++place) {
    if (!is_free(candidates[place], apart)) continue;
    const Vec3 here = vertex_at(finer_[candidates[place]].vertex);
    const auto far_from = [&](size_t other) {
      return glm::distance(here, vertex_at(finer_[candidates[other]].vertex)) > kApart * apart;
    };
    if (std::ranges::all_of(ahead, far_from)) ahead.push_back(place);
  }
  return ahead;
}

Coarsening::Wave Coarsening::wave_from(int i) {
  return geodesics_.local().from(finer_[i].vertex, kNeighbours * spacings_[finer_[i].object]);
}

/// A candidate becomes a seed unless one before it is nearer than `apart`. Waves take the time, so those of the next
/// that will be seeds, by all that is known, go out at once.
void Coarsening::find_seeds(const std::vector<int>& candidates, float apart) {
  for (size_t next = 0; next < candidates.size();) {
    const std::vector<size_t> ahead = foresee(candidates, next, apart);
    if (ahead.empty()) return;
    std::vector<Wave> waves(ahead.size());
    tbb::parallel_for(size_t{0}, ahead.size(), [&](size_t k) { waves[k] = wave_from(candidates[ahead[k]]); });
    for (size_t k = 0; k < ahead.size(); ++next) {
      const bool foreseen = next == ahead[k];
      if (is_free(candidates[next], apart))
        add_seed(candidates[next], foreseen ? waves[k] : wave_from(candidates[next]));
      if (foreseen) ++k;
    }
  }
}

void Coarsening::add_seed(int i, const Wave& wave) {
  const int vertex = finer_[i].vertex, seed = static_cast<int>(nodes_.size());
  const float spacing = spacings_[finer_[i].object];
  const Threads there = threads_at(vertex);
  const Vec3 normal = glm::cross(there.weft, there.warp);
  bool curved = false;
  for (const auto& [reached, distance] : wave) {
    const Vec3 way = vertex_at(reached) - vertex_at(vertex);
    curved = curved || std::abs(glm::dot(way, normal)) > kFlat * distance;
    if (distance < nearest_[reached]) nearest_[reached] = distance, nearest_seed_[reached] = seed;
    const int node = node_of_vertex_[reached];
    if (node >= 0 && distance < kFollow * spacing) followers_[node].push_back({distance, seed});
    if (seed_of_vertex_[reached] >= 0) links_.push_back({seed_of_vertex_[reached], seed, distance});
  }
  seed_of_vertex_[vertex] = seed;
  int& first = first_seed_[finer_[i].object];
  if (first < 0) first = seed;
  nodes_.push_back({.vertex = vertex,
                    .object = finer_[i].object,
                    .held = finer_[i].held,
                    .border = finer_[i].border,
                    .curved = curved});
}

/// The more the nearer, of the four nearest.
void Coarsening::follow() {
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

void Coarsening::settle_nodes() {
  for (size_t i = 0; i < finer_.size(); ++i) {
    if (finer_[i].held) continue;
    for (int k = 0; k < 4; ++k) {
      const double area = shares_[i][k] * finer_[i].area;
      nodes_[followed_[i][k]].area += area;
      nodes_[followed_[i][k]].centre += area * finer_[i].centre;
      for (int l = 0; l <= depth_; ++l) nodes_[followed_[i][k]].slack[l] += area * finer_[i].slack[l];
    }
  }
  for (LevelNode& node : nodes_) {
    const LevelNode& seed = finer_[node_of_vertex_[node.vertex]];
    node.centre = node.held ? seed.centre : node.centre / node.area;
    for (int l = 0; l <= depth_; ++l) node.slack[l] = node.held ? seed.slack[l] : node.slack[l] / node.area;
  }
  for (size_t i = 0; i < finer_.size(); ++i) {
    for (int k = 0; k < 4 && !finer_[i].held; ++k) {
      LevelNode& node = nodes_[followed_[i][k]];
      const glm::dvec3 away = finer_[i].centre - node.centre;
      if (shares_[i][k] > 0)
        node.spread += shares_[i][k] * finer_[i].area / node.area * (finer_[i].spread + glm::dot(away, away));
    }
  }
}

/// A node that is held is where the finer one is that holds it.
SparseMatrix Coarsening::restriction() const {
  SparseMatrix prolongation;
  for (size_t i = 0; i < finer_.size(); ++i) {
    for (int k = 0; k < 4; ++k) {
      if (shares_[i][k] == 0) continue;
      const LevelNode& node = nodes_[followed_[i][k]];
      if (node.held != finer_[i].held) continue;
      const double share = node.held ? 1 : shares_[i][k] * finer_[i].area / node.area;
      prolongation.add(followed_[i][k], static_cast<float>(share));
    }
    prolongation.end_row();
  }
  return transposed(prolongation, static_cast<int>(nodes_.size()));
}

Vec3 Coarsening::vertex_at(int vertex) const { return Vec3(model_.positions[vertex]); }
/// Of the first triangle there that has any.
Threads Coarsening::threads_at(int vertex) const {
  for (int i = model_.vertex_triangle_offsets[vertex]; i < model_.vertex_triangle_offsets[vertex + 1]; ++i)
    if (const Threads& there = threads_[model_.vertex_triangles[i]]) return there;
  return {};
}

}  // namespace raycloth
