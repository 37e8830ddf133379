#include "sim/mesh/mesh.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "device/error.h"
#include "sim/mesh/fit.h"
#include "sim/mesh/polygon.h"

namespace raycloth {
namespace {

std::filesystem::path data(const std::string& name) {
  return std::filesystem::path(RAYCLOTH_SOURCE_DIR) / "tests" / "data" / name;
}

struct Loaded {
  Mesh mesh;
  MeshReport report;
  std::vector<std::string> warnings;
};

Loaded load(const std::string& name) {
  Loaded loaded;
  loaded.mesh = load_mesh(data(name), loaded.warnings);
  loaded.report = inspect(loaded.mesh);
  return loaded;
}

/// The message without the folder.
std::string error_of(const std::string& name) {
  try {
    load(name);
  } catch (const InputError& error) {
    const std::string text = error.what();
    return text.substr(std::min(text.find(name), text.size()));
  }
  return "";
}

Vec3 area_vector(const Mesh& mesh) {
  Vec3 sum(0);
  for (const Int3& t : mesh.triangles)
    sum += 0.5f * glm::cross(mesh.positions[t.y] - mesh.positions[t.x], mesh.positions[t.z] - mesh.positions[t.x]);
  return sum;
}

float area(const Mesh& mesh) {
  float sum = 0;
  for (const Int3& t : mesh.triangles)
    sum += 0.5f * glm::length(
                      glm::cross(mesh.positions[t.y] - mesh.positions[t.x], mesh.positions[t.z] - mesh.positions[t.x]));
  return sum;
}

// A unit box, however it is written down: 8 vertices, 12 triangles, 6 m^2 of skin around 1 m^3.
class BoxFile : public testing::TestWithParam<const char*> {};

TEST_P(BoxFile, IsAUnitBox) {
  const Loaded box = load(GetParam());
  EXPECT_EQ(box.mesh.positions.size(), 8u);
  EXPECT_EQ(box.mesh.triangles.size(), 12u);
  EXPECT_FLOAT_EQ(area(box.mesh), 6);
  EXPECT_TRUE(box.report.closed && box.report.oriented && box.report.outward && box.report.manifold);
  EXPECT_EQ(box.report.components, 1);
  EXPECT_DOUBLE_EQ(box.report.volume, 1);
  EXPECT_EQ(box.report.where, "");
}

INSTANTIATE_TEST_SUITE_P(Obj, BoxFile,
                         testing::Values("box.obj", "box_crlf.obj", "box_cr.obj", "box_relative.obj",
                                         "box_duplicates.obj"));

TEST(Obj, SaysWhatWasLeftOut) {
  const Loaded box = load("box_duplicates.obj");
  ASSERT_EQ(box.warnings.size(), 2u);
  EXPECT_NE(box.warnings[0].find("box_duplicates.obj: 1 faces without an area"), std::string::npos);
  EXPECT_NE(box.warnings[1].find("box_duplicates.obj: 2 faces that repeat another"), std::string::npos);
  EXPECT_TRUE(load("box.obj").warnings.empty());
}

TEST(Obj, NGonsAreCutIntoTriangles) {
  const Loaded hexagon = load("ngon.obj");
  EXPECT_EQ(hexagon.mesh.triangles.size(), 4u);
  EXPECT_FLOAT_EQ(area(hexagon.mesh), 12);  // two trapezoids (4 + 2) / 2 * 2
  EXPECT_EQ(area_vector(hexagon.mesh), Vec3(0, 12, 0));
}

// Triangles outside of a concave polygon would add to the sum of the areas, but not to the area vector.
TEST(Obj, ConcavePolygonsAreCutInside) {
  const Loaded dart = load("concave_quad.obj"), comb = load("concave_ngon.obj");
  EXPECT_FLOAT_EQ(area(dart.mesh), 4.8f);  // 2 * 5 / 2 less 2 * 0.2 / 2
  EXPECT_NEAR(area_vector(dart.mesh).y, 4.8f, 1e-6f);
  EXPECT_FLOAT_EQ(area(comb.mesh), 11);  // a bar of 5 x 1 and three teeth of 1 x 2
  EXPECT_FLOAT_EQ(area_vector(comb.mesh).y, 11);
}

TEST(Obj, BadFilesAreRefusedWithFileLineAndWhatWasFound) {
  EXPECT_EQ(error_of("bad_index.obj").rfind("bad_index.obj:4: found face corner '4', expected a vertex from 1 to 3", 0),
            0u);
  EXPECT_EQ(error_of("bad_index_zero.obj").rfind("bad_index_zero.obj:4: found face corner '0'", 0), 0u);
  EXPECT_EQ(error_of("bad_index_relative.obj").rfind("bad_index_relative.obj:3: found face corner '-3'", 0), 0u);
  EXPECT_EQ(error_of("nan.obj"), "nan.obj:2: found 'nan' as coordinate y, expected a finite number");
  EXPECT_EQ(error_of("infinite.obj"), "infinite.obj:3: found '1e99' as coordinate y, expected a finite number");
  EXPECT_EQ(error_of("short_vertex.obj"), "short_vertex.obj:2: found '' as coordinate z, expected a finite number");
  EXPECT_EQ(error_of("word.obj"), "word.obj:2: found 'zero' as coordinate y, expected a finite number");
  EXPECT_EQ(error_of("empty.obj"), "empty.obj: found no faces, expected at least one triangle");
  EXPECT_EQ(error_of("no_faces.obj"), "no_faces.obj: found no faces, expected at least one triangle");
  EXPECT_EQ(error_of("only_degenerate.obj"), "only_degenerate.obj: found no faces, expected at least one triangle");
  EXPECT_EQ(error_of("not_there.obj"), "not_there.obj: no such file");
  EXPECT_NE(error_of(".").find("found a folder"), std::string::npos);
}

TEST(Obj, KeepsTextureCoordinatesWithoutSeamsOnly) {
  EXPECT_EQ(load("uv.obj").mesh.uvs, (std::vector<Vec2>{{0, 0}, {0.5f, 0}, {0.5f, 1}, {0, 1}}));
  EXPECT_TRUE(load("uv_seam.obj").mesh.uvs.empty());
  EXPECT_TRUE(load("box.obj").mesh.uvs.empty());
}

TEST(Inspect, FindsTheBorderOfAnOpenBox) {
  const MeshReport report = load("box_open.obj").report;
  EXPECT_FALSE(report.closed || report.oriented || report.outward);
  EXPECT_TRUE(report.manifold);
  EXPECT_NE(report.where.find("a border"), std::string::npos);
  EXPECT_NE(report.where.find(", 1)"), std::string::npos) << "the missing side is at z = 1: " << report.where;
}

TEST(Inspect, FindsTheSideThatFacesTheOtherWay) {
  const MeshReport report = load("box_mixed.obj").report;
  EXPECT_TRUE(report.closed && report.manifold);
  EXPECT_FALSE(report.oriented || report.outward);
  EXPECT_NE(report.where.find(", 0), whose two triangles"), std::string::npos) << "it is at z = 0: " << report.where;
}

TEST(Inspect, KnowsInsideOut) {
  Loaded box = load("box_inside_out.obj");
  EXPECT_TRUE(box.report.closed && box.report.oriented);
  EXPECT_FALSE(box.report.outward);
  EXPECT_DOUBLE_EQ(box.report.volume, -1);
  flip(box.mesh);
  EXPECT_TRUE(inspect(box.mesh).outward);
}

TEST(Inspect, ThreeTrianglesOnAnEdgeAreNotManifold) {
  const MeshReport report = load("three_on_an_edge.obj").report;
  EXPECT_FALSE(report.manifold || report.closed || report.oriented);
}

TEST(Inspect, CountsComponents) {
  const MeshReport report = load("two_boxes.obj").report;
  EXPECT_EQ(report.components, 2);
  EXPECT_TRUE(report.outward);
  EXPECT_DOUBLE_EQ(report.volume, 2e9);
}

TEST(Inspect, AnEmptyMeshIsNothing) {
  const MeshReport report = inspect(Mesh{});
  EXPECT_FALSE(report.closed || report.oriented || report.outward || report.manifold);
  EXPECT_EQ(report.components, 0);
}

TEST(Orient, TurnsTrianglesTheWayOfTheirNeighbours) {
  Mesh box = load("box_mixed.obj").mesh;
  EXPECT_EQ(orient(box), 2);  // the two triangles of one side
  EXPECT_TRUE(inspect(box).oriented);
  EXPECT_EQ(std::abs(inspect(box).volume), 1);
  EXPECT_EQ(orient(box), 0);
}

TEST(Orient, KeepsTheMajorityOfEachComponent) {
  Mesh boxes = load("two_boxes.obj").mesh;
  for (size_t i = 0; i < boxes.triangles.size(); i += 5) std::swap(boxes.triangles[i].x, boxes.triangles[i].y);
  EXPECT_EQ(orient(boxes), 5);  // triangles 0, 5, 10, 15, 20
  EXPECT_DOUBLE_EQ(inspect(boxes).volume, 2e9);
}

TEST(Orient, ComesToAnEndOnAMoebiusStrip) {
  Mesh strip;
  constexpr int kQuads = 9;
  for (int i = 0; i < kQuads; ++i)
    for (const float side : {-1.0f, 1.0f}) {
      const float a = 6.2831853f * i / kQuads, width = 0.3f * side;
      const float ring = 1 + width * std::cos(a / 2);
      strip.positions.push_back({ring * std::cos(a), width * std::sin(a / 2), ring * std::sin(a)});
    }
  for (int i = 0; i < kQuads; ++i) {
    const bool last = i + 1 == kQuads;  // joined with a half turn
    const int a = 2 * i, b = a + 1, c = last ? 1 : a + 2, d = last ? 0 : a + 3;
    strip.triangles.push_back({a, b, c});
    strip.triangles.push_back({b, d, c});
  }
  const size_t count = strip.triangles.size();
  orient(strip);
  EXPECT_EQ(strip.triangles.size(), count);
}

TEST(Sheet, IsFlatCentredAndFacesUp) {
  const Mesh sheet = make_sheet({2, 1}, {8, 4});
  EXPECT_EQ(sheet.positions.size(), 9u * 5u);
  EXPECT_EQ(sheet.triangles.size(), 2u * 8u * 4u);
  const Bounds box = bounds(sheet);
  EXPECT_EQ(box.min, Vec3(-1, 0, -0.5f));
  EXPECT_EQ(box.max, Vec3(1, 0, 0.5f));
  EXPECT_NEAR(area_vector(sheet).y, 2, 1e-5f);
  EXPECT_NEAR(area(sheet), 2, 1e-5f);
  const MeshReport report = inspect(sheet);
  EXPECT_TRUE(report.manifold && !report.closed && report.components == 1);
}

// Alternating diagonals: an inner vertex has 4 or 8 triangles, never 6.
TEST(Sheet, DiagonalsAlternate) {
  const Mesh sheet = make_sheet({1, 1}, {6, 6});
  std::vector<int> triangles(sheet.positions.size());
  for (const Int3& t : sheet.triangles)
    for (int k = 0; k < 3; ++k) ++triangles[t[k]];
  for (int j = 1; j < 6; ++j)
    for (int i = 1; i < 6; ++i) EXPECT_EQ(triangles[j * 7 + i], (i + j) % 2 == 0 ? 8 : 4) << i << " " << j;
}

TEST(Sheet, TextureCoordinatesAreMetres) {
  const Mesh sheet = make_sheet({2, 1}, {3, 2});
  ASSERT_EQ(sheet.uvs.size(), sheet.positions.size());
  for (size_t i = 0; i < sheet.uvs.size(); ++i)
    EXPECT_EQ(sheet.uvs[i], Vec2(sheet.positions[i].x, sheet.positions[i].z));
}

TEST(Polygon, DegeneratePolygonsAreStillCut) {
  const std::vector<Vec3> point(7, Vec3(1)), line{{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 0, 0}, {1.5f, 0, 0}};
  const std::vector<Vec3> bow{{0, 0, 0}, {1, 1, 0}, {1, 0, 0}, {0, 1, 0}};
  EXPECT_EQ(triangulate_polygon(point).size(), 5u);
  EXPECT_EQ(triangulate_polygon(line).size(), 3u);
  EXPECT_EQ(triangulate_polygon(bow).size(), 2u);
}

// ---- what it can be as fabric

Mesh stacked(std::initializer_list<float> heights) {
  Mesh all;
  for (const float height : heights) {
    const Mesh sheet = make_sheet({0.2f, 0.2f}, {20, 20});
    const int first = static_cast<int>(all.positions.size());
    for (const Vec3& p : sheet.positions) all.positions.push_back(p + Vec3(0.003f, height, 0.002f));
    for (const Int3& t : sheet.triangles) all.triangles.push_back(t + first);
  }
  return all;
}

TEST(Fit, GapsAreThoseBetweenLayers) {
  const Mesh one = stacked({0}), two = stacked({0, 0.004f}), other = stacked({-0.003f});
  const Mesh* only[] = {&one};
  const Mesh* both[] = {&one, &other};
  const Mesh* itself[] = {&two};
  EXPECT_FLOAT_EQ(layer_gap(one, only, 0.05f), 0.05f) << "its own neighbours are no other layer";
  EXPECT_NEAR(layer_gap(one, both, 0.05f), 0.003f, 1e-6f);
  EXPECT_NEAR(layer_gap(two, itself, 0.05f), 0.004f, 1e-6f);
}

TEST(Fit, ThicknessGoesByEdgesAndGaps) {
  const Mesh one = stacked({0}), two = stacked({0, 0.004f});
  const Mesh* only[] = {&one};
  const Mesh* itself[] = {&two};
  EXPECT_FLOAT_EQ(median_edge(one), 0.01f);
  EXPECT_NEAR(fitting_half_thickness(one, only, 0.005f), 0.003f, 1e-6f) << "folds need room";
  EXPECT_FLOAT_EQ(fitting_half_thickness(one, only, 0.002f), 0.002f) << "no thicker than wanted";
  EXPECT_LT(2 * fitting_half_thickness(two, itself, 0.005f), 0.004f) << "layers begin apart";
  EXPECT_GT(2 * fitting_half_thickness(two, itself, 0.005f), 0.003f);
  const Mesh nothing;
  EXPECT_FLOAT_EQ(fitting_half_thickness(nothing, {}, 0.005f), 0.0001f);
}

}  // namespace
}  // namespace raycloth
