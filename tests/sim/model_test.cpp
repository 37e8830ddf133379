#include "sim/model/model.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

#include "device/error.h"
#include "sim/model/order.h"

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

/// What the energy is made of: the row K applied to the positions.
Vec3 bend_vector(const Model& model, int quad) {
  const Int4 q = model.quads[quad];
  Vec3 sum(0);
  for (int k = 0; k < 4; ++k) sum += model.quad_weights[quad][k] * at(model, q[k]);
  return sum;
}

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
  for (const float length : model.edge_lengths) EXPECT_GT(length, 0);
  for (const Vec4& k : model.quad_weights)
    for (int i = 0; i < 4; ++i) EXPECT_TRUE(std::isfinite(k[i]));
  ASSERT_EQ(model.warnings.size(), 1u);
  EXPECT_NE(model.warnings[0].find("odd: 2 edges beside triangles without an area"), std::string::npos);
}

// ---- edges

TEST(Edges, EachOnceWithItsLengthAndThread) {
  const Model model = build_model(sheet_scene({0.8f, 0.6f}, {8, 6}));  // cells of 0.1 m
  std::map<EdgeKind, int> count;
  std::set<std::pair<int, int>> seen;
  for (size_t i = 0; i < model.edges.size(); ++i) {
    const Int2 e = model.edges[i];
    EXPECT_TRUE(seen.insert(std::minmax(e.x, e.y)).second);
    const Vec3 d = glm::abs(at(model, e.y) - at(model, e.x));
    const bool along_x = d.z < 1e-6f, along_z = d.x < 1e-6f;
    EXPECT_EQ(model.edge_kinds[i], along_x ? EdgeKind::weft : along_z ? EdgeKind::warp : EdgeKind::shear);
    EXPECT_NEAR(model.edge_lengths[i], along_x || along_z ? 0.1f : 0.1f * std::sqrt(2.0f), 1e-6f);
    ++count[model.edge_kinds[i]];
  }
  EXPECT_EQ(count[EdgeKind::weft], 8 * 7);
  EXPECT_EQ(count[EdgeKind::warp], 9 * 6);
  EXPECT_EQ(count[EdgeKind::shear], 8 * 6);
}

TEST(Edges, ThreadsTurnWithTheTextureCoordinates) {
  Scene scene = sheet_scene({1, 1}, {4, 4});
  for (Vec3& p : scene.objects[0].mesh.positions) p = {0.8f * p.x, p.z, 0.6f * p.x};  // stands up, turned
  const Model model = build_model(scene);
  for (size_t i = 0; i < model.edges.size(); ++i) {
    const Vec3 d = glm::abs(at(model, model.edges[i].y) - at(model, model.edges[i].x));
    const EdgeKind kind = d.y < 1e-6f ? EdgeKind::weft : d.x < 1e-6f ? EdgeKind::warp : EdgeKind::shear;
    EXPECT_EQ(model.edge_kinds[i], kind);
  }
}

TEST(Edges, WithoutThemTheWarpIsTheLongestHorizontalAxis) {
  Scene scene = sheet_scene({0.5f, 1}, {4, 8});  // longest along z
  scene.objects[0].mesh.uvs.clear();
  const Model model = build_model(scene);
  for (size_t i = 0; i < model.edges.size(); ++i) {
    const Vec3 d = glm::abs(at(model, model.edges[i].y) - at(model, model.edges[i].x));
    const EdgeKind kind = d.x < 1e-6f ? EdgeKind::warp : d.z < 1e-6f ? EdgeKind::weft : EdgeKind::shear;
    EXPECT_EQ(model.edge_kinds[i], kind);
  }
}

TEST(Edges, ObstaclesHaveNone) {
  Scene scene = sheet_scene({1, 1}, {2, 2});
  scene.objects[0].kind = ObjectKind::shell;
  const Model model = build_model(scene);
  EXPECT_TRUE(model.edges.empty() && model.quads.empty() && model.edge_colors.empty() && model.quad_colors.empty());
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

TEST(Colors, NoTwoOfAColourShareAVertexAndAllAreUsed) {
  for (const Int2 cells : {Int2(1, 1), Int2(7, 3), Int2(32, 32)}) {
    const Model model = build_model(sheet_scene({1, 1}, cells));
    expect_colored(model.edges, 2, model.edge_colors);
    expect_colored(model.quads, 4, model.quad_colors);
  }
}

TEST(Colors, AreFewAndEven) {
  const Model model = build_model(sheet_scene({1, 1}, {64, 64}));
  // A vertex of 8 edges needs 8 colours, and Vizing's theorem grants 9.
  EXPECT_LE(model.edge_colors.size(), 9u);
  const auto by_size = [](const Range& a, const Range& b) { return a.size() < b.size(); };
  for (const auto* colors : {&model.edge_colors, &model.quad_colors}) {
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
  expect_colored(model.edges, 2, model.edge_colors);
  expect_colored(model.quads, 4, model.quad_colors);
  EXPECT_GE(model.edge_colors.size(), 300u);  // all spokes meet in one vertex
}

// ---- bending

TEST(Quads, AFlatSheetHasNoBend) {
  const Model model = build_model(sheet_scene({1, 0.7f}, {9, 7}));
  const int inner = (9 * 8 + 10 * 7 + 9 * 7) - 2 * (9 + 7);
  ASSERT_EQ(static_cast<int>(model.quads.size()), inner);
  for (int q = 0; q < inner; ++q) {
    EXPECT_NEAR(glm::length(bend_vector(model, q)), 0, 1e-5f);
    EXPECT_NEAR(model.quad_rest[q], 0, 1e-6f);
    const Vec4 k = model.quad_weights[q];
    EXPECT_NEAR(k.x + k.y + k.z + k.w, 0, 1e-5f) << "moves with a translation";
  }
}

TEST(Quads, HaveTheirEdgeFirstAndTheOppositeVerticesLast) {
  const Model model = build_model(sheet_scene({1, 1}, {4, 4}));
  for (const Int4& q : model.quads) {
    int shared = 0;
    for (const Int3& t : model.triangles) {
      const std::set<int> corners{t.x, t.y, t.z};
      shared += corners == std::set<int>{q.x, q.y, q.z} || corners == std::set<int>{q.x, q.y, q.w};
    }
    EXPECT_EQ(shared, 2);
  }
}

/// Two triangles of unequal shape, flat at rest, then bent by `angle` about their edge.
struct Hinge {
  explicit Hinge(double angle) {
    Mesh mesh;
    mesh.positions = {{0, 0, 0}, {0.3f, 0, 0}, {0.1f, 0, 0.2f}, {0.25f, 0, -0.15f}};
    mesh.triangles = {{0, 2, 1}, {0, 1, 3}};
    scene.objects.push_back(cloth("hinge", mesh));
    model = build_model(scene);
    for (int v = 0; v < 4; ++v) {
      Vec4& p = model.positions[v];
      if (p.z < 0) p = Vec4(p.x, -p.z * std::sin(angle), p.z * std::cos(angle), p.w);
    }
  }
  Scene scene;
  Model model;
};

// Bergou et al. 2006: the energy of a hinge is that of a constant bend over its two triangles; with the angle
// theta between their normals, |K x| = 2 |ab| sin(theta / 2). Here the energy is computed from the angle.
TEST(Quads, TheEnergyOfABentHingeIsThatOfItsAngle) {
  for (const double angle : {0.1, 0.7, 2.0}) {
    const Hinge hinge(angle);
    ASSERT_EQ(hinge.model.quads.size(), 1u);
    const double bend = glm::length(bend_vector(hinge.model, 0));
    const double edge = 0.3, area = 0.5 * 0.3 * (0.2 + 0.15);
    EXPECT_NEAR(hinge.model.quad_areas[0], area, 1e-7);
    const double stiffness = 2e-5;
    const double from_angle = stiffness * 3 / (2 * area) * std::pow(2 * edge * std::sin(angle / 2), 2);
    const double from_model = stiffness * 3 / (2 * hinge.model.quad_areas[0]) * bend * bend;
    EXPECT_NEAR(from_model, from_angle, 1e-5 * from_angle);
  }
}

// The rest value of a curved mesh is its bend at rest: a tent of two unit squares at a right angle.
TEST(Quads, ACurvedRestShapeIsAtRest) {
  Scene scene;
  Mesh tent;
  tent.positions = {{0, 0, 0}, {1, 0, 0}, {0, 0, 1}, {0, 1, 0}};
  tent.triangles = {{0, 2, 1}, {0, 1, 3}};
  scene.objects.push_back(cloth("tent", tent));
  const Model model = build_model(scene);
  ASSERT_EQ(model.quads.size(), 1u);
  EXPECT_NEAR(model.quad_rest[0], 2 * std::sin(std::acos(-1.0) / 4), 1e-6);
}

// Rolled up about the z axis, a sheet folds only at its edges along z, each by cell / radius: cells between
// two such edges stay flat, so that the diagonals and the edges along x do not bend.
TEST(Quads, ARolledSheetFoldsAtItsStraightEdgesOnly) {
  constexpr int kCells = 20;
  constexpr double kRadius = 2, kFold = 1.0 / kCells / kRadius;
  Model model = build_model(sheet_scene({1, 1}, {kCells, kCells}));
  std::vector<bool> along_z;
  for (const Int4& q : model.quads) along_z.push_back(at(model, q.x).x == at(model, q.y).x);
  for (Vec4& p : model.positions) {  // the columns of vertices keep their distance, along chords
    const double angle = p.x * kCells * kFold, radius = 0.5 / kCells / std::sin(kFold / 2);
    p = Vec4(radius * std::sin(angle), radius * (1 - std::cos(angle)), p.z, p.w);
  }
  for (int q = 0; q < static_cast<int>(model.quads.size()); ++q) {
    const double wanted = along_z[q] ? 2.0 / kCells * std::sin(kFold / 2) : 0;
    EXPECT_NEAR(glm::length(bend_vector(model, q)), wanted, 2e-6);
  }
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
  EXPECT_EQ(a.edges, b.edges);
  EXPECT_EQ(a.quads, b.quads);
}

}  // namespace
}  // namespace raycloth
