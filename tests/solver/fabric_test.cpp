// Steps of cloth against the same formulas written down once more in doubles (formulas.h), whatever is left over of a
// colour or a row of nodes after whole groups of lanes.
#include <gtest/gtest.h>

#include "tests/collision/scenes.h"
#include "tests/sim/sheets.h"
#include "tests/solver/formulas.h"

namespace raycloth {
namespace {

using namespace scenes;

/// No air, no damping, no contacts: what is left is the fabric and its weight.
Settings fabric_alone(int substeps) {
  Settings settings;
  settings.substeps = substeps;
  settings.detections = 1;
  settings.air_density = 0;
  settings.damping = 0;
  settings.speed_limit = 1000;
  settings.self_collision = false;
  return settings;
}

/// Pinned at two corners, so that lanes that do nothing stand among others. So thick that creases matter.
SceneObject pinned_sheet(Mesh mesh) {
  SceneObject sheet = cloth(std::move(mesh), 0.02f);
  sheet.pins.nearest = {{-0.15f, 0, -0.1f}, {0.15f, 0, -0.1f}};
  sheet.material.warp_stiffness = 300;
  sheet.material.weft_stiffness = 100;
  sheet.material.shear_stiffness = 10;
  return sheet;
}

Model model_of(SceneObject object) {
  Scene scene;
  scene.path = "test";
  scene.objects = {std::move(object)};
  return build_model(scene);
}

constexpr float kSize = 0.2f;  // m: the sheets reach that far from the origin, and edges are a tenth of it or longer

/// From `offsets` m away from rest, with one edge whose ends begin in one place. Every step starts from where the
/// kernels' last one ended. What a float rounds off a position is 2^-24 of it; a corner takes part in some hundred
/// roundings of a substep (six triangles of three constraints, up to twelve stages of bending, two substeps), which
/// the membrane hands on among neighbours and triangles that are crushed magnify: 2^-24 kSize times 200 is 2.4 um.
void expect_like_formulas(const Model& model, float offsets = 0.004f, int steps = 2) {
  constexpr int kSubsteps = 2;  // levels and creases act in the first alone
  constexpr double kTolerance = 200 * kSize / (1 << 24);
  Settings settings = fabric_alone(kSubsteps);
  settings.care_substeps = 1;  // also where limits leave much
  const double h = settings.time_step / kSubsteps;
  const Material& material = model.objects[0].material;
  const formulas::Matrix rows(model.curvature.rows, model.positions.size());
  auto simulation = create(model, settings, DeviceChoice::cpu, 1);
  std::vector<Vec4> x = model.positions;
  std::mt19937 random(5);
  std::uniform_real_distribution<float> offset(-offsets, offsets);
  for (Vec4& p : x)
    if (p.w > 0) p += Vec4(offset(random), offset(random), offset(random), 0);
  const Int2 edge = *std::min_element(model.edges.pairs.begin(), model.edges.pairs.end(),
                                      [](Int2 a, Int2 b) { return std::pair(a.x, a.y) < std::pair(b.x, b.y); });
  x[edge.x] = Vec4(Vec3(x[edge.y]), x[edge.x].w);
  simulation->set_state(x, std::vector<Vec4>(x.size(), Vec4(0)));
  for (int i = 0; i < steps; ++i) {
    formulas::Points wanted(copy_of(simulation->positions()));
    std::vector<formulas::Point> velocities;
    for (const Vec4& v : simulation->velocities()) velocities.push_back(formulas::Point(v));
    const double part_of_much = i == 0 ? 1 : 1.5;  // of what is given nobody knows whether it crosses
    formulas::step(model, material, settings.gravity, h, kSubsteps, part_of_much, rows, wanted, velocities);
    simulation->step();
    for (size_t v = 0; v < wanted.x.size(); ++v) {
      ASSERT_NEAR(glm::distance(formulas::Point(simulation->positions()[v]), wanted.x[v]), 0, kTolerance)
          << v << " of " << wanted.x.size() << " in step " << i;
      ASSERT_NEAR(glm::distance(formulas::Point(simulation->velocities()[v]), velocities[v]), 0, 2 * kTolerance / h)
          << v << " of " << wanted.x.size() << " in step " << i;
    }
  }
}

TEST(Fabric, AStepIsTheFormulasForEveryRestOfAGroup) {
  std::vector<bool> triangles(8), creases(8), edges(8), coarse(8), centres(8), vertices(8);
  const auto note = [](std::vector<bool>& rests, const std::vector<Range>& colors) {
    for (const Range& color : colors) rests[color.size() % 8] = true;
  };
  for (int columns = 2; columns <= 15; ++columns) {
    for (const int lines : {5, 6, 16, 24, 36, 48}) {
      const Model model = model_of(pinned_sheet(make_sheet({0.3f, 0.2f}, {columns, lines})));
      expect_like_formulas(model);
      if (testing::Test::HasFatalFailure()) return;
      note(triangles, model.membrane.colors);
      note(creases, model.creases.colors);
      vertices[model.positions.size() % 8] = true;
      for (const CoarseLevel& level : model.levels) {
        note(edges, level.colors);
        note(coarse, level.triangles.colors);
        centres[level.restriction.rows() % 8] = true;
      }
    }
  }
  EXPECT_GE(std::count(edges.begin(), edges.end(), true), 2);  // few are held
  for (int rest = 0; rest < 8; ++rest) {
    EXPECT_TRUE(triangles[rest] && creases[rest] && vertices[rest]) << "nothing leaves " << rest;
    EXPECT_TRUE(coarse[rest] && centres[rest]) << "nothing leaves " << rest << ": " << coarse[rest] << centres[rest];
  }
}

/// Edges of 4 mm, with levels of bending: one coarser one is in use, and two.
TEST(Fabric, ThatIsFineIsTheFormulas) {
  for (const float stiffness : {2e-5f, 3e-4f}) {
    SceneObject sheet = pinned_sheet(make_sheet({0.08f, 0.06f}, {20, 15}));
    sheet.material.bend_stiffness = stiffness;
    const Model model = model_of(sheet);
    const auto shares = formulas::BendShares(formulas::typical_z(model, sheet.material, 1 / 120.0)).parts;
    EXPECT_GT(shares[1], 0);
    EXPECT_EQ(shares[2] > 0, stiffness > 1e-4f);
    expect_like_formulas(model, 0.0005f);
  }
}

/// Drawn far beyond what it may be, and by edges of every rest of a group.
TEST(Fabric, ThatIsStrainedTooMuchIsTheFormulas) {
  std::vector<bool> rests(8);
  for (int columns = 4; columns <= 15; ++columns) {
    SceneObject sheet = pinned_sheet(make_sheet({0.3f, 0.2f}, {columns, 5}));
    sheet.material.tension_limit = 10;
    Model model = model_of(sheet);
    for (float& length : model.edges.lengths) length *= 0.9f;
    expect_like_formulas(model, 0.002f);
    for (const Range& color : model.edges.colors) rests[color.size() % 8] = true;
  }
  EXPECT_EQ(std::count(rests.begin(), rests.end(), true), 8);
}

/// A strip of which both ends are held 15 % too far apart. Passes that take back all that is too long leave 3 %, the
/// limit, in the edges of the last colour, and 27 in those between. The last one is to leave half of the mean in each.
TEST(Fabric, ThatIsDrawnIsDrawnAllAlong) {
  SceneObject strip = cloth(make_sheet({0.02f, 0.64f}, {1, 32}));
  for (const float x : {-0.01f, 0.01f})
    for (const float z : {-0.32f, 0.32f}) strip.pins.nearest.push_back({x, 0, z});
  const Model model = model_of(strip);
  const auto simulation = create(model, fabric_alone(20), DeviceChoice::cpu, 1);
  std::vector<Vec4> x = model.positions;
  for (Vec4& p : x) p.z *= 1.15f;
  simulation->set_state(x, std::vector<Vec4>(x.size(), Vec4(0)));
  run(*simulation, 1);
  double shortest = 1;
  for (size_t i = 0; i < model.edges.pairs.size(); ++i) {
    const Int2 e = model.edges.pairs[i];
    const Vec4 a = model.positions[e.x], b = model.positions[e.y];
    if (a.x != b.x || std::max(std::fabs(a.z), std::fabs(b.z)) > 0.16f) continue;  // of the borders, far from the ends
    const double length = glm::distance(Vec3(simulation->positions()[e.x]), Vec3(simulation->positions()[e.y]));
    shortest = std::min(shortest, length / model.edges.lengths[i] - 1);
  }
  EXPECT_GT(shortest, 0.5 * 0.15);
}

/// Enough nodes for a second level over the first; then edges and triangles that are drawn by 5 %, so that all act.
TEST(Fabric, OfTwoLevelsIsTheFormulas) {
  Model model = model_of(pinned_sheet(make_sheet({0.3f, 0.2f}, {30, 20})));
  ASSERT_GE(model.levels.size(), 2u);
  expect_like_formulas(model, 0.002f, 1);
  for (CoarseLevel& level : model.levels) {
    for (float& length : level.lengths) length *= 0.95f;
    for (Vec4& shape : level.triangles.shapes) shape /= 0.95f;
  }
  expect_like_formulas(model, 0.002f, 1);
}

TEST(Fabric, ThatIsCurvedAtRestIsTheFormulas) {
  Mesh gutter = make_sheet({0.3f, 0.2f}, {12, 7});
  for (Vec3& p : gutter.positions) p = {0.1f * std::sin(p.x / 0.1f), 0.1f - 0.1f * std::cos(p.x / 0.1f), p.z};
  SceneObject object = pinned_sheet(gutter);
  object.material.bend_stiffness = 1e-3f;
  const Model model = model_of(object);
  ASSERT_TRUE(std::any_of(model.curvature.rest.begin(), model.curvature.rest.end(), [](float r) { return r > 0; }));
  expect_like_formulas(model, 0.002f);
}

/// One stage, some, and more than there may be: the rows are made softer then.
TEST(Fabric, OfEveryStiffnessOfBendingIsTheFormulas) {
  for (const float stiffness : {1e-6f, 1e-4f, 3e-3f, 0.1f}) {
    SceneObject object = pinned_sheet(sheets::jittered_sheet({0.3f, 0.2f}, {12, 9}, 0.2f, 2));
    object.material.bend_stiffness = stiffness;
    object.material.bend_damping = 0.003f;
    object.material.stretch_damping = 0.003f;
    expect_like_formulas(model_of(object), 0.002f);
  }
}

/// Rows that are flat have nothing to bend along, among others that are not.
TEST(Fabric, ThatIsFlatHereAndThereIsNotBentThere) {
  expect_like_formulas(model_of(pinned_sheet(make_sheet({0.3f, 0.2f}, {12, 9}))), 0);
}

TEST(Fabric, ThatDoesNotResistBendingIsNotBent) {
  SceneObject object = pinned_sheet(make_sheet({0.3f, 0.2f}, {9, 7}));
  object.material.bend_stiffness = 0;
  expect_like_formulas(model_of(object));
}

/// Falls from its pins against the friction of its yarns.
std::unique_ptr<Simulation> rubbing_sheet() {
  SceneObject object = pinned_sheet(sheets::jittered_sheet({0.3f, 0.2f}, {12, 9}, 0.2f, 2));
  object.material.bend_friction = 5e-4f;
  Settings settings = empty_space();
  settings.gravity = Vec3(0, -9.81f, 0);
  return create(model_of(object), settings, DeviceChoice::cpu, 0);
}

/// What yarns are set to goes on from a snapshot, in another simulation as well.
TEST(Fabric, WhoseYarnsRubGoesOnFromASnapshot) {
  auto first = rubbing_sheet(), second = rubbing_sheet();
  run(*first, 20);
  const Snapshot snapshot = first->save();
  run(*first, 5);
  second->restore(snapshot);
  run(*second, 5);
  EXPECT_EQ(first->state_hash(), second->state_hash());
}

/// After a reset they are set to nothing.
TEST(Fabric, WhoseYarnsRubBeginsAnewAfterAReset) {
  auto simulation = rubbing_sheet();
  run(*simulation, 20);
  const uint64_t first = simulation->state_hash();
  simulation->reset();
  run(*simulation, 20);
  EXPECT_EQ(simulation->state_hash(), first);
}

/// Positions and velocities of a sheet that is drawn out and has all but reached its limit of 3 %, after a step, beside
/// one that is drawn out by `beside`. Both hardly resist: what acts is limits.
std::vector<Vec4> drawn_out(float beside) {
  Scene scene;
  scene.path = "test";
  scene.objects = {cloth(make_sheet({0.3f, 0.2f}, {9, 6})), cloth(move(make_sheet({0.3f, 0.2f}, {9, 6}), {1, 0, 0}))};
  scene.objects[1].name = "beside";
  for (SceneObject& sheet : scene.objects) {
    Material& m = sheet.material;
    m.warp_stiffness = m.weft_stiffness = m.shear_stiffness = 0.01f;
    m.tension_limit = m.stretch_damping = 0;
  }
  const Model model = build_model(scene);
  std::vector<Vec4> x = model.positions, v = model.velocities;
  for (int i = 0; i < static_cast<int>(x.size()); ++i) {
    const bool first = i < model.objects[0].vertices.end;
    const float middle = first ? 0.0f : 1.0f, by = first ? 1.0292f : beside;
    x[i].x = middle + (x[i].x - middle) * by;
    v[i].x = 0.02f * (x[i].x - middle);
  }
  Settings settings = fabric_alone(2);
  settings.care_substeps = 1;  // finer ones are all objects'
  const auto simulation = create(model, settings, DeviceChoice::cpu, 1);
  simulation->set_state(x, v, 0);
  run(*simulation, 1);
  std::vector<Vec4> state;
  for (int i = 0; i < model.objects[0].vertices.end; ++i) {
    state.push_back(simulation->positions()[i]);
    state.push_back(simulation->velocities()[i]);
  }
  return state;
}

TEST(Fabric, OfOneObjectKnowsNothingOfAnother) { EXPECT_EQ(drawn_out(1), drawn_out(1.2f)); }

}  // namespace
}  // namespace raycloth
