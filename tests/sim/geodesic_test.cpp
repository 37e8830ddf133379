// Distances along cloth against Euclid's in the plane.
#include "sim/model/parts/geodesic.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "tests/sim/sheets.h"

namespace raycloth {
namespace {

using namespace sheets;

Vec3 at(const Model& model, int v) { return Vec3(model.positions[v]); }

/// Calls f(source, vertex, distance) for every vertex from some of them, which must all be reached.
template <class F>
void for_distances(const Model& model, F f) {
  const Wings wings(model);
  Geodesics geodesics(wings);
  const int count = static_cast<int>(model.positions.size());
  for (int source = 0; source < count; source += 1 + count / 7) {
    const auto arrivals = geodesics.from(source, 100);
    ASSERT_EQ(static_cast<int>(arrivals.size()), count);
    for (const auto& [vertex, distance] : arrivals) f(source, vertex, distance);
  }
}

// Rounding: a way crosses some twenty triangles, each of which rounds a few times in floats.
constexpr double kRounding = 2e-5;

TEST(Geodesics, AreEuclidsInFlatSheetsOfAnyMesh) {
  for (const auto& [name, mesh] : {std::pair("regular", make_sheet({1, 0.7f}, {16, 11})),
                                   std::pair("slight", jittered_sheet({1, 0.7f}, {16, 11}, 0.1f, 1)),
                                   std::pair("strong", jittered_sheet({1, 0.7f}, {16, 11}, 0.24f, 2)),
                                   std::pair("long cells", jittered_sheet({1, 0.7f}, {5, 30}, 0.24f, 3))}) {
    const Model model = model_of(mesh);
    for_distances(model, [&](int source, int vertex, float distance) {
      EXPECT_NEAR(distance, glm::distance(at(model, source), at(model, vertex)), kRounding)
          << name << ", " << source << " to " << vertex;
    });
  }
}

TEST(Geodesics, FollowACylinder) {
  const Mesh flat = jittered_sheet({1, 0.4f}, {50, 20}, 0.24f, 4);
  const Model model = model_of(roll(flat, 0.2f, 0.4));  // 5 of 6.28 rad
  for_distances(model, [&](int source, int vertex, float distance) {
    const Vec3 a = flat.positions[model.source_vertex[source]], b = flat.positions[model.source_vertex[vertex]];
    EXPECT_NEAR(distance, glm::distance(a, b), 0.01 * glm::distance(a, b)) << source << " to " << vertex;
  });
}

/// A sheet of 1 m without the cells of its middle row but the last two.
Mesh slit_sheet() {
  constexpr int kCells = 15;
  Mesh mesh = jittered_sheet({1, 1}, {kCells, kCells}, 0, 5);
  std::vector<Int3> kept;
  for (const Int3& t : mesh.triangles) {
    const Vec3 middle = (mesh.positions[t.x] + mesh.positions[t.y] + mesh.positions[t.z]) / 3.0f;
    if (std::abs(middle.z) > 0.5f / kCells || middle.x > 0.5f - 2.0f / kCells) kept.push_back(t);
  }
  mesh.triangles = kept;
  return mesh;
}

/// The straight way, or around the ends of the slit's two lips.
double around_the_slit(const Vec3& a, const Vec3& b) {
  const float end = 0.5f - 2.0f / 15, lip = 0.5f / 15;
  if ((a.z > 0) == (b.z > 0)) return glm::distance(a, b);
  const Vec3& upper = a.z > 0 ? a : b;
  const Vec3& lower = a.z > 0 ? b : a;
  const auto x_at = [&](float z) { return lower.x + (upper.x - lower.x) * (z - lower.z) / (upper.z - lower.z); };
  if (x_at(lip) >= end && x_at(-lip) >= end) return glm::distance(a, b);
  const Vec3 above(end, 0, lip), below(end, 0, -lip);
  double least = glm::distance(upper, above) + glm::distance(above, below) + glm::distance(below, lower);
  const auto by = [&](const Vec3& corner, const Vec3& other_corner) {  // bends at one corner alone
    const Vec3& far = other_corner.z > 0 ? upper : lower;
    const float x = corner.x + (far.x - corner.x) * (other_corner.z - corner.z) / (far.z - corner.z);
    if (x >= end) least = std::min<double>(least, glm::distance(upper, corner) + glm::distance(corner, lower));
  };
  by(above, below);
  by(below, above);
  return least;
}

TEST(Geodesics, GoAroundASlit) {
  const Model model = model_of(slit_sheet());
  int bent = 0;
  for_distances(model, [&](int source, int vertex, float distance) {
    const Vec3 a = at(model, source), b = at(model, vertex);
    const double straight = glm::distance(a, b), wanted = around_the_slit(a, b);
    EXPECT_GE(distance, straight - kRounding) << source << " to " << vertex;
    // Behind a corner the wave is no circle about the source any more: what comes round it is some percent too long.
    EXPECT_GE(distance, 0.999 * wanted) << source << " to " << vertex;
    EXPECT_LE(distance, 1.06 * wanted + kRounding) << source << " to " << vertex;
    bent += wanted > 1.2 * straight;
  });
  EXPECT_GT(bent, 100);
}

TEST(Geodesics, ReachWhatIsNearerThanTheRadius) {
  const Model model = model_of(jittered_sheet({1, 1}, {20, 20}, 0.24f, 6));
  const Wings wings(model);
  Geodesics geodesics(wings);
  for (const int source : {0, 137, 400}) {
    std::set<int> wanted, found;
    for (int v = 0; v < 21 * 21; ++v)
      if (glm::distance(at(model, source), at(model, v)) < 0.3f) wanted.insert(v);
    for (const auto& [vertex, distance] : geodesics.from(source, 0.3f)) {
      EXPECT_TRUE(found.insert(vertex).second);
      EXPECT_NEAR(distance, glm::distance(at(model, source), at(model, vertex)), kRounding) << source << ", " << vertex;
    }
    EXPECT_EQ(found, wanted);
  }
}

}  // namespace
}  // namespace raycloth
