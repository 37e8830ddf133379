// What the triangles of cloth know of their rest shape, against known deformations.
#include <gtest/gtest.h>

#include "device/error.h"
#include "sim/model/parts/threads.h"
#include "tests/sim/sheets.h"

namespace raycloth {
namespace {

using namespace sheets;

/// The warp and the weft of a triangle, from where its corners are.
struct Drawn {
  glm::dvec3 u, v;

  template <class At>
  Drawn(const Membrane& membrane, size_t i, At at) {
    const Int3 t = membrane.triangles[i];
    const glm::dvec3 p = at(t.y) - at(t.x), q = at(t.z) - at(t.x);
    const glm::dvec4 s(membrane.shapes[i]);
    u = p * s.x + q * s.z;
    v = p * s.y + q * s.w;
  }
};

/// Deforms the plane y = 0 by a matrix, whose columns are where unit vectors along x and z go.
struct Deformation {
  glm::dvec3 x, z;

  glm::dvec3 operator()(const glm::dvec3& p) const { return glm::dvec3(4, 5, 6) + p.x * x + p.z * z; }
};
constexpr Deformation kShear{{1.1, 0.2, 0.3}, {-0.4, 0.7, 0.9}};

/// Fabric whose warp runs along `warp` in the plane: u and v must be where the deformation takes warp and weft.
void expect_drawn(const Model& model, const glm::dvec3& warp) {
  const glm::dvec3 weft(warp.z, 0, -warp.x);  // normal (0, 1, 0) x warp
  const glm::dvec3 u = kShear(warp) - kShear({}), v = kShear(weft) - kShear({});
  ASSERT_FALSE(model.membrane.triangles.empty());
  for (size_t i = 0; i < model.membrane.triangles.size(); ++i) {
    const auto at = [&](int vertex) { return kShear(glm::dvec3(model.positions[vertex])); };
    const Drawn drawn(model.membrane, i, at);
    EXPECT_NEAR(glm::length(drawn.u), glm::length(u), 1e-5);
    EXPECT_NEAR(glm::length(drawn.v), glm::length(v), 1e-5);
    EXPECT_NEAR(glm::dot(drawn.u, drawn.v), glm::dot(u, v), 1e-5);
    EXPECT_NEAR(glm::distance(drawn.u, u), 0, 1e-5);
  }
}

TEST(Membrane, KnowsHowItIsDrawnOnAnyMesh) {
  expect_drawn(model_of(make_sheet({0.8f, 0.6f}, {8, 6})), {0, 0, 1});
  expect_drawn(model_of(jittered_sheet({0.8f, 0.6f}, {8, 6}, 0.24f, 1)), {0, 0, 1});
}

TEST(Membrane, AtRestIsNotDrawn) {
  const Model model = model_of(roll(jittered_sheet({0.8f, 0.6f}, {16, 12}, 0.24f, 2), 0.2f, 0.3));
  for (size_t i = 0; i < model.membrane.triangles.size(); ++i) {
    const Drawn drawn(model.membrane, i, [&](int v) { return glm::dvec3(model.positions[v]); });
    EXPECT_NEAR(glm::length(drawn.u), 1, 1e-5);
    EXPECT_NEAR(glm::length(drawn.v), 1, 1e-5);
    EXPECT_NEAR(glm::dot(drawn.u, drawn.v), 0, 1e-5);
  }
}

TEST(Membrane, TakesTheWarpFromTheTextureCoordinates) {
  for (const double turn : {0.0, 0.7, 2.5}) {
    for (const float mirror : {1.0f, -1.0f}) {
      Mesh mesh = jittered_sheet({0.8f, 0.6f}, {8, 6}, 0.24f, 3);
      for (size_t i = 0; i < mesh.uvs.size(); ++i) {  // v grows along the turned z axis, u across it
        const Vec3 p = mesh.positions[i];
        const double u = std::cos(turn) * p.x + std::sin(turn) * p.z, v = std::cos(turn) * p.z - std::sin(turn) * p.x;
        mesh.uvs[i] = Vec2(3 * mirror * static_cast<float>(u) + 0.3f, 2 * static_cast<float>(v));
      }
      expect_drawn(model_of(mesh), {-std::sin(turn), 0, std::cos(turn)});
    }
  }
}

TEST(Membrane, WithoutThemTheWarpIsTheLongestHorizontalAxis) {
  for (const Vec2 size : {Vec2(0.5f, 1), Vec2(1, 0.5f)}) {
    Mesh mesh = jittered_sheet(size, {8, 8}, 0.24f, 4);
    mesh.uvs.clear();
    expect_drawn(model_of(mesh), size.x > size.y ? glm::dvec3(1, 0, 0) : glm::dvec3(0, 0, 1));
  }
}

/// A box that is longest along x: its sides across x have the vertical axis in place of it.
TEST(Membrane, WithoutThemTheWarpStandsWhereTheAxisPierces) {
  Mesh mesh;
  mesh.positions = {{0, 0, 0}, {0, 0.5f, 0}, {0, 0, 0.3f}, {1, 0.02f, 0}};
  mesh.triangles = {{0, 1, 2}, {0, 3, 1}};
  const Scene scene = scene_of(mesh);
  const Model model = build_model(scene);
  const std::vector<Threads> threads = find_threads(scene, model);
  int across = 0;
  for (size_t t = 0; t < threads.size(); ++t) {
    const Int3 c = model.triangles[t];
    const auto at = [&](int v) { return Vec3(model.positions[v]); };
    const Vec3 normal = glm::normalize(glm::cross(at(c.y) - at(c.x), at(c.z) - at(c.x)));
    const bool pierced = std::abs(normal.x) > 0.99f;
    EXPECT_NEAR(glm::distance(threads[t].warp, pierced ? Vec3(0, 1, 0) : Vec3(1, 0, 0)), 0, 1e-6f);
    EXPECT_NEAR(glm::distance(threads[t].weft, glm::cross(normal, threads[t].warp)), 0, 1e-6f);
    across += pierced;
  }
  EXPECT_EQ(across, 1);
}

TEST(Membrane, HasTheAreaOfTheSheet) {
  const Model model = model_of(jittered_sheet({0.8f, 0.6f}, {8, 6}, 0.24f, 5));
  double area = 0;
  for (const float a : model.membrane.areas) area += a;
  EXPECT_NEAR(area, 0.48, 1e-6);
}

/// One vertex a hundred nanometres beside the middle of an edge, and one on another vertex.
TEST(Membrane, LeavesSliversOutAndSaysSo) {
  Mesh mesh = make_sheet({0.8f, 0.6f}, {2, 2});
  const int whole = static_cast<int>(mesh.triangles.size());
  mesh.uvs.clear();
  mesh.positions.push_back(0.5f * (mesh.positions[0] + mesh.positions[1]) + Vec3(0, 0, -1e-7f));
  mesh.positions.push_back(mesh.positions[1]);
  mesh.triangles.push_back({0, 1, 9});
  mesh.triangles.push_back({1, 10, 9});
  const Model model = model_of(mesh);
  EXPECT_EQ(static_cast<int>(model.membrane.triangles.size()), whole);
  ASSERT_EQ(model.warnings.size(), 1u);
  EXPECT_EQ(model.warnings[0], "sheet: 2 triangles without an area resist neither stretching nor bending");
}

}  // namespace
}  // namespace raycloth
