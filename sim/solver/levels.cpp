// The coarse levels of sim/model/levels.cpp: centres of mass from the finest to the coarsest, one-sided distances from
// the coarsest to the finest, each level handing its displacements down before the next one looks.
#include <algorithm>

#include "device/loops.h"
#include "sim/solver/pair.h"
#include "sim/solver/step.h"
#include "sim/solver/world.h"

namespace raycloth::RAYCLOTH_DEVICE {

void prepare_levels(Queue& queue, World& world, float h) {
  const Material* materials = world.state.materials.data();
  for (LevelArrays& level : world.state.levels) {
    const Int2* edges = level.edges.data();
    const int* objects = level.objects.data();
    const Vec3* give = level.give.data();
    float* softness = level.softness.data();
    parallel_for(queue, "prepare_coarse_edges", static_cast<int>(level.edges.size()),
                 bytes<Int2, int, Vec3, float> + 3 * bytes<float>, [=] RAYCLOTH_KERNEL(int i) {
                   const Material& m = materials[objects[edges[i].x]];
                   softness[i] = compliance_of(give[i], m) / (h * h);
                 });
  }
}

/// Whether anything that a node is the centre of sleeps; the `finer` have inverse masses that are 0 then.
struct HoldsSleeper {
  RowsView restriction;
  const Vec4 *finer, *vertices_at_rest;
  const float* nodes_at_rest;  // of the finer level, or null, if those are vertices

  RAYCLOTH_HD bool operator()(int node) const {
    return restriction.any_of(node, [this](int i) {
      return finer[i].w == 0 && (nodes_at_rest ? nodes_at_rest[i] : vertices_at_rest[i].w) != 0;
    });
  }
};

/// As for pins: what holds something that stays where it is, stays.
void weigh_centres(Queue& queue, World& world) {
  const Material* materials = world.state.materials.data();
  const Vec4 *finer = world.state.positions.data(), *vertices_at_rest = world.state.rest.data();
  const float* nodes_at_rest = nullptr;
  for (LevelArrays& level : world.state.levels) {
    const int* objects = level.objects.data();
    const float* per_density = level.inverse_masses.data();
    const HoldsSleeper holds_sleeper{level.restriction.view(), finer, vertices_at_rest, nodes_at_rest};
    Vec4* centres = level.centres.data();
    parallel_for(queue, "weigh_centres", level.restriction.rows(),
                 level.restriction.bytes_of_row() + bytes<int, float, float, Vec4>, [=] RAYCLOTH_KERNEL(int i) {
                   centres[i].w = holds_sleeper(i) ? 0 : per_density[i] / materials[objects[i]].areal_density;
                 });
    finer = centres;
    nodes_at_rest = per_density;
  }
}

namespace {

struct FindCentres {
  RowsView restriction;
  const Vec4* finer;
  Vec4 *centres, *moved;

  template <class Real>
  RAYCLOTH_HD void operator()(Lanes<Real> at) const {
    const Vector4<Real> centre = with_w(restriction.times(finer, at), load(centres, at).w);
    store(centres, at, centre);
    store(moved, at, centre);
  }
};

/// Part of a distance that may be the rounding of positions: cloth that lies flat lies still.
constexpr float kRounding = 2e-6f;

/// C = |a - b| - length <= 0
struct ShortenCoarseEdges {
  Vec4* x;
  const Int2* edges;
  const float *lengths, *softness;

  template <class Real>
  RAYCLOTH_HD void operator()(Lanes<Real> at) const {
    const auto pair = pair_of(x, edges, at);
    const Real excess = pair.length - load(lengths, at);
    const auto acts = excess > load(lengths, at) * Real(kRounding);
    if (any(acts)) pair.shorten(x, excess, load(softness, at), acts);
  }
};

/// `moved` holds where centres were and becomes how far they went.
struct FindMoves {
  const Vec4* centres;
  Vec4* moved;

  template <class Real>
  RAYCLOTH_HD void operator()(Lanes<Real> at) const {
    store(moved, at, with_w(xyz(load(centres, at)) - xyz(load(moved, at)), Real(0)));
  }
};

constexpr long long kFollowBytes = bytes<Int4> + 7 * bytes<Vec4>;

struct Follow {
  Vec4* finer;
  const Vec4* moved;
  const Int4* followed;
  const Vec4* shares;

  template <class Real>
  RAYCLOTH_HD void operator()(Lanes<Real> at) const {
    const Vector4<Real> here = load(finer, at), share = load(shares, at);
    const Vector3<Real> by = xyz(gather(moved, indices(followed, 0, at))) * share.x +
                             xyz(gather(moved, indices(followed, 1, at))) * share.y +
                             xyz(gather(moved, indices(followed, 2, at))) * share.z +
                             xyz(gather(moved, indices(followed, 3, at))) * share.w;
    store(finer, at, with_w(select(here.w != Real(0), xyz(here) + by, xyz(here)), here.w));
  }
};

constexpr int kPasses = 2;

struct LevelView {
  RangesView nodes, colors;
  FindCentres find_centres;
  ShortenCoarseEdges shorten;
  FindMoves find_moves;
  Follow follow;
  long long bytes_of_row;
};

/// All levels; the vertices are left to follow the finest.
struct SolveLevels {
  LevelView levels[kMostLevels];
  int count;

  RAYCLOTH_CALLS_HOST
  template <class Loops>
  RAYCLOTH_HD void operator()(const Loops& loops) const {
    for (int l = 0; l < count; ++l)
      loops.over(levels[l].nodes, 0, "find_centres", levels[l].bytes_of_row + 3 * bytes<Vec4>, levels[l].find_centres);
    for (int l = count; l-- > 0;) {
      const LevelView& level = levels[l];
      for (int pass = 0; pass < kPasses; ++pass)
        for (int c = 0; c < level.colors.count; ++c)
          loops.over(level.colors, c, "shorten_coarse_edges", bytes<Int2, float, float> + 4 * bytes<Vec4>,
                     level.shorten);
      loops.over(level.nodes, 0, "find_moves", 3 * bytes<Vec4>, level.find_moves);
      if (l > 0) loops.over(levels[l - 1].nodes, 0, "follow", kFollowBytes, level.follow);
    }
  }
};

}  // namespace

void carry_load(Queue& queue, World& world) {
  std::vector<LevelArrays>& levels = world.state.levels;
  if (levels.empty()) return;
  SolveLevels solve{{}, 0};
  Vec4* finer = world.state.positions.data();
  int longest = 0;
  for (LevelArrays& level : levels) {
    Vec4 *centres = level.centres.data(), *moved = level.moved.data();
    solve.levels[solve.count++] = {level.nodes.view(),
                                   level.colors.view(),
                                   {level.restriction.view(), finer, centres, moved},
                                   {centres, level.edges.data(), level.lengths.data(), level.softness.data()},
                                   {centres, moved},
                                   {finer, moved, level.followed.data(), level.shares.data()},
                                   level.restriction.bytes_of_row()};
    longest = std::max({longest, level.nodes.longest(), level.colors.longest()});
    finer = centres;
  }
  run_loops(queue, "solve_levels", levels[0].nodes.parts(), longest, solve);
  parallel_for_lanes(queue, "follow", world.state.vertices_count, kFollowBytes, solve.levels[0].follow);
}

}  // namespace raycloth::RAYCLOTH_DEVICE
