// The lines drawn over the scene, held against the positions that they belong to.
#include <gtest/gtest.h>

#include "app/view/marks/lines.h"
#include "tests/collision/scenes.h"

namespace raycloth {
namespace {

using namespace scenes;

float distance_to_segment(Vec3 p, Vec3 a, Vec3 b) {
  const Vec3 ab = b - a;
  const float s = glm::clamp(glm::dot(p - a, ab) / glm::dot(ab, ab), 0.0f, 1.0f);
  return glm::distance(p, a + s * ab);
}

/// What a display knows of the contacts.
Frame frame_of(Simulation& simulation) {
  Frame frame;
  frame.positions = copy_of(simulation.positions());
  frame.contacts = simulation.contacts();
  return frame;
}

TEST(ContactLines, OfTwoEdgesRunFromOneEdgeToTheOther) {
  constexpr float kE = 0.004f;
  constexpr float kReach = 0.5f * (kE + kE) + 0.001f;  // of edges at rest: collision/edges/edges.cpp
  auto simulation = simulate({cloth(crumple(make_sheet({0.3f, 0.3f}, {9, 8}), 0.03f, 1), kE),
                              cloth(crumple(tilt(make_sheet({0.3f, 0.2f}, {8, 7}), 0.7f), 0.02f, 101), kE)},
                             empty_space());
  simulation->detect_only();
  ViewOptions options;
  options.contacts = true;
  const std::vector<LineEnd> ends = make_view_lines(frame_of(*simulation), options).thin.ends();
  const std::vector<ContactView> contacts = simulation->contacts();
  ASSERT_EQ(ends.size(), 2 * contacts.size());
  const auto x = simulation->positions();
  int edges = 0;
  for (size_t i = 0; i < contacts.size(); ++i) {
    if (!contacts[i].edges) continue;
    ++edges;
    const Int4 v = contacts[i].vertices;
    const Vec3 from = ends[2 * i].position, to = ends[2 * i + 1].position;
    EXPECT_LT(distance_to_segment(from, Vec3(x[v.x]), Vec3(x[v.y])), 1e-6f) << i;
    EXPECT_LT(distance_to_segment(to, Vec3(x[v.z]), Vec3(x[v.w])), 1e-6f) << i;
    EXPECT_LE(glm::distance(from, to), kReach + 1e-5f) << i;
  }
  EXPECT_GT(edges, 20);
}

/// Longer than they were, to where the vertices are now.
TEST(NetLines, EndWhereTheNetPutTheVertices) {
  Frame frame;
  frame.positions = {Vec4(0), Vec4(0, 1, 0, 0), Vec4(1, 0, 0, 0)};
  frame.net_moves = {Vec3(0), Vec3(0, 0.001f, 0), Vec3(0, 0, -0.0005f)};
  EXPECT_FLOAT_EQ(times_longer(frame.net_moves), 50) << "the longest is 5 cm then";
  EXPECT_FLOAT_EQ(times_longer(std::vector{Vec3(1e-6f, 0, 0)}), 100);
  EXPECT_FLOAT_EQ(times_longer(std::vector{Vec3(0, 0.5f, 0)}), 1) << "never shorter";
  EXPECT_FLOAT_EQ(times_longer({}), 1);
  ViewOptions options;
  EXPECT_TRUE(make_view_lines(frame, options).ways.empty());
  options.net = true;
  const ViewLines lines = make_view_lines(frame, options);
  ASSERT_EQ(lines.dots.ends().size(), 2 * 2u) << "not of the vertex that it left alone";
  const std::vector<LineEnd>& ends = lines.ways.ends();
  ASSERT_EQ(ends.size(), 2 * 10u) << "a shaft and four lines of a head each";
  for (const auto& [at, end, way] :
       {std::tuple(0, Vec3(0, 1, 0), Vec3(0, 0.05f, 0)), {10, Vec3(1, 0, 0), {0, 0, -0.025f}}}) {
    EXPECT_NEAR(glm::distance(ends[at + 1].position, end), 0, 1e-6f);
    EXPECT_NEAR(glm::distance(ends[at + 1].position - ends[at].position, way), 0, 1e-6f);
  }
}

TEST(ContactLines, OfAVertexRunToTheTrianglePoint) {
  auto simulation = simulate({cloth(level_triangle(2, 0)), cloth(level_triangle(0.02f, 0.006f))}, vertex_contacts());
  simulation->detect_only();
  ViewOptions options;
  options.contacts = true;
  const std::vector<LineEnd> ends = make_view_lines(frame_of(*simulation), options).thin.ends();
  ASSERT_EQ(ends.size(), 6u);  // three vertices over the large triangle
  for (size_t i = 0; i < ends.size(); i += 2)
    EXPECT_NEAR(glm::distance(ends[i].position - ends[i + 1].position, Vec3(0, 0.006f, 0)), 0, 1e-6f);
}

}  // namespace
}  // namespace raycloth
