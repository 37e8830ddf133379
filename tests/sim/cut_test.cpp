// Cuts of a surface: what is a cut by its topology, and that nothing of the surface is lost or made thin by it.
#include "sim/mesh/cut.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numbers>
#include <random>
#include <set>

#include "device/error.h"
#include "sheets.h"
#include "sim/mesh/stroke.h"

namespace raycloth {
namespace {

constexpr float kAbove = 3;  // m

bool always(const Vec3&, const Vec3&) { return true; }

/// From above, as points (x, z).
Stroke stroke_over(const std::vector<Vec2>& points, bool closed = false) {
  Stroke stroke{{}, closed};
  for (const Vec2& p : points) stroke.rays.push_back({Vec3(p.x, kAbove, p.y), Vec3(0, -1, 0)});
  return stroke;
}

Cut found_cut(const Mesh& mesh, const Stroke& stroke, const Seen& seen = always) {
  return cut_along(stroke, mesh, mesh.positions, seen);
}

double area_of(const Mesh& mesh) {
  double area = 0;
  for (const Int3& t : mesh.triangles) {
    const glm::dvec3 a(mesh.positions[t.x]), b(mesh.positions[t.y]), c(mesh.positions[t.z]);
    area += 0.5 * glm::length(glm::cross(b - a, c - a));
  }
  return area;
}

std::map<std::pair<int, int>, int> edges_of(const Mesh& mesh) {
  std::map<std::pair<int, int>, int> edges;
  for (const Int3& t : mesh.triangles)
    for (int k = 0; k < 3; ++k) ++edges[std::minmax(t[k], t[(k + 1) % 3])];
  return edges;
}

/// V - E + F: 1 for a disk, one less for every hole.
int euler_of(const Mesh& mesh) {
  return static_cast<int>(mesh.positions.size()) - static_cast<int>(edges_of(mesh).size()) +
         static_cast<int>(mesh.triangles.size());
}

double border_of(const Mesh& mesh) {
  double length = 0;
  for (const auto& [edge, triangles] : edges_of(mesh))
    if (triangles == 1) length += glm::distance(mesh.positions[edge.first], mesh.positions[edge.second]);
  return length;
}

/// The least of all triangles: twice the area by the square of the longest side.
double thinnest_of(const Mesh& mesh) {
  double thinnest = 1;
  for (const Int3& t : mesh.triangles) {
    const glm::dvec3 a(mesh.positions[t.x]), b(mesh.positions[t.y]), c(mesh.positions[t.z]);
    const double longest = std::max({glm::distance(a, b), glm::distance(b, c), glm::distance(c, a)});
    thinnest = std::min(thinnest, glm::length(glm::cross(b - a, c - a)) / (longest * longest));
  }
  return thinnest;
}

double shortest_edge(const Mesh& mesh) {
  double shortest = 1e9;
  for (const auto& [edge, triangles] : edges_of(mesh))
    shortest = std::min(shortest, double(glm::distance(mesh.positions[edge.first], mesh.positions[edge.second])));
  return shortest;
}

/// One fan of triangles around every vertex.
bool is_manifold(const Mesh& mesh) {
  const MeshReport report = inspect(mesh);
  if (!report.manifold) return false;
  std::vector<int> borders(mesh.positions.size());
  for (const auto& [edge, triangles] : edges_of(mesh))
    if (triangles == 1) ++borders[edge.first], ++borders[edge.second];
  return std::ranges::all_of(borders, [](int n) { return n == 0 || n == 2; });
}

/// What holds whatever was cut: nothing is lost but the gap, which is 0.2 mm wide or less.
void expect_sound(const Mesh& before, const Mesh& after) {
  EXPECT_LE(area_of(after), area_of(before) * (1 + 1e-6));
  EXPECT_NEAR(area_of(after), area_of(before), 2e-4 * border_of(after) + 1e-6);
  EXPECT_TRUE(is_manifold(after));
  EXPECT_GT(thinnest_of(after), std::min(thinnest_of(before), 0.01));
  ASSERT_EQ(after.uvs.size(), after.positions.size());
  for (size_t v = 0; v < after.uvs.size(); ++v) {  // a flat sheet's are where its vertices are
    EXPECT_NEAR(after.uvs[v].x, after.positions[v].x, 1e-6);
    EXPECT_NEAR(after.uvs[v].y, after.positions[v].z, 1e-6);
  }
}

struct Sheet {
  const char* name;
  Mesh mesh;
};
std::vector<Sheet> sheets_to_cut() {
  return {{"grid", make_sheet({1, 1}, {20, 20})},
          {"irregular", sheets::jittered_sheet({1, 1}, {20, 20}, 0.24f, 3)},
          {"oblong cells", make_sheet({1, 1}, {8, 30})}};
}

TEST(Cut, FromBorderToBorderPartsInTwo) {
  for (const auto& [name, mesh] : sheets_to_cut()) {
    SCOPED_TRACE(name);
    Mesh cut = mesh;
    make_cut(cut, found_cut(mesh, stroke_over({{-0.7f, -0.13f}, {0.1f, 0.21f}, {0.7f, -0.04f}})));
    EXPECT_EQ(inspect(cut).components, 2);
    EXPECT_EQ(euler_of(cut), 2);
    EXPECT_GT(border_of(cut), border_of(mesh) + 1.9);
    expect_sound(mesh, cut);
  }
}

TEST(Cut, InsideMakesASlitWhoseEndsStayJoined) {
  for (const auto& [name, mesh] : sheets_to_cut()) {
    SCOPED_TRACE(name);
    Mesh cut = mesh;
    make_cut(cut, found_cut(mesh, stroke_over({{-0.31f, -0.22f}, {0.33f, 0.17f}})));
    EXPECT_EQ(inspect(cut).components, 1);
    EXPECT_EQ(euler_of(cut), 0);
    const double length = 2 * std::hypot(0.64, 0.39), cell = name == std::string("oblong cells") ? 0.13 : 0.08;
    EXPECT_NEAR(border_of(cut) - border_of(mesh), length, 4 * cell);
    expect_sound(mesh, cut);
  }
}

TEST(Cut, FromTheBorderInwardsLeavesOnePiece) {
  Mesh mesh = make_sheet({1, 1}, {20, 20}), cut = mesh;
  make_cut(cut, found_cut(mesh, stroke_over({{-0.7f, 0.11f}, {0.12f, 0.03f}})));
  EXPECT_EQ(inspect(cut).components, 1);
  EXPECT_EQ(euler_of(cut), 1);
  EXPECT_GT(border_of(cut), border_of(mesh) + 1);
  expect_sound(mesh, cut);
}

TEST(Cut, ARingPartsADisk) {
  for (const auto& [name, mesh] : sheets_to_cut()) {
    SCOPED_TRACE(name);
    std::vector<Vec2> circle;
    for (int i = 0; i < 40; ++i) {
      const float angle = 2 * std::numbers::pi_v<float> * static_cast<float>(i) / 40;
      circle.push_back({0.3f * std::cos(angle) + 0.02f, 0.3f * std::sin(angle) - 0.01f});
    }
    Mesh cut = mesh;
    make_cut(cut, found_cut(mesh, stroke_over(circle, true)));
    EXPECT_EQ(inspect(cut).components, 2);
    EXPECT_EQ(euler_of(cut), 1);  // a disk, and a sheet with a hole
    expect_sound(mesh, cut);
  }
}

TEST(Cut, CrossingItselfPartsWhatItGoesRound) {
  Mesh mesh = make_sheet({1, 1}, {20, 20}), cut = mesh;
  make_cut(cut, found_cut(mesh, stroke_over({{-0.3f, -0.3f}, {0.3f, 0.2f}, {0.3f, -0.3f}, {-0.3f, 0.27f}})));
  EXPECT_EQ(inspect(cut).components, 2);
  EXPECT_EQ(euler_of(cut), 1);
  expect_sound(mesh, cut);
}

TEST(Cut, LeavesAndComesBack) {
  Mesh mesh = make_sheet({1, 1}, {20, 20}), cut = mesh;
  // off the lower border between two ways in
  const Cut found = found_cut(mesh, stroke_over({{-0.3f, 0}, {-0.2f, -0.6f}, {0.2f, -0.6f}, {0.3f, 0}}));
  EXPECT_EQ(found.paths.size(), 2u);
  make_cut(cut, found);
  EXPECT_EQ(inspect(cut).components, 1);
  EXPECT_EQ(euler_of(cut), 1);
  expect_sound(mesh, cut);
}

TEST(Cut, OnlyWhatIsSeen) {
  // a second layer below the first: the stroke passes both, and sees the upper one
  Mesh mesh = make_sheet({1, 1}, {10, 10});
  const Mesh lower = mesh;
  const int layer = static_cast<int>(mesh.positions.size());
  for (size_t v = 0; v < lower.positions.size(); ++v) {
    mesh.positions.push_back(lower.positions[v] - Vec3(0, 0.2f, 0));
    mesh.uvs.push_back(lower.uvs[v]);
  }
  for (const Int3& t : lower.triangles) mesh.triangles.push_back(t + Int3(layer));
  const Stroke stroke = stroke_over({{-0.7f, 0.02f}, {0.7f, 0.03f}});

  Mesh cut = mesh;
  make_cut(cut, found_cut(mesh, stroke, [](const Vec3&, const Vec3& p) { return p.y > -0.1f; }));
  EXPECT_EQ(inspect(cut).components, 3);
  Mesh through = mesh;
  make_cut(through, found_cut(mesh, stroke));
  EXPECT_EQ(inspect(through).components, 4);
  Mesh half = mesh;  // what lies over its right half hides it
  make_cut(half, found_cut(mesh, stroke, [](const Vec3&, const Vec3& p) { return p.y > -0.1f && p.x < 0; }));
  EXPECT_EQ(inspect(half).components, 2);
  EXPECT_EQ(euler_of(half), 2);
}

TEST(Cut, TooShortIsNone) {
  const Mesh mesh = make_sheet({1, 1}, {10, 10});
  EXPECT_TRUE(found_cut(mesh, stroke_over({{0.01f, 0.02f}, {0.04f, 0.03f}})).paths.empty());
  EXPECT_TRUE(found_cut(mesh, stroke_over({{-0.9f, 0.8f}, {0.9f, 0.8f}})).paths.empty());
  EXPECT_TRUE(found_cut(mesh, stroke_over({{0.1f, 0.1f}})).paths.empty());
  EXPECT_TRUE(found_cut(mesh, stroke_over({})).paths.empty());
}

TEST(Cut, AlongAnEdgeSplitsNone) {
  const Mesh mesh = make_sheet({1, 1}, {10, 10});  // edges along x at every tenth of z
  const Cut cut = found_cut(mesh, stroke_over({{-0.7f, 0.101f}, {0.7f, 0.099f}}));
  EXPECT_TRUE(cut.splits.empty());
  Mesh parted = mesh;
  const std::vector<Birth> births = make_cut(parted, cut);
  EXPECT_EQ(births.size(), 11u);
  EXPECT_EQ(inspect(parted).components, 2);
  for (const Birth& birth : births) EXPECT_TRUE(birth.parts);
  EXPECT_EQ(parted.triangles.size(), mesh.triangles.size());
}

/// Each over what the ones before it left.
TEST(Cut, RandomStrokesLeaveASoundMesh) {
  for (const auto& [name, whole] : sheets_to_cut()) {
    std::mt19937 random(7);
    std::uniform_real_distribution<float> place(-0.6f, 0.6f);
    for (int trial = 0; trial < 40; ++trial) {
      SCOPED_TRACE(std::string(name) + ", trial " + std::to_string(trial));
      Mesh mesh = whole;
      CutHistory history;
      std::vector<Cut> cuts;
      for (int stroke = 0; stroke < 8; ++stroke) {
        std::vector<Vec2> points;
        for (unsigned i = 0; i < 2 + random() % 12; ++i) {
          const Vec2 next(place(random), place(random));
          const bool near = i > 0 && random() % 3 > 0;  // mostly short ways, as of a hand
          points.push_back(near ? Vec2(points.back() + 0.1f * next) : next);
        }
        const Cut found = found_cut(mesh, stroke_over(points, random() % 4 == 0 && points.size() > 2));
        if (found.paths.empty()) continue;
        cuts.push_back(found);
        change_cuts(mesh, history, cuts);
        expect_sound(whole, mesh);
      }
      ASSERT_GT(cuts.size(), 3u);
      EXPECT_GT(shortest_edge(mesh), 0.01 * shortest_edge(whole));

      Mesh again = whole;
      CutHistory other;
      change_cuts(again, other, cuts);
      EXPECT_EQ(again.positions, mesh.positions);
      EXPECT_EQ(again.triangles, mesh.triangles);
      change_cuts(again, other, {cuts.begin(), cuts.begin() + 2});
      change_cuts(again, other, {});
      EXPECT_EQ(again.positions, whole.positions);
      EXPECT_EQ(again.triangles, whole.triangles);
      EXPECT_EQ(other.whole, nullptr);
      if (HasFailure()) return;
    }
  }
}

TEST(Cut, TakingOneBackKeepsTheIndicesOfThoseBefore) {
  Mesh mesh = make_sheet({1, 1}, {12, 12});
  CutHistory history;
  const Cut first = found_cut(mesh, stroke_over({{-0.7f, 0.02f}, {0.7f, 0.09f}}));
  change_cuts(mesh, history, {first});
  const Mesh once = mesh;
  const Cut second = found_cut(mesh, stroke_over({{0.03f, -0.7f}, {-0.04f, 0.7f}}));
  change_cuts(mesh, history, {first, second});
  EXPECT_EQ(inspect(mesh).components, 4);
  EXPECT_TRUE(std::equal(once.positions.begin(), once.positions.end(), mesh.positions.begin()));
  change_cuts(mesh, history, {first});
  EXPECT_EQ(mesh.positions, once.positions);
  EXPECT_EQ(mesh.triangles, once.triangles);
}

/// Numbers of a file's vertices go on after its last; faces and colours are carried.
TEST(Cut, OfAMeshFromAFileNumbersGoOn) {
  Mesh mesh = make_sheet({1, 1}, {4, 4});
  for (size_t v = 0; v < mesh.positions.size(); ++v) {
    mesh.file_vertices.push_back(static_cast<int>(2 * v));  // every other of the file is unused
    mesh.colors.push_back(Vec3(mesh.positions[v].x, 0, 1));
  }
  mesh.file_size = static_cast<int>(2 * mesh.positions.size());
  for (size_t t = 0; t < mesh.triangles.size(); ++t) mesh.file_faces.push_back(static_cast<int>(t / 2));
  const Mesh whole = mesh;
  const Cut cut = found_cut(mesh, stroke_over({{-0.7f, 0.1f}, {0.7f, 0.14f}}));
  ASSERT_FALSE(cut.splits.empty());
  EXPECT_EQ(cut.splits[0].from % 2, 0);
  const std::vector<Birth> births = make_cut(mesh, cut);
  EXPECT_EQ(mesh.file_size, whole.file_size + static_cast<int>(births.size()));
  EXPECT_EQ(mesh.file_vertices.back(), mesh.file_size - 1);
  EXPECT_EQ(std::set(mesh.file_vertices.begin(), mesh.file_vertices.end()).size(), mesh.positions.size());
  EXPECT_EQ(mesh.file_faces.size(), mesh.triangles.size());
  EXPECT_EQ(std::set(mesh.file_faces.begin(), mesh.file_faces.end()),
            std::set(whole.file_faces.begin(), whole.file_faces.end()));
  for (size_t v = 0; v < mesh.positions.size(); ++v) EXPECT_NEAR(mesh.colors[v].x, mesh.positions[v].x, 1e-6);
  EXPECT_EQ(inspect(mesh).components, 2);
}

TEST(Cut, RefusesWhatDoesNotLieOnTheMesh) {
  const Mesh whole = make_sheet({1, 1}, {2, 2});  // vertices 0 to 8, row by row
  const auto words_of = [&](const Cut& cut) -> std::string {
    Mesh mesh = whole;
    CutHistory history;
    try {
      change_cuts(mesh, history, {cut});
    } catch (const InputError& error) {
      EXPECT_EQ(mesh.positions.size(), whole.positions.size());
      EXPECT_TRUE(history.cuts.empty());
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(words_of({{}, {{3, 4, 5}}}), "");
  EXPECT_NE(words_of({{}, {}}).find("found no path"), std::string::npos);
  EXPECT_NE(words_of({{}, {{3}}}).find("two or more"), std::string::npos);
  EXPECT_NE(words_of({{}, {{3, 5}}}).find("vertices 3 and 5"), std::string::npos);
  EXPECT_NE(words_of({{}, {{3, 4, 9}}}).find("found vertex 9"), std::string::npos);
  EXPECT_NE(words_of({{{0, 8, 0.5f}}, {{3, 4}}}).find("vertices 0 and 8"), std::string::npos);
  EXPECT_NE(words_of({{{3, 4, 1}}, {{3, 4}}}).find("of the way"), std::string::npos);
  EXPECT_NE(words_of({{{-1, 4, 0.5f}}, {{3, 4}}}).find("found vertex -1"), std::string::npos);
}

}  // namespace
}  // namespace raycloth
