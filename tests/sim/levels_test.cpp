// The coarse levels over cloth: what their nodes are the centres of, and how far apart those may be.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "sim/model/parts/geodesic.h"
#include "tests/sim/sheets.h"

namespace raycloth {
namespace {

using namespace sheets;
using Points = std::vector<glm::dvec3>;

Model pinned_sheet(Mesh mesh) {
  Scene scene = scene_of(std::move(mesh));
  scene.objects[0].pins.nearest = {{-0.5f, 0, -0.35f}, {0.5f, 0, -0.35f}, {0.1f, 0, 0.1f}};
  return build_model(scene);
}

const Mesh kRegular = make_sheet({1, 0.7f}, {60, 42}), kJittered = jittered_sheet({1, 0.7f}, {60, 42}, 0.24f, 1);

template <class At>
Points points_of(const Model& model, At at) {
  Points points;
  for (const Vec4& p : model.positions) points.push_back(glm::dvec3(at(Vec3(p))));
  return points;
}
Points points_of(const Model& model) {
  return points_of(model, [](const Vec3& p) { return p; });
}

/// Of every level, from the positions of the vertices.
std::vector<Points> centres_of(const Model& model, const Points& vertices) {
  std::vector<Points> levels;
  for (const CoarseLevel& level : model.levels) {
    const Points& finer = levels.empty() ? vertices : levels.back();
    Points centres(level.restriction.rows(), glm::dvec3(0));
    for (int row = 0; row < level.restriction.rows(); ++row)
      for (int k = level.restriction.offsets[row]; k < level.restriction.offsets[row + 1]; ++k)
        centres[row] += double(level.restriction.weights[k]) * finer[level.restriction.columns[k]];
    levels.push_back(centres);
  }
  return levels;
}

/// Calls f(level, edge, distance of its centres, its length).
template <class F>
void for_coarse_edges(const Model& model, const Points& vertices, F f) {
  const std::vector<Points> centres = centres_of(model, vertices);
  for (size_t l = 0; l < model.levels.size(); ++l)
    for (size_t e = 0; e < model.levels[l].edges.size(); ++e) {
      const Int2 edge = model.levels[l].edges[e];
      f(l, e, glm::distance(centres[l][edge.x], centres[l][edge.y]), model.levels[l].lengths[e]);
    }
}

// ---- nodes

TEST(Levels, AreTwoOverSomeThousandVerticesAndEverCoarser) {
  for (const Mesh& mesh : {kRegular, kJittered}) {
    const Model model = model_of(mesh);
    ASSERT_GE(model.levels.size(), 2u);
    size_t finer = model.positions.size();
    for (const CoarseLevel& level : model.levels) {
      EXPECT_EQ(level.followed.size(), finer);
      EXPECT_EQ(level.shares.size(), finer);
      EXPECT_LT(4 * level.inverse_masses.size(), finer);
      finer = level.inverse_masses.size();
    }
  }
}

/// The nearest seed of every vertex, where one vertex after another is a seed unless one before it is nearer than
/// `apart` along the cloth.
std::vector<int> nearest_seeds(const Model& model, float apart) {
  const Wings wings(model);
  Geodesics geodesics(wings);
  std::vector<std::pair<float, int>> nearest(model.positions.size(), {1e30f, -1});
  int seeds = 0;
  for (size_t v = 0; v < nearest.size(); ++v) {
    if (nearest[v].first < apart) continue;
    for (const auto& [reached, distance] : geodesics.from(static_cast<int>(v), 3 * apart))
      nearest[reached] = std::min(nearest[reached], {distance, seeds});
    ++seeds;
  }
  std::vector<int> of_vertices;
  for (const auto& [distance, seed] : nearest) of_vertices.push_back(seed);
  return of_vertices;
}

// Whose waves go out before it is known that all of them are seeds. Rolled up by two turns, each vertex lies on others
// that are half a metre away along the cloth.
TEST(Levels, HaveTheSeedsThatOneAfterAnotherWouldBecome) {
  const Mesh mesh = jittered_sheet({1, 0.4f}, {100, 40}, 0.24f, 2);
  for (const Model& model : {model_of(mesh), model_of(roll(mesh, 0.08f, 0.3))}) {
    const double spacing = 4 * std::sqrt(0.4 / static_cast<double>(model.positions.size()));
    const std::vector<int> nearest = nearest_seeds(model, static_cast<float>(0.99 * spacing));
    const CoarseLevel& level = model.levels[0];
    ASSERT_EQ(static_cast<int>(level.objects.size()), *std::max_element(nearest.begin(), nearest.end()) + 1);
    for (size_t v = 0; v < nearest.size(); ++v) ASSERT_EQ(level.followed[v].x, nearest[v]) << v;
  }
}

TEST(Levels, SharesAddUpToOneAndNoneIsNegative) {
  const Model model = pinned_sheet(kJittered);
  for (size_t l = 0; l < model.levels.size(); ++l) {
    const CoarseLevel& level = model.levels[l];
    for (size_t i = 0; i < level.shares.size(); ++i) {
      const bool held = l == 0 ? model.positions[i].w == 0 : model.levels[l - 1].inverse_masses[i] == 0;
      const Vec4 s = level.shares[i];
      const float sum = s.x + s.y + s.z + s.w;
      EXPECT_GE(std::min({s.x, s.y, s.z, s.w}), 0);
      const float wanted = held && sum == 0 ? 0 : 1;  // what is held may follow nothing
      EXPECT_NEAR(sum, wanted, 1e-5f) << "of " << i << " below level " << l;
      for (int k = 0; k < 4; ++k) EXPECT_LT(level.followed[i][k], static_cast<int>(level.inverse_masses.size()));
    }
  }
}

TEST(Levels, CentresAreMeans) {
  for (const Mesh& mesh : {kRegular, kJittered}) {
    const Model model = pinned_sheet(mesh);
    for (const CoarseLevel& level : model.levels) {
      ASSERT_EQ(level.restriction.rows(), static_cast<int>(level.inverse_masses.size()));
      for (int row = 0; row < level.restriction.rows(); ++row) {
        double sum = 0;
        for (int k = level.restriction.offsets[row]; k < level.restriction.offsets[row + 1]; ++k)
          sum += level.restriction.weights[k];
        EXPECT_NEAR(sum, 1, 1e-5) << row;
      }
    }
  }
}

TEST(Levels, HaveTheMassOfTheSheet) {
  const Model model = model_of(kJittered);
  for (const CoarseLevel& level : model.levels) {
    double area = 0;
    for (const float inverse : level.inverse_masses) area += 1 / inverse;
    EXPECT_NEAR(area, 0.7, 1e-4);
  }
}

/// Whatever goes on between two centres of any level moves the vertices below so that their momenta cancel.
TEST(Levels, AnImpulseBetweenCentresKeepsTheMomentum) {
  const Model model = model_of(kJittered);
  const double density = model.objects[0].material.areal_density;
  for (size_t l = 0; l < model.levels.size(); ++l) {
    for (size_t e = 0; e < model.levels[l].edges.size(); e += 7) {
      const CoarseLevel& level = model.levels[l];
      std::vector<double> moved(level.inverse_masses.size(), 0.0);
      moved[level.edges[e].x] = level.inverse_masses[level.edges[e].x] / density;  // by an impulse of 1
      moved[level.edges[e].y] = -level.inverse_masses[level.edges[e].y] / density;
      for (size_t below = l + 1; below-- > 0;) {
        const CoarseLevel& follows = model.levels[below];
        std::vector<double> finer(follows.followed.size(), 0.0);
        for (size_t i = 0; i < finer.size(); ++i)
          for (int k = 0; k < 4; ++k) finer[i] += follows.shares[i][k] * moved[follows.followed[i][k]];
        moved = finer;
      }
      double momentum = 0, moves = 0;
      for (size_t v = 0; v < moved.size(); ++v) {
        momentum += moved[v] / model.positions[v].w;
        moves += std::abs(moved[v]) / model.positions[v].w;
      }
      EXPECT_GT(moves, 0.1);
      EXPECT_NEAR(momentum, 0, 1e-5 * moves);
    }
  }
}

TEST(Levels, HeldNodesAreAtPins) {
  const Model model = pinned_sheet(kJittered);
  std::set<int> pins;
  for (int v = 0; v < static_cast<int>(model.positions.size()); ++v)
    if (model.positions[v].w == 0) pins.insert(v);
  ASSERT_EQ(pins.size(), 3u);
  std::set<int> held_below = pins;  // of the finer level
  for (const CoarseLevel& level : model.levels) {
    std::set<int> held, at;
    for (int node = 0; node < static_cast<int>(level.inverse_masses.size()); ++node) {
      if (level.inverse_masses[node] != 0) continue;
      held.insert(node);
      ASSERT_EQ(level.restriction.size(node), 1);
      EXPECT_EQ(level.restriction.weights[level.restriction.offsets[node]], 1);
      at.insert(level.restriction.columns[level.restriction.offsets[node]]);
    }
    EXPECT_EQ(at.size(), held.size());
    EXPECT_TRUE(std::includes(held_below.begin(), held_below.end(), at.begin(), at.end()));
    EXPECT_FALSE(held.empty());
    held_below = held;
  }
}

/// What a spring ties to something else holds as a pin does.
TEST(Levels, TiedVerticesHoldNodes) {
  Scene scene = scene_of(kRegular);
  SceneObject pole;
  pole.name = "pole";
  pole.kind = ObjectKind::shell;
  pole.mesh = make_sheet({0.1f, 0.1f}, {1, 1});
  scene.objects.push_back(pole);
  scene.objects[0].attachments.push_back({"pole", {{{0, 0, 0}}, {}}, 0});
  const Model model = build_model(scene);
  ASSERT_FALSE(model.levels.empty());
  const auto& inverse = model.levels[0].inverse_masses;
  ASSERT_EQ(std::count(inverse.begin(), inverse.end(), 0), 1);
  const auto node = static_cast<int>(std::find(inverse.begin(), inverse.end(), 0) - inverse.begin());
  EXPECT_EQ(model.levels[0].restriction.columns[model.levels[0].restriction.offsets[node]],
            model.attachments[0].vertex);
}

// ---- edges

TEST(Levels, NoTwoEdgesOfAColourShareANode) {
  for (const Mesh& mesh : {kRegular, kJittered}) {
    const Model model = pinned_sheet(mesh);
    for (const CoarseLevel& level : model.levels) {
      int next = 0;
      for (const Range& color : level.colors) {
        EXPECT_EQ(color.begin, next);
        std::set<int> nodes;
        for (int e = color.begin; e < color.end; ++e) {
          EXPECT_TRUE(nodes.insert(level.edges[e].x).second);
          EXPECT_TRUE(nodes.insert(level.edges[e].y).second);
        }
        next = color.end;
      }
      EXPECT_EQ(next, static_cast<int>(level.edges.size()));
    }
  }
}

TEST(Levels, EveryEdgeGives) {
  const Model model = model_of(kJittered);
  for (const CoarseLevel& level : model.levels) {
    ASSERT_EQ(level.give.size(), level.edges.size());
    for (const Vec3& give : level.give) {
      EXPECT_GE(std::min({give.x, give.y, give.z}), 0);
      EXPECT_GT(give.x + give.y + give.z, 0);
    }
  }
}

/// Cells of the side d = 1 / 60 m, cut alternately: right angles, with gradients squared of 2 / d^2, are at vertices of
/// four triangles and a mass of 2/3 d^2, the others, with 1 / d^2, at those of eight and 4/3 d^2. Half of their sum of
/// gradients over masses, times the area of d^2 / 2: 9/8 / d^2 but at borders. A level leaves far less than what is
/// below it.
TEST(Levels, SlackFallsWithTheSquareOfTheSpacing) {
  const Model model = pinned_sheet(kRegular);
  ASSERT_GE(model.levels.size(), 2u);
  std::vector<float> of_triangles;
  for (const Slack& slack : model.levels[0].slack) {
    of_triangles.push_back(slack.of[0]);
    EXPECT_GT(slack.of[1], 0);
    EXPECT_LT(slack.of[1], 0.1 * slack.of[0]);
    EXPECT_EQ(slack.of[2], 0);
  }
  for (const Slack& slack : model.levels[1].slack) EXPECT_LT(slack.of[2], 0.2 * slack.of[1]);
  std::nth_element(of_triangles.begin(), of_triangles.begin() + of_triangles.size() / 2, of_triangles.end());
  EXPECT_NEAR(of_triangles[of_triangles.size() / 2], 0.85 * 9 / 8 * 60 * 60, 0.05 * 60 * 60);
}

TEST(Levels, LengthsAreTheDistancesOfCentresInFlatSheets) {
  for (const Mesh& mesh : {kRegular, kJittered}) {
    const Model model = pinned_sheet(mesh);
    for_coarse_edges(model, points_of(model), [](size_t l, size_t e, double distance, double length) {
      EXPECT_NEAR(length, distance, 1e-4 * distance) << "edge " << e << " of level " << l;
    });
  }
}

/// The same sheet, curved at rest: centres lie inside the curve, lengths run along the cloth, and may be longer by what
/// is not known of where a centre is.
TEST(Levels, LengthsFollowCurvedSheets) {
  const float radius = 0.25f;
  const Model model = model_of(roll(kJittered, radius, 0.3));
  ASSERT_GE(model.levels.size(), 2u);
  const Points flat = [&] {
    Points points;
    for (const int v : model.source_vertex) points.push_back(glm::dvec3(kJittered.positions[v]));
    return points;
  }();
  for_coarse_edges(model, points_of(model), [](size_t l, size_t e, double distance, double length) {
    EXPECT_GE(length, (1 - 1e-5) * distance) << "edge " << e << " of level " << l;
  });
  for_coarse_edges(model, flat, [](size_t l, size_t e, double along, double length) {
    EXPECT_GE(length, 0.99 * along) << "edge " << e << " of level " << l;
    EXPECT_LE(length, 2.5 * along) << "edge " << e << " of level " << l;
  });
}

void expect_loose(const Model& model, const Points& points, const char* what) {
  for_coarse_edges(model, points, [&](size_t l, size_t e, double distance, double length) {
    EXPECT_LE(distance, 1.01 * length) << "edge " << e << " of level " << l << ", " << what;
  });
}

/// Turned or rolled up any way, cloth that is not drawn draws no edge.
TEST(Levels, WhatIsNotDrawnViolatesNoEdge) {
  const Model flat = model_of(kJittered);
  expect_loose(flat, points_of(flat, [](const Vec3& p) { return Vec3(p.z + 3, 0.6f * p.x + 0.8f * p.y, 0.8f * p.x); }),
               "turned");
  for (const double direction : {0.0, 0.8, 2.0})
    expect_loose(flat, points_of(flat, [&](const Vec3& p) { return rolled(p, 0.15f, direction); }), "rolled");
}

TEST(Levels, WhatIsCurvedAtRestMayBeLaidFlat) {
  const Model curved = model_of(roll(kJittered, 0.25f, 0.3));
  Points laid;
  for (const int v : curved.source_vertex) laid.push_back(glm::dvec3(kJittered.positions[v]));
  expect_loose(curved, laid, "laid flat");
}

}  // namespace
}  // namespace raycloth
