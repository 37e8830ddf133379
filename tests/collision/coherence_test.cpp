// What the tracers take from the last detection: `auto` finds what brute force finds while things move slowly and casts
// fewer rays; `iterative` walks, and what it misses is counted.
#include "collision/rays/coherence.h"

#include <gtest/gtest.h>

#include "tests/collision/scenes.h"

namespace raycloth {
namespace {

using namespace scenes;

Vec3 random_point(std::mt19937& random, float size) {
  std::uniform_real_distribution<float> at(-size, size);
  const float x = at(random), y = at(random), z = at(random);
  return {x, y, z};
}

// ---- the bound of one pack

cpu::TrianglePack random_pack(std::mt19937& random) {
  cpu::TrianglePack pack;
  for (int i = 0; i < 8; ++i) {
    for (int k = 0; k < 3; ++k) {
      const Vec3 p = random_point(random, 1);
      for (int axis = 0; axis < 3; ++axis) pack.at[axis][k][i] = p[axis];
      pack.corners[k][i] = 3 * i + k;
    }
  }
  return pack;
}

Vec3 corner(const cpu::TrianglePack& pack, int k, int i) {
  return {pack.at[0][k][i], pack.at[1][k][i], pack.at[2][k][i]};
}

/// The least distance of points spread over a triangle from the segment: no less than the triangle's.
double sampled_distance(const cpu::VertexRays& rays, Vec3 a, Vec3 b, Vec3 c) {
  constexpr int kParts = 24;
  double least = 1e30;
  for (int i = 0; i <= kParts; ++i) {
    for (int j = 0; i + j <= kParts; ++j) {
      const double u = double(i) / kParts, v = double(j) / kParts;
      const glm::dvec3 p =
          glm::dvec3(a) * u + glm::dvec3(b) * v + glm::dvec3(c) * (1 - u - v) - glm::dvec3(rays.origin);
      const glm::dvec3 n(rays.direction);
      const double along = std::clamp(glm::dot(p, n), -double(rays.inward), double(rays.outward));
      least = std::min(least, glm::length(p - n * along));
    }
  }
  return least;
}

TEST(DistanceBound, IsNoMoreThanTheDistanceOfAnyTriangleButTheVertexOwn) {
  std::mt19937 random(1);
  int apart = 0;
  for (int i = 0; i < 200; ++i) {
    const cpu::TrianglePack pack = random_pack(random);
    const cpu::VertexRays rays{i % 24, random_point(random, 1), glm::normalize(random_point(random, 1)), 0.3f, 0.1f};
    double least = 1e30;
    for (int t = 0; t < 8; ++t) {
      if (t == rays.vertex / 3) continue;
      least = std::min(least, sampled_distance(rays, corner(pack, 0, t), corner(pack, 1, t), corner(pack, 2, t)));
    }
    const float bound = cpu::distance_bound(cpu::Team(), cpu::probe_of(rays), pack);
    EXPECT_LE(bound, least + 1e-6) << i;
    if (bound > 0.05f) ++apart;
  }
  EXPECT_GT(apart, 20);  // a bound of 0 would say nothing
}

TEST(DistanceBound, IsTheDistanceOfTrianglesAcrossTheLine) {
  cpu::TrianglePack pack{};
  for (int i = 0; i < 8; ++i) {
    // Corners (3, 4), (3, 10), (9, 4) seen along the line, 7 + i ahead; the last three places are empty.
    const float x[3] = {3, 3, 9}, z[3] = {4, 10, 4};
    for (int k = 0; k < 3; ++k) {
      pack.at[0][k][i] = x[k], pack.at[1][k][i] = static_cast<float>(7 + i), pack.at[2][k][i] = z[k];
      pack.corners[k][i] = i < 5 ? 3 * i + k : -1;
    }
  }
  const cpu::VertexRays ahead{100, {0, 0, 0}, {0, 1, 0}, 1, 2}, behind{100, {0, 13, 0}, {0, 1, 0}, 1, 2};
  EXPECT_NEAR(cpu::distance_bound(cpu::Team(), cpu::probe_of(ahead), pack), std::sqrt(25.0 + 36.0), 1e-5);
  EXPECT_NEAR(cpu::distance_bound(cpu::Team(), cpu::probe_of(behind), pack), 5.0, 1e-5);
}

// ---- whole detections

/// Velocities in m/s by position.
using Flow = Vec3 (*)(int object, Vec3 at);

/// Two simulations of the same objects. One of them runs; after every step both detect from its state, the other one by
/// brute force.
struct Twins {
  std::unique_ptr<Simulation> tested, exact;
  size_t contacts = 0, differences = 0;
  long long cast = 0, skipped = 0;

  Twins(const std::vector<SceneObject>& objects, RayTracer tracer, Settings settings) {
    settings.rigid_tracer = settings.deformable_tracer = tracer;
    settings.response_uses_predictions = false;
    tested = simulate(objects, settings);
    exact = simulate(objects, settings);
  }

  std::vector<ContactView> wanted() {
    exact->restore(tested->save());
    Settings settings = tested->settings();
    settings.rigid_tracer = settings.deformable_tracer = RayTracer::brute_force;
    exact->change(settings);
    exact->detect_only();
    return exact->contacts();
  }

  void set_velocities(Flow flow) {
    const std::vector<Vec4> positions = copy_of(tested->positions());
    std::vector<Vec4> velocities = copy_of(tested->velocities());
    for (size_t v = 0; v < velocities.size(); ++v) {
      velocities[v] = Vec4(flow(tested->model().vertex_object[v], Vec3(positions[v])), 0);
    }
    tested->set_state(positions, velocities);
  }

  void run(int steps) {
    for (int i = 0; i < steps; ++i) {
      tested->step();
      const auto exact_contacts = wanted();
      tested->detect_only();
      contacts += exact_contacts.size();
      differences += differing(tested->contacts(), exact_contacts);
      cast += tested->counters().of("rays");
      skipped += tested->counters().of("rays_skipped");
    }
  }
};

Settings calm() {
  Settings settings = vertex_contacts();
  settings.prediction_distance = 0.03f;
  return settings;
}

Mesh small_sheet(Vec3 at) { return move(make_sheet({0.1f, 0.1f}, {9, 8}), at); }

/// A sheet slides in over the border of one that is held.
std::vector<SceneObject> sliding() {
  return {pinned(cloth(small_sheet({0, 0, 0}), 0.001f)), cloth(small_sheet({0.087f, 0.012f, 0.003f}), 0.001f)};
}

Vec3 slide(int object, Vec3) { return object == 1 ? Vec3(-0.02f, 0, 0) : Vec3(0); }

TEST(Coherence, AutoFindsEverythingWhileASheetSlidesIn) {
  Twins twins(sliding(), RayTracer::automatic, calm());
  twins.set_velocities(slide);
  twins.run(60);
  EXPECT_EQ(twins.differences, 0u);
  EXPECT_GT(twins.contacts, 1000u);
  EXPECT_GT(twins.skipped, 0);
}

TEST(Coherence, AutoFindsEverythingWhileASheetTurns) {
  // The rays reach far: their ends sweep twenty times what the vertices move.
  Settings settings = calm();
  settings.prediction_distance = 0.4f;
  const Mesh target = move(make_sheet({0.03f, 0.3f}, {5, 9}), {0.0f, 0.35f, 0});
  Twins twins({cloth(move(make_sheet({0.04f, 0.04f}, {9, 8}), {0.002f, 0, 0}), 0.001f), pinned(cloth(target, 0.001f))},
              RayTracer::automatic, settings);
  twins.set_velocities([](int object, Vec3 at) { return object == 0 ? glm::cross(Vec3(0, 0, 0.03f), at) : Vec3(0); });
  twins.run(90);
  EXPECT_EQ(twins.differences, 0u);
  EXPECT_GT(twins.contacts, 1000u);
  EXPECT_GT(twins.skipped, 0);
}

TEST(Coherence, AutoFindsEverythingBetweenCrumpledSheets) {
  std::vector<SceneObject> objects{solid(box_mesh({-0.1f, -0.08f, -0.1f}, {0.1f, -0.02f, 0.1f}))};
  for (unsigned i = 0; i < 3; ++i) {
    const Vec3 at(0, 0.012f * static_cast<float>(i), 0);
    objects.push_back(cloth(crumple(move(make_sheet({0.3f, 0.3f}, {12, 12}), at), 0.01f, i), 0.001f));
    objects.back().name = "sheet " + std::to_string(i);
  }
  Twins twins(objects, RayTracer::automatic, calm());
  twins.set_velocities(
      [](int object, Vec3 at) { return Vec3(0.01f * at.z, -0.004f * static_cast<float>(object), 0.02f * at.x); });
  twins.run(40);
  EXPECT_EQ(twins.differences, 0u);
  EXPECT_GT(twins.contacts, 4000u);
  EXPECT_GT(twins.skipped, 0);
}

TEST(Coherence, ASheetAtRestCastsNoRaysAtItself) {
  auto simulation = simulate({cloth(make_sheet({1, 1}, {20, 20}))}, calm());
  run(*simulation, 3);
  EXPECT_EQ(simulation->counters().of("rays"), 0);
  EXPECT_EQ(simulation->counters().of("rays_skipped"), 2LL * 21 * 21 * simulation->counters().of("detections"));
}

TEST(Coherence, ASheetFarAboveAnotherCastsHardlyAnyRays) {
  // A corner that hangs down, and swings, brings it within reach of the other's box, and hits nothing.
  Mesh upper = move(make_sheet({0.3f, 0.3f}, {12, 12}), {0, 0.1f, 0});
  upper.positions[0].y = 0.01f;
  auto simulation = simulate({cloth(small_sheet({0, 0, 0})), cloth(upper)}, calm());
  run(*simulation, 3);
  EXPECT_LE(simulation->counters().of("rays"), 2 * 3);  // of vertices that nothing moved around until now
  EXPECT_GT(simulation->counters().of("rays_skipped"), 0);
}

TEST(Coherence, NothingIsRememberedOfAStateThatWasReplaced) {
  auto simulation = simulate({cloth(small_sheet({0, 0, 0})), cloth(small_sheet({0, 0.5f, 0}))}, calm());
  run(*simulation, 3);
  std::vector<Vec4> positions = simulation->model().positions;  // border exactly over border
  for (Vec4& p : positions) p.y = p.y > 0.25f ? 0.01f : p.y;
  simulation->set_state(positions, copy_of(simulation->velocities()));
  simulation->detect_only();
  EXPECT_EQ(simulation->contacts().size(), 2u * 90u);
}

// ---- iterative

TEST(Iterative, FindsWhatBruteForceFindsOnOneSheetThatSlides) {
  // Over the whole of a held one, where there is one sheet to hit and the walk keeps up.
  const Mesh wide = move(make_sheet({0.3f, 0.3f}, {25, 24}), {0, -0.012f, 0});
  Twins twins({pinned(cloth(wide, 0.001f)), cloth(crumple(small_sheet({0, 0, 0}), 0.001f, 2), 0.001f)},
              RayTracer::iterative, calm());
  twins.set_velocities([](int object, Vec3) { return object == 1 ? Vec3(0.4f, 0, 0.2f) : Vec3(0); });
  twins.run(10);
  EXPECT_EQ(twins.differences, 0u);
  EXPECT_GT(twins.contacts, 1000u);
}

/// One slides in between two that lie on top of each other: nearer than what the rays hit before.
std::vector<SceneObject> sliding_between() {
  // One cloth of two leaves: an upper one, and a lower one that comes from the side.
  const Mesh upper = crumple(small_sheet({0, 0.02f, 0}), 0.001f, 4), lower = small_sheet({0.087f, 0.01f, 0.003f});
  std::vector<Vec3> positions = upper.positions;
  std::vector<Int3> triangles = upper.triangles;
  for (const Int3& t : lower.triangles) triangles.push_back(t + Int3(static_cast<int>(upper.positions.size())));
  positions.insert(positions.end(), lower.positions.begin(), lower.positions.end());
  std::vector<SceneObject> objects = sliding();
  objects[1].mesh = mesh_of(std::move(positions), std::move(triangles));
  return objects;
}

Vec3 slide_between(int object, Vec3 at) { return object == 1 && at.y < 0.015f ? Vec3(-0.02f, 0, 0) : Vec3(0); }

TEST(Iterative, MissesWhatComesBetweenWhereAutoDoesNot) {
  size_t misses[2];
  for (const RayTracer tracer : {RayTracer::iterative, RayTracer::automatic}) {
    Twins twins(sliding_between(), tracer, calm());
    twins.set_velocities(slide_between);
    twins.run(60);
    misses[tracer == RayTracer::automatic] = twins.differences;
    EXPECT_GT(twins.contacts, 1000u);
  }
  RecordProperty("iterative_misses", static_cast<int>(misses[0]));
  EXPECT_GT(misses[0], 0u);
  EXPECT_EQ(misses[1], 0u);
}

TEST(Iterative, TestsFewerTrianglesThanADescent) {
  long long tests[2];
  for (const RayTracer tracer : {RayTracer::bvh, RayTracer::iterative}) {
    Settings settings = calm();
    settings.count_work = true;
    settings.self_collision = false;
    Twins twins({pinned(cloth(small_sheet({0, 0, 0}), 0.001f)), cloth(small_sheet({0.003f, 0.012f, 0.002f}), 0.001f)},
                tracer, settings);
    twins.run(3);
    tests[tracer == RayTracer::iterative] = twins.tested->counters().of("triangle_tests");
    EXPECT_EQ(twins.differences, 0u);
  }
  EXPECT_GT(tests[1], 0);
  EXPECT_LT(2 * tests[1], tests[0]);
}

/// What it misses depends on the past: a snapshot holds that too.
TEST(Iterative, GoesOnFromASnapshotAsItWould) {
  Twins twins(sliding_between(), RayTracer::iterative, calm());
  twins.set_velocities(slide_between);
  twins.run(30);
  const Snapshot snapshot = twins.tested->save();
  const auto next = [](Simulation& simulation) {
    simulation.detect_only();
    return simulation.contacts();
  };
  const auto exact = twins.wanted();
  const auto wanted = next(*twins.tested);
  ASSERT_GT(differing(wanted, exact), 0u);  // or the past would not matter
  twins.tested->restore(snapshot);
  EXPECT_EQ(differing(next(*twins.tested), wanted), 0u);
  Settings settings = twins.tested->settings();
  auto fresh = simulate(sliding_between(), settings);
  fresh->restore(snapshot);
  EXPECT_EQ(differing(next(*fresh), wanted), 0u);
}

}  // namespace
}  // namespace raycloth
