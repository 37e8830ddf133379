#include "sim/model/model.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>
#include <random>
#include <set>

#include "device/error.h"
#include "sim/model/parts/order.h"

namespace raycloth {
namespace {

std::filesystem::path source(const std::string& name) { return std::filesystem::path(RAYCLOTH_SOURCE_DIR) / name; }

SceneObject cloth(const std::string& name, Mesh mesh) {
  SceneObject object;
  object.name = name;
  object.mesh = std::move(mesh);
  return object;
}

Scene sheet_scene(Vec2 size, Int2 cells) {
  Scene scene;
  scene.path = "test";
  scene.objects.push_back(cloth("sheet", make_sheet(size, cells)));
  return scene;
}

Vec3 at(const Model& model, int vertex) { return Vec3(model.positions[vertex]); }

// ---- the arrays say what the mesh says

TEST(Model, HoldsEveryVertexAndTriangleOfEveryObject) {
  const Scene scene = load_scene_scaled(source("assets/scenes/two_sheets_ball.json"), 0.25f);
  const Model model = build_model(scene);
  ASSERT_EQ(model.objects.size(), scene.objects.size());
  int vertex = 0, triangle = 0;
  for (size_t i = 0; i < scene.objects.size(); ++i) {
    const ModelObject& object = model.objects[i];
    const Mesh& mesh = scene.objects[i].mesh;
    EXPECT_EQ(object.vertices.begin, vertex);
    EXPECT_EQ(object.triangles.begin, triangle);
    ASSERT_EQ(object.vertices.size(), static_cast<int>(mesh.positions.size()));
    ASSERT_EQ(object.triangles.size(), static_cast<int>(mesh.triangles.size()));
    std::set<int> sources;
    for (int v = vertex; v < object.vertices.end; ++v) {
      EXPECT_EQ(model.vertex_object[v], static_cast<int>(i));
      EXPECT_EQ(at(model, v), mesh.positions[model.source_vertex[v]]);
      sources.insert(model.source_vertex[v]);
    }
    EXPECT_EQ(sources.size(), mesh.positions.size());

    std::multiset<std::vector<int>> wanted, found;
    for (const Int3& t : mesh.triangles) wanted.insert({t.x, t.y, t.z});
    for (int t = triangle; t < object.triangles.end; ++t) {
      const Int3 corners = model.triangles[t];
      EXPECT_EQ(model.triangle_object[t], static_cast<int>(i));
      found.insert({model.source_vertex[corners.x], model.source_vertex[corners.y], model.source_vertex[corners.z]});
    }
    EXPECT_EQ(found, wanted);
    vertex = object.vertices.end;
    triangle = object.triangles.end;
  }
}

TEST(Model, NeighboursShareTheirEdgeAndBordersHaveNone) {
  const Model model = build_model(sheet_scene({1, 1}, {5, 4}));
  int borders = 0;
  for (int t = 0; t < static_cast<int>(model.triangles.size()); ++t)
    for (int k = 0; k < 3; ++k) {
      const int a = model.triangles[t][k], b = model.triangles[t][(k + 1) % 3];
      std::vector<int> others;  // by looking at all
      for (int u = 0; u < static_cast<int>(model.triangles.size()); ++u) {
        const Int3 c = model.triangles[u];
        const auto has = [&](int v) { return c.x == v || c.y == v || c.z == v; };
        if (u != t && has(a) && has(b)) others.push_back(u);
      }
      EXPECT_EQ(model.triangle_neighbours[t][k], others.empty() ? -1 : others[0]);
      borders += others.empty();
    }
  EXPECT_EQ(borders, 2 * (5 + 4));
}

TEST(Model, RowsListTheTrianglesOfEachVertex) {
  const Model model = build_model(sheet_scene({1, 1}, {4, 3}));
  ASSERT_EQ(model.vertex_triangle_offsets.size(), model.positions.size() + 1);
  for (int v = 0; v < static_cast<int>(model.positions.size()); ++v) {
    std::vector<int> wanted;
    for (int t = 0; t < static_cast<int>(model.triangles.size()); ++t)
      for (int k = 0; k < 3; ++k)
        if (model.triangles[t][k] == v) wanted.push_back(t);
    const auto row = model.vertex_triangles.begin();
    EXPECT_EQ(std::vector<int>(row + model.vertex_triangle_offsets[v], row + model.vertex_triangle_offsets[v + 1]),
              wanted);
  }
}

// ---- order

TEST(CurveOrder, WalksAGridFromNeighbourToNeighbour) {
  // Cells of 1/8 of the cube, so that every step of the curve goes to a cell that shares a side.
  std::vector<Vec3> points;
  for (int x = 0; x < 8; ++x)
    for (int y = 0; y < 8; ++y)
      for (int z = 0; z < 8; ++z) points.push_back({x, y, z});
  // Corners of the bounding cube at 0 and 7 cut 65536 cells so that the points lie in 8 different eighths per
  // axis.
  const std::vector<int> order = curve_order(points);
  ASSERT_EQ(std::set<int>(order.begin(), order.end()).size(), points.size());
  for (size_t i = 1; i < order.size(); ++i)
    EXPECT_FLOAT_EQ(glm::distance(points[order[i - 1]], points[order[i]]), 1) << "step " << i;
}

TEST(CurveOrder, TakesPointsThatCoincideInTheirOrder) {
  const std::vector<Vec3> points(5, Vec3(0.3f));
  EXPECT_EQ(curve_order(points), (std::vector<int>{0, 1, 2, 3, 4}));
  EXPECT_TRUE(curve_order({}).empty());
}

Placed point(Vec3 p, float facing = 0) { return {p.x, p.y, p.z, 0, facing, 0}; }

/// Halves of halves, until there are `size` in one: a grid of 8 x 8 x 8 falls into cubes.
void expect_cubes(const std::vector<Placed>& points, const std::vector<int>& order, int size, float side) {
  for (size_t first = 0; first < order.size(); first += size) {
    Placed low = points[order[first]], high = low;
    for (size_t i = first; i < first + size; ++i) {
      for (size_t k = 0; k < low.size(); ++k) {
        low[k] = std::min(low[k], points[order[i]][k]);
        high[k] = std::max(high[k], points[order[i]][k]);
      }
    }
    for (size_t k = 0; k < 3; ++k) EXPECT_EQ(high[k] - low[k], side) << size << " from " << first << ", axis " << k;
  }
}

TEST(NearOrder, CutsAGridIntoCubes) {
  std::vector<Placed> points;
  for (int x = 0; x < 8; ++x)
    for (int y = 0; y < 8; ++y)
      for (int z = 0; z < 8; ++z) points.push_back(point(Vec3(x, z, y)));
  std::shuffle(points.begin(), points.end(), std::mt19937(1));
  const std::vector<int> order = near_order(points);
  ASSERT_EQ(std::set<int>(order.begin(), order.end()).size(), points.size());
  expect_cubes(points, order, 8, 1);
  expect_cubes(points, order, 64, 3);
}

TEST(NearOrder, CutsALineAtMultiplesOfEightAndOfSixtyFour) {
  std::vector<Placed> points;
  for (int x = 0; x < 150; ++x) points.push_back(point(Vec3(149 - x, 0, 0)));
  const std::vector<int> order = near_order(points);
  for (const int size : {8, 64})
    for (int i = 0; i < 150; ++i) EXPECT_EQ((149 - order[i]) / size, i / size) << i << " of " << size;
}

TEST(NearOrder, KeepsWhatFacesTheOtherWayApart) {
  std::vector<Placed> points;
  for (int i = 0; i < 256; ++i) points.push_back(point(Vec3(i / 2 / 8, 0.1f * (i % 2), i / 2 % 8), i % 2 ? 4 : -4));
  const std::vector<int> order = near_order(points);
  for (size_t i = 0; i < order.size(); ++i) EXPECT_EQ(order[i] % 2, order[i / 8 * 8] % 2) << i;
}

TEST(NearOrder, TakesPointsThatCoincideInTheirOrder) {
  EXPECT_EQ(near_order(std::vector<Placed>(5, point(Vec3(0.3f)))), (std::vector<int>{0, 1, 2, 3, 4}));
  std::vector<int> all(100);
  std::iota(all.begin(), all.end(), 0);
  EXPECT_EQ(near_order(std::vector<Placed>(100, point(Vec3(0.3f)))), all);
  EXPECT_TRUE(near_order({}).empty());
}

/// Two sheets that face away from each other, a tenth of an edge apart: what a garment is when it lies flat.
TEST(Model, PacksOfAFlatGarmentAreOfOneSideEach) {
  constexpr int kCells = 21;
  Scene scene;
  scene.path = "test";
  SceneObject& garment = scene.objects.emplace_back();
  garment.name = "garment";
  garment.mesh = make_sheet({1, 1}, Int2(kCells, kCells));
  Mesh& mesh = garment.mesh;
  const int front = static_cast<int>(mesh.positions.size());
  const std::vector<Int3> triangles = mesh.triangles;
  for (int v = 0; v < front; ++v) mesh.positions.push_back(mesh.positions[v] + Vec3(0, -0.1f / kCells, 0));
  for (const Int3& t : triangles) mesh.triangles.push_back(Int3(t.x, t.z, t.y) + front);
  mesh.uvs.clear();
  const Model model = build_model(scene);
  const auto in_front = [&](size_t i) { return model.file_face[i] < static_cast<int>(triangles.size()); };
  const size_t packs = model.triangles.size() / 8;
  size_t mixed = 0;
  for (size_t pack = 0; pack < packs; ++pack) {
    size_t fronts = 0;
    for (size_t i = 8 * pack; i < 8 * pack + 8; ++i) fronts += in_front(i);
    mixed += fronts % 8 != 0;
  }
  EXPECT_LT(mixed, packs / 5) << "without looking at where they face, all would be";
}

// ---- mass

TEST(Mass, IsAThirdOfTheTrianglesAround) {
  Scene scene = sheet_scene({1, 1}, {1, 1});  // two triangles of 0.5 m^2, diagonal from corner 0 to corner 3
  scene.objects[0].material.areal_density = 0.3f;
  const Model model = build_model(scene);
  for (int v = 0; v < 4; ++v) {
    const bool on_diagonal = model.source_vertex[v] == 0 || model.source_vertex[v] == 3;
    EXPECT_FLOAT_EQ(1 / model.positions[v].w, on_diagonal ? 0.1f : 0.05f);
  }
}

TEST(Mass, AddsUpToAreaTimesDensity) {
  Scene scene = sheet_scene({2, 1.5f}, {13, 9});
  scene.objects[0].material.areal_density = 0.25f;
  double total = 0;
  for (const Vec4& p : build_model(scene).positions) total += 1.0 / p.w;
  EXPECT_NEAR(total, 2 * 1.5 * 0.25, 1e-5);
}

TEST(Mass, ObstaclesAndPinnedVerticesHaveNoInverse) {
  Scene scene = load_scene_scaled(source("assets/scenes/two_sheets_ball.json"), 0.1f);
  scene.objects[1].pins.nearest = {{-10, 0.75f, -10}};
  scene.objects[2].pins.boxes = {{{-0.1f, 0, -0.1f}, {0.1f, 1, 0.1f}}};
  const Model model = build_model(scene);
  for (int v = 0; v < static_cast<int>(model.positions.size()); ++v) {
    const Vec3 p = at(model, v);
    const int object = model.vertex_object[v];
    const bool corner = object == 1 && p.x == -0.5f && p.z == -0.5f;
    const bool boxed = object == 2 && std::abs(p.x) <= 0.1f && std::abs(p.z) <= 0.1f;
    EXPECT_EQ(model.positions[v].w == 0, object == 0 || corner || boxed) << v;
  }
}

TEST(Mass, PartsWithoutAreaStayFinite) {
  Scene scene;
  Mesh mesh;
  mesh.positions = {{0, 0, 0}, {1, 0, 0}, {0, 0, 1}, {5, 5, 5}, {0.5f, 0, 0}, {1, 0, 0}};  // 3 alone, 5 is 1 again
  mesh.triangles = {{0, 2, 1}, {0, 1, 4}, {1, 5, 4}};
  scene.objects.push_back(cloth("odd", mesh));
  const Model model = build_model(scene);
  for (const Vec4& p : model.positions) EXPECT_TRUE(std::isfinite(p.w) && p.w > 0);
  for (const float length : model.edges.lengths) EXPECT_GT(length, 0);
  for (const Vec4& shape : model.membrane.shapes)
    for (int i = 0; i < 4; ++i) EXPECT_TRUE(std::isfinite(shape[i]));
  for (const float weight : model.curvature.rows.weights) EXPECT_TRUE(std::isfinite(weight));
  for (const float steepness : model.curvature.steepness) EXPECT_TRUE(std::isfinite(steepness));
  ASSERT_EQ(model.warnings.size(), 1u);
  EXPECT_EQ(model.warnings[0], "odd: 2 triangles without an area resist neither stretching nor bending");
}

// ---- edges

TEST(Edges, EachOnceWithItsLength) {
  const Model model = build_model(sheet_scene({0.8f, 0.6f}, {8, 6}));  // cells of 0.1 m
  int straight = 0, diagonal = 0;
  std::set<std::pair<int, int>> seen;
  for (size_t i = 0; i < model.edges.pairs.size(); ++i) {
    const Int2 e = model.edges.pairs[i];
    EXPECT_TRUE(seen.insert(std::minmax(e.x, e.y)).second);
    const Vec3 d = glm::abs(at(model, e.y) - at(model, e.x));
    const bool along = d.z < 1e-6f || d.x < 1e-6f;
    EXPECT_NEAR(model.edges.lengths[i], along ? 0.1f : 0.1f * std::sqrt(2.0f), 1e-6f);
    ++(along ? straight : diagonal);
  }
  EXPECT_EQ(straight, 8 * 7 + 9 * 6);
  EXPECT_EQ(diagonal, 8 * 6);
}

TEST(Edges, ObstaclesHaveNone) {
  Scene scene = sheet_scene({1, 1}, {2, 2});
  scene.objects[0].kind = ObjectKind::shell;
  const Model model = build_model(scene);
  EXPECT_TRUE(model.edges.pairs.empty() && model.membrane.triangles.empty() && model.membrane.colors.empty() &&
              model.creases.pairs.empty() && model.creases.colors.empty() && model.levels.empty());
  EXPECT_TRUE(model.curvature.rows.columns.empty());
}

// ---- colours

template <class Element>
void expect_colored(const std::vector<Element>& elements, int per_element, const std::vector<Range>& colors) {
  int next = 0;
  for (const Range& color : colors) {
    EXPECT_EQ(color.begin, next);
    EXPECT_GT(color.size(), 0);
    std::set<int> vertices;
    for (int i = color.begin; i < color.end; ++i)
      for (int k = 0; k < per_element; ++k)
        EXPECT_TRUE(vertices.insert(elements[i][k]).second) << "element " << i << " shares a vertex in its colour";
    next = color.end;
  }
  EXPECT_EQ(next, static_cast<int>(elements.size()));
}

void expect_all_colored(const Model& model) {
  expect_colored(model.membrane.triangles, 3, model.membrane.colors);
  expect_colored(model.creases.pairs, 2, model.creases.colors);
  for (const CoarseLevel& level : model.levels) expect_colored(level.edges, 2, level.colors);
}

TEST(Colors, NoTwoOfAColourShareAVertexAndAllAreUsed) {
  for (const Int2 cells : {Int2(1, 1), Int2(7, 3), Int2(32, 32)}) {
    const Model model = build_model(sheet_scene({1, 1}, cells));
    expect_all_colored(model);
  }
}

TEST(Colors, AreFewAndEven) {
  const Model model = build_model(sheet_scene({1, 1}, {64, 64}));
  // A vertex of 8 triangles needs 8 colours; a greedy colouring may want a few more.
  EXPECT_LE(model.membrane.colors.size(), 11u);
  EXPECT_LE(model.creases.colors.size(), 11u);
  const auto by_size = [](const Range& a, const Range& b) { return a.size() < b.size(); };
  for (const auto* colors : {&model.membrane.colors, &model.creases.colors}) {
    const auto [small, large] = std::minmax_element(colors->begin(), colors->end(), by_size);
    EXPECT_GT(2 * small->size(), large->size());
  }
}

TEST(Colors, AFanOfManyTrianglesIsColoured) {
  Scene scene;
  Mesh fan;
  fan.positions.push_back({0, 0, 0});
  constexpr int kCount = 300;
  for (int i = 0; i < kCount; ++i) fan.positions.push_back({std::cos(0.02f * i), 0, std::sin(0.02f * i)});
  for (int i = 1; i < kCount; ++i) fan.triangles.push_back({0, i + 1, i});
  scene.objects.push_back(cloth("fan", fan));
  const Model model = build_model(scene);
  expect_all_colored(model);
  EXPECT_GE(model.membrane.colors.size(), 299u);  // all triangles meet in one vertex
}

// ---- creases

TEST(Creases, AreTheVerticesAcrossEveryInnerEdge) {
  const Model model = build_model(sheet_scene({1, 0.7f}, {9, 7}));
  const int inner = (9 * 8 + 10 * 7 + 9 * 7) - 2 * (9 + 7);
  ASSERT_EQ(static_cast<int>(model.creases.pairs.size()), inner);
  std::set<std::pair<int, int>> wanted, found;  // by looking at all pairs of triangles
  for (size_t i = 0; i < model.triangles.size(); ++i)
    for (size_t k = 0; k < i; ++k) {
      std::set<int> both{model.triangles[i].x, model.triangles[i].y, model.triangles[i].z}, all = both;
      for (int c = 0; c < 3; ++c) all.insert(model.triangles[k][c]);
      if (all.size() != 4) continue;
      const auto in_one = [&](int v) {
        const Int3 t = model.triangles[k];
        return both.count(v) != static_cast<size_t>(t.x == v || t.y == v || t.z == v);
      };
      std::vector<int> ends;
      std::copy_if(all.begin(), all.end(), std::back_inserter(ends), in_one);
      wanted.insert({ends[0], ends[1]});
    }
  for (int i = 0; i < inner; ++i) {
    const Int2 pair = model.creases.pairs[i];
    found.insert(std::minmax(pair.x, pair.y));
    EXPECT_NEAR(model.creases.openings[i], glm::distance(at(model, pair.x), at(model, pair.y)), 1e-6f);
    EXPECT_EQ(model.creases.objects[i], 0);
  }
  EXPECT_EQ(found, wanted);
}

// ---- selections

TEST(Selection, ABoxThatHoldsNothingIsRefused) {
  Scene scene = sheet_scene({1, 1}, {2, 2});
  scene.objects[0].pins.boxes = {{{5, 5, 5}, {6, 6, 6}}};
  try {
    build_model(scene);
    FAIL();
  } catch (const InputError& error) {
    EXPECT_EQ(std::string(error.what()),
              "test: object 'sheet', pins: the box from (5, 5, 5) to (6, 6, 6) holds no vertex, expected at "
              "least one");
  }
}

TEST(Attachments, TieToTheNearestPointOfTheTarget) {
  Scene scene = sheet_scene({1, 1}, {4, 4});
  SceneObject flag = cloth("flag", make_sheet({0.5f, 0.5f}, {1, 1}));
  for (Vec3& p : flag.mesh.positions) p += Vec3(0.35f, 0.2f, 0.01f);  // one side hangs over the sheet's border
  flag.attachments.push_back({"sheet", {{}, {{Vec3(-1), Vec3(1)}}}, 1e-4f});
  scene.objects.push_back(flag);
  const Model model = build_model(scene);
  ASSERT_EQ(model.attachments.size(), 4u);
  for (const Attachment& tie : model.attachments) {
    const Vec3 p = at(model, tie.vertex), b = tie.barycentric;
    const Vec3 q = b.x * at(model, tie.triangle.x) + b.y * at(model, tie.triangle.y) + b.z * at(model, tie.triangle.z);
    EXPECT_NEAR(b.x + b.y + b.z, 1, 1e-6f);
    EXPECT_GE(std::min({b.x, b.y, b.z}), 0);
    EXPECT_NEAR(glm::distance(q, Vec3(std::min(p.x, 0.5f), 0, p.z)), 0, 1e-6f);
    EXPECT_EQ(tie.compliance, 1e-4f);
    EXPECT_EQ(model.vertex_object[tie.vertex], 1);
    EXPECT_EQ(model.vertex_object[tie.triangle.x], 0);
  }
}

TEST(Attachments, AnUnknownTargetIsRefused) {
  Scene scene = sheet_scene({1, 1}, {2, 2});
  scene.objects[0].attachments.push_back({"pole", {{Vec3(0)}, {}}, 0});
  EXPECT_THROW(build_model(scene), InputError);
}

TEST(Model, IsTheSameEveryTime) {
  const Scene scene = load_scene({source("assets/scenes/two_sheets_ball.json")});
  const Model a = build_model(scene), b = build_model(scene);
  EXPECT_EQ(a.positions, b.positions);
  EXPECT_EQ(a.triangles, b.triangles);
  EXPECT_EQ(a.edges.pairs, b.edges.pairs);
  EXPECT_EQ(a.membrane.triangles, b.membrane.triangles);
  EXPECT_EQ(a.membrane.shapes, b.membrane.shapes);
  EXPECT_EQ(a.curvature.rows.columns, b.curvature.rows.columns);
  EXPECT_EQ(a.curvature.rows.weights, b.curvature.rows.weights);
  EXPECT_EQ(a.creases.pairs, b.creases.pairs);
  ASSERT_EQ(a.levels.size(), b.levels.size());
  for (size_t l = 0; l < a.levels.size(); ++l) {
    EXPECT_EQ(a.levels[l].edges, b.levels[l].edges);
    EXPECT_EQ(a.levels[l].lengths, b.levels[l].lengths);
    EXPECT_EQ(a.levels[l].shares, b.levels[l].shares);
  }
}

}  // namespace
}  // namespace raycloth
