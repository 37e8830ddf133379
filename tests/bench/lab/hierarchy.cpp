#include "lab/hierarchy.h"

#include <cmath>
#include <map>

namespace raycloth::lab {
namespace {

/// Points in square cells of the plane y = 0.
class Grid {
 public:
  explicit Grid(Real cell) : cell_(cell) {}
  void add(Vec p, int i) { cells_[key(p)].push_back(i); }
  template <class Visit>
  void visit_near(Vec p, Visit visit) const {
    const auto [x, z] = key(p);
    for (int dx = -1; dx <= 1; ++dx)
      for (int dz = -1; dz <= 1; ++dz)
        if (const auto cell = cells_.find({x + dx, z + dz}); cell != cells_.end())
          for (int i : cell->second) visit(i);
  }

 private:
  std::pair<int, int> key(Vec p) const { return {int(std::floor(p.x / cell_)), int(std::floor(p.z / cell_))}; }
  Real cell_;
  std::map<std::pair<int, int>, std::vector<int>> cells_;
};

/// Pinned vertices first, at least half a spacing apart; then any others that keep a whole one.
std::vector<int> choose_nodes(const std::vector<Vec>& rest, const std::vector<Real>& w, Real spacing) {
  Grid grid(spacing);
  std::vector<int> chosen;
  for (bool pinned : {true, false})
    for (int i = 0; i < int(rest.size()); ++i) {
      if ((w[i] == 0) != pinned) continue;
      bool free = true;
      const Real least = 0.99 * spacing * (pinned ? 0.5 : 1);
      grid.visit_near(rest[i], [&](int o) { free = free && glm::length(rest[o] - rest[i]) >= least; });
      if (!free) continue;
      grid.add(rest[i], i);
      chosen.push_back(i);
    }
  return chosen;
}

constexpr Real kPatchRadius = 1.5;  // spacings

}  // namespace

Hierarchy::Hierarchy(const Mesh& mesh, const HierarchyPlan& plan) : plan_(plan) {
  Real spacing = mesh.edges[0].length;
  for (int l = 0; l < plan.levels; ++l) {
    spacing *= l ? plan.ratio : plan.spacing;
    levels_.push_back(l ? make_level(levels_.back().rest, levels_.back().mass, levels_.back().w, spacing)
                        : make_level(mesh.x, mesh.mass, mesh.w, spacing));
  }
}

Hierarchy::Level Hierarchy::make_level(const std::vector<Vec>& rest, const std::vector<Real>& mass,
                                       const std::vector<Real>& w, Real spacing) const {
  Level level;
  level.mass_below = mass;
  level.w_below = w;
  level.chosen = choose_nodes(rest, w, spacing);
  hang_vertices(level, rest, spacing);
  const int nodes = int(level.chosen.size());
  level.mass.assign(nodes, 0);
  for (size_t i = 0; i < rest.size(); ++i)
    for (auto [node, weight] : level.parents[i]) level.mass[node] += weight * mass[i];
  for (int k = 0; k < nodes; ++k) level.w.push_back(w[level.chosen[k]] == 0 ? 0 : 1 / level.mass[k]);
  place_nodes(level, rest, level.rest);

  Grid grid(2 * spacing);
  for (int k = 0; k < nodes; ++k) grid.add(rest[level.chosen[k]], k);
  const Real compliance = plan_.dropped_compliance ? 0 : 1e-5 / plan_.share;
  for (int k = 0; k < nodes; ++k)
    grid.visit_near(rest[level.chosen[k]], [&](int o) {
      if (o > k && glm::length(rest[level.chosen[o]] - rest[level.chosen[k]]) < plan_.reach * spacing)
        level.edges.push_back({k, o, glm::length(level.rest[o] - level.rest[k]), compliance});
    });
  level.colours = sort_by_colour(level.edges, nodes);
  return level;
}

/// Weights fall linearly with the distance and sum to 1. A pinned node holds its own vertex alone; injection holds
/// every chosen vertex so.
void Hierarchy::hang_vertices(Level& level, const std::vector<Vec>& below, Real spacing) const {
  const Real radius = kPatchRadius * spacing;
  Grid grid(2 * spacing);
  std::vector<int> node_of(below.size(), -1);
  for (int k = 0; k < int(level.chosen.size()); ++k) {
    grid.add(below[level.chosen[k]], k);
    node_of[level.chosen[k]] = k;
  }
  for (int i = 0; i < int(below.size()); ++i) {
    std::array<Parent, 4> parents{};
    if (node_of[i] >= 0 && (level.w_below[i] == 0 || plan_.injection)) {
      parents[0] = {node_of[i], 1};
    } else {
      std::vector<std::pair<Real, int>> near;
      grid.visit_near(below[i], [&](int k) {
        const Real distance = glm::length(below[level.chosen[k]] - below[i]);
        if (distance < radius) near.push_back({distance, k});
      });
      std::sort(near.begin(), near.end());
      near.resize(std::min<size_t>(near.size(), 4));
      Real sum = 0;
      for (auto [distance, k] : near) sum += 1 - distance / radius;
      for (size_t p = 0; p < near.size(); ++p) parents[p] = {near[p].second, (1 - near[p].first / radius) / sum};
    }
    level.parents.push_back(parents);
  }
}

void Hierarchy::place_nodes(const Level& level, const std::vector<Vec>& below, std::vector<Vec>& nodes) const {
  nodes.assign(level.chosen.size(), Vec(0));
  if (!plan_.injection)
    for (size_t i = 0; i < below.size(); ++i)
      for (auto [node, weight] : level.parents[i])
        nodes[node] += below[i] * (weight * level.mass_below[i] * level.w[node]);
  for (size_t k = 0; k < nodes.size(); ++k)
    if (plan_.injection || level.w[k] == 0) nodes[k] = below[level.chosen[k]];
}

void Hierarchy::restrict_to(Level& level, const std::vector<Vec>& below, Work& work) const {
  place_nodes(level, below, level.x);
  level.before = level.x;
  const double terms = plan_.injection ? 1.0 * level.x.size() : 4.0 * below.size();
  work.add(terms, kBytesPosition + 8, 0);  // position, index and weight
  work.add(level.x.size(), 2 * kBytesPosition, 1);
}

void Hierarchy::solve(Level& level, Real dt, Work& work) const {
  for (int pass = 0; pass < plan_.passes; ++pass)
    for (const Edge& e : level.edges) {
      const Real w = level.w[e.a] + level.w[e.b];
      const Vec d = level.x[e.a] - level.x[e.b];
      const Real length = glm::length(d);
      if (w == 0 || (!plan_.two_sided && length <= e.length)) continue;
      const Vec push = d * ((e.length - length) / (length * (w + e.compliance / (dt * dt))));
      level.x[e.a] += push * level.w[e.a];
      level.x[e.b] -= push * level.w[e.b];
    }
  work.add(1.0 * plan_.passes * level.edges.size(), 4 * kBytesPosition + 16, plan_.passes * level.colours);
}

void Hierarchy::prolong(const Level& level, std::vector<Vec>& below, Work& work) const {
  for (size_t i = 0; i < below.size(); ++i) {
    if (level.w_below[i] == 0) continue;
    for (auto [node, weight] : level.parents[i]) below[i] += (level.x[node] - level.before[node]) * weight;
  }
  work.add(below.size(), 2 * kBytesPosition + 4 * (kBytesPosition + 8), 1);
}

void Hierarchy::correct(std::vector<Vec>& x, Real dt, Work& work) {
  for (size_t l = 0; l < levels_.size(); ++l) restrict_to(levels_[l], l ? levels_[l - 1].x : x, work);
  for (size_t l = levels_.size(); l-- > 0;) {
    solve(levels_[l], dt, work);
    prolong(levels_[l], l ? levels_[l - 1].x : x, work);
  }
}

}  // namespace raycloth::lab
