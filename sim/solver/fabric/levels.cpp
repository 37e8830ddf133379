// The coarse levels of sim/model/parts/levels.cpp: centres of mass from the finest to the coarsest, what holds them
// together from the coarsest to the finest (coarse_constraints.h), each level handing its displacements down before the
// next one looks; and what follows a node is tied to its anchor (anchors.cpp).
#include <algorithm>

#include "device/loops.h"
#include "sim/solver/fabric/coarse_constraints.h"
#include "sim/solver/step.h"
#include "sim/solver/world.h"

namespace raycloth::RAYCLOTH_DEVICE {

/// How stiff a level has to be. Triangles and levels strain alike, so they add up to one fabric; but the triangles, and
/// each level, hold no more than their passes can. What is missing of the fabric's stiffness is the next level's part,
/// from the finest on. (With a fixed part for each, a strip under ten times its weight gave seven times too much where
/// edges are short, and too little where the triangles did well alone.)
struct StiffnessLeft {
  float of_fabric;  // N/m, along an edge
  float unit;       // h^2 / areal density, of Slack
  float left = of_fabric;

  RAYCLOTH_HD void take(float compliance, float slack) { left -= 1 / (compliance + slack * unit); }

  /// m/N, of constraints that hold all that is left, or as much as their passes can hold; those keep 3/4 of their
  /// slack once more in hand, for fine passes cannot follow rigid levels: then folds stayed caught in each other.
  RAYCLOTH_HD float compliance(float slack) const {
    const float wanted = 1 / larger(left, kLeast * of_fabric) - slack * unit;
    return larger(wanted, kLeast / of_fabric + kInHand * slack * unit);
  }

  static constexpr float kLeast = 0.01f, kInHand = 0.75f;
};

/// m/N, of the constraints of the level so far from the finest; `fabric`: how much that gives, in m/N; `on`: how much
/// counts of the slacks along the warp and the weft.
RAYCLOTH_HD static float compliance_at(int depth, float fabric, const Slack& slack, const Vec2& on, float unit) {
  const auto of = [&](int l) { return slack.of[l].x * on.x + slack.of[l].y * on.y; };
  StiffnessLeft stiffness{1 / fabric, unit};
  stiffness.take(fabric, of(0));
  for (int l = 1; l <= depth; ++l) stiffness.take(stiffness.compliance(of(l)), of(l));
  return stiffness.compliance(of(depth + 1));
}

static void prepare_triangles(Queue& queue, World& world, LevelArrays& level, int depth, float h) {
  const Material* materials = world.state.materials.data();
  const int *first = level.triangles.first.data(), *objects = level.objects.data();
  const float *areas = level.triangles.areas.data(), *sizes = level.triangles.sizes.data();
  const Slack* slacks = level.triangles.slack.data();
  Vec4* softness = level.triangles.softness.data();
  parallel_for(queue, "prepare_coarse_triangles", static_cast<int>(level.triangles.areas.size()),
               2 * bytes<int, float> + bytes<Slack, Vec4> + 4 * bytes<float>, [=] RAYCLOTH_KERNEL(int i) {
                 const Material& m = materials[objects[first[i]]];
                 const float unit = h * h / m.areal_density, per = 1 / (areas[i] * h * h);
                 const Slack& slack = slacks[i];
                 const float warp = compliance_at(depth, 1 / m.warp_stiffness, slack, Vec2(1, 0), unit),
                             weft = compliance_at(depth, 1 / m.weft_stiffness, slack, Vec2(0, 1), unit),
                             shear = compliance_at(depth, 1 / m.shear_stiffness, slack, Vec2(1, 1), unit);
                 softness[i] = Vec4(Vec3(warp, weft, shear) * per, 1 / sizes[i]);
               });
}

void prepare_levels(Queue& queue, World& world, float h) {
  const Material* materials = world.state.materials.data();
  for (int depth = 0; depth < static_cast<int>(world.state.levels.size()); ++depth) {
    LevelArrays& level = world.state.levels[depth];
    const Int2* edges = level.edges.data();
    const int* objects = level.objects.data();
    const Vec3* give = level.give.data();
    const float* springs = level.springs.data();
    const Slack* slacks = level.slack.data();
    float* softness = level.softness.data();
    parallel_for(queue, "prepare_coarse_edges", static_cast<int>(level.edges.size()),
                 bytes<Int2, int, Vec3, float, Slack, float> + 3 * bytes<float>, [=] RAYCLOTH_KERNEL(int i) {
                   const Material& m = materials[objects[edges[i].x]];
                   const float unit = h * h / m.areal_density;
                   softness[i] = compliance_at(depth, compliance_of(give[i], m), slacks[i], Vec2(1, 0), unit) *
                                 springs[i] / (h * h);
                 });
    prepare_triangles(queue, world, level, depth, h);
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

/// Where anchors are in this substep; w stays.
struct PlaceAnchors {
  const Vec4* x;
  const int* vertices;
  Vec4* anchors;

  template <class Real>
  RAYCLOTH_HD void operator()(Lanes<Real> at) const {
    for (int i = at.first; i < at.first + static_cast<int>(sizeof(Real) / sizeof(float)); ++i)
      if (vertices[i] >= 0) anchors[i] = Vec4(xyz(x[vertices[i]]), anchors[i].w);
  }
};

/// What follows nodes is no farther from the anchor of the nearest one than along the cloth (long-range attachments:
/// Kim, Chentanez, Mueller 2012; there to pins). Of the centre of a patch: |c - p| <= mean |x_j - p|, which is at most
/// the root of the mean square at rest.
struct TiedToAnchors {
  const Vec4 *anchors, *anchors_at_rest;
  const Vec4* rest;  // of what follows
  bool of_nodes;     // w of those: how far they are spread
  float most;        // m that anything is pulled in by at once

  template <class Real, class Index>
  RAYCLOTH_HD Vector3<Real> place(const Vector3<Real>& there, Index node, Lanes<Real> at) const {
    const Vector4<Real> anchor = gather(anchors, node);
    if (!any(anchor.w > Real(0))) return there;
    const Vector4<Real> here = load(rest, at);
    const Vector3<Real> way = xyz(here) - xyz(gather(anchors_at_rest, node)), away = there - xyz(anchor);
    const Real reach = square_root(dot(way, way) + (of_nodes ? here.w : Real(0))) * anchor.w;
    const Real distance = square_root(dot(away, away));
    const auto acts = both(anchor.w > Real(0), distance > reach);
    const Real by = smaller(distance - reach, Real(most));
    return select(acts, there - away * (by / distance), there);
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
  TiedToAnchors tied;

  template <class Real>
  RAYCLOTH_HD void operator()(Lanes<Real> at) const {
    const Vector4<Real> here = load(finer, at), share = load(shares, at);
    const auto nearest = indices(followed, 0, at);
    const Vector3<Real> by =
        xyz(gather(moved, nearest)) * share.x + xyz(gather(moved, indices(followed, 1, at))) * share.y +
        xyz(gather(moved, indices(followed, 2, at))) * share.z + xyz(gather(moved, indices(followed, 3, at))) * share.w;
    const Vector3<Real> there = tied.place(xyz(here) + by, nearest, at);
    store(finer, at, with_w(select(here.w != Real(0), there, xyz(here)), here.w));
  }
};

constexpr int kLevelPasses = 2;
/// m/s, at which ties pull in at most: with 3, and more so without a bound, cloth that a box slams against a table is
/// thrown so fast that the net has to let it go; with 1 they fall behind a sheet that lands on a cone.
constexpr float kPullIn = 1.5f;
/// m/s, at which triangles and edges do. Fabric that cannot be as short as it wants, like a sheet that is wrung, is
/// torn to and fro by them in every substep without a bound; with 6, what carries a heavy ball stretches several times
/// as much.
constexpr float kShorten = 16;

struct LevelView {
  RangesView nodes, triangle_colors, edge_colors;
  FindCentres find_centres;
  PlaceAnchors place_anchors;
  ShortenCoarseTriangles shorten_triangles;
  ShortenCoarseEdges shorten_edges;
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
    for (int l = 0; l < count; ++l) {
      loops.over(levels[l].nodes, 0, "find_centres", levels[l].bytes_of_row + 3 * bytes<Vec4>, levels[l].find_centres);
      loops.over(levels[l].nodes, 0, "place_anchors", bytes<int> + 2 * bytes<Vec4>, levels[l].place_anchors);
    }
    for (int l = count; l-- > 0;) {
      const LevelView& level = levels[l];
      for (int pass = 0; pass < kLevelPasses; ++pass) {
        over_all(loops, level.triangle_colors, "shorten_coarse_triangles", 3 * bytes<int> + 8 * bytes<Vec4>,
                 level.shorten_triangles);
        over_all(loops, level.edge_colors, "shorten_coarse_edges", bytes<Int2, float, float> + 4 * bytes<Vec4>,
                 level.shorten_edges);
      }
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
  Vec4 *x = world.state.positions.data(), *finer = x;
  const Vec4* finer_rest = world.state.rest.data();
  const auto in_substep = [&](float speed) { return speed * substep_of(world); };
  int longest = 0;
  for (LevelArrays& level : levels) {
    Vec4 *centres = level.centres.data(), *moved = level.moved.data();
    solve.levels[solve.count++] = {
        level.nodes.view(),
        level.triangles.colors.view(),
        level.colors.view(),
        {level.restriction.view(), finer, centres, moved},
        {x, level.anchor_vertices.data(), level.anchors.data()},
        {centres, level.triangles.first.data(), level.triangles.second.data(), level.triangles.third.data(),
         level.triangles.shapes.data(), level.triangles.softness.data(), in_substep(kShorten)},
        {centres, level.edges.data(), level.lengths.data(), level.softness.data(), in_substep(kShorten)},
        {centres, moved},
        {finer,
         moved,
         level.followed.data(),
         level.shares.data(),
         {level.anchors.data(), level.anchors_at_rest.data(), finer_rest, finer != x, in_substep(kPullIn)}},
        level.restriction.bytes_of_row()};
    longest = std::max({longest, level.nodes.longest(), level.triangles.colors.longest(), level.colors.longest()});
    finer = centres;
    finer_rest = level.rest.data();
  }
  constexpr int kBlocks = 1;  // of many short loops most is waiting: several blocks take longer
  run_loops(queue, "solve_levels", levels[0].nodes.parts(), longest, solve, kBlocks);
  parallel_for_lanes(queue, "follow", world.state.vertices_count, kFollowBytes,
                     WhereBusy{solve.levels[0].follow, free_vertices(world)});
}

}  // namespace raycloth::RAYCLOTH_DEVICE
