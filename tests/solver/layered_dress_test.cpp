// The dressed mannequin: her clothes lie apart at the start, do not cross in the first frames, and follow her
// turn.
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>
#include <tuple>

#include "tests/solver/shipped_scenes.h"

namespace raycloth {
namespace {

using namespace scenes;

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
  if (!beside(a, b) && !beside(b, c) && !beside(c, a)) return std::abs(glm::dot(p - a, normal)) / glm::length(normal);
  return std::min({to_edge(a, b), to_edge(b, c), to_edge(c, a)});
}

/// Cells of space, to find what is near a point.
constexpr float kCell = 0.02f;  // m
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
    for_cells(glm::min(a, glm::min(b, c)), glm::max(a, glm::max(b, c)),
              [&](Cell here) { triangles[here].push_back(t); });
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
  const Scene still = load_scene({scene_file("layered_dress")}),
              turning = load_scene({scene_file("layered_dress_turn")});
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
  EXPECT_EQ(motion.path.keys.front().time, 2);  // until then the clothes settle
  EXPECT_EQ(motion.path.keys.back().time, 7);
  const glm::dvec3 left = pose_at(motion, 3.25).rotation * glm::dvec3(0, 0, 1);
  EXPECT_NEAR(glm::distance(left, glm::dvec3(std::sin(glm::radians(112.5)), 0, std::cos(glm::radians(112.5)))), 0,
              1e-9);
  for (const double time : {0.0, 2.0, 4.5, 7.0, 9.0})  // before, half way, and from the end on she looks ahead
    EXPECT_NEAR(glm::distance(pose_at(motion, time).rotation * glm::dvec3(0, 0, 1), glm::dvec3(0, 0, 1)), 0, 1e-6)
        << time;
}

/// Of a garment about the vertical axis, from where it was, in degrees: the mean over its vertices, weighted
/// by the squares of their distances from the axis.
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
  Keyframe start, end;  // at once, and at a steady 90 degrees a second
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
  EXPECT_GT(turned(*simulation, 2, before), 15);  // the jacket's sleeves are on the arms
  for (const int garment : {1, 3}) {              // the others hold on by friction (without: 6 and 7) and lag behind
    EXPECT_GT(turned(*simulation, garment, before), 9) << garment;
    EXPECT_LT(turned(*simulation, garment, before), 22.5) << garment;
  }
}

}  // namespace
}  // namespace raycloth
