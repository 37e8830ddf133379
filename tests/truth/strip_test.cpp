// The strips that the truth tests are made of.
#include "tests/truth/strip.h"
#include "sim/model/parts/threads.h"

#include "tests/truth/truth.h"

namespace raycloth::truth {
namespace {

constexpr Pattern kPatterns[] = {Pattern::one_way, Pattern::alternating, Pattern::jittered, Pattern::delaunay,
                                 Pattern::half_fine};

TEST(Strip, IsOneFlatPieceThatFacesUp) {
  for (const Pattern pattern : kPatterns) {
    const Strip strip{0.3, 0.1, {18, 6}, pattern};
    const Mesh mesh = make_strip(strip);
    double area = 0;
    for (const Int3& t : mesh.triangles) {
      const Vec3 a = mesh.positions[t.x], doubled = glm::cross(mesh.positions[t.y] - a, mesh.positions[t.z] - a);
      EXPECT_GT(doubled.y, 0) << kPatternNames[static_cast<int>(pattern)];
      area += 0.5 * doubled.y;
    }
    EXPECT_NEAR(area, strip.length * strip.width, 1e-7) << kPatternNames[static_cast<int>(pattern)];
    const MeshReport report = inspect(mesh);
    EXPECT_TRUE(report.manifold && report.oriented == report.closed) << report.where;
    EXPECT_EQ(report.components, 1);
  }
}

TEST(Strip, HasTheTrianglesOfItsPattern) {
  const auto triangles = [](Pattern pattern) { return make_strip({0.3, 0.1, {18, 6}, pattern}).triangles.size(); };
  for (const Pattern pattern : {Pattern::one_way, Pattern::alternating, Pattern::jittered, Pattern::delaunay})
    EXPECT_EQ(triangles(pattern), 2u * 18 * 6);
  EXPECT_EQ(triangles(Pattern::half_fine), 2u * 9 * 6 + 3u * 6 + 2u * 17 * 12);
}

/// What an irregular strip is for: its edges differ, and Delaunay's diagonals are not those of squares.
TEST(Strip, IsIrregularWhereItIsToBe) {
  const Mesh regular = make_strip({0.3, 0.1, {18, 6}}), jittered = make_strip({0.3, 0.1, {18, 6}, Pattern::jittered});
  const Mesh delaunay = make_strip({0.3, 0.1, {18, 6}, Pattern::delaunay});
  int moved = 0, turned = 0;
  for (size_t v = 0; v < regular.positions.size(); ++v) moved += regular.positions[v] != jittered.positions[v];
  for (size_t t = 0; t < regular.triangles.size(); ++t) turned += jittered.triangles[t] != delaunay.triangles[t];
  EXPECT_EQ(moved, 16 * 5) << "all but the border and the second row";
  EXPECT_GT(turned, 20);
  EXPECT_EQ(jittered.positions, delaunay.positions);
}

/// The model reads the threads off the texture coordinates: how far the warp turns from the strip's length.
TEST(Strip, IsCutAlongTheThreadThatItSays) {
  for (const auto& [cut, cosine] : {std::pair{Cut::warp, 1.0f}, {Cut::weft, 0.0f}, {Cut::bias, std::sqrt(0.5f)}}) {
    Scene scene;
    scene.path = "test";
    scene.objects = {cloth_of(make_strip({0.3, 0.1, {18, 6}, Pattern::one_way, cut}), fabric())};
    const Model model = build_model(scene);
    for (const Threads& threads : find_threads(scene, model))
      ASSERT_NEAR(std::abs(threads.warp.x), cosine, 1e-5f) << kCutNames[static_cast<int>(cut)];
  }
}

}  // namespace
}  // namespace raycloth::truth
