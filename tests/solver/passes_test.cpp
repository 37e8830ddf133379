// The response to contacts against what mechanics asks of it: one row whose solution is known, many rows against a
// solver of their complementarity problem in double precision, friction's cone, momentum, and what is carried on.
#include <gtest/gtest.h>

#include "tests/collision/scenes.h"
#include "tests/solver/bodies.h"

namespace raycloth {
namespace {

using namespace scenes;
using Real3 = glm::dvec3;
using Places = std::vector<Real3>;

Settings one_substep(int passes) {
  Settings settings = empty_space();
  settings.substeps = settings.detections = 1;
  settings.contact_iterations = passes;
  settings.contact_tolerance = 0;
  settings.edge_contacts = settings.self_collision = false;
  settings.speed_limit = 1000;
  settings.warm_start = 0;
  return settings;
}

SceneObject with(SceneObject object, const std::string& name, float density, float friction) {
  object.name = name;
  object.material.areal_density = density;
  object.material.static_friction = object.material.kinetic_friction = friction;
  return object;
}

Places places_of(std::span<const Vec4> x) {
  Places places;
  for (const Vec4& p : x) places.emplace_back(p);
  return places;
}

/// C = normal . sum_i weights_i x_i - rest >= 0.
struct Row {
  explicit Row(const ContactView& contact)
      : vertices(contact.vertices), weights(contact.weights), normal(contact.normal), rest(contact.rest_distance) {}

  Real3 sum(const Places& x) const {
    Real3 total(0);
    for (int k = 0; k < 4; ++k) total += x[vertices[k]] * static_cast<double>(weights[k]);
    return total;
  }
  double gap(const Places& x) const { return glm::dot(normal, sum(x)) - rest; }

  Int4 vertices;
  Vec4 weights;
  Real3 normal;
  double rest;
};

std::vector<Row> rows_of(Simulation& simulation) {
  std::vector<Row> rows;
  for (const ContactView& contact : simulation.contacts()) rows.emplace_back(contact);
  return rows;
}

/// Adds an impulse (kg m: momentum times h) along a row's `direction`.
void push(const Row& row, Real3 impulse, std::span<const Vec4> x, Places& places) {
  for (int k = 0; k < 4; ++k) {
    const int v = row.vertices[k];
    places[v] += impulse * static_cast<double>(row.weights[k]) * static_cast<double>(x[v].w);
  }
}

double mobility(const Row& row, std::span<const Vec4> x) {
  double sum = 0;
  for (int k = 0; k < 4; ++k) sum += static_cast<double>(x[row.vertices[k]].w) * row.weights[k] * row.weights[k];
  return sum;
}

double farthest(std::span<const Vec4> found, const Places& wanted) {
  double most = 0;
  for (size_t v = 0; v < wanted.size(); ++v) most = std::max(most, glm::length(Real3(found[v]) - wanted[v]));
  return most;
}

Real3 momentum_of(Simulation& simulation) {
  Real3 sum(0);
  for (size_t v = 0; v < simulation.positions().size(); ++v) {
    const double w = simulation.positions()[v].w;
    if (w > 0) sum += Real3(simulation.velocities()[v]) / w;
  }
  return sum;
}

/// A triangle that leans, its lowest vertex (0) `height` above a level one: that is all of them that come near.
SceneObject leaning(float height) {
  const Vec3 tip(0.1f, height, 0.05f), up = 0.3f * Vec3(-0.5f, std::sqrt(0.75f), 0), aside(0, 0, 0.15f);
  return cloth(mesh_of({tip, tip + up + aside, tip + up - aside}, {{0, 1, 2}}));
}

constexpr float kStart = 0.009f, kTouching = 0.008f;  // m: where the tip begins, and e + e'

// ---- one row

class Passes : public testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(One, Passes, testing::Values(1, 2, 7));

/// A vertex and a point of a triangle, all free: an impulse of violation / mobility parts them, in the first pass, and
/// each vertex takes of it what its weight and mass say.
TEST_P(Passes, PartAVertexAndATriangleByTheImpulseThatItTakes) {
  auto simulation =
      simulate({with(cloth(level_triangle(0.5f, 0)), "lower", 0.2f, 0), with(leaning(kStart), "upper", 1.3f, 0)},
               one_substep(GetParam()));
  const double h = simulation->settings().time_step;
  throw_object(*simulation, 1, {0.1f, -0.3f, 0.05f});
  const Places start = places_of(simulation->positions()), velocities = places_of(simulation->velocities());
  const Real3 momentum = momentum_of(*simulation);
  simulation->step();
  const std::vector<Row> rows = rows_of(*simulation);
  ASSERT_EQ(rows.size(), 1u);
  Places wanted = start;
  for (size_t v = 0; v < wanted.size(); ++v) wanted[v] += velocities[v] * h;
  EXPECT_NEAR(rows[0].gap(start), kStart - kTouching, 1e-6);
  const double violation = -rows[0].gap(wanted), needed = violation / mobility(rows[0], simulation->positions());
  EXPECT_NEAR(violation, 0.3 * h - (kStart - kTouching), 1e-6);
  push(rows[0], rows[0].normal * needed, simulation->positions(), wanted);
  EXPECT_LT(farthest(simulation->positions(), wanted), 1e-6);
  EXPECT_NEAR(rows[0].gap(places_of(simulation->positions())), 0, 1e-6);
  EXPECT_LT(glm::length(momentum_of(*simulation) - momentum), 1e-4 * glm::length(momentum));
}

/// A row of which nearly all of the weight lies on what is pinned asks little of the rest: four times what it lacks
/// (kLeastShare), not fifty times.
TEST(Passes, MoveNoVertexFarBesidePins) {
  const Vec3 free(0, 0, 0.5f);
  SceneObject lower = cloth(mesh_of({{-0.5f, 0, -0.3f}, free, {0.5f, 0, -0.3f}}, {{0, 1, 2}}));
  lower.pins.boxes.push_back({{-1, -1, -0.31f}, {1, 1, -0.29f}});
  const Vec3 tip(0.1f, 0.005f, -0.3f + 0.02f * 0.8f), up = 0.3f * Vec3(-0.5f, std::sqrt(0.75f), 0), aside(0, 0, 0.15f);
  const SceneObject upper = pinned(cloth(mesh_of({tip, tip + up + aside, tip + up - aside}, {{0, 1, 2}})));
  auto simulation = simulate({with(lower, "lower", 0.2f, 0), with(upper, "upper", 0.2f, 0)}, one_substep(2));
  simulation->step();
  ASSERT_EQ(rows_of(*simulation).size(), 1u);
  const float undone = kTouching - tip.y, moved = glm::distance(Vec3(simulation->positions()[1]), free);
  EXPECT_GT(moved, 1e-3f);
  EXPECT_LT(moved, 4 * undone);
}

/// Towards each other, but not so far that they would touch: nothing happens.
TEST_P(Passes, LeaveAloneWhatDoesNotTouch) {
  auto simulation =
      simulate({with(cloth(level_triangle(0.5f, 0)), "lower", 0.2f, 0.5f), with(leaning(kStart), "upper", 1.3f, 0.5f)},
               one_substep(GetParam()));
  const float h = simulation->settings().time_step;
  throw_object(*simulation, 1, {0.2f, -0.9f * (kStart - kTouching) / h, 0});
  Places wanted = places_of(simulation->positions());
  for (size_t v = 0; v < wanted.size(); ++v) wanted[v] += Real3(simulation->velocities()[v]) * static_cast<double>(h);
  simulation->step();
  ASSERT_EQ(simulation->contacts().size(), 1u);
  EXPECT_LT(farthest(simulation->positions(), wanted), 1e-6);
}

/// On what does not move, the tip is pressed by its violation over its inverse mass: it sticks where that times the
/// static friction holds it, else the kinetic one brakes it by so much.
TEST_P(Passes, HoldWhatSlidesAsFarAsFrictionLets) {
  constexpr double kStatic = 0.6, kKinetic = 0.45;
  for (const double slide : {0.2, 0.95, 1.05, 3.0}) {  // parts of what static friction holds
    SceneObject upper = leaning(kStart), floor = shell(level_triangle(0.5f, 0));
    upper.material.static_friction = 0.4f, upper.material.kinetic_friction = 0.3f;  // geometric means: 0.6, 0.45
    floor.material.static_friction = 0.9f, floor.material.kinetic_friction = 0.675f;
    auto simulation = simulate({floor, upper}, one_substep(GetParam()));
    const double h = simulation->settings().time_step, violation = 0.4 * h - (kStart - kTouching);
    const double way = slide * kStatic * violation;
    const Real3 direction(0.8, 0, -0.6);
    throw_object(*simulation, 1, Vec3(direction * (way / h)) + Vec3(0, -0.4f, 0));
    const int tip = vertex_of(simulation->model(), 1, 0);
    const Real3 start(simulation->positions()[tip]);
    simulation->step();
    const Real3 moved = Real3(simulation->positions()[tip]) - start;
    const double slid = slide < 1 ? 0 : way - kKinetic * violation;
    EXPECT_NEAR(moved.y, kTouching - kStart, 1e-6) << slide;
    EXPECT_NEAR(glm::dot(moved, direction), slid, 2e-6) << slide;
    EXPECT_NEAR(moved.x * 0.6 + moved.z * 0.8, 0, 1e-6) << slide;
  }
}

/// An overlap that is not tolerated is undone at push_out_speed, and no faster; that is no velocity.
TEST_P(Passes, UndoAnOverlapAtThePushOutSpeed) {
  Settings settings = one_substep(GetParam());
  settings.overlap_tolerance = 0;
  settings.push_out_speed = 0.06f;
  auto simulation =
      simulate({with(shell(level_triangle(0.5f, 0)), "floor", 1, 0), with(leaning(0.003f), "upper", 1, 0)}, settings);
  const int tip = vertex_of(simulation->model(), 1, 0);
  const double step = 0.06 * settings.time_step;
  simulation->step();
  EXPECT_NEAR(simulation->positions()[tip].y, 0.003 + step, 1e-6);
  EXPECT_NEAR(simulation->velocities()[tip].y, 0, 1e-4);
}

// ---- many rows

/// Minimizes the squares of the ways from `x`, by mass, so that no row is violated: projected Gauss-Seidel on the
/// impulses, until they stand still.
Places solved(const std::vector<Row>& rows, std::span<const Vec4> masses, Places x) {
  std::vector<double> pressed(rows.size(), 0);
  for (int sweep = 0; sweep < 20000; ++sweep) {
    double changed = 0;
    for (size_t i = 0; i < rows.size(); ++i) {
      const double free = mobility(rows[i], masses);
      if (free == 0) continue;
      const double next = std::max(0.0, pressed[i] - rows[i].gap(x) / free);
      push(rows[i], rows[i].normal * (next - pressed[i]), masses, x);
      changed = std::max(changed, std::abs(next - pressed[i]) * free);
      pressed[i] = next;
    }
    if (changed < 1e-12) return x;
  }
  ADD_FAILURE() << "the dense solver found no solution";
  return x;
}

/// Free sheets in layers over a pinned one; every vertex has rows of its own and of those above and below.
std::vector<SceneObject> layers(unsigned count, int cells) {
  std::vector<SceneObject> sheets;
  for (unsigned i = 0; i < count; ++i) {
    const float height = 0.0115f * static_cast<float>(i), aside = 0.007f * static_cast<float>(i);
    sheets.push_back(
        with(cloth(crumple(move(make_sheet({0.16f, 0.16f}, {cells, cells}), {aside, height, aside}), 0.001f, i)),
             "sheet " + std::to_string(i), 0.15f + 0.2f * static_cast<float>(i), 0));
  }
  sheets[0] = pinned(sheets[0]);
  return sheets;
}

constexpr int kCells = 4;
constexpr Vec3 kThrown(0, -0.35f, 0);  // m/s: 2.3 mm farther than the gap of 3.5 mm

/// Where both would be without each other: each moves in a world of its own.
Places without_contacts() {
  Places places;
  for (int i = 0; i < 2; ++i) {
    std::vector<SceneObject> both = layers(2, kCells);
    for (Vec3& p : both[1 - i].mesh.positions) p.y += 10;
    auto simulation = simulate(both, one_substep(1));
    throw_object(*simulation, 1, kThrown);
    simulation->step();
    EXPECT_TRUE(simulation->contacts().empty());
    const Range range = simulation->model().objects[i].vertices;
    for (int v = range.begin; v < range.end; ++v) places.emplace_back(simulation->positions()[v]);
  }
  return places;
}

/// As many rows as there are on a vertex, and impulses that pass from layer to layer: with passes enough, what comes
/// out is the solution of them all.
TEST(ManyRows, ConvergeToTheSolutionOfTheirComplementarityProblem) {
  const Places free = without_contacts();
  double last = 1;
  for (const int passes : {2, 20, 50}) {
    auto simulation = simulate(layers(2, kCells), one_substep(passes));
    const Places start = places_of(simulation->positions());
    throw_object(*simulation, 1, kThrown);
    simulation->step();
    const std::vector<Row> rows = rows_of(*simulation);
    ASSERT_GT(rows.size(), 20u);
    std::vector<int> on_vertex(start.size(), 0);
    for (const Row& row : rows) {
      ASSERT_GE(row.gap(start), -1e-7);  // so that C must reach 0, and no less
      for (int k = 0; k < 4; ++k) on_vertex[row.vertices[k]] += row.weights[k] != 0;
    }
    EXPECT_GE(*std::max_element(on_vertex.begin(), on_vertex.end()), 4);
    const Places wanted = solved(rows, simulation->positions(), free);
    const double error = farthest(simulation->positions(), wanted);
    EXPECT_GT(farthest(simulation->positions(), free), 3e-3);  // or there was nothing to solve
    EXPECT_LT(error, 0.6 * last) << passes;
    last = error;
  }
  EXPECT_LT(last, 1e-4);  // 3 % of what the rows moved
}

/// Where two layers thrown on each other are after so many passes, and their rows.
struct Thrown {
  Thrown(int passes, float tolerance) {
    Settings settings = one_substep(passes);
    settings.contact_tolerance = tolerance;
    auto simulation = simulate(layers(2, kCells), settings);
    throw_object(*simulation, 1, kThrown);
    simulation->step();
    places = places_of(simulation->positions());
    rows = rows_of(*simulation);
  }

  /// Of what a row lacks, the most, as a part of its distance.
  double lacks() const {
    double most = 0;
    for (const Row& row : rows) most = std::max(most, -row.gap(places) / row.rest);
    return most;
  }

  Places places;
  std::vector<Row> rows;
};

/// The last pass is the first before which no row lacks more than the tolerance, whatever more there may be.
TEST(ManyRows, AreLeftOnceTheyLackTooLittleToBeSeen) {
  int fewer = 50;
  for (const double tolerance : {0.01, 0.03, 0.1}) {
    int last = 1;
    while (last < 50 && Thrown(last, 0).places != Thrown(50, static_cast<float>(tolerance)).places) ++last;
    ASSERT_GT(last, 1) << tolerance;
    EXPECT_LT(last, fewer) << tolerance;
    EXPECT_LT(Thrown(last - 1, 0).lacks(), 1.001 * tolerance) << tolerance;
    if (last > 2) {
      EXPECT_GT(Thrown(last - 2, 0).lacks(), 0.999 * tolerance) << tolerance;
    }
    fewer = last;
  }
}

/// A rigid body takes no part in the tolerance: it is pushed between passes, which then are all done.
TEST(ManyRows, AreAllDoneBesideRigidBodies) {
  const auto after = [](float tolerance) {
    std::vector<SceneObject> objects = layers(2, kCells);
    objects.push_back(body(MotionKind::rigid, box_mesh({0, 0.0156f, 0}, {0.05f, 0.06f, 0.05f})));
    Settings settings = one_substep(6);
    settings.contact_tolerance = tolerance;
    auto simulation = simulate(objects, settings);
    throw_object(*simulation, 1, kThrown);
    simulation->step();
    return places_of(simulation->positions());
  };
  EXPECT_EQ(after(0.1f), after(0));
  EXPECT_NE(Thrown(6, 0.1f).places, Thrown(6, 0).places);  // as it would be without
}

/// What one side gets the other gives, with friction, for as long as it takes. Apart from the blow itself: a vertex
/// that other rows begin to push within a substep takes less of each than its neighbours give, see sim/response; as the
/// sheets tremble after it, a few still do.
TEST(ManyRows, KeepMomentum) {
  std::vector<SceneObject> sheets = layers(3, 7);
  for (SceneObject& sheet : sheets) {
    sheet.pins = {};
    sheet.material.static_friction = 0.7f, sheet.material.kinetic_friction = 0.5f;
  }
  for (const float warm_start : {0.0f, 1.0f}) {
    Settings settings = one_substep(3);
    settings.substeps = 6, settings.detections = 2, settings.warm_start = warm_start;
    settings.edge_contacts = settings.self_collision = true;
    auto simulation = simulate(sheets, settings);
    throw_object(*simulation, 1, {0.2f, -0.35f, 0.1f});
    throw_object(*simulation, 2, {-0.1f, -0.9f, 0});
    const Real3 start = momentum_of(*simulation);
    simulation->step();
    const Real3 struck = momentum_of(*simulation);
    EXPECT_LT(glm::length(struck - start), 0.01 * glm::length(start));
    for (int frame = 1; frame < 20; ++frame) {
      simulation->step();
      EXPECT_LT(glm::length(momentum_of(*simulation) - struck), 3e-4 * glm::length(start)) << frame;
    }
    const Range lowest = simulation->model().objects[0].vertices;
    EXPECT_LT(simulation->velocities()[lowest.begin + lowest.size() / 2].y, -0.05f);  // it was struck
  }
}

// ---- what is carried on

/// A pile of level triangles, each on the one below, over one that is fixed.
std::unique_ptr<Simulation> pile(int layers, const Settings& settings) {
  std::vector<SceneObject> objects{with(shell(level_triangle(0.5f, 0)), "floor", 1, 0)};
  for (int i = 1; i <= layers; ++i) {
    const float size = 0.5f - 0.04f * static_cast<float>(i);
    objects.push_back(with(cloth(level_triangle(size, kTouching * static_cast<float>(i))), std::to_string(i), 0.3f, 0));
  }
  return simulate(objects, settings);
}

/// How much the layers overlap, in m.
double overlap(Simulation& simulation) {
  double most = 0;
  const Model& model = simulation.model();
  for (size_t i = 1; i < model.objects.size(); ++i) {
    const float upper = simulation.positions()[model.objects[i].vertices.begin].y;
    const float lower = simulation.positions()[model.objects[i - 1].vertices.begin].y;
    most = std::max(most, static_cast<double>(kTouching - (upper - lower)));
  }
  return most;
}

/// One pass moves an impulse by one layer. What the last substep ended with lets a pile rest nevertheless, with what a
/// detection's one pass over overlaps leaves, 4 % of a gap; without, it is pressed flat by what does not arrive.
TEST(WarmStart, LetsAPileRestInOnePass) {
  double overlaps[2];
  for (const int warm : {0, 1}) {
    Settings settings = one_substep(1);
    settings.gravity = {0, -9.81f, 0};
    settings.substeps = 10;
    settings.warm_start = static_cast<float>(warm);
    auto simulation = pile(3, settings);
    run(*simulation, 120);
    overlaps[warm] = overlap(*simulation);
  }
  EXPECT_LT(overlaps[1], 0.04 * kTouching);
  EXPECT_GT(overlaps[0], 5e-3);
}

/// A row that was pressed in the last substep and is not in this one lets go: it neither throws nor pulls.
TEST(WarmStart, LetsGoOfWhatNothingPressesAnyMore) {
  for (const float warm : {0.0f, 0.5f, 1.0f}) {
    Settings settings = one_substep(1);
    settings.substeps = 10;
    settings.gravity = {0, -9.81f, 0};
    settings.warm_start = warm;
    auto simulation = pile(1, settings);
    run(*simulation, 30);
    const int v = simulation->model().objects[1].vertices.begin;
    EXPECT_NEAR(simulation->positions()[v].y, kTouching, 2e-5f) << warm;
    EXPECT_NEAR(simulation->velocities()[v].y, 0, 1e-3f) << warm;
    settings.gravity = Vec3(0);
    simulation->change(settings);
    run(*simulation, 5);
    EXPECT_NEAR(simulation->positions()[v].y, kTouching, 3e-5f) << warm;
    settings.gravity = {0, 9.81f, 0};
    simulation->change(settings);
    const float before = simulation->positions()[v].y, t = 3 * settings.time_step;
    run(*simulation, 3);
    EXPECT_NEAR(simulation->positions()[v].y - before, 0.5f * 9.81f * t * t, 0.05f * 0.5f * 9.81f * t * t) << warm;
  }
}

}  // namespace
}  // namespace raycloth
