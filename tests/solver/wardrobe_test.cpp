// The mannequin and what she wears in layered_dress: that the meshes are what they are called, that they lie apart
// from each other at the start, and that they stay so.
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>
#include <tuple>

#include "tests/solver/shipped_scenes.h"

namespace raycloth {
namespace {

using namespace scenes;

Mesh shipped_mesh(const std::string& name) {
  std::vector<std::string> warnings;
  Mesh mesh = load_obj(std::filesystem::path(RAYCLOTH_SOURCE_DIR) / "assets/meshes" / (name + ".obj"), warnings);
  EXPECT_TRUE(warnings.empty()) << name << ": " << warnings.front();
  return mesh;
}

std::map<std::pair<int, int>, int> uses_of_edges(const Mesh& mesh) {
  std::map<std::pair<int, int>, int> uses;
  for (const Int3& t : mesh.triangles)
    for (int k = 0; k < 3; ++k) ++uses[std::minmax(t[k], t[(k + 1) % 3])];
  return uses;
}

float smallest_angle(const Mesh& mesh) {   // degrees
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
  EXPECT_EQ(euler, 2);                       // no handle: a sphere bent into shape
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
      if (std::abs(p.y - height) < 0.01f && p.x < 0.25f) widest = std::max(widest, p.x);   // without the arms
    return widest;
  };
  EXPECT_LT(half_width(1.12f) + 0.02f, half_width(1.25f));
  EXPECT_LT(half_width(1.12f) + 0.04f, half_width(0.92f));
  EXPECT_LT(half_width(1.53f) + 0.01f, half_width(1.65f));   // neck and head
}

TEST(Dress, HasThreeSkirtsOfDifferentLengths) {
  const Mesh mesh = shipped_mesh("dress");
  EXPECT_NEAR(static_cast<double>(mesh.positions.size()), 11000, 110);
  EXPECT_EQ(inspect(mesh).components, 1);
  EXPECT_EQ(count_borders(mesh), 6);   // neck, two arms, three hems
  EXPECT_GT(smallest_angle(mesh), 15);
  for (const Vec3& direction : directions_around(Vec3(0, 1, 0))) {
    EXPECT_EQ(layers(mesh, {0, 1.2f, 0}, direction), 1);    // the bodice
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
  EXPECT_EQ(count_borders(mesh), 3);   // two cuffs; hem, front and neck are one
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
  EXPECT_GE(layers(mesh, {0.003f, 1.5f, -0.02f}, {0, 0, -1}), 2);   // twice behind the neck
  for (const Vec3& direction : directions_around(Vec3(0, 1, 0))) {
    int most = 0;   // it hangs lower in front
    for (const float slope : {0.0f, 0.2f, 0.4f, 0.6f, 0.8f})
      most = std::max(most, layers(mesh, {0, 1.5f, -0.02f}, direction - Vec3(0, slope, 0)));
    EXPECT_GE(most, 1) << direction.x << ", " << direction.z;
  }
  for (const float side : {-0.08f, 0.08f}) EXPECT_EQ(layers(mesh, {side, 1.15f, 0}, {0, 0, 1}), 1);
}

// ---- worn

float distance_to_triangle(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c) {
  const Vec3 normal = glm::cross(b - a, c - a);
  const auto beside = [&](const Vec3& from, const Vec3& to) {
    return glm::dot(glm::cross(to - from, p - from), normal) < 0;
  };
  const auto to_edge = [&](const Vec3& from, const Vec3& to) {
    const Vec3 along = to - from;
    const float t = glm::clamp(glm::dot(p - from, along) / glm::dot(along, along), 0.0f, 1.0f);
    return glm::distance(p, from + t * along);
  };
  if (!beside(a, b) && !beside(b, c) && !beside(c, a))
    return std::abs(glm::dot(p - a, normal)) / glm::length(normal);
  return std::min({to_edge(a, b), to_edge(b, c), to_edge(c, a)});
}

/// Cells of space, to find what is near a point.
constexpr float kCell = 0.02f;   // m
using Cell = std::tuple<int, int, int>;

int cell(float x) { return static_cast<int>(std::floor(x / kCell)); }

void for_cells(Vec3 low, Vec3 high, const auto& visit) {
  for (int i = cell(low.x); i <= cell(high.x); ++i)
    for (int j = cell(low.y); j <= cell(high.y); ++j)
      for (int k = cell(low.z); k <= cell(high.z); ++k) visit(Cell{i, j, k});
}

/// Pairs of a vertex and a triangle of another object, one of them of cloth, closer than e + e'.
int count_too_close(const Model& model) {
  std::map<Cell, std::vector<int>> triangles;
  const auto at = [&](int v) { return Vec3(model.positions[v]); };
  for (int t = 0; t < static_cast<int>(model.triangles.size()); ++t) {
    const Vec3 a = at(model.triangles[t].x), b = at(model.triangles[t].y), c = at(model.triangles[t].z);
    for_cells(glm::min(a, glm::min(b, c)), glm::max(a, glm::max(b, c)), [&](Cell here) { triangles[here].push_back(t); });
  }
  int count = 0;
  for (size_t o = 0; o < model.objects.size(); ++o) {
    const float own = model.objects[o].material.half_thickness;
    for (int v = model.objects[o].vertices.begin; v < model.objects[o].vertices.end; ++v) {
      std::set<int> near;
      for_cells(at(v) - Vec3(0.006f), at(v) + Vec3(0.006f),
                [&](Cell here) { near.insert(triangles[here].begin(), triangles[here].end()); });
      for (const int t : near) {
        const int other = model.triangle_object[t];
        if (other == static_cast<int>(o)) continue;
        const Int3 corners = model.triangles[t];
        const float touching = own + model.objects[other].material.half_thickness;
        if (distance_to_triangle(at(v), at(corners.x), at(corners.y), at(corners.z)) < touching) ++count;
      }
    }
  }
  return count;
}

TEST(LayeredDress, IsWornWithGapsAtTheStart) {
  const Scene scene = load_scene({scene_file("layered_dress")});
  EXPECT_TRUE(scene.warnings.empty()) << scene.warnings.front();
  const Model model = build_model(scene);
  EXPECT_TRUE(model.warnings.empty()) << model.warnings.front();
  ASSERT_EQ(model.objects.size(), 4u);
  EXPECT_EQ(model.objects[0].kind, ObjectKind::solid);
  EXPECT_EQ(count_too_close(model), 0);
  EXPECT_EQ(count_crossings(*create(model, scene.settings, DeviceChoice::cpu, 0)), 0u);
}

TEST(LayeredDress, DoesNotCrossInItsFirstFrames) {
  const Scene scene = load_scene({scene_file("layered_dress")});
  const auto simulation = create(build_model(scene), scene.settings, DeviceChoice::cpu, 0);
  run(*simulation, 6);
  ASSERT_TRUE(all_finite(*simulation));
  EXPECT_EQ(count_crossings(*simulation), 0u);
}

// ---- the turn

TEST(LayeredDressTurn, IsTheSameWardrobeTurningTwiceInFiveSeconds) {
  const Scene still = load_scene({scene_file("layered_dress")}), turning = load_scene({scene_file("layered_dress_turn")});
  ASSERT_EQ(still.objects.size(), turning.objects.size());
  for (size_t i = 0; i < still.objects.size(); ++i) {
    const Mesh &a = still.objects[i].mesh, &b = turning.objects[i].mesh;
    EXPECT_EQ(a.source, b.source);
    EXPECT_TRUE(std::equal(a.positions.begin(), a.positions.end(), b.positions.begin(), b.positions.end()));
    for (const MaterialInfo& info : material_list())
      EXPECT_EQ(still.objects[i].material.*info.member, turning.objects[i].material.*info.member) << info.key;
  }
  for (const SettingInfo& info : setting_list())
    EXPECT_EQ(get(still.settings, info.key), get(turning.settings, info.key)) << info.key;

  const Motion& motion = turning.objects[0].motion;
  EXPECT_EQ(motion.path.keys.front().time, 2);   // until then the clothes settle
  EXPECT_EQ(motion.path.keys.back().time, 7);
  const glm::dvec3 left = pose_at(motion, 3.25).rotation * glm::dvec3(0, 0, 1);
  EXPECT_NEAR(glm::distance(left, glm::dvec3(std::sin(glm::radians(112.5)), 0, std::cos(glm::radians(112.5)))), 0, 1e-9);
  for (const double time : {0.0, 2.0, 4.5, 7.0, 9.0})   // before, half way, and from the end on she looks ahead
    EXPECT_NEAR(glm::distance(pose_at(motion, time).rotation * glm::dvec3(0, 0, 1), glm::dvec3(0, 0, 1)), 0, 1e-6) << time;
}

/// Of a garment about the vertical axis, from where it was, in degrees: the mean over its vertices, weighted by the
/// squares of their distances from the axis.
double turned(Simulation& simulation, int object, const std::vector<Vec4>& before) {
  const Range range = simulation.model().objects[object].vertices;
  double sine = 0, cosine = 0;
  for (int v = range.begin; v < range.end; ++v) {
    const Vec4 p = before[v], q = simulation.positions()[v];
    sine += p.z * q.x - p.x * q.z;
    cosine += p.x * q.x + p.z * q.z;
  }
  return glm::degrees(std::atan2(sine, cosine));
}

TEST(LayeredDressTurn, ClothesFollowTheBody) {
  Scene scene = load_scene({scene_file("layered_dress_turn")});
  Keyframe start, end;   // at once, and at a steady 90 degrees a second
  start.turn = Turn{};
  end.time = 0.25;
  end.turn = Turn{{0, 1, 0}, 22.5};
  end.orientation = glm::angleAxis(glm::radians(22.5), glm::dvec3(0, 1, 0));
  scene.objects[0].motion.path.keys = {start, end};
  const auto simulation = create(build_model(scene), scene.settings, DeviceChoice::cpu, 0);
  const std::vector<Vec4> before(simulation->positions().begin(), simulation->positions().end());
  run(*simulation, 15);
  EXPECT_EQ(count_crossings(*simulation), 0u);
  EXPECT_NEAR(turned(*simulation, 0, before), 22.5, 0.01);
  EXPECT_GT(turned(*simulation, 2, before), 15);   // the jacket's sleeves are on the arms
  for (const int garment : {1, 3}) {               // the others hold on by friction and hang behind
    EXPECT_GT(turned(*simulation, garment, before), 2) << garment;
    EXPECT_LT(turned(*simulation, garment, before), 22.5) << garment;
  }
}

}  // namespace
}  // namespace raycloth
