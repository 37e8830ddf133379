// The ray inspector on the paper's figures, made by hand: the rule it names is the drawing's, its lengths are those of
// the drawing, its contacts those of the detection; and looking changes nothing.
#include <gtest/gtest.h>

#include "tests/collision/scenes.h"

namespace raycloth {
namespace {

using namespace scenes;

constexpr float kE = 0.005f;
constexpr float kStep = 1.0f / 60.0f;
constexpr float kTolerance = 1e-6f;  // m
const Vec3 kUp(0, 1, 0);

/// The record of a vertex; a detection has been made.
VertexInspection inspect(Simulation& simulation, int object, int source_vertex) {
  const auto record = simulation.inspect(vertex_of(simulation.model(), object, source_vertex));
  EXPECT_TRUE(record.has_value());
  return record.value_or(VertexInspection{});
}

/// The rays of a vertex that ask `target`.
std::vector<RayInspection> rays_to(const VertexInspection& record, int target) {
  std::vector<RayInspection> found;
  for (const RayInspection& ray : record.rays)
    if (ray.target == target) found.push_back(ray);
  return found;
}

/// The only ray of a vertex that met something.
RayInspection only_hit(const VertexInspection& record) {
  RayInspection found{};
  int hits = 0;
  for (const RayInspection& ray : record.rays) {
    if (ray.triangle < 0) continue;
    found = ray;
    ++hits;
  }
  EXPECT_EQ(hits, 1);
  return found;
}

RayInspection ray_of(const VertexInspection& record, bool outward) {
  for (const RayInspection& ray : record.rays)
    if (ray.outward == outward) return ray;
  ADD_FAILURE() << "no such ray";
  return {};
}

void expect_word(const RayInspection& ray, const char* word) { EXPECT_STREQ(text_of(ray.rule).word, word); }

void expect_same(const ContactView& a, const ContactView& b) {
  EXPECT_EQ(a.vertex, b.vertex);
  EXPECT_EQ(a.triangle, b.triangle);
  EXPECT_EQ(a.vertices, b.vertices);
  EXPECT_EQ(a.weights, b.weights);
  EXPECT_EQ(a.normal, b.normal);
  EXPECT_EQ(a.distance, b.distance);
  EXPECT_EQ(a.rest_distance, b.rest_distance);
  EXPECT_EQ(a.kind, b.kind);
  EXPECT_EQ(a.inverted, b.inverted);
  EXPECT_EQ(a.outward, b.outward);
}

SceneObject slab() { return solid(box_mesh({-0.5f, -0.2f, -0.5f}, {0.5f, 0, 0.5f})); }

/// A slab and a cloth triangle, far wider or small over its top.
std::unique_ptr<Simulation> slab_and_cloth(float height, bool wide) {
  const Mesh mesh = wide ? level_triangle(4, height) : move(level_triangle(0.02f, height), {0.1f, 0, 0.2f});
  auto simulation = simulate({slab(), cloth(mesh, kE)}, vertex_contacts());
  simulation->detect_only();
  return simulation;
}

TEST(Inspector, Figure6aTheNearSideAcceptsAndTheFarSideRejects) {
  const auto simulation = slab_and_cloth(-0.05f, true);
  const RayInspection top = only_hit(inspect(*simulation, 0, kTop));
  expect_word(top, "solid_cloth_near_side");
  EXPECT_FALSE(top.outward);
  EXPECT_NEAR(top.length, 0.05f, kTolerance);
  EXPECT_NEAR(top.exit_distance, 0.2f, kTolerance);  // through the slab
  EXPECT_EQ(top.kind, ContactClass::collision);
  const RayInspection bottom = only_hit(inspect(*simulation, 0, kBottom));
  expect_word(bottom, "solid_cloth_far_side");
  EXPECT_NEAR(bottom.length, 0.15f, kTolerance);
  EXPECT_FALSE(bottom.accepted);
  EXPECT_FALSE(bottom.contact.has_value());
}

TEST(Inspector, Figure6bByE) {
  const RayInspection near = only_hit(inspect(*slab_and_cloth(0.004f, true), 0, kTop));
  expect_word(near, "solid_cloth_touching");
  EXPECT_TRUE(near.outward);
  EXPECT_FLOAT_EQ(near.touching, kE);
  expect_word(only_hit(inspect(*slab_and_cloth(0.02f, true), 0, kTop)), "solid_cloth_ahead");
}

TEST(Inspector, Figure7aBothRaysOfAVertexInsideAndTheShorterWins) {
  const VertexInspection record = inspect(*slab_and_cloth(-0.05f, false), 1, 0);
  const RayInspection up = ray_of(record, true), down = ray_of(record, false);
  expect_word(up, "cloth_solid_way_out");
  EXPECT_NEAR(up.length, 0.05f, kTolerance);
  EXPECT_TRUE(up.back);
  expect_word(down, "cloth_solid_longer_way_out");
  EXPECT_NEAR(down.length, 0.15f, kTolerance);
  EXPECT_FALSE(down.accepted);
}

TEST(Inspector, Figure7aByReprojectedLengths) {
  // Its normal leans by 30 degrees, so that the rays are cast farther than the way out through the thin plate.
  Mesh mesh = move(tilt(level_triangle(0.02f, 0), 0.5f), {0.1f, -0.004f, 0.2f});
  auto simulation =
      simulate({solid(box_mesh({-0.5f, -0.02f, -0.5f}, {0.5f, 0, 0.5f})), cloth(mesh, 0.001f)}, vertex_contacts());
  simulation->detect_only();
  const Model& model = simulation->model();
  int inside = 0;
  for (int v = model.objects[1].vertices.begin; v < model.objects[1].vertices.end; ++v) {
    const float y = model.positions[v].y;
    if (y > -0.001f || y < -0.019f) continue;
    ++inside;
    const VertexInspection record = simulation->inspect(v).value();
    const bool upward_is_shorter = -y < 0.02f + y;
    EXPECT_EQ(rays_to(record, 0).size(), 2u);
    for (const RayInspection& ray : rays_to(record, 0)) {
      EXPECT_TRUE(ray.back);
      const bool upward = ray.direction.y > 0;
      EXPECT_NEAR(ray.reprojected, upward ? -y : 0.02f + y, kTolerance);  // to the plane, not along the ray
      EXPECT_NEAR(ray.length, ray.reprojected / std::cos(0.5f), 1e-5f);
      expect_word(ray, upward == upward_is_shorter ? "cloth_solid_way_out" : "cloth_solid_longer_way_out");
    }
  }
  EXPECT_GE(inside, 1);
}

TEST(Inspector, Figure7bByE) {
  expect_word(only_hit(inspect(*slab_and_cloth(0.004f, false), 1, 0)), "cloth_solid_touching");
  expect_word(only_hit(inspect(*slab_and_cloth(0.02f, false), 1, 0)), "cloth_solid_ahead");
}

std::unique_ptr<Simulation> two_cloths(float gap, Settings settings = vertex_contacts()) {
  auto simulation =
      simulate({cloth(level_triangle(2, 0), 0.004f), cloth(level_triangle(0.02f, gap), 0.006f)}, settings);
  simulation->detect_only();
  return simulation;
}

TEST(Inspector, Figure8ByTheSumOfBothHalfThicknesses) {
  const RayInspection near = only_hit(inspect(*two_cloths(0.008f), 1, 0));
  expect_word(near, "cloth_cloth_touching");
  EXPECT_NEAR(near.touching, 0.010f, kTolerance);
  EXPECT_NEAR(near.reach, 0.03f, kTolerance);
  EXPECT_EQ(near.target, 0);
  EXPECT_FALSE(near.outward);
  expect_word(only_hit(inspect(*two_cloths(0.012f), 1, 0)), "cloth_cloth_ahead");
}

TEST(Inspector, SaysThatPredictionsAreOff) {
  Settings settings = vertex_contacts();
  settings.predictions = false;
  expect_word(only_hit(inspect(*two_cloths(0.012f, settings), 1, 0)), "predictions_off");
}

TEST(Inspector, Figure12ShowsBothLengths) {
  for (const bool reprojection : {false, true}) {
    const auto simulation = leaning_over_level(0.006f, reprojection);  // the ray down is 12 mm
    const RayInspection ray = only_hit(inspect(*simulation, 1, 0));
    EXPECT_NEAR(ray.length, 0.012f, kTolerance);
    EXPECT_NEAR(ray.reprojected, 0.006f, kTolerance);
    EXPECT_EQ(ray.judged, reprojection ? ray.reprojected : ray.length);
    expect_word(ray, reprojection ? "cloth_cloth_touching" : "cloth_cloth_ahead");
  }
}

/// A small triangle (object 1) thrown through a wide one that is held, from 2 cm above to `to` in one step; then looked
/// at. Predictions do not act, as in the paper, and nothing is pushed out.
std::unique_ptr<Simulation> flown_through(Inversion inversion, float to) {
  Settings settings = vertex_contacts();
  settings.inversion = inversion;
  settings.response_uses_predictions = false;
  settings.detections = 1;
  settings.push_out_speed = 0;
  SceneObject wide =
      pinned(cloth(mesh_of({{-1, 0, -1}, {-1, 0, 1}, {1, 0, 1}, {1, 0, -1}}, {{0, 1, 2}, {0, 2, 3}}), kE));
  auto simulation = simulate({wide, cloth(move(level_triangle(0.02f, 0.02f), {-0.06f, 0, 0}), kE)}, settings);
  throw_object(*simulation, 1, Vec3(0, to - 0.02f, 0) / kStep);
  simulation->step();
  simulation->detect_only();
  return simulation;
}

TEST(Inspector, Figures9And10NameTheInversionAndItsSides) {
  for (const Inversion inversion : {Inversion::last_step, Inversion::remembered}) {
    const VertexInspection near = inspect(*flown_through(inversion, -0.006f), 1, 0);
    EXPECT_NEAR(near.before.y, 0.02f, 1e-5f);
    EXPECT_NEAR(near.position.y, -0.006f, 1e-5f);
    const RayInspection ray = only_hit(near);
    expect_word(ray, "inverted_collision");
    EXPECT_TRUE(ray.inverted);
    EXPECT_EQ(ray.side, -1);  // the wide sheet's normal is +y
    EXPECT_EQ(ray.rightful_side, 1);
    EXPECT_EQ(ray.remembered_side, inversion == Inversion::remembered ? 1 : 0);
    expect_word(only_hit(inspect(*flown_through(inversion, -0.016f), 1, 0)), "inverted_prediction");
  }
  const RayInspection off = only_hit(inspect(*flown_through(Inversion::off, -0.006f), 1, 0));
  expect_word(off, "cloth_cloth_touching");
  EXPECT_EQ(off.side, 0);  // nobody asked
}

TEST(Inspector, Figure13ItsContactsAreThoseOfTheDetection) {
  const Settings settings = empty_space();  // edges too
  auto simulation = simulate({cloth(crumple(make_sheet({0.2f, 0.2f}, {7, 7}), 0.004f, 1)),
                              cloth(move(crumple(make_sheet({0.2f, 0.2f}, {7, 7}), 0.004f, 2), {0.003f, 0.006f, 0}))},
                             settings);
  simulation->detect_only();
  const std::vector<ContactView> all = simulation->contacts();
  int own = 0, others = 0, edges = 0;
  for (int v = 0; v < static_cast<int>(simulation->model().positions.size()); v += 5) {
    const VertexInspection record = simulation->inspect(v).value();
    std::vector<ContactView> expected, found;
    for (const ContactView& contact : all)
      if (contact.vertex == v && !contact.edges) expected.push_back(contact);
    for (const RayInspection& ray : record.rays) {
      EXPECT_EQ(ray.accepted, ray.contact.has_value());
      if (!ray.contact) continue;
      found.push_back(*ray.contact);
      EXPECT_EQ(ray.triangle, ray.contact->triangle);
      EXPECT_EQ(ray.outward, ray.contact->outward);
      EXPECT_EQ(ray.kind, ray.contact->kind);
      EXPECT_NEAR(ray.judged, std::abs(ray.contact->distance), 1e-5f);
      EXPECT_LE(ray.contact->rest_distance, ray.touching);
    }
    ASSERT_EQ(found.size(), expected.size());
    for (size_t i = 0; i < found.size(); ++i) expect_same(found[i], expected[i]);
    own += static_cast<int>(found.size());
    for (const ContactView& other : record.others) {
      EXPECT_TRUE(other.edges || other.vertex != v);
      const Int4 vs = other.vertices;
      EXPECT_TRUE(vs.x == v || vs.y == v || vs.z == v || vs.w == v);
      other.edges ? ++edges : ++others;
    }
  }
  EXPECT_GT(own, 5);
  EXPECT_GT(others, 5);
  EXPECT_GT(edges, 0);
}

/// Two crumpled sheets falling on a slab.
std::unique_ptr<Simulation> falling(int threads = 1) {
  Settings settings;
  auto simulation = simulate({slab(), cloth(move(crumple(make_sheet({0.2f, 0.2f}, {9, 9}), 0.002f, 3), {0, 0.01f, 0})),
                              cloth(move(crumple(make_sheet({0.2f, 0.2f}, {9, 9}), 0.002f, 4), {0, 0.02f, 0}))},
                             settings, threads);
  return simulation;
}

void expect_equal(const VertexInspection& a, const VertexInspection& b) {
  EXPECT_EQ(a.vertex, b.vertex);
  EXPECT_EQ(a.position, b.position);
  EXPECT_EQ(a.before, b.before);
  EXPECT_EQ(a.normal, b.normal);
  EXPECT_EQ(a.velocity, b.velocity);
  EXPECT_EQ(a.push_of_step, b.push_of_step);
  EXPECT_EQ(a.push_since_detection, b.push_since_detection);
  ASSERT_EQ(a.rays.size(), b.rays.size());
  for (size_t i = 0; i < a.rays.size(); ++i) {
    EXPECT_EQ(a.rays[i].rule, b.rays[i].rule);
    EXPECT_EQ(a.rays[i].length, b.rays[i].length);
    EXPECT_EQ(a.rays[i].remembered_side, b.rays[i].remembered_side);
    EXPECT_EQ(a.rays[i].contact.has_value(), b.rays[i].contact.has_value());
  }
  EXPECT_EQ(a.others.size(), b.others.size());
}

TEST(Inspector, LookingChangesNothing) {
  const auto watched = falling(), left_alone = falling();
  for (int frame = 0; frame < 12; ++frame) {
    watched->step();
    left_alone->step();
    const int vertex = watched->model().objects[1].vertices.begin + 7 * frame;
    ASSERT_TRUE(watched->inspect(vertex).has_value());
    ASSERT_EQ(watched->state_hash(), left_alone->state_hash()) << "frame " << frame;
  }
  watched->stop_inspecting();
  run(*watched, 3);
  run(*left_alone, 3);
  EXPECT_EQ(watched->state_hash(), left_alone->state_hash());
}

TEST(Inspector, ChosenAfterTheStepItSaysWhatItSaysWhenChosenBefore) {
  const auto before = falling(), after = falling(2);
  run(*before, 9);
  run(*after, 10);
  for (const int source : {0, 33, 60}) {
    const int vertex = vertex_of(before->model(), 1, source);
    before->inspect(vertex);
    if (source == 0) before->step();  // recorded in the step itself
    expect_equal(before->inspect(vertex).value(), after->inspect(vertex).value());
  }
}

TEST(Inspector, TellsOfTheStepThatWasWhateverIsChangedAfterIt) {
  const auto plain = falling(), changed = falling();
  run(*plain, 10);
  run(*changed, 10);
  Settings settings = changed->settings();
  settings.reprojection = settings.predictions = false;
  settings.substeps = 8;
  changed->change(settings);
  Material material = changed->material(1);
  material.half_thickness = 0.02f;
  changed->change(1, material);
  const uint64_t hash = changed->state_hash();
  const int vertex = vertex_of(plain->model(), 1, 44);
  expect_equal(changed->inspect(vertex).value(), plain->inspect(vertex).value());
  EXPECT_EQ(changed->state_hash(), hash);
  EXPECT_EQ(changed->settings().substeps, 8);
  EXPECT_FALSE(changed->settings().reprojection);
  EXPECT_EQ(changed->material(1).half_thickness, 0.02f);
}

TEST(Inspector, ThereIsNothingToTellBeforeTheFirstDetection) {
  const auto simulation = falling();
  EXPECT_FALSE(simulation->inspect(0).has_value());
  simulation->step();
  EXPECT_TRUE(simulation->inspect(0).has_value());
  simulation->reset();
  EXPECT_FALSE(simulation->inspect(0).has_value());
}

TEST(Inspector, ThePushIsTheWayThatContactsMovedAFreeVertex) {
  // No gravity, and its corners move alike: only contacts act. It overlaps a held sheet by 2 mm, which is
  // undone in the one detection: 0.2 m/s would allow for 3.3 mm.
  Settings settings = vertex_contacts();
  settings.detections = 1;
  settings.overlap_tolerance = 0;
  auto simulation =
      simulate({pinned(cloth(level_triangle(2, 0), kE)), cloth(level_triangle(0.02f, 0.008f), kE)}, settings);
  simulation->step();
  const VertexInspection record = inspect(*simulation, 1, 0);
  EXPECT_NEAR(record.push_of_step.y, 0.002f, 1e-6f);
  EXPECT_EQ(record.push_of_step, record.push_since_detection);
  EXPECT_NEAR(glm::length(Vec3(record.push_of_step.x, 0, record.push_of_step.z)), 0, 1e-6f);
  EXPECT_EQ(inspect(*simulation, 0, 0).push_of_step, Vec3(0));  // held
}

TEST(Inspector, ThePushCountsTheGround) {
  Settings settings = vertex_contacts();
  Scene scene;
  scene.objects = {cloth(level_triangle(0.02f, 0.003f), kE)};
  scene.ground = Ground{};
  const auto simulation = create(build_model(scene), settings, DeviceChoice::cpu, 1);
  simulation->step();
  const VertexInspection record = simulation->inspect(0).value();
  EXPECT_NEAR(record.push_of_step.y, 0.002f, 1e-6f);  // from 3 mm to e
  EXPECT_EQ(record.rays.size(), 2u);                  // at its own cloth
  for (const RayInspection& ray : record.rays) expect_word(ray, "no_hit");
}

}  // namespace
}  // namespace raycloth
