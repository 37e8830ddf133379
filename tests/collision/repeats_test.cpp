// Where nothing has changed since the last detection, a detection casts no ray and finds what a full one finds, to the
// last bit; what moves anywhere on a vertex's rays, or leaves them, or changes what decides about it, is seen at once.
#include "collision/rays/repeats.h"

#include <gtest/gtest.h>

#include "tests/collision/scenes.h"

namespace raycloth {
namespace {

using namespace scenes;

/// Looks at the states that one simulation is put into, without a step in between; another one, which tries every ray
/// against every triangle and knows of no detection but the last, looks at the same ones.
struct Watched {
  std::unique_ptr<Simulation> tested, exact;
  size_t contacts = 0, inverted = 0, differences = 0;
  long long cast = 0, skipped = 0;

  explicit Watched(const std::vector<SceneObject>& objects, const Settings& settings = vertex_contacts())
      : tested(simulate(objects, settings)), exact(simulate(objects, settings)) {}

  void detect() {
    exact->restore(tested->save());
    Settings settings = tested->settings();
    settings.rigid_tracer = settings.deformable_tracer = RayTracer::brute_force;
    exact->change(settings);
    exact->detect_only();
    tested->detect_only();
    const auto wanted = exact->contacts(), found = tested->contacts();
    contacts = wanted.size();
    inverted = std::count_if(wanted.begin(), wanted.end(), [](const ContactView& c) { return c.inverted; });
    differences += differing(found, wanted);
    const StepCounters &now = tested->counters(), &all = exact->counters();
    differences +=
        now.collisions != all.collisions || now.predictions != all.predictions || now.inversions != all.inversions;
    cast = now.of("rays");
    skipped = now.of("rays_skipped");
  }

  /// As often as it takes until also those around whom something moved are settled.
  void rest() {
    for (int i = 0; i < cpu::kMostWait + 3; ++i) detect();
  }

  /// Puts the vertices that are `chosen` elsewhere, at rest.
  template <class Chosen, class To>
  void move(const Chosen& chosen, const To& to) {
    std::vector<Vec4> positions = copy_of(tested->positions());
    for (size_t v = 0; v < positions.size(); ++v) {
      if (chosen(static_cast<int>(v), Vec3(positions[v]))) positions[v] = Vec4(to(Vec3(positions[v])), 0);
    }
    tested->move_to(positions, std::vector<Vec4>(positions.size()));
  }
  void move_vertex(int vertex, Vec3 by) {
    move([=](int v, Vec3) { return v == vertex; }, [=](Vec3 at) { return at + by; });
  }
};

Mesh leaf(Vec3 at) { return move(make_sheet({0.2f, 0.2f}, {16, 16}), at); }

/// One above the other, nearer than their rays are long.
std::vector<SceneObject> two_leaves(float apart = 0.01f) {
  std::vector<SceneObject> objects{cloth(leaf({0, 0, 0})), cloth(leaf({0.004f, apart, 0.003f}))};
  objects[1].name = "upper";
  return objects;
}

TEST(Repeats, AtRestNoRayIsCast) {
  Watched watched(crowd());
  watched.detect();
  EXPECT_GT(watched.cast, 1000);
  watched.rest();
  EXPECT_EQ(watched.cast, 0);
  EXPECT_GT(watched.skipped, 1000);
  EXPECT_GT(watched.contacts, 400u);
  EXPECT_EQ(watched.differences, 0u);
}

TEST(Repeats, WhoHasAVelocityIsLookedAt) {
  Watched watched(two_leaves());
  watched.rest();
  std::vector<Vec4> velocities(watched.tested->positions().size());
  velocities[20] = Vec4(0, 0.5f, 0, 0);  // its rays reach farther
  watched.tested->move_to(copy_of(watched.tested->positions()), velocities);
  watched.detect();
  EXPECT_GT(watched.cast, 0);
  EXPECT_EQ(watched.differences, 0u);
}

TEST(Repeats, OneVertexThatMovesIsSeenByThoseWhoseRaysItCrosses) {
  Watched watched(two_leaves());
  watched.rest();
  const int vertex = vertex_of(watched.tested->model(), 1, 8 * 17 + 8);
  for (const float by : {1e-5f, 1e-4f, 1e-3f, -2e-3f, 4e-3f, 1e-6f}) {
    watched.move_vertex(vertex, {0.5f * by, by, 0});
    watched.detect();
    EXPECT_GT(watched.cast, 0) << by;
    EXPECT_LT(watched.cast, 2 * 2 * 289 / 4) << by;  // of both sheets
    EXPECT_EQ(watched.differences, 0u) << by;
  }
  watched.rest();
  EXPECT_EQ(watched.cast, 0);
  EXPECT_EQ(watched.differences, 0u);
}

/// From beside the rays onto them, off them, and through all of them, in one go.
TEST(Repeats, WhatComesAndGoesIsSeen) {
  Watched watched(two_leaves());
  const auto upper = [&](int v, Vec3) { return watched.tested->model().vertex_object[v] == 1; };
  for (const Vec3 by : {Vec3(0.5f, 0, 0), Vec3(-0.45f, 0, 0), Vec3(0, 0.4f, 0), Vec3(0, -0.4f, 0.001f),
                        Vec3(0, -0.02f, 0), Vec3(0, 0.021f, 0)}) {
    watched.rest();
    EXPECT_EQ(watched.differences, 0u);
    watched.move(upper, [=](Vec3 at) { return at + by; });
    watched.detect();
    EXPECT_EQ(watched.differences, 0u);
  }
}

/// One border of a larger sheet goes by 0.2 mm over the rays of the lower one's, and back.
TEST(Repeats, WhatLeavesByLittleIsSeen) {
  std::vector<SceneObject> objects = two_leaves();
  objects[1].mesh = move(make_sheet({0.25f, 0.25f}, {20, 20}), {0.029f, 0.01f, 0});
  Watched watched(objects);
  watched.rest();
  const auto upper = [&](int v, Vec3) { return watched.tested->model().vertex_object[v] == 1; };
  size_t changes = 0;
  for (const float by : {-0.0038f, -0.0004f, 0.0004f, -0.0004f, 0.0004f}) {
    watched.move(upper, [=](Vec3 at) { return at + Vec3(by, 0, 0); });
    const size_t before = watched.contacts;
    watched.rest();
    EXPECT_EQ(watched.differences, 0u) << by;
    changes += watched.contacts != before;
  }
  EXPECT_EQ(changes, 4u);  // the first move leads up to them
}

/// Places all over a crowd, a few vertices each, moved by far and by next to nothing.
TEST(Repeats, FindsEverythingWhilePlacesMove) {
  std::mt19937 random(7);
  std::uniform_real_distribution<float> part(0, 1), off(-1, 1);
  Watched watched(crowd());
  long long least = 1 << 30, most = 0;
  size_t inverted = 0;
  for (int round = 0; round < 150; ++round) {
    const Vec3 middle(0.15f * off(random), 0.05f * off(random), 0.15f * off(random));
    const float reach = 0.03f * part(random), size = std::pow(10.0f, -6 + 5 * part(random));
    const Vec3 by = size * Vec3(off(random), off(random), off(random));
    const auto chosen = [&](int v, Vec3 at) {
      const bool is_solid = watched.tested->model().vertex_object[v] == 0;  // it never moves
      return !is_solid && glm::distance(at, middle) < reach;
    };
    watched.move(chosen, [=](Vec3 at) { return at + by; });
    watched.detect();
    ASSERT_EQ(watched.differences, 0u) << "round " << round;
    least = std::min(least, watched.cast);
    most = std::max(most, watched.cast);
    inverted += watched.inverted;
  }
  EXPECT_EQ(least, 0);
  EXPECT_GT(most, 500);
  EXPECT_GT(inverted, 1000u);
}

/// Held deep inside a box that rises, farther from its faces than other rays reach.
TEST(Repeats, TheWayOutOfASolidThatMovesIsSeen) {
  SceneObject box = solid(box_mesh({-0.2f, -0.08f, -0.2f}, {0.2f, 0.06f, 0.2f}));
  box.motion.kind = MotionKind::kinematic;
  box.motion.path.keys.resize(2);
  box.motion.path.keys[1].time = 10;
  box.motion.path.keys[1].translation = {0.07, 0.1, 0.05};
  Watched watched({box, pinned(cloth(leaf({0, 0, 0})))});
  for (int i = 0; i < 20; ++i) {
    watched.tested->step();
    watched.detect();
    EXPECT_EQ(watched.differences, 0u) << i;
  }
  EXPECT_GT(watched.contacts, 200u);
}

TEST(Repeats, AThicknessThatChangesCounts) {
  Watched watched(two_leaves());
  watched.rest();
  const size_t before = watched.contacts;
  for (const float e : {0.012f, 0.002f}) {
    Material material = watched.tested->material(1);
    material.half_thickness = e;
    for (Simulation* simulation : {watched.tested.get(), watched.exact.get()}) simulation->change(1, material);
    watched.detect();
    EXPECT_EQ(watched.differences, 0u);
    watched.rest();
  }
  EXPECT_GT(before, 100u);
}

TEST(Repeats, ASettingThatChangesCounts) {
  Watched watched(two_leaves(0.015f));
  watched.rest();
  const size_t before = watched.contacts;
  Settings settings = watched.tested->settings();
  settings.prediction_distance = 0.001f;
  watched.tested->change(settings);
  watched.detect();
  EXPECT_EQ(watched.differences, 0u);
  EXPECT_LT(watched.contacts, before);
}

TEST(Repeats, AnInspectedVertexIsLookedAtInFull) {
  Watched watched(two_leaves());
  watched.rest();
  for (const int vertex : {100, 100, 101}) {
    const auto inspection = watched.tested->inspect(vertex);
    ASSERT_TRUE(inspection.has_value());
    EXPECT_EQ(inspection->rays.size(), 4u);  // both, at itself and at the other
    watched.rest();
    EXPECT_LE(watched.cast, 4);
    EXPECT_EQ(watched.differences, 0u);
  }
  watched.tested->stop_inspecting();
  watched.rest();
  EXPECT_EQ(watched.cast, 0);
}

}  // namespace
}  // namespace raycloth
