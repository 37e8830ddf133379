// The coarse levels over cloth: what their nodes are the centres of, and how far apart those may be.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
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

/// Calls f(level, edge, distance of its centres, its length), for the edges and for the sides of the triangles, whose
/// lengths are those of the inverses of their shapes.
template <class F>
void for_coarse_edges(const Model& model, const Points& vertices, F f) {
  const std::vector<Points> centres = centres_of(model, vertices);
  for (size_t l = 0; l < model.levels.size(); ++l) {
    const CoarseLevel& level = model.levels[l];
    for (size_t e = 0; e < level.edges.size(); ++e)
      f(l, e, glm::distance(centres[l][level.edges[e].x], centres[l][level.edges[e].y]), level.lengths[e]);
    for (size_t t = 0; t < level.triangles.nodes.size(); ++t) {
      const Vec4 s = level.triangles.shapes[t];
      const glm::dvec2 p = glm::dvec2(s.w, -s.z) / (double(s.x) * s.w - double(s.y) * s.z),
                       q = glm::dvec2(-s.y, s.x) / (double(s.x) * s.w - double(s.y) * s.z);
      const Int3 nodes = level.triangles.nodes[t];
      f(l, t, glm::distance(centres[l][nodes.x], centres[l][nodes.y]), glm::length(p));
      f(l, t, glm::distance(centres[l][nodes.y], centres[l][nodes.z]), glm::length(q - p));
      f(l, t, glm::distance(centres[l][nodes.z], centres[l][nodes.x]), glm::length(q));
    }
  }
}

/// Calls f(level, triangle, the largest and the least stretch of it in any direction), by the positions of its centres
/// and its shape.
template <class F>
void for_coarse_triangles(const Model& model, const Points& vertices, F f) {
  const std::vector<Points> centres = centres_of(model, vertices);
  for (size_t l = 0; l < model.levels.size(); ++l) {
    const CoarseTriangles& triangles = model.levels[l].triangles;
    for (size_t t = 0; t < triangles.nodes.size(); ++t) {
      const Int3 nodes = triangles.nodes[t];
      const glm::dvec3 p = centres[l][nodes.y] - centres[l][nodes.x], q = centres[l][nodes.z] - centres[l][nodes.x];
      const glm::dvec4 s(triangles.shapes[t]);
      const glm::dvec3 u = p * s.x + q * s.z, v = p * s.y + q * s.w;
      const double mean = (glm::dot(u, u) + glm::dot(v, v)) / 2, half = (glm::dot(u, u) - glm::dot(v, v)) / 2;
      const double radius = std::hypot(half, glm::dot(u, v));
      f(l, t, std::sqrt(mean + radius), std::sqrt(std::max(mean - radius, 0.0)));
    }
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

/// Of an open sheet, whose border is where an edge is of one triangle alone.
std::vector<bool> at_border(const Model& model) {
  std::map<std::pair<int, int>, int> sides;
  for (const Int3& t : model.triangles)
    for (int k = 0; k < 3; ++k) ++sides[std::minmax(int{t[k]}, int{t[(k + 1) % 3]})];
  std::vector<bool> border(model.positions.size(), false);
  for (const auto& [side, triangles] : sides)
    if (triangles == 1) border[side.first] = border[side.second] = true;
  return border;
}

/// The nearest seed of every vertex, where one vertex after another, those at the border first, is a seed unless one
/// before it is nearer than `apart` along the cloth.
std::vector<int> nearest_seeds(const Model& model, float apart) {
  const Wings wings(model);
  Geodesics geodesics(wings);
  std::vector<std::pair<float, int>> nearest(model.positions.size(), {1e30f, -1});
  const std::vector<bool> border = at_border(model);
  int seeds = 0;
  for (const bool first : {true, false}) {
    for (size_t v = 0; v < nearest.size(); ++v) {
      if (border[v] != first || nearest[v].first < apart) continue;
      for (const auto& [reached, distance] : geodesics.from(static_cast<int>(v), 3 * apart))
        nearest[reached] = std::min(nearest[reached], {distance, seeds});
      ++seeds;
    }
  }
  std::vector<int> of_vertices;
  for (const auto& [distance, seed] : nearest) of_vertices.push_back(seed);
  return of_vertices;
}

/// m, the side of a square of two triangles, on the mean over the area.
double mean_edge(const Model& model) {
  double area = 0, sum = 0;
  for (const Int3& t : model.triangles) {
    const Vec3 a(model.positions[t.x]), b(model.positions[t.y]), c(model.positions[t.z]);
    const double square = glm::length(glm::cross(b - a, c - a));
    area += square;
    sum += square * std::sqrt(square);
  }
  return sum / area;
}

// Whose waves go out before it is known that all of them are seeds. Rolled up by two turns, each vertex lies on others
// that are half a metre away along the cloth.
TEST(Levels, HaveTheSeedsThatOneAfterAnotherWouldBecome) {
  const Mesh mesh = jittered_sheet({1, 0.4f}, {100, 40}, 0.24f, 2);
  for (const Model& model : {model_of(mesh), model_of(roll(mesh, 0.08f, 0.3))}) {
    const double spacing = 4 * mean_edge(model);
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
    for (size_t t = 0; t < model.levels[l].triangles.nodes.size(); t += 7) {
      const CoarseLevel& level = model.levels[l];
      const Int3 nodes = level.triangles.nodes[t];
      std::vector<double> moved(level.inverse_masses.size(), 0.0);
      moved[nodes.x] = level.inverse_masses[nodes.x] / density;  // by an impulse of 1
      moved[nodes.y] = -level.inverse_masses[nodes.y] / density;
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

// ---- edges and triangles

template <class Joined>
void expect_colored(const std::vector<Joined>& joined, const std::vector<Range>& colors) {
  int next = 0;
  for (const Range& color : colors) {
    EXPECT_EQ(color.begin, next);
    std::set<int> nodes;
    for (int e = color.begin; e < color.end; ++e)
      for (int k = 0; k < Joined::length(); ++k) EXPECT_TRUE(nodes.insert(joined[e][k]).second);
    next = color.end;
  }
  EXPECT_EQ(next, static_cast<int>(joined.size()));
}

TEST(Levels, NoTwoOfAColourShareANode) {
  for (const Mesh& mesh : {kRegular, kJittered}) {
    const Model model = pinned_sheet(mesh);
    for (const CoarseLevel& level : model.levels) {
      EXPECT_FALSE(level.edges.empty());
      expect_colored(level.edges, level.colors);
      expect_colored(level.triangles.nodes, level.triangles.colors);
    }
  }
}

/// All of the fabric, in triangles that hang together without holes: as many as a disc of so many nodes, so many of
/// them at its border, has.
TEST(Levels, TrianglesStandForAllTheFabric) {
  for (const Mesh& mesh : {kRegular, kJittered}) {
    const Model model = model_of(mesh);
    for (const CoarseLevel& level : model.levels) {
      double area = 0;
      std::map<std::pair<int, int>, int> sides;
      std::set<int> nodes;
      for (size_t t = 0; t < level.triangles.nodes.size(); ++t) {
        area += level.triangles.areas[t];
        for (int k = 0; k < 3; ++k) {
          nodes.insert(level.triangles.nodes[t][k]);
          ++sides[std::minmax(int{level.triangles.nodes[t][k]}, int{level.triangles.nodes[t][(k + 1) % 3]})];
        }
      }
      EXPECT_NEAR(area, 0.7, 1e-4);
      EXPECT_EQ(nodes.size(), level.inverse_masses.size());
      EXPECT_TRUE(level.edges.empty());
      const auto faces = static_cast<int>(level.triangles.nodes.size());
      const int characteristic = static_cast<int>(nodes.size()) - static_cast<int>(sides.size()) + faces;
      EXPECT_EQ(characteristic, 1);
    }
  }
}

/// What holds is tied to its neighbours one by one: there one triangle would carry all.
TEST(Levels, EdgesAreWhereSomethingIsHeld) {
  const Model model = pinned_sheet(kJittered);
  for (const CoarseLevel& level : model.levels)
    for (const Int2 edge : level.edges)
      EXPECT_TRUE((level.inverse_masses[edge.x] == 0) != (level.inverse_masses[edge.y] == 0));
}

TEST(Levels, EveryEdgeGives) {
  const Model model = pinned_sheet(kJittered);
  for (const CoarseLevel& level : model.levels) {
    ASSERT_FALSE(level.edges.empty());
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
  for (const Slack& slack : model.levels[0].triangles.slack) {
    of_triangles.push_back(slack.of[0].x);
    EXPECT_EQ(slack.of[0].x, slack.of[0].y);
    EXPECT_GT(std::min(slack.of[1].x, slack.of[1].y), 0);
    EXPECT_LT(slack.of[1].x + slack.of[1].y, 0.4 * slack.of[0].x);
    EXPECT_EQ(slack.of[2], Vec2(0));
  }
  for (const Slack& slack : model.levels[1].triangles.slack)
    EXPECT_LT(slack.of[2].x + slack.of[2].y, 0.5 * (slack.of[1].x + slack.of[1].y));
  std::nth_element(of_triangles.begin(), of_triangles.begin() + of_triangles.size() / 2, of_triangles.end());
  EXPECT_NEAR(of_triangles[of_triangles.size() / 2], 0.85 * 9 / 8 * 60 * 60, 0.05 * 60 * 60);
}

TEST(Levels, LengthsAreTheDistancesOfCentresInFlatSheets) {
  for (const Mesh& mesh : {kRegular, kJittered}) {
    const Model model = pinned_sheet(mesh);
    for_coarse_edges(model, points_of(model), [](size_t l, size_t e, double distance, double length) {
      EXPECT_NEAR(length, distance, 1e-4 * distance) << "edge " << e << " of level " << l;
    });
    for_coarse_triangles(model, points_of(model), [](size_t l, size_t t, double most, double least) {
      EXPECT_NEAR(most, 1, 2e-4) << "triangle " << t << " of level " << l;
      EXPECT_NEAR(least, 1, 2e-4) << "triangle " << t << " of level " << l;
    });
  }
}

/// The same sheet, curved at rest: centres lie inside the curve, lengths run along the cloth, and may be longer by what
/// is not known of where a centre is.
TEST(Levels, LengthsFollowCurvedSheets) {
  const float radius = 0.25f;
  const Model model = pinned_sheet(roll(kJittered, radius, 0.3));
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
    EXPECT_LE(distance, 1.015 * length) << "edge " << e << " of level " << l << ", " << what;
  });
}

/// Turned or rolled up any way, cloth that is not drawn draws no edge and no triangle.
TEST(Levels, WhatIsNotDrawnViolatesNothing) {
  const Model flat = pinned_sheet(kJittered);
  expect_loose(flat, points_of(flat, [](const Vec3& p) { return Vec3(p.z + 3, 0.6f * p.x + 0.8f * p.y, 0.8f * p.x); }),
               "turned");
  for (const double direction : {0.0, 0.8, 2.0})
    expect_loose(flat, points_of(flat, [&](const Vec3& p) { return rolled(p, 0.15f, direction); }), "rolled");
}

TEST(Levels, WhatIsCurvedAtRestMayBeLaidFlat) {
  const Model curved = pinned_sheet(roll(kJittered, 0.25f, 0.3));
  Points laid;
  for (const int v : curved.source_vertex) laid.push_back(glm::dvec3(kJittered.positions[v]));
  expect_loose(curved, laid, "laid flat");
}

}  // namespace
}  // namespace raycloth
