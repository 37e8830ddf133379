// On every scene that ships: what `auto` finds, with what it takes from the last detection, is what brute force finds
// in the same state; and how much it leaves out.
#include <cstdio>

#include "tests/solver/reference_contacts.h"
#include "tests/solver/shipped_scenes.h"

namespace raycloth {
namespace {

using namespace scenes;

/// Runs a scene with one tracer, and every few steps holds a detection of its against one of another in the same state.
struct Comparison {
  std::unique_ptr<Simulation> other;  // after the last one
  size_t contacts = 0, differences = 0;
  long long skipped = 0;

  Comparison(const Scene& scene, RayTracer tested, RayTracer exact, int steps, int every) {
    Settings settings = scene.settings;
    settings.rigid_tracer = settings.deformable_tracer = tested;
    const Model model = build_model(scene);
    const auto simulation = create(model, settings, DeviceChoice::cpu, 2);
    other = create(model, settings, DeviceChoice::cpu, 2);
    for (int i = 1; i <= steps; ++i) {
      simulation->step();
      skipped += simulation->counters().of("rays_skipped");
      if (i % every != 0) continue;
      other->restore(simulation->save());
      Settings changed = settings;
      changed.rigid_tracer = changed.deformable_tracer = exact;
      other->change(changed);
      other->detect_only();
      simulation->detect_only();
      contacts += other->contacts().size();
      differences += differing(simulation->contacts(), other->contacts());
    }
  }
};

/// Rays that have a contact for one of a detection and the reference and none for the other. Classes are left out: what
/// is remembered of sides decides on them too.
size_t unlike(Simulation& simulation, const ReferenceContacts& wanted) {
  std::map<RayKey, int> found;
  for (const ContactView& contact : simulation.contacts()) {
    if (!contact.edges && !contact.caught)
      found[{contact.vertex, simulation.model().triangle_object[contact.triangle], contact.outward}]++;
  }
  size_t count = 0;
  for (const auto& [key, contact] : wanted.found) count += !found.contains(key);
  for (const auto& [key, times] : found) count += !wanted.found.contains(key) && !wanted.doubtful.contains(key);
  return count;
}

/// In `hang` the sheet touches nothing; in every other scene more of it lies on something than a border of ten
/// vertices.
void expect_touching(const std::string& scene, size_t contacts) {
  const bool lies_alone = scene.starts_with("ross_") && scene != "ross_5";  // without its session
  if (scene == "hang" || lies_alone) {
    EXPECT_EQ(contacts, 0u);
  } else {
    EXPECT_GT(contacts, 5u);
  }
}

class CoherenceOf : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Shipped, CoherenceOf, testing::ValuesIn(sheet_scenes()), name_of);

TEST_P(CoherenceOf, AutoFindsWhatBruteForceFinds) {
  Scene scene = load_scene_scaled(scene_file(GetParam()), 0.15f);
  scene.settings.handler = HandlerKind::rays;
  if (scene.settings.detections == 0) scene.settings.detections = 2;  // also where a copy of a state goes on
  const Comparison comparison(scene, RayTracer::automatic, RayTracer::brute_force, 200, 20);
  EXPECT_EQ(comparison.differences, 0u);
  const ReferenceContacts wanted = Reference(*comparison.other).contacts();
  EXPECT_EQ(unlike(*comparison.other, wanted), 0u);
  expect_touching(GetParam(), wanted.found.size());
  RecordProperty("contacts", static_cast<int>(comparison.contacts));
  RecordProperty("rays_skipped", std::to_string(comparison.skipped));
  const bool settles = GetParam() == "two_sheets_ball" || GetParam() == "drape";
  if (settles) {
    EXPECT_GT(comparison.skipped, 0);
  }
}

/// Of five gravities the one in the middle: a state so dense that a walk loses its way comes by chance.
TEST_P(CoherenceOf, WhatIterativeMissesIsCounted) {
  Scene scene = load_scene_scaled(scene_file(GetParam()), 0.15f);
  scene.settings.handler = HandlerKind::rays;
  scene.settings.safety_net = false;  // or `crumple` is dense more often than not
  const Vec3 gravity = scene.settings.gravity;
  std::vector<double> missed;  // parts of the contacts
  size_t contacts = 0;
  for (const float part : {0.98f, 0.99f, 1.0f, 1.01f, 1.02f}) {
    scene.settings.gravity = part * gravity;
    const Comparison comparison(scene, RayTracer::iterative, RayTracer::bvh, 100, 10);
    std::printf("iterative: %zu of %zu contacts differ\n", comparison.differences, comparison.contacts);
    missed.push_back(static_cast<double>(comparison.differences) / std::max<size_t>(comparison.contacts, 1));
    contacts += comparison.contacts;
  }
  std::sort(missed.begin(), missed.end());
  EXPECT_LE(missed[2], GetParam() == "crossed" ? 0.2 : 0.1);  // what comes apart is dense for longer
  expect_touching(GetParam(), contacts);
}

/// Their bounds are not kept, as they turn at every detection: other tracers take their part.
TEST(Coherence, BentRaysMeetTheSameWhateverTheTracer) {
  Scene scene = load_scene_scaled(scene_file("two_sheets_ball"), 0.15f);
  scene.settings.bent_rays = true;
  for (const RayTracer tracer : {RayTracer::automatic, RayTracer::bvh}) {
    const Comparison comparison(scene, tracer, RayTracer::brute_force, 100, 10);
    EXPECT_EQ(comparison.differences, 0u);
    EXPECT_GT(comparison.contacts, 1000u);
  }
}

/// Meshes too large for brute force, which other tests hold against the hierarchy.
TEST(Coherence, AutoFindsWhatTheHierarchyFindsOnAWornDress) {
  const Comparison comparison(load_scene({scene_file("layered_dress")}), RayTracer::automatic, RayTracer::bvh, 6, 3);
  EXPECT_EQ(comparison.differences, 0u);
  EXPECT_GT(comparison.contacts, 1000u);
}

/// A sheet over another, `low` above it at one border and `high` at the other.
std::vector<Vec4> stacked(const Model& model, float low, float high) {
  std::vector<Vec4> positions = model.positions;
  for (int v = model.objects[1].vertices.begin; v < model.objects[1].vertices.end; ++v) {
    positions[v].y += low + (high - low) * (positions[v].x / 0.2f + 0.5f);
  }
  return positions;
}

/// While the upper sheet sinks by 0.1 mm at a time, rays below its far border need not be cast again; once it has
/// jumped into their reach, they find it as they would without a past.
TEST(Coherence, WhatIsMovedThereKeepsThePastAsMotion) {
  std::vector<SceneObject> objects;
  for (const char* name : {"lower", "upper"}) {
    objects.push_back(cloth(make_sheet({0.2f, 0.2f}, {8, 8})));
    objects.back().name = name;
  }
  Scene scene;
  scene.path = "test";
  scene.objects = std::move(objects);
  const Model model = build_model(scene);
  const std::vector<Vec4> still(model.positions.size());
  auto moved = create(model, scene.settings, DeviceChoice::cpu, 1);
  moved->set_state(stacked(model, 0.01f, 0.08f), still);
  for (int i = 1; i <= 4; ++i) {
    moved->detect_only();
    const float sunk = 1e-4f * static_cast<float>(i);
    moved->move_to(stacked(model, 0.01f - sunk, 0.08f - sunk), still);
  }
  EXPECT_GT(moved->counters().of("rays_skipped"), 0);
  const auto placed = create(model, scene.settings, DeviceChoice::cpu, 1);
  for (Simulation* simulation : {moved.get(), placed.get()}) {
    const std::vector<Vec4> near = stacked(model, 0.01f, 0.01f);
    simulation == placed.get() ? simulation->set_state(near, still) : simulation->move_to(near, still);
    simulation->detect_only();
  }
  EXPECT_GT(placed->contacts().size(), 100u);
  EXPECT_EQ(differing(moved->contacts(), placed->contacts()), 0u);
}

}  // namespace
}  // namespace raycloth
