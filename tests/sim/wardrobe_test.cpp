// The mannequin and her clothes as meshes: that they are what they are called.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <set>

#include "sim/mesh/mesh.h"

namespace raycloth {
namespace {

Mesh shipped_mesh(const std::string& name) {
  std::vector<std::string> warnings;
  Mesh mesh = load_mesh(std::filesystem::path(RAYCLOTH_SOURCE_DIR) / "assets/meshes" / (name + ".obj"), warnings);
  EXPECT_TRUE(warnings.empty()) << name << ": " << warnings.front();
  return mesh;
}

std::map<std::pair<int, int>, int> uses_of_edges(const Mesh& mesh) {
  std::map<std::pair<int, int>, int> uses;
  for (const Int3& t : mesh.triangles)
    for (int k = 0; k < 3; ++k) ++uses[std::minmax(t[k], t[(k + 1) % 3])];
  return uses;
}

float smallest_angle(const Mesh& mesh) {  // degrees
  float smallest = 180;
  for (const Int3& t : mesh.triangles)
    for (int k = 0; k < 3; ++k) {
      const Vec3 at = mesh.positions[t[k]];
      const Vec3 p = glm::normalize(mesh.positions[t[(k + 1) % 3]] - at);
      const Vec3 q = glm::normalize(mesh.positions[t[(k + 2) % 3]] - at);
      smallest = std::min(smallest, glm::degrees(std::acos(glm::clamp(glm::dot(p, q), -1.0f, 1.0f))));
    }
  return smallest;
}

/// Loops that the borders form; every vertex of a border has two border edges.
int count_borders(const Mesh& mesh) {
  std::map<int, std::vector<int>> next;
  for (const auto& [edge, uses] : uses_of_edges(mesh)) {
    if (uses != 1) continue;
    next[edge.first].push_back(edge.second);
    next[edge.second].push_back(edge.first);
  }
  std::set<int> seen;
  int loops = 0;
  for (const auto& [first, ends] : next) {
    EXPECT_EQ(ends.size(), 2u);
    if (seen.count(first)) continue;
    ++loops;
    std::vector<int> walk{first};
    while (!walk.empty()) {
      const int v = walk.back();
      walk.pop_back();
      if (!seen.insert(v).second) continue;
      for (const int n : next[v]) walk.push_back(n);
    }
  }
  return loops;
}

/// How many triangles the half line from `from` crosses.
int layers(const Mesh& mesh, Vec3 from, Vec3 direction) {
  int count = 0;
  for (const Int3& t : mesh.triangles) {
    const Vec3 a = mesh.positions[t.x] - from, b = mesh.positions[t.y] - from, c = mesh.positions[t.z] - from;
    const float u = glm::dot(direction, glm::cross(b, c)), v = glm::dot(direction, glm::cross(c, a)),
                w = glm::dot(direction, glm::cross(a, b));
    const bool through = (u > 0 && v > 0 && w > 0) || (u < 0 && v < 0 && w < 0);
    if (through && glm::dot(direction, u * a + v * b + w * c) / (u + v + w) > 0) ++count;
  }
  return count;
}

/// Directions around `axis`, none along a symmetry of the meshes.
std::vector<Vec3> directions_around(Vec3 axis) {
  const Vec3 along = glm::normalize(axis);
  const Vec3 p = glm::normalize(glm::cross(along, Vec3(0.31f, 0.17f, 0.9f))), q = glm::cross(along, p);
  std::vector<Vec3> directions;
  for (int k = 0; k < 16; ++k) {
    const float angle = 0.123f + 6.2831853f * static_cast<float>(k) / 16;
    directions.push_back(p * std::cos(angle) + q * std::sin(angle));
  }
  return directions;
}

TEST(Mannequin, IsOneClosedBodyOfAPersonsSize) {
  const Mesh mesh = shipped_mesh("mannequin");
  const MeshReport report = inspect(mesh);
  EXPECT_NEAR(static_cast<double>(mesh.positions.size()), 9800, 98);
  EXPECT_TRUE(report.outward) << report.where;
  EXPECT_EQ(report.components, 1);
  const int euler = static_cast<int>(mesh.positions.size() + mesh.triangles.size() - uses_of_edges(mesh).size());
  EXPECT_EQ(euler, 2);  // no handle: a sphere bent into shape
  EXPECT_GT(smallest_angle(mesh), 15);
  EXPECT_NEAR(bounds(mesh).size().y, 1.75, 0.05);
  EXPECT_NEAR(bounds(mesh).min.y, 0, 1e-3);  // stands on the ground
  EXPECT_NEAR(report.volume, 0.055, 0.012);  // m^3: 55 kg, people being as dense as water
}

TEST(Mannequin, IsNarrowerAtTheWaistThanAboveAndBelow) {
  const Mesh mesh = shipped_mesh("mannequin");
  const auto half_width = [&](float height) {
    float widest = 0;
    for (const Vec3& p : mesh.positions)
      if (std::abs(p.y - height) < 0.01f && p.x < 0.25f) widest = std::max(widest, p.x);  // without the arms
    return widest;
  };
  EXPECT_LT(half_width(1.12f) + 0.02f, half_width(1.25f));
  EXPECT_LT(half_width(1.12f) + 0.04f, half_width(0.92f));
  EXPECT_LT(half_width(1.53f) + 0.01f, half_width(1.65f));  // neck and head
}

TEST(Dress, HasThreeSkirtsOfDifferentLengths) {
  const Mesh mesh = shipped_mesh("dress");
  EXPECT_NEAR(static_cast<double>(mesh.positions.size()), 11000, 110);
  EXPECT_EQ(inspect(mesh).components, 1);
  EXPECT_EQ(count_borders(mesh), 6);  // neck, two arms, three hems
  EXPECT_GT(smallest_angle(mesh), 15);
  for (const Vec3& direction : directions_around(Vec3(0, 1, 0))) {
    EXPECT_EQ(layers(mesh, {0, 1.2f, 0}, direction), 1);  // the bodice
    EXPECT_EQ(layers(mesh, {0, 0.85f, 0}, direction), 3);
    EXPECT_EQ(layers(mesh, {0, 0.65f, 0}, direction), 2);
    EXPECT_EQ(layers(mesh, {0, 0.45f, 0}, direction), 1);
    EXPECT_EQ(layers(mesh, {0, 0.30f, 0}, direction), 0);
  }
}

TEST(Jacket, HasSleevesAndIsOpenInFront) {
  const Mesh mesh = shipped_mesh("jacket");
  EXPECT_NEAR(static_cast<double>(mesh.positions.size()), 2700, 27);
  EXPECT_EQ(inspect(mesh).components, 1);
  EXPECT_TRUE(inspect(mesh).manifold);
  EXPECT_EQ(count_borders(mesh), 3);  // two cuffs; hem, front and neck are one
  EXPECT_GT(smallest_angle(mesh), 15);
  for (const float side : {-1.0f, 1.0f}) {
    const Vec3 elbow(side * 0.318f, 1.16f, -0.03f), wrist(side * 0.44f, 0.96f, 0.03f);
    for (const Vec3& direction : directions_around(wrist - elbow)) {
      EXPECT_GE(layers(mesh, elbow, direction), 1);
      EXPECT_EQ(layers(mesh, wrist, direction), 0);
    }
  }
  EXPECT_EQ(layers(mesh, {0, 1.2f, 0}, {0, 0, 1}), 0);
  EXPECT_GE(layers(mesh, {0.001f, 1.2f, 0}, {0, 0, -1}), 1);
}

TEST(Scarf, GoesRoundTheNeckAndHangsDownInFront) {
  const Mesh mesh = shipped_mesh("scarf");
  EXPECT_NEAR(static_cast<double>(mesh.positions.size()), 3800, 38);
  EXPECT_EQ(inspect(mesh).components, 1);
  EXPECT_EQ(count_borders(mesh), 1);
  EXPECT_GT(smallest_angle(mesh), 10);
  EXPECT_GE(layers(mesh, {0.003f, 1.5f, -0.02f}, {0, 0, -1}), 2);  // twice behind the neck
  for (const Vec3& direction : directions_around(Vec3(0, 1, 0))) {
    int most = 0;  // it hangs lower in front
    for (const float slope : {0.0f, 0.2f, 0.4f, 0.6f, 0.8f})
      most = std::max(most, layers(mesh, {0, 1.5f, -0.02f}, direction - Vec3(0, slope, 0)));
    EXPECT_GE(most, 1) << direction.x << ", " << direction.z;
  }
  for (const float side : {-0.08f, 0.08f}) EXPECT_EQ(layers(mesh, {side, 1.15f, 0}, {0, 0, 1}), 1);
}

}  // namespace
}  // namespace raycloth
