// The coarse levels of sim/model/levels.cpp: centres of mass from the finest to the coarsest, one-sided distances from
// the coarsest to the finest, each level handing its displacements down before the next one looks.
#include "device/parallel.h"
#include "sim/solver/pair.h"
#include "sim/solver/step.h"
#include "sim/solver/world.h"

namespace raycloth::RAYCLOTH_DEVICE {

void prepare_levels(Queue& queue, World& world, float h) {
  const Material* materials = world.state.materials.data();
  for (LevelArrays& level : world.state.levels) {
    const int* objects = level.objects.data();
    const float* per_density = level.inverse_masses.data();
    Vec4* centres = level.centres.data();
    parallel_for(queue, "prepare_centres", level.restriction.rows(), bytes<int, float, float, Vec4>,
                 [=] RAYCLOTH_KERNEL(int i) {
                   centres[i] = Vec4(0, 0, 0, per_density[i] / materials[objects[i]].areal_density);
                 });
    const Int2* edges = level.edges.data();
    const Vec3* give = level.give.data();
    float* softness = level.softness.data();
    parallel_for(queue, "prepare_coarse_edges", static_cast<int>(level.edges.size()),
                 bytes<Int2, int, Vec3, float> + 3 * bytes<float>, [=] RAYCLOTH_KERNEL(int i) {
                   const Material& m = materials[objects[edges[i].x]];
                   softness[i] = compliance_of(give[i], m) / (h * h);
                 });
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

void solve_level(Queue& queue, LevelArrays& level, const std::vector<Range>& colors) {
  for (int pass = 0; pass < kPasses; ++pass) {
    for (const Range& color : colors) {
      parallel_for_lanes(queue, "shorten_coarse_edges", color.size(), bytes<Int2, float, float> + 4 * bytes<Vec4>,
                         ShortenCoarseEdges{level.centres.data(), level.edges.data() + color.begin,
                                            level.lengths.data() + color.begin, level.softness.data() + color.begin});
    }
  }
  parallel_for_lanes(queue, "find_moves", level.restriction.rows(), 3 * bytes<Vec4>,
                     FindMoves{level.centres.data(), level.moved.data()});
}

}  // namespace

void carry_load(Queue& queue, World& world) {
  std::vector<LevelArrays>& levels = world.state.levels;
  const auto finer = [&](size_t l) { return l == 0 ? world.state.positions.data() : levels[l - 1].centres.data(); };
  for (size_t l = 0; l < levels.size(); ++l) {
    LevelArrays& level = levels[l];
    parallel_for_lanes(queue, "find_centres", level.restriction.rows(),
                       level.restriction.bytes_of_row() + 3 * bytes<Vec4>,
                       FindCentres{level.restriction.view(), finer(l), level.centres.data(), level.moved.data()});
  }
  for (size_t l = levels.size(); l-- > 0;) {
    LevelArrays& level = levels[l];
    solve_level(queue, level, world.model.levels[l].colors);
    parallel_for_lanes(queue, "follow", static_cast<int>(level.followed.size()), bytes<Int4> + 7 * bytes<Vec4>,
                       Follow{finer(l), level.moved.data(), level.followed.data(), level.shares.data()});
  }
}

}  // namespace raycloth::RAYCLOTH_DEVICE
