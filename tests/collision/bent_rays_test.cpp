// Rays bent toward the motion of their vertex as the target sees it: what they meet that straight ones miss, how far
// they bend, which stay straight; on hand-made scenes whose numbers are worked out here.
#include <gtest/gtest.h>

#include "tests/collision/scenes.h"

namespace raycloth {
namespace {

using namespace scenes;

constexpr float kE = 0.004f, kTouching = 2 * kE;  // m
constexpr float kTolerance = 1e-6f;               // m
const Vec3 kUp(0, 1, 0);

/// Two detections in a step of 1/60 s, so a vertex goes v / 120 until the next.
Settings bent(bool on = true) {
  Settings settings = vertex_contacts();
  settings.bent_rays = on;
  return settings;
}

/// A wide triangle in the plane y = 0 on the side x >= 0, normal +y.
Mesh beyond_an_edge() { return mesh_of({{0, 0, -2}, {0, 0, 2}, {4, 0, 0}}, {{0, 1, 2}}); }

/// A small level triangle (object 1) `height` over the plane of object 0, its vertex 2 `before` in front of the edge.
std::unique_ptr<Simulation> before_the_edge(const SceneObject& target, float before, float height, Vec3 velocity,
                                            const Settings& settings) {
  auto simulation =
      simulate({target, cloth(move(level_triangle(0.01f, height), {-before - 0.02f, 0, 0}), kE)}, settings);
  throw_object(*simulation, 1, velocity);
  simulation->detect_only();
  return simulation;
}

RayInspection ray_of(Simulation& simulation, int source_vertex, bool outward) {
  const auto record = simulation.inspect(vertex_of(simulation.model(), 1, source_vertex));
  for (const RayInspection& ray : record.value().rays) {
    if (ray.target == 0 && ray.outward == outward) return ray;
  }
  ADD_FAILURE() << "no such ray";
  return {};
}

// ---- what they meet

TEST(BentRays, MeetWhatLiesBeyondAnEdgeInTheirWay) {
  // 10 mm to the side and 2 mm down until the next detection; 8 + 2 mm for the height: 45 degrees.
  const Vec3 velocity(1.2f, -0.24f, 0);
  EXPECT_TRUE(
      contacts_of(*before_the_edge(cloth(beyond_an_edge(), kE), 0.010f, 0.012f, velocity, bent(false)), 1, 2).empty());
  const auto simulation = before_the_edge(cloth(beyond_an_edge(), kE), 0.010f, 0.012f, velocity, bent());
  const auto found = contacts_of(*simulation, 1, 2);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].kind, ContactClass::prediction);  // 12 mm are more than 8
  EXPECT_FALSE(found[0].outward);
  EXPECT_NEAR(found[0].distance, 0.012f, kTolerance);  // along the triangle's normal
  EXPECT_EQ(found[0].normal, kUp);
  EXPECT_FLOAT_EQ(found[0].rest_distance, kTouching);

  const RayInspection ray = ray_of(*simulation, 2, false);
  EXPECT_NEAR(glm::distance(ray.direction, Vec3(1, -1, 0) * std::sqrt(0.5f)), 0, 1e-6);
  EXPECT_NEAR(ray.length, 0.012f * std::sqrt(2.0f), kTolerance);
  EXPECT_NEAR(ray.cast, 0.03f * std::sqrt(2.0f), kTolerance);  // 3 cm along the vertex normal, as straight ones
  const Model& model = simulation->model();
  Vec3 met(0);
  for (int k = 0; k < 3; ++k) met += ray.barycentric[k] * Vec3(model.positions[model.triangles[ray.triangle][k]]);
  EXPECT_NEAR(glm::distance(met, Vec3(0.002f, 0, -0.01f)), 0, 1e-5);  // 12 mm ahead of the vertex
  EXPECT_EQ(ray_of(*simulation, 2, true).triangle, -1);
}

TEST(BentRays, LeanOutwardTowardWhatTheyRiseTo) {
  // The same upside down: the vertex moves up, and the outward ray leads.
  Mesh ceiling = beyond_an_edge();
  for (Vec3& p : ceiling.positions) p.y = 0.024f;
  const auto simulation = before_the_edge(cloth(ceiling, kE), 0.010f, 0.012f, {1.2f, 0.24f, 0}, bent());
  const RayInspection ray = ray_of(*simulation, 2, true);
  EXPECT_NEAR(glm::distance(ray.direction, Vec3(1, 1, 0) * std::sqrt(0.5f)), 0, 1e-6);
  EXPECT_GE(ray.triangle, 0);
}

TEST(BentRays, GoByTheMotionAgainstTheTarget) {
  // The target comes, the vertex rests: as if the vertex went. Both together: it does not.
  auto simulation = before_the_edge(cloth(beyond_an_edge(), kE), 0.010f, 0.012f, {0, 0, 0}, bent());
  throw_object(*simulation, 0, {-1.2f, 0.24f, 0});
  simulation->detect_only();
  EXPECT_EQ(contacts_of(*simulation, 1, 2).size(), 1u);
  for (const int object : {0, 1}) throw_object(*simulation, object, {-1.2f, 0.24f, 0});
  simulation->detect_only();
  EXPECT_TRUE(contacts_of(*simulation, 1, 2).empty());
}

TEST(BentRays, MeetSolidsFromOutsideTheirBox) {
  const SceneObject block = solid(box_mesh({0, -0.3f, -0.5f}, {1, 0, 0.5f}));
  EXPECT_TRUE(contacts_of(*before_the_edge(block, 0.005f, 0.025f, {1.2f, -0.72f, 0}, bent(false)), 1, 2).empty());
  // 10 mm to the side; 4 + 6 mm for the height, as a solid has no thickness: 45 degrees. A ray of 35 mm, 25 mm high.
  const auto found = contacts_of(*before_the_edge(block, 0.005f, 0.025f, {1.2f, -0.72f, 0}, bent()), 1, 2);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].kind, ContactClass::prediction);
  EXPECT_NEAR(found[0].distance, 0.025f, kTolerance);
  EXPECT_EQ(found[0].normal, kUp);
}

// ---- how far they bend

TEST(BentRays, LeanNoFartherThan60DegreesAndSeeAsHighAsStraightOnes) {
  Settings settings = bent();
  settings.prediction_distance = 0.2f;
  for (const float speed : {3.0f, 14.0f}) {
    const auto simulation = before_the_edge(cloth(beyond_an_edge(), kE), -0.5f, 0.19f, {speed, -0.01f, 0}, settings);
    const RayInspection ray = ray_of(*simulation, 2, false);
    EXPECT_NEAR(glm::distance(ray.direction, Vec3(std::sqrt(0.75f), -0.5f, 0)), 0, 1e-6);
    EXPECT_NEAR(ray.cast, 0.4f, kTolerance);
    EXPECT_EQ(contacts_of(*simulation, 1, 2).size(), 1u);  // 19 of 20 cm away
  }
}

TEST(BentRays, AreCastAtAllTheyCanReach) {
  Settings settings = bent();
  settings.prediction_distance = 0.3f;
  // At 60 degrees from 25 cm up, 43 cm to the side: farther than objects can be apart that straight rays bring
  // together.
  const auto simulation = before_the_edge(cloth(beyond_an_edge(), kE), 0.4f, 0.25f, {14, -0.01f, 0}, settings);
  EXPECT_EQ(contacts_of(*simulation, 1, 2).size(), 1u);
}

TEST(BentRays, ThickFabricBendsThemLess) {
  const auto simulation = before_the_edge(cloth(beyond_an_edge(), 4 * kE), -0.5f, 0.025f, {1.2f, -0.24f, 0}, bent());
  const Vec3 way(0.010f, -(0.020f + 0.002f), 0);  // both thicknesses and what it sinks
  EXPECT_NEAR(glm::distance(ray_of(*simulation, 2, false).direction, glm::normalize(way)), 0, 1e-6);
}

// ---- which stay straight

std::vector<ContactView> contacts_in_flight(const Settings& settings, const std::vector<Vec3>& velocities) {
  auto simulation = simulate(crowd(), settings);
  for (size_t i = 0; i < velocities.size(); ++i) throw_object(*simulation, static_cast<int>(i) + 2, velocities[i]);
  simulation->detect_only();
  return simulation->contacts();
}

TEST(BentRays, AreTheStraightOnesToTheBitWhereNothingMovesAgainstAnother) {
  const auto wanted = contacts_in_flight(bent(false), {}), found = contacts_in_flight(bent(), {});
  EXPECT_GT(wanted.size(), 200u);
  EXPECT_EQ(differing(found, wanted), 0u);

  const Vec3 all(1.5f, -2, 0.5f);  // its multiples are exact, and so is the mean
  const std::vector<SceneObject> sheets{crowd()[2], crowd()[3]};
  std::vector<ContactView> falling[2];
  for (const bool on : {false, true}) {
    auto simulation = simulate(sheets, bent(on));
    for (const int object : {0, 1}) throw_object(*simulation, object, all);
    simulation->detect_only();
    falling[on] = simulation->contacts();
  }
  EXPECT_GT(falling[0].size(), 50u);
  EXPECT_EQ(differing(falling[1], falling[0]), 0u);
}

TEST(BentRays, OfSolidsAndOfVerticesInTheirBoxStayStraight) {
  // A ray that looked for the way out along its motion could be cut short before it.
  const SceneObject slab = solid(box_mesh({-0.5f, -0.02f, -0.5f}, {0.5f, 0, 0.5f}));
  std::vector<ContactView> found[2];
  for (const bool on : {false, true}) {
    auto simulation = simulate({slab, cloth(move(level_triangle(0.1f, -0.006f), {0.05f, 0, 0}), kE)}, bent(on));
    throw_object(*simulation, 1, {5, -1, 2});
    simulation->detect_only();
    found[on] = simulation->contacts();
    EXPECT_FALSE(contacts_of(*simulation, 0, kTop).empty());
    EXPECT_FALSE(contacts_of(*simulation, 1, 0).empty());
  }
  EXPECT_EQ(differing(found[1], found[0]), 0u);
}

// ---- by every tracer

/// What every one of several detections finds while all sheets, still flying as they did, are shifted by 0.1 mm in
/// between: only from the second on can a tracer look back, and rays go on hitting what they hit.
struct Flight {
  std::vector<std::vector<ContactView>> contacts;
  long long skipped = 0, tests_at_last = 0;  // rays not cast; triangles tested by the last detection
};

Flight flown(Settings settings, RayTracer tracer, const std::vector<Vec3>& velocities) {
  settings.rigid_tracer = settings.deformable_tracer = tracer;
  settings.count_work = true;
  const std::vector<SceneObject> all = crowd();
  const auto simulation = simulate({all.begin() + 2, all.end()}, settings);
  for (size_t i = 0; i < velocities.size(); ++i) throw_object(*simulation, static_cast<int>(i), velocities[i]);
  Flight flight;
  for (int look = 0; look < 5; ++look) {
    std::vector<Vec4> positions = simulation->model().positions;
    for (Vec4& p : positions) p.x += 1e-4f * static_cast<float>(look);
    const std::vector<Vec4> thrown = copy_of(simulation->velocities());
    if (look > 0) simulation->move_to(positions, thrown);
    simulation->detect_only();
    flight.contacts.push_back(simulation->contacts());
    flight.skipped += simulation->counters().of("rays_skipped");
    flight.tests_at_last = simulation->counters().of("triangle_tests");
  }
  return flight;
}

TEST(BentRays, MeetTheSameByEveryTracer) {
  const std::vector<Vec3> velocities{{3, -2, 1}, {-1, 0.5f, 4}, {0.2f, -6, -0.4f}};
  Settings settings = bent();
  settings.rigid_tracer = settings.deformable_tracer = RayTracer::brute_force;
  const auto among_obstacles = contacts_in_flight(settings, velocities);
  EXPECT_GT(differing(contacts_in_flight(bent(false), velocities), among_obstacles), 100u);  // these meet other things
  for (const RayTracer tracer : {RayTracer::bvh, RayTracer::automatic, RayTracer::iterative}) {
    settings.rigid_tracer = settings.deformable_tracer = tracer;
    EXPECT_EQ(differing(contacts_in_flight(settings, velocities), among_obstacles), 0u);
  }
}

TEST(BentRays, MeetTheSameByEveryTracerThatLooksBack) {
  const std::vector<Vec3> velocities{{3, -2, 1}, {-1, 0.5f, 4}, {0.2f, -6, -0.4f}};
  const Flight wanted = flown(bent(), RayTracer::brute_force, velocities);
  const Flight by_bvh = flown(bent(), RayTracer::bvh, velocities);
  const Flight by_auto = flown(bent(), RayTracer::automatic, velocities);
  const Flight walked = flown(bent(), RayTracer::iterative, velocities);
  for (size_t look = 0; look < wanted.contacts.size(); ++look) {
    EXPECT_GT(wanted.contacts[look].size(), 200u);
    for (const Flight* found : {&by_bvh, &by_auto, &walked}) {
      EXPECT_EQ(differing(found->contacts[look], wanted.contacts[look]), 0u) << "look " << look;
    }
  }
  EXPECT_LT(walked.tests_at_last, by_bvh.tests_at_last);  // it walked
  // The bounds of `automatic` do not hold for bent rays: it must not use them.
  EXPECT_EQ(by_auto.skipped, 0);
  EXPECT_EQ(by_auto.tests_at_last, by_bvh.tests_at_last);
  EXPECT_GT(flown(bent(false), RayTracer::automatic, {}).skipped, 0);  // of straight ones at rest they do
}

}  // namespace
}  // namespace raycloth
