// What a hand takes hold of, and how its pull is shared.
#include "sim/model/grip.h"

#include <gtest/gtest.h>

#include "tests/collision/scenes.h"

namespace raycloth {
namespace {

using namespace scenes;

constexpr float kForce = 6;  // N, the most that a grab pulls with

Model model_of(std::vector<SceneObject> objects) {
  Scene scene;
  scene.path = "test";
  scene.objects = std::move(objects);
  return build_model(scene);
}

Vec3 point_of(const Model& model, int triangle) {
  Vec3 sum(0);
  for (int k = 0; k < 3; ++k) sum += Vec3(model.positions[model.triangles[triangle][k]]);
  return sum / 3.0f;
}

int triangle_near(const Model& model, Vec3 place) {
  return nearest_point(model, model.objects[0].triangles, place).triangle;
}

Vec3 momentum_of(Simulation& simulation) {
  glm::dvec3 sum(0);
  for (size_t v = 0; v < simulation.positions().size(); ++v)
    sum += glm::dvec3(simulation.velocities()[v]) / double(simulation.positions()[v].w);
  return Vec3(sum);
}

// The kernel's shares, each vertex' displacement times its mass, are the whole pull.
TEST(Grip, ItsSharesAreTheWholePullAndFallOffWithTheDistance) {
  const Model model = model_of({cloth(make_sheet({0.5f, 0.5f}, {40, 40}))});
  const int triangle = triangle_near(model, {0, 0, 0});
  const std::vector<GripVertex> grip = grip_at(model, triangle, Vec3(1.0f / 3));
  const Vec3 point = point_of(model, triangle);
  float pull = 0;
  std::vector<std::pair<float, float>> by_distance;
  for (const GripVertex& vertex : grip) {
    pull += vertex.share / model.positions[vertex.vertex].w;
    by_distance.emplace_back(glm::distance(Vec3(model.positions[vertex.vertex]), point), vertex.share);
  }
  EXPECT_NEAR(pull, 1, 1e-5f);
  EXPECT_EQ(grip.size(), static_cast<size_t>(kMaxGripVertices)) << "of about 100 within 7 cm";
  std::sort(by_distance.begin(), by_distance.end());
  for (size_t i = 1; i < by_distance.size(); ++i) {
    EXPECT_LE(by_distance[i].second, by_distance[i - 1].second);
    EXPECT_LT(by_distance[i].first, 0.07f);
  }
  EXPECT_LT(by_distance.back().second, 0.05f * by_distance.front().second) << "nothing tears at the rim";
}

TEST(Grip, OfACoarseSheetHoldsAtLeastTheTriangle) {
  const Model model = model_of({cloth(make_sheet({1, 1}, {3, 3}))});
  const std::vector<GripVertex> grip = grip_at(model, 4, Vec3(1.0f / 3));
  for (int k = 0; k < 3; ++k) {
    const int corner = model.triangles[4][k];
    const auto found = std::find_if(grip.begin(), grip.end(), [&](const auto& v) { return v.vertex == corner; });
    ASSERT_NE(found, grip.end());
    EXPECT_GT(found->share, 0);
  }
}

// Two layers of one object, a centimetre apart: a hand takes hold of the one.
TEST(Grip, LeavesWhatIsNotJoined) {
  Mesh layers = make_sheet({0.3f, 0.3f}, {20, 20});
  const int count = static_cast<int>(layers.positions.size());
  const Mesh upper = move(layers, {0, 0.01f, 0});
  layers.positions.insert(layers.positions.end(), upper.positions.begin(), upper.positions.end());
  for (const Int3& t : upper.triangles) layers.triangles.push_back(t + count);
  const Model model = model_of({cloth(layers)});
  const int triangle = triangle_near(model, {0.02f, 0.01f, 0.01f});
  for (const GripVertex& vertex : grip_at(model, triangle, Vec3(1.0f / 3)))
    EXPECT_EQ(model.positions[vertex.vertex].y, 0.01f);
}

TEST(Grip, PinnedVerticesHaveNoShare) {
  SceneObject sheet = cloth(make_sheet({0.5f, 0.5f}, {20, 20}));
  sheet.pins.boxes.push_back({{-1, -1, -1}, {1, 1, 0.001f}});  // one half
  const Model model = model_of({sheet});
  const std::vector<GripVertex> grip = grip_at(model, triangle_near(model, {0, 0, 0.01f}), Vec3(1.0f / 3));
  EXPECT_FALSE(grip.empty());
  for (const GripVertex& vertex : grip) EXPECT_GT(model.positions[vertex.vertex].w, 0);
}

// However it is shared: a target out of reach is a force of 6 N, two of them 12 N, and force times time is momentum.
TEST(Grip, PullsWithItsForceLimit) {
  Settings settings = empty_space();
  settings.speed_limit = 1000;
  settings.self_collision = false;
  for (const int grabs : {1, 2}) {
    auto simulation = simulate({cloth(make_sheet({0.5f, 0.5f}, {20, 20}))}, settings);
    const int triangle = triangle_near(simulation->model(), {0.1f, 0, 0.05f});
    for (int i = 0; i < grabs; ++i) simulation->move_grab(simulation->grab(triangle + i, Vec3(1.0f / 3)), {0, 50, 0});
    simulation->step();  // hands start at the point: as soon as they are some millimetres away they pull fully
    const Vec3 before = momentum_of(*simulation);
    simulation->step();
    const Vec3 gained = momentum_of(*simulation) - before;
    const float wanted = kForce * static_cast<float>(grabs) / 60;
    EXPECT_NEAR(gained.y, wanted, 0.01f * wanted) << grabs;
  }
}

// Grabs that hold the same vertices know of each other: neither overshoots for the other.
TEST(Grip, TwoOnOnePointBringItThereOnce) {
  auto simulation = simulate({cloth(make_sheet({0.5f, 0.5f}, {20, 20}))}, empty_space());
  const int triangle = triangle_near(simulation->model(), {0, 0, 0});
  const Vec3 goal = point_of(simulation->model(), triangle) + Vec3(0, 0.004f, 0);
  for (int i = 0; i < Simulation::kMaxGrabs; ++i)
    simulation->move_grab(simulation->grab(triangle, Vec3(1.0f / 3)), goal);
  const Int3 t = simulation->model().triangles[triangle];
  float highest = 0;
  for (int i = 0; i < 60; ++i) {
    simulation->step();
    highest = std::max(highest, simulation->positions()[t.x].y);
  }
  EXPECT_LT(highest, 2 * goal.y);
  EXPECT_NEAR(simulation->positions()[t.x].y, goal.y, 0.001f);
}

// At the pull of a hand that is out of reach, and as one that walks at 1 m/s. Held by the corners of a triangle alone,
// some edge is more than three times as long as at rest.
TEST(Grip, StretchesTheClothModerately) {
  SceneObject sheet = cloth(tilt(make_sheet({0.6f, 0.6f}, {36, 36}), -1.5707963f));
  sheet.pins.boxes.push_back({{-1, 0.299f, -1}, {1, 0.301f, 1}});
  auto simulation = simulate({sheet}, Settings());
  const int triangle = triangle_near(simulation->model(), {0, -0.1f, 0});
  const Vec3 start = point_of(simulation->model(), triangle);
  const int id = simulation->grab(triangle, Vec3(1.0f / 3));
  float walking = 0, pulling = 0;
  for (int i = 1; i <= 20; ++i) {  // out of the plane, so that the sheet can follow
    simulation->move_grab(id, start + Vec3(static_cast<float>(i) / 60, 0, 0));
    simulation->step();
    walking = std::max(walking, strain(*simulation, 1));
  }
  simulation->move_grab(id, start + Vec3(3, -3, 0));
  for (int i = 0; i < 30; ++i) {
    simulation->step();
    pulling = std::max(pulling, strain(*simulation, 1));
  }
  EXPECT_LT(walking, 0.7f);  // its way ends 0.12 m farther from the pins than the sheet reaches
  EXPECT_LT(pulling, 1.0f);
}

/// Of two corners, in N, after the sheet has come to rest under them.
std::vector<float> forces_at_rest(const Model& model, std::span<const int> triangles) {
  Settings settings;
  settings.damping = 4;
  settings.air_density = 0;
  const auto simulation = create(model, settings, DeviceChoice::cpu, 1);
  for (const int triangle : triangles) simulation->grab(triangle, Vec3(1.0f / 3));
  for (int frame = 0; frame < 300; ++frame) simulation->step();
  return simulation->grab_forces();
}

// What hangs in two hands weighs what both of them pull; and in one.
TEST(Grip, ForcesAtRestAreTheWeight) {
  const Model model = model_of({cloth(make_sheet({0.3f, 0.3f}, {6, 6}))});
  const float weight = 9.81f * 0.2f * 0.3f * 0.3f;  // N, of 0.2 kg/m^2
  const int corners[] = {triangle_near(model, {-0.15f, 0, -0.15f}), triangle_near(model, {0.15f, 0, -0.15f})};
  const std::vector<float> one = forces_at_rest(model, {corners, 1});
  ASSERT_EQ(one.size(), static_cast<size_t>(Simulation::kMaxGrabs));
  EXPECT_NEAR(one[0], weight, 0.1f * weight);
  EXPECT_EQ(one[1], 0);
  const std::vector<float> two = forces_at_rest(model, corners);  // they pull upward: nearly, and a little apart
  EXPECT_NEAR(two[0], two[1], 0.1f * weight);
  EXPECT_GT(two[0] + two[1], 0.9f * weight);
  EXPECT_LT(two[0] + two[1], 1.5f * weight);
}

TEST(Grip, AForceIsAtMostItsLimitAndNoneOnceItIsReleased) {
  const auto simulation = create(model_of({cloth(make_sheet({0.5f, 0.5f}, {10, 10}))}), {}, DeviceChoice::cpu, 1);
  const int id = simulation->grab(30, Vec3(1.0f / 3));
  simulation->move_grab(id, {0, 5, 0});
  simulation->step();
  EXPECT_NEAR(simulation->grab_forces()[id], kForce, 1e-3f);
  simulation->release(id);
  EXPECT_EQ(simulation->grab_forces()[id], 0);
}

}  // namespace
}  // namespace raycloth
