// What crosses, against all pairs of the referee; how contours shrink, against differences of their length; and what
// they part, against where vertices are.
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>

#include "collision/untangle/ways.h"
#include "sim/model/crossings.h"
#include "tests/collision/contour_kinds.h"
#include "tests/collision/crossed.h"
#include "tests/sim/sheets.h"

namespace raycloth::cpu {
namespace {

using Pair = std::array<int, 3>;  // edge, triangle

Mesh crumpled(unsigned seed) {
  Mesh mesh = sheets::jittered_sheet({0.3f, 0.3f}, {9, 9}, 0.2f, seed);
  std::mt19937 random(seed);
  std::uniform_real_distribution<float> part(-0.05f, 0.05f);
  for (Vec3& p : mesh.positions) p += Vec3(part(random), part(random), part(random));
  return mesh;
}

Crossed crumpled_sheets() {
  return Crossed({object_of(crumpled(1)), object_of(crumpled(2), ObjectKind::shell), object_of(crumpled(3)),
                  object_of(crumpled(4), ObjectKind::shell)});
}

std::vector<Pair> listed(const TangleView& view) {
  std::vector<Pair> pairs;
  for (int i = 0; i < *view.pair_count().count; ++i) {
    const auto [low, high] = std::minmax(view.pairs[i].edge.x, view.pairs[i].edge.y);
    pairs.push_back({low, high, view.pairs[i].triangle});
  }
  return pairs;
}

TEST(Tangles, AreThePairsThatTheRefereeFinds) {
  Crossed crossed = crumpled_sheets();
  std::set<Pair> wanted;
  for (const Crossing& c : crossings(crossed.x, crossed.model)) wanted.insert({c.edge.x, c.edge.y, c.triangle});
  const std::vector<Pair> found = listed(crossed.look());
  EXPECT_GT(wanted.size(), 1000u);
  EXPECT_EQ(std::set<Pair>(found.begin(), found.end()), wanted);
  EXPECT_EQ(found.size(), wanted.size()) << "each once";
}

TEST(Tangles, ThreadsMakeNoDifference) {
  Crossed crossed = crumpled_sheets();
  const auto all = [&](int threads) {
    const TangleView view = crossed.look(threads);
    std::vector<float> numbers;
    for (int i = 0; i < *view.pair_count().count; ++i) {
      const ContourPlace place = view.place_of(i);
      for (int k = 0; k < 4; ++k) numbers.push_back(view.ways[i][k]);
      numbers.push_back(static_cast<float>(place.first));
      numbers.push_back(place.turn);
    }
    for (size_t v = 0; v < crossed.x.size(); ++v) numbers.push_back(static_cast<float>(view.regions.parents[v]));
    return std::pair(listed(view), numbers);
  };
  const auto wanted = all(1);
  EXPECT_EQ(all(2), wanted);
  EXPECT_EQ(all(4), wanted);
}

/// Two triangles' common piece, by their edges alone; 0 where they do not cross.
double piece_length(const std::array<glm::dvec3, 3>& s, const std::array<glm::dvec3, 3>& t) {
  std::vector<glm::dvec3> ends;
  const auto pierce = [&](const std::array<glm::dvec3, 3>& edges, const std::array<glm::dvec3, 3>& face) {
    const glm::dvec3 u = face[1] - face[0], v = face[2] - face[0], n = glm::cross(u, v);
    for (int k = 0; k < 3; ++k) {
      const glm::dvec3 p = edges[k], way = edges[(k + 1) % 3] - p;
      const double at = glm::dot(n, face[0] - p) / glm::dot(n, way);
      if (!(at >= 0 && at <= 1)) continue;
      const glm::dvec3 point = p + way * at, from = point - face[0];
      const double b = glm::dot(glm::cross(from, v), n) / glm::dot(n, n),
                   c = glm::dot(glm::cross(u, from), n) / glm::dot(n, n);
      if (b >= 0 && c >= 0 && b + c <= 1) ends.push_back(point);
    }
  };
  pierce(s, t);
  pierce(t, s);
  return ends.size() == 2 ? glm::distance(ends[0], ends[1]) : 0;
}

/// Of the contours of objects 0 and 1, once object 0 has moved.
double contour_length(const Crossed& crossed, glm::dvec3 moved) {
  const Model& model = crossed.model;
  const auto corners = [&](int t) {
    std::array<glm::dvec3, 3> points;
    for (int k = 0; k < 3; ++k) {
      const int v = model.triangles[t][k];
      points[k] = glm::dvec3(crossed.x[v]) + (crossed.object_of(v) == 0 ? moved : glm::dvec3(0));
    }
    return points;
  };
  double sum = 0;
  for (int s = model.objects[0].triangles.begin; s < model.objects[0].triangles.end; ++s)
    for (int t = model.objects[1].triangles.begin; t < model.objects[1].triangles.end; ++t)
      sum += piece_length(corners(s), corners(t));
  return sum;
}

/// Two wavy sheets that go through each other with one corner each, so that the contour parts neither.
Crossed two_corners() {
  Mesh level = sheets::jittered_sheet({0.3f, 0.3f}, {8, 8}, 0.2f, 5), upright = level;
  for (Vec3& p : level.positions) p.y = 0.02f * std::sin(20 * p.x) + 0.01f * std::cos(30 * p.z);
  for (Vec3& p : upright.positions)
    p = Vec3(0.7f * p.x + 0.13f, p.x + 0.1f * p.z, p.z + 0.171f + 0.02f * std::sin(25 * p.x));
  return Crossed({object_of(upright), object_of(level)});
}

TEST(Tangles, GradientIsThatOfTheContoursLength) {
  Crossed crossed = two_corners();
  const TangleView view = crossed.look();
  const int count = *view.pair_count().count;
  ASSERT_GT(count, 8);
  glm::dvec3 gradient(0);
  for (int i = 0; i < count; ++i) {
    ASSERT_EQ(view.ways[i].w, 0) << "parts a sheet";
    ASSERT_EQ(view.place_of(i).first, 0) << "one contour";
    const double turn = crossed.object_of(view.pairs[i].edge.x) == 0 ? 1 : -1;
    const double first = crossed.object_of(view.pairs[0].edge.x) == 0 ? 1 : -1;
    EXPECT_EQ(view.place_of(i).turn, turn * first);
    gradient += turn * glm::dvec3(xyz(view.ways[i]));
  }
  constexpr double kStep = 1e-6;  // m
  for (int k = 0; k < 3; ++k) {
    glm::dvec3 step(0);
    step[k] = kStep;
    const double slope = (contour_length(crossed, step) - contour_length(crossed, -step)) / (2 * kStep);
    EXPECT_NEAR(-gradient[k], slope, 0.01 * glm::length(gradient)) << "axis " << k;
  }
}

/// Of the fold, which goes through itself at u = 0.1 of -0.5 to 0.5, the parts of greater u are the smaller ones: the
/// part of smaller v goes up there, against the other.
TEST(Tangles, AContourThatEndsAtAPinchGoesAsideToTheNearerBorder) {
  for (const contour_kinds::Kind& kind : contour_kinds::kinds()) {
    if (kind.name != "bli") continue;
    Crossed crossed(kind.make(1, contour_kinds::Form::crossed));
    const Mesh flat = kind.make(1, contour_kinds::Form::at_rest).front().mesh;
    const TangleView view = crossed.look();
    const WaysOut ways{view};
    const Vec3 up(contour_kinds::turn() * glm::dvec3(0, 0, 1));
    ASSERT_GT(*view.pair_count().count, 20);
    for (int i = 0; i < *view.pair_count().count; ++i) {
      const Vec3 place = flat.positions[crossed.model.file_vertex[view.pairs[i].edge.x]];
      const double v = (glm::transpose(contour_kinds::turn()) * glm::dvec3(place)).z;
      const float along = glm::dot(ways.aside(i, view.place_of(i)), up);
      EXPECT_GT(v < -0.2 ? along : -along, 0.5f) << "pair " << i;
      EXPECT_GT(glm::dot(ways.gradient_of_contour(i), ways.aside(i, view.place_of(i))), 0) << "pair " << i;
    }
  }
}

/// A sheet whose corner comes through another from above: that corner is a region, and is to go up again.
TEST(Tangles, PartWhatIsOnTheOtherSide) {
  Mesh lower = sheets::jittered_sheet({1, 1}, {20, 20}, 0.2f, 7),
       upper = sheets::jittered_sheet({0.4f, 0.4f}, {12, 12}, 0.2f, 8);
  for (Vec3& p : upper.positions) p.y = 0.1f + 0.6f * p.x + 0.5f * p.z;
  Crossed crossed({object_of(lower), object_of(upper)});
  const TangleView view = crossed.look();
  std::map<bool, std::set<int>> regions;
  for (int v = crossed.model.objects[1].vertices.begin; v < crossed.model.objects[1].vertices.end; ++v)
    regions[crossed.x[v].y < 0].insert(view.regions.root(v));
  EXPECT_EQ(regions[true].size(), 1u);
  EXPECT_EQ(regions[false].size(), 1u);
  EXPECT_NE(*regions[true].begin(), *regions[false].begin());
  ASSERT_GT(*view.pair_count().count, 10);
  for (int i = 0; i < *view.pair_count().count; ++i) {
    const bool of_upper = crossed.object_of(view.pairs[i].edge.x) == 1;
    EXPECT_GT(view.ways[i].w, 0);
    EXPECT_NEAR(view.ways[i].y, of_upper ? 1 : -1, 1e-4) << "the edge against the triangle";
  }
}

}  // namespace
}  // namespace raycloth::cpu
