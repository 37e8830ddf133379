// All kinds of contours (Wicke, Lanker and Gross 2006, "Untangling Cloth with Boundaries"), each by surfaces of which
// analysis tells how their contours end and what those part: pairs, contours and regions against brute force. A kind is
// named by where the paths end that a contour is on its surfaces: at a border (B), inside (I), or, of a surface that
// goes through itself, where both paths of the contour meet (L, a pinch point). We read `cross` as contours that cross
// on a surface, `eight` as a closed one that crosses itself.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numbers>
#include <set>

#include "collision/untangle/ways.h"
#include "tests/collision/crossed.h"
#include "tests/sim/sheets.h"

namespace raycloth::cpu {
namespace {

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

// ---- seven kinds

/// Over the plane of a sheet.
using Surface = std::function<glm::dvec3(double, double)>;

/// Turned so that nothing lies along an axis.
SceneObject laid_out(Mesh mesh, const Surface& at) {
  const glm::dmat3 turn = glm::mat3_cast(glm::angleAxis(0.7, glm::normalize(glm::dvec3(0.3, 0.8, 0.5))));
  for (Vec3& p : mesh.positions) p = Vec3(turn * at(p.x, p.z));
  return object_of(std::move(mesh));
}

SceneObject surface(Vec2 size, Int2 cells, unsigned seed, const Surface& at) {
  return laid_out(sheets::jittered_sheet(size, cells, 0.2f, seed), at);
}

/// The ends of a sheet along x sewn together.
SceneObject tube(Vec2 size, Int2 cells, unsigned seed, const Surface& at) {
  Mesh mesh = sheets::jittered_sheet(size, cells, 0.2f, seed);
  const int row = cells.x + 1;
  std::vector<Vec3> positions;
  for (size_t v = 0; v < mesh.positions.size(); ++v)
    if (static_cast<int>(v) % row != cells.x) positions.push_back(mesh.positions[v]);
  for (Int3& t : mesh.triangles)
    for (int k = 0; k < 3; ++k) t[k] = t[k] / row * cells.x + t[k] % row % cells.x;
  mesh.positions = std::move(positions);
  mesh.uvs.clear();
  return laid_out(std::move(mesh), at);
}

SceneObject level(unsigned seed) {
  return surface({1, 1}, {16, 16}, seed,
                 [](double u, double v) { return glm::dvec3(u, 0.02 * std::sin(9 * u + 4 * v), v); });
}

/// Stands across z at `z`, from y = `foot` up.
SceneObject upright(Vec2 size, unsigned seed, double foot, double z) {
  const Int2 cells(static_cast<int>(size.x / 0.04f), static_cast<int>(size.y / 0.04f));
  return surface(size, cells, seed,
                 [=](double u, double v) { return glm::dvec3(0.1 * u + 0.03, u + 0.5 * size.x + foot, v + z); });
}

/// Likewise across x.
SceneObject athwart(Vec2 size, unsigned seed, double foot) {
  const Int2 cells(static_cast<int>(size.x / 0.04f), static_cast<int>(size.y / 0.04f));
  return surface(size, cells, seed,
                 [=](double u, double v) { return glm::dvec3(v, u + 0.5 * size.x + foot, 0.08 * u + 0.02); });
}

struct Kind {
  std::string name;
  std::function<std::vector<SceneObject>(unsigned)> make;
  int contours, parting;           // of them, those that part a surface
  std::map<int, int> border_ends;  // of contours, by the object whose border it is
  size_t pinches;
  std::vector<int> regions;  // per object; where contours cross, up to three vertices may be by themselves
  bool crossing = false;     // contours
};

void PrintTo(const Kind& kind, std::ostream* out) { *out << kind.name; }

std::vector<Kind> kinds() {
  const auto strip = [](unsigned seed) { return std::vector{level(seed), upright({0.6f, 0.3f}, seed + 9, -0.2, 0)}; };
  const auto corners = [](unsigned seed) {
    return std::vector{level(seed), upright({0.6f, 0.6f}, seed + 9, -0.3, 0.47)};
  };
  // Whitney's umbrella: (0, v) and (0, -v) are one point, which pinches at v = 0.
  const auto umbrella = [](unsigned seed) {
    return std::vector{surface({1, 1}, {16, 16}, seed, [](double u, double v) {
      const double w = v + 0.15;
      return glm::dvec3(u, w * w, 2 * u * w);
    })};
  };
  // (u, v) and (u, -v) are one point on the circle of 0.3.
  const auto umbrellas = [](unsigned seed) {
    return std::vector{surface({1, 1}, {24, 24}, seed, [](double u, double v) {
      return glm::dvec3(u, v * v, 10 * v * (u * u + v * v - 0.09));
    })};
  };
  const auto dent = [](unsigned seed) {
    return std::vector{level(seed), surface({0.8f, 0.8f}, {20, 20}, seed + 9, [](double u, double v) {
                         return glm::dvec3(u, 0.2 - 0.5 * std::exp(-(u * u + v * v) / 0.04), v);
                       })};
  };
  const auto three = [](unsigned seed) {
    return std::vector{level(seed), upright({0.6f, 0.4f}, seed + 9, -0.2, 0), athwart({0.4f, 0.3f}, seed + 18, -0.15)};
  };
  // Its cross-section is an eight, whose lines meet at u = -0.25, where it is higher, and at u = 0.25.
  const auto eight = [](unsigned seed) {
    return std::vector{level(seed), tube({1, 0.4f}, {40, 20}, seed + 9, [](double u, double v) {
                         const double t = 2 * std::numbers::pi * (u + 0.25);
                         return glm::dvec3(0.3 * std::sin(t), v * (1 + 0.3 * std::cos(t)), 0.2 * std::sin(2 * t));
                       })};
  };
  return {{"bbii", strip, 1, 1, {{1, 2}}, 0, {1, 2}},
          {"bibi", corners, 1, 0, {{0, 1}, {1, 1}}, 0, {1, 1}},
          {"bli", umbrella, 1, 0, {{0, 1}}, 1, {1}},
          {"closed", dent, 1, 1, {}, 0, {2, 2}},
          {"cross", three, 3, 3, {{1, 2}, {2, 4}}, 0, {1, 2, 4}, true},
          {"eight", eight, 2, 1, {{1, 2}}, 0, {3, 2}, true},
          {"ll", umbrellas, 1, 1, {}, 2, {2}}};
}

class ContourKinds : public testing::TestWithParam<std::tuple<Kind, unsigned>> {
 protected:
  void expect_what_analysis_says();
  void expect_same_contours();
  void expect_same_regions();
  void expect_parted_or_not();

  const Kind& kind = std::get<0>(GetParam());
  Crossed crossed{kind.make(std::get<1>(GetParam())), 4'000};
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

INSTANTIATE_TEST_SUITE_P(All, ContourKinds, testing::Combine(testing::ValuesIn(kinds()), testing::Range(1u, 4u)),
                         [](const auto& info) {
                           return std::get<0>(info.param).name + "_" + std::to_string(std::get<1>(info.param));
                         });

}  // namespace
}  // namespace raycloth::cpu
