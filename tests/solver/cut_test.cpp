// Cloth that is cut while it runs goes on as it was, in parts; and a cut at the start is one that the scene has.
#include <gtest/gtest.h>

#include <algorithm>

#include "device/error.h"
#include "sim/mesh/stroke.h"
#include "sim/model/cuts.h"
#include "sim/scene/cuts.h"
#include "tests/collision/scenes.h"
#include "tests/solver/shipped_scenes.h"

namespace raycloth {
namespace {

using namespace scenes;

constexpr int kCells = 16;
constexpr int kFrames = 12;

/// Upright, its upper corners pinned; its middle is the origin.
SceneObject hanging_sheet() {
  SceneObject sheet = cloth(make_sheet({0.4f, 0.4f}, {kCells, kCells}));
  for (Vec3& p : sheet.mesh.positions) p = {p.x, p.z, 0};
  sheet.pins.nearest = {{-0.2f, 0.2f, 0}, {0.2f, 0.2f, 0}};
  sheet.name = "sheet";
  return sheet;
}

Scene scene_of(SceneObject object) {
  Scene scene;
  scene.path = "test";
  scene.objects.push_back(std::move(object));
  return scene;
}

std::unique_ptr<Simulation> start(SceneObject object, int threads = 1) {
  const Scene scene = scene_of(std::move(object));
  return create(build_model(scene), scene.settings, DeviceChoice::cpu, threads);
}

/// Along x, y of the sheet as it begins, seen from the front.
Cut cut_of(const Mesh& mesh, std::vector<Vec2> points, bool closed = false) {
  Stroke stroke{{}, closed};
  for (const Vec2& p : points) stroke.rays.push_back({Vec3(p.x, p.y, 2), Vec3(0, 0, -1)});
  return cut_along(stroke, mesh, mesh.positions, [](const Vec3&, const Vec3&) { return true; });
}
Cut across() { return cut_of(hanging_sheet().mesh, {{-0.3f, 0.02f}, {0, 0.04f}, {0.3f, -0.01f}}); }
Cut slit() { return cut_of(hanging_sheet().mesh, {{-0.1f, 0.02f}, {0.11f, 0.03f}}); }

uint64_t hash_after(Simulation& simulation, int frames) {
  run(simulation, frames);
  return simulation.state_hash();
}

/// Of the vertices that began below the cut, and of the others.
struct Heights {
  double below = 0, above = 0;
};
Heights heights(Simulation& simulation) {
  const auto& rest = simulation.model().positions;
  const auto now = simulation.positions();
  Heights mean;
  int below = 0, above = 0;
  for (size_t v = 0; v < rest.size(); ++v) {
    if (rest[v].y < -0.02f) mean.below += now[v].y, ++below;
    if (rest[v].y > 0.05f) mean.above += now[v].y, ++above;
  }
  return {mean.below / below, mean.above / above};
}

float fastest(Simulation& simulation) {
  float most = 0;
  for (const Vec4& v : simulation.velocities()) most = std::max(most, glm::length(Vec3(v)));
  return most;
}

TEST(CutCloth, AtTheStartIsAsIfTheSceneHadIt) {
  for (const Cut& cut : {across(), slit()}) {
    SceneObject had = hanging_sheet();
    change_cuts(had, {cut});
    const auto told = start(had), asked = start(hanging_sheet());
    asked->change_cuts(0, {cut});
    EXPECT_EQ(asked->model().triangles, told->model().triangles);
    EXPECT_EQ(asked->state_hash(), told->state_hash());
    EXPECT_EQ(hash_after(*asked, kFrames), hash_after(*told, kFrames));
    EXPECT_NE(asked->state_hash(), hash_after(*start(hanging_sheet()), kFrames));
  }
}

TEST(CutCloth, TakenBackAtTheStartIsAsIfItNeverWas) {
  const auto asked = start(hanging_sheet());
  asked->change_cuts(0, {across()});
  asked->change_cuts(0, {});
  EXPECT_EQ(hash_after(*asked, kFrames), hash_after(*start(hanging_sheet()), kFrames));
}

/// Positions and velocities of the moment, to the bit.
TEST(CutCloth, TakenBackAtOnceIsTheStateBefore) {
  const auto simulation = start(hanging_sheet());
  const uint64_t before = hash_after(*simulation, kFrames);
  simulation->change_cuts(0, {across()});
  EXPECT_NE(simulation->state_hash(), before);
  simulation->change_cuts(0, {});
  EXPECT_EQ(simulation->state_hash(), before);
}

TEST(CutCloth, KeepsPlacesAndVelocitiesOfVerticesThatWereThere) {
  const auto simulation = start(hanging_sheet());
  run(*simulation, kFrames);
  const std::vector<Vec4> x = copy_of(simulation->positions()), v = copy_of(simulation->velocities());
  const Model before = simulation->model();
  simulation->change_cuts(0, {across()});
  const Model& after = simulation->model();
  EXPECT_GT(after.positions.size(), before.positions.size() + kCells);
  for (size_t i = 0; i < before.positions.size(); ++i) {
    const int now = vertex_of(after, 0, before.source_vertex[i]);
    EXPECT_EQ(Vec3(simulation->positions()[now]), Vec3(x[i]));
    EXPECT_EQ(Vec3(simulation->velocities()[now]), Vec3(v[i]));
  }
  EXPECT_EQ(simulation->frame(), kFrames);
  double mass = 0, whole = 0;
  for (const Vec4& p : before.positions) whole += p.w > 0 ? 1 / p.w : 0;
  for (const Vec4& p : after.positions) mass += p.w > 0 ? 1 / p.w : 0;
  EXPECT_NEAR(mass, whole, 1e-3 * whole);  // but the gap's
}

TEST(CutCloth, TheLowerHalfFallsAndTheUpperStays) {
  const auto simulation = start(hanging_sheet());
  run(*simulation, 60);
  const Heights hung = heights(*simulation);
  const float before = fastest(*simulation);
  simulation->change_cuts(0, {across()});
  run(*simulation, 1);
  EXPECT_LT(fastest(*simulation), before + 0.5f);  // nothing is thrown out
  for (int frame = 0; frame < 29; ++frame) {
    run(*simulation, 1);
    ASSERT_EQ(count_crossings(*simulation), 0u) << frame;
  }
  ASSERT_TRUE(all_finite(*simulation));
  const Heights parted = heights(*simulation);
  EXPECT_NEAR(parted.above, hung.above, 0.03);
  EXPECT_LT(parted.below, hung.below - 0.6);  // 1.2 m in a vacuum
}

TEST(CutCloth, ASlitStaysOnePieceAndOpens) {
  const auto simulation = start(hanging_sheet());
  simulation->change_cuts(0, {slit()});
  run(*simulation, 60);
  const Heights hung = heights(*simulation);
  EXPECT_GT(hung.below, -0.3);
  EXPECT_EQ(count_crossings(*simulation), 0u);
  EXPECT_LT(strain(*simulation, 1), 0.3f);
}

TEST(CutCloth, IsTheSameForAnyNumberOfThreads) {
  const auto one = start(hanging_sheet(), 1), two = start(hanging_sheet(), 2);
  for (Simulation* simulation : {one.get(), two.get()}) {
    run(*simulation, kFrames);
    simulation->change_cuts(0, {across()});
  }
  EXPECT_EQ(hash_after(*one, 2 * kFrames), hash_after(*two, 2 * kFrames));
}

TEST(CutCloth, SnapshotsGoBackAndForthAcrossACut) {
  const auto simulation = start(hanging_sheet());
  run(*simulation, kFrames);
  const Snapshot whole = simulation->save();
  const uint64_t uncut = hash_after(*simulation, kFrames);
  simulation->restore(whole);
  simulation->change_cuts(0, {across()});
  run(*simulation, 3);
  const Snapshot parted = simulation->save();
  const uint64_t cut = hash_after(*simulation, kFrames);
  simulation->restore(whole);
  EXPECT_TRUE(simulation->cuts(0).empty());
  EXPECT_EQ(hash_after(*simulation, kFrames), uncut);
  simulation->restore(parted);
  EXPECT_EQ(simulation->cuts(0).size(), 1u);
  EXPECT_EQ(hash_after(*simulation, kFrames), cut);
  const auto other = start(hanging_sheet(), 2);  // that has never been cut
  other->restore(parted);
  EXPECT_EQ(hash_after(*other, kFrames), cut);
}

TEST(CutCloth, LastsThroughAReset) {
  const auto simulation = start(hanging_sheet()), fresh = start(hanging_sheet());
  run(*simulation, kFrames);
  simulation->change_cuts(0, {across()});
  run(*simulation, kFrames);
  simulation->reset();
  fresh->change_cuts(0, {across()});
  EXPECT_EQ(hash_after(*simulation, kFrames), hash_after(*fresh, kFrames));
}

/// What falls for a time t is g t^2 / 2 away, or somewhat less: it hung by a sheet that was stretched, and the air
/// holds it.
TEST(CutCloth, TellsHowFarItsSidesAreApart) {
  const auto simulation = start(hanging_sheet());
  run(*simulation, 60);  // it hangs still
  simulation->change_cuts(0, {across()});
  const Cut below = cut_of(simulation->model().scene->objects[0].mesh, {{-0.1f, -0.12f}, {0.11f, -0.11f}});
  simulation->change_cuts(0, {across(), below});
  EXPECT_LT(parted(simulation->model(), 0, {}, simulation->positions()), 0.001f);
  run(*simulation, 12);
  const float time = 12 * simulation->settings().time_step, fallen = 9.81f * time * time / 2;
  EXPECT_NEAR(parted(simulation->model(), 0, {}, simulation->positions()), fallen, 0.1f * fallen);
  EXPECT_LT(parted(simulation->model(), 0, {across()}, simulation->positions()), 0.1f * fallen)
      << "the slit falls whole";
  EXPECT_EQ(parted(simulation->model(), 0, {across(), below}, simulation->positions()), 0) << "nothing is joined";
}

/// The side that was new comes back to the other.
TEST(CutCloth, IsSewnWhileItsSidesAreNear) {
  const auto simulation = start(hanging_sheet());
  run(*simulation, 60);
  simulation->change_cuts(0, {across()});
  run(*simulation, 8);
  const float apart = parted(simulation->model(), 0, {}, simulation->positions());
  ASSERT_GT(apart, 0.05f);
  ASSERT_LT(apart, most_parted(simulation->model(), 0));
  simulation->change_cuts(0, {});
  run(*simulation, 120);
  ASSERT_TRUE(all_finite(*simulation));
  EXPECT_LT(strain(*simulation, 0.99), 0.06f);
  EXPECT_GT(heights(*simulation).below, -0.3);
}

/// Half a metre of fabric between two rows of a sheet would tear at everything else, and take minutes.
TEST(CutCloth, IsNotSewnFromFarAway) {
  const auto simulation = start(hanging_sheet());
  simulation->change_cuts(0, {across()});
  run(*simulation, 30);
  const uint64_t before = simulation->state_hash();
  EXPECT_THROW(simulation->change_cuts(0, {}), InputError);
  EXPECT_EQ(simulation->state_hash(), before);
  EXPECT_EQ(simulation->cuts(0).size(), 1u);
}

TEST(CutCloth, PinsAndMaterialsOfNowAreThose) {
  const auto simulation = start(hanging_sheet());
  Material heavy = simulation->material(0);
  heavy.areal_density *= 2;
  simulation->change(0, heavy);
  const Vec4 at = simulation->model().positions[100];
  simulation->change_pins(std::vector{100});
  simulation->change_cuts(0, {slit()});
  const std::vector<int>& pinned = simulation->model().pins;
  ASSERT_EQ(pinned.size(), 1u);
  EXPECT_EQ(Vec3(simulation->model().positions[pinned[0]]), Vec3(at));
  double mass = 0;
  for (const Vec4& p : simulation->model().positions) mass += p.w > 0 ? 1 / p.w : 0;
  EXPECT_NEAR(mass, 0.4 * 0.4 * heavy.areal_density, 0.01 * 0.4 * 0.4 * heavy.areal_density);
  EXPECT_EQ(simulation->material(0), heavy);
}

/// A vertex that the cut parts is two, and what was pinned stays pinned on both sides.
TEST(CutCloth, BothSidesOfAPinnedVertexArePinned) {
  SceneObject sheet = hanging_sheet();
  sheet.pins = {};
  sheet.thickness_map.assign(sheet.mesh.positions.size(), 1);
  for (size_t v = 0; v < sheet.mesh.positions.size(); ++v) sheet.thickness_map[v] += sheet.mesh.positions[v].x;
  const int middle = (kCells + 1) * (kCells / 2) + kCells / 2;
  sheet.pins.numbers = {middle};
  Cut row;
  for (int i = 0; i <= kCells; ++i) row.paths.resize(1), row.paths[0].push_back((kCells + 1) * (kCells / 2) + i);
  const auto simulation = start(sheet);
  simulation->change_cuts(0, {row});
  const Model& model = simulation->model();
  EXPECT_EQ(model.pins.size(), 2u);
  for (size_t v = 0; v < model.positions.size(); ++v)
    EXPECT_NEAR(model.thickness_factors[v], 1 + model.positions[v].x, 1e-6);
  simulation->change_cuts(0, {});
  EXPECT_EQ(simulation->model().pins.size(), 1u);
}

TEST(CutCloth, HandsKeepHold) {
  const auto simulation = start(hanging_sheet());
  run(*simulation, kFrames);
  const int triangle = 37;
  const Vec3 weights(0.2f, 0.3f, 0.5f);
  const auto point = [&](const Int3& t, const Vec3& w) {
    const auto x = simulation->positions();
    return Vec3(w.x * x[t.x] + w.y * x[t.y] + w.z * x[t.z]);
  };
  const Vec3 at = point(simulation->model().triangles[triangle], weights);
  const int hand = simulation->grab(triangle, weights);
  simulation->move_grab(hand, at);
  simulation->change_cuts(0, {across()});
  simulation->move_grab(hand, at + Vec3(0, 0, 0.1f));
  run(*simulation, 1);
  EXPECT_GT(simulation->grab_forces()[hand], 0);
  simulation->move_grab(hand, at);
  run(*simulation, 60);
  float nearest = 1;
  for (const Vec4& p : simulation->positions()) nearest = std::min(nearest, glm::distance(Vec3(p), at));
  EXPECT_LT(nearest, 0.03f);
  simulation->release(hand);
}

TEST(CutCloth, RefusesWhatCannotBeCut) {
  const auto simulation = start(hanging_sheet());
  EXPECT_THROW(simulation->change_cuts(1, {across()}), InputError);
  EXPECT_THROW(simulation->change_cuts(0, {Cut{{}, {{0, 5}}}}), InputError);
  EXPECT_TRUE(simulation->cuts(0).empty());
  EXPECT_NE(hash_after(*simulation, 1), 0u);
  const auto box = simulate({solid(box_mesh({-0.1f, -0.1f, -0.1f}, {0.1f, 0.1f, 0.1f}))}, Settings{});
  EXPECT_THROW(box->change_cuts(0, {Cut{{}, {{0, 1}}}}), InputError);
}

}  // namespace
}  // namespace raycloth
