// All kinds of contours against brute force: pairs, contours, pinch points, regions, and what is parted.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "collision/untangle/ways.h"
#include "tests/collision/contour_kinds.h"
#include "tests/collision/crossed.h"

namespace raycloth::cpu {
namespace {

using contour_kinds::Kind;

// ---- by brute force

using Edge = std::pair<int, int>;   // lower vertex first
using Pair = std::pair<Edge, int>;  // with the triangle that it pierces

Edge edge_of(int a, int b) { return std::minmax(a, b); }

class Sets {
 public:
  explicit Sets(size_t size) : parents_(size) {
    for (size_t i = 0; i < size; ++i) parents_[i] = static_cast<int>(i);
  }
  int root(int i) const {
    while (parents_[i] != i) i = parents_[i];
    return i;
  }
  void join(int a, int b) { parents_[root(a)] = root(b); }

 private:
  std::vector<int> parents_;
};

/// Whether the segment from p to q meets the triangle, by Cramer's rule for where it does.
bool meets(glm::dvec3 p, glm::dvec3 q, glm::dvec3 a, glm::dvec3 b, glm::dvec3 c) {
  const glm::dmat3 system(b - a, c - a, p - q);
  const double whole = glm::determinant(system);
  if (whole == 0) return false;
  const glm::dvec3 right = p - a;
  const double t = glm::determinant(glm::dmat3(system[0], system[1], right)) / whole;
  if (!(t > 0 && t < 1)) return false;
  const double u = glm::determinant(glm::dmat3(right, system[1], system[2])) / whole,
               v = glm::determinant(glm::dmat3(system[0], right, system[2])) / whole;
  return u >= 0 && v >= 0 && u + v <= 1;
}

struct BruteForce {
  explicit BruteForce(const Crossed& crossed) : model(crossed.model), regions(crossed.x.size()) {
    const int triangles = static_cast<int>(model.triangles.size());
    for (int t = 0; t < triangles; ++t)
      for (int k = 0; k < 3; ++k) owners[edge_of(model.triangles[t][k], model.triangles[t][(k + 1) % 3])].push_back(t);
    find_pairs(crossed);
    join_contours();
    join_regions();
  }

  bool has(int triangle, int vertex) const {
    const Int3 t = model.triangles[triangle];
    return t.x == vertex || t.y == vertex || t.z == vertex;
  }

  void find_pairs(const Crossed& crossed) {
    const auto at = [&](int v) { return glm::dvec3(crossed.x[v]); };
    for (const auto& [edge, its] : owners)
      for (int t = 0; t < static_cast<int>(model.triangles.size()); ++t) {
        if (has(t, edge.first) || has(t, edge.second)) continue;
        const Int3 face = model.triangles[t];
        if (meets(at(edge.first), at(edge.second), at(face.x), at(face.y), at(face.z))) pairs.push_back({edge, t});
      }
  }

  /// Pairs of the same two triangles are both ends of what those have in common; a lone one is the end of a contour.
  void join_contours() {
    contours = Sets(pairs.size());
    std::map<Edge, std::vector<int>> of_triangles;
    for (int i = 0; i < static_cast<int>(pairs.size()); ++i) {
      const auto& [edge, t] = pairs[i];
      for (const int s : owners[edge]) of_triangles[edge_of(s, t)].push_back(i);
      if (owners[edge].size() == 1) ++border_ends[model.vertex_object[edge.first]];
    }
    for (const auto& [both, ends] : of_triangles) {
      if (ends.size() == 2) contours.join(ends[0], ends[1]);
      if (ends.size() != 1) continue;
      for (int k = 0; k < 3; ++k)
        if (has(both.second, model.triangles[both.first][k])) pinches.insert(model.triangles[both.first][k]);
    }
  }

  void join_regions() {
    std::set<Edge> cut;
    for (const auto& [edge, t] : pairs) cut.insert(edge);
    for (const auto& [edge, its] : owners)
      if (!cut.count(edge) && !pinches.count(edge.first) && !pinches.count(edge.second))
        regions.join(edge.first, edge.second);
  }

  const Model& model;
  std::map<Edge, std::vector<int>> owners;
  std::vector<Pair> pairs;
  Sets contours = Sets(0), regions;
  std::map<int, int> border_ends;  // by object whose border it is
  std::set<int> pinches;           // vertices
};

// ---- all kinds

class ContourKinds : public testing::TestWithParam<std::tuple<Kind, unsigned>> {
 protected:
  void expect_what_analysis_says();
  void expect_same_contours();
  void expect_same_regions();
  void expect_parted_or_not();

  const Kind& kind = std::get<0>(GetParam());
  Crossed crossed{kind.make(std::get<1>(GetParam()), contour_kinds::Form::crossed), 4'000};
  BruteForce wanted{crossed};
  TangleView found = crossed.look();
};

/// What the surfaces were made for; of the brute force alone.
void ContourKinds::expect_what_analysis_says() {
  std::set<int> contours;
  for (size_t i = 0; i < wanted.pairs.size(); ++i) contours.insert(wanted.contours.root(static_cast<int>(i)));
  EXPECT_GT(wanted.pairs.size(), 10u);
  EXPECT_EQ(static_cast<int>(contours.size()), kind.contours);
  EXPECT_EQ(wanted.border_ends, kind.border_ends);
  EXPECT_EQ(wanted.pinches.size(), kind.pinches);
  for (size_t o = 0; o < kind.regions.size(); ++o) {
    std::map<int, int> sizes;
    const Range vertices = crossed.model.objects[o].vertices;
    for (int v = vertices.begin; v < vertices.end; ++v)
      if (!wanted.pinches.count(v)) ++sizes[wanted.regions.root(v)];
    EXPECT_EQ(std::count_if(sizes.begin(), sizes.end(), [](const auto& s) { return s.second > 3; }), kind.regions[o])
        << "object " << o;
  }
}

void ContourKinds::expect_same_contours() {
  std::map<Pair, int> numbers;
  for (size_t i = 0; i < wanted.pairs.size(); ++i) numbers[wanted.pairs[i]] = static_cast<int>(i);
  const int count = *found.pair_count().count;
  ASSERT_EQ(count, static_cast<int>(wanted.pairs.size()));
  std::set<std::pair<int, int>> same;
  for (int i = 0; i < count; ++i) {
    const TangledPair& pair = found.pairs[i];
    const auto at = numbers.find({edge_of(pair.edge.x, pair.edge.y), pair.triangle});
    ASSERT_NE(at, numbers.end());
    same.insert({found.place_of(i).first, wanted.contours.root(at->second)});
  }
  EXPECT_EQ(same.size(), static_cast<size_t>(kind.contours)) << "each is one of the others'";
  EXPECT_EQ(*found.contours_count, kind.contours);
}

void ContourKinds::expect_same_regions() {
  std::set<std::pair<int, int>> same;
  std::set<int> found_roots, wanted_roots;
  for (int v = 0; v < static_cast<int>(crossed.x.size()); ++v) {
    EXPECT_EQ(found.ends[v] > 0, wanted.pinches.count(v) == 1) << "vertex " << v;
    same.insert({found.regions.root(v), wanted.regions.root(v)});
    found_roots.insert(found.regions.root(v));
    wanted_roots.insert(wanted.regions.root(v));
  }
  EXPECT_EQ(found_roots.size(), wanted_roots.size());
  EXPECT_EQ(same.size(), wanted_roots.size()) << "each is one of the others'";
}

/// All pairs of a contour that parts a surface know so, and of one that parts none, none: those at a pinch aside, and
/// where two contours cross some, whose vertices are of regions that the other parts.
void ContourKinds::expect_parted_or_not() {
  const WaysOut ways{found};
  const auto pinched = [&](int v) { return wanted.pinches.count(v) == 1; };
  std::map<int, std::array<int, 2>> told;  // pairs by contour: not parted, parted
  for (int i = 0; i < *found.pair_count().count; ++i) {
    const Int2 e = found.pairs[i].edge;
    const Int3 t = found.scene.triangles[found.pairs[i].triangle];
    if (pinched(e.x) || pinched(e.y) || pinched(t.x) || pinched(t.y) || pinched(t.z)) continue;
    const bool parted =
        ways.is_parted(e.x, e.y) || ways.is_parted(t.x, t.y) || ways.is_parted(t.y, t.z) || ways.is_parted(t.z, t.x);
    ++told[found.place_of(i).first][parted];
  }
  int parting = 0;
  for (const auto& [contour, pairs] : told) {
    EXPECT_LE(std::min(pairs[0], pairs[1]), kind.crossing ? (pairs[0] + pairs[1]) / 4 : 0) << "contour " << contour;
    parting += pairs[1] > pairs[0];
  }
  EXPECT_EQ(parting, kind.parting);
}

TEST_P(ContourKinds, AreToldApart) {
  expect_what_analysis_says();
  expect_same_contours();
  expect_same_regions();
  expect_parted_or_not();
}

INSTANTIATE_TEST_SUITE_P(All, ContourKinds,
                         testing::Combine(testing::ValuesIn(contour_kinds::kinds()), testing::Range(1u, 4u)),
                         [](const auto& info) {
                           return std::get<0>(info.param).name + "_" + std::to_string(std::get<1>(info.param));
                         });

}  // namespace
}  // namespace raycloth::cpu
