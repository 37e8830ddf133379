// What people look at beside the state: what crosses, what the net moved, how hard contacts press. Held against what is
// known of scenes where all of it is simple, and against the referee.
#include <gtest/gtest.h>

#include <set>

#include "tests/solver/crossed_sheets.h"
#include "tests/solver/shipped_scenes.h"

namespace raycloth {
namespace {

using namespace scenes;

constexpr int kStrip = 1;  // object

int object_of(Simulation& simulation, int vertex) { return simulation.model().vertex_object[vertex]; }

/// Every pair has one edge and one triangle: how the object that is asked for goes along the pair's way.
float moves_along(Simulation& simulation, const TanglePair& pair, int object) {
  return object_of(simulation, pair.edge.x) == object ? pair.moving : -pair.moving;
}

TEST(ShownTangle, OfAStripThroughASheetIsOneOpenLineOfItsWidth) {
  const auto simulation = strip_through_sheet(empty_space());
  const Tangle tangle = simulation->tangle();
  EXPECT_EQ(tangle.pairs.size(), count_crossings(*simulation));
  ASSERT_EQ(tangle.contours.size(), 1u);
  EXPECT_FALSE(tangle.contours[0].closed);
  EXPECT_EQ(tangle.contours[0].pairs, static_cast<int>(tangle.pairs.size()));
  EXPECT_NEAR(tangle.contours[0].length, 0.1f, 1e-5f);
  float length = 0;
  for (const TanglePiece& piece : tangle.pieces) length += glm::distance(piece.from, piece.to);
  EXPECT_NEAR(length, 0.1f, 1e-5f) << "each piece once";
  for (const TanglePair& pair : tangle.pairs) {
    EXPECT_NEAR(pair.place.y, 0, 1e-6f);
    EXPECT_NEAR(pair.place.x, -0.008f, 1e-6f);
  }
}

TEST(ShownTangle, OfAStripThroughASheetTakesItsShorterEndBack) {
  const auto simulation = strip_through_sheet(empty_space());
  const auto x = simulation->positions();
  const Tangle tangle = simulation->tangle();
  std::map<std::pair<int, bool>, int> wanted;  // object and whether above the sheet -> vertices
  for (size_t v = 0; v < x.size(); ++v) {
    const int object = object_of(*simulation, static_cast<int>(v));
    ++wanted[{object, object == kStrip && x[v].y > 0}];
  }
  ASSERT_EQ(tangle.regions.size(), 3u);
  for (size_t v = 0; v < x.size(); ++v) {
    const int object = object_of(*simulation, static_cast<int>(v));
    const bool above = object == kStrip && x[v].y > 0;
    const TangleRegion& region = tangle.regions.at(tangle.region_of[v]);
    EXPECT_EQ(region.object, object);
    EXPECT_EQ(region.vertices, (wanted[{object, above}]));
    EXPECT_EQ(region.goes_back, object == kStrip && !above);
    EXPECT_EQ(region.contours, std::vector<int>{0});
  }
  for (const TanglePair& pair : tangle.pairs) {
    EXPECT_EQ(moves_along(*simulation, pair, kStrip), 1) << "which goes back, all along the contour";
    EXPECT_NEAR(glm::distance(pair.way, Vec3(0, 1, 0)), 0, 1e-4f);
    if (object_of(*simulation, pair.edge.x) != kStrip) continue;
    EXPECT_NEAR(pair.depth, -std::min(x[pair.edge.x].y, x[pair.edge.y].y), 1e-6f);
  }
}

/// A box through a sheet: its outline, and everywhere out of it.
TEST(ShownTangle, OfABoxThroughASheetIsItsOutline) {
  const Vec3 low(-0.053f, -0.1f, -0.041f), high(0.061f, 0.2f, 0.072f);
  const auto simulation = simulate(
      {solid(box_mesh(low, high)), cloth(sheets::jittered_sheet({0.4f, 0.4f}, {23, 23}, 0.2f, 4))}, empty_space());
  const Tangle tangle = simulation->tangle();
  EXPECT_EQ(tangle.pairs.size(), count_crossings(*simulation));
  ASSERT_EQ(tangle.contours.size(), 1u);
  EXPECT_TRUE(tangle.contours[0].closed);
  EXPECT_NEAR(tangle.contours[0].length, 2 * (high.x - low.x + high.z - low.z), 1e-5f);
  EXPECT_TRUE(tangle.regions.empty()) << "solids do not cut cloth";
  int edges_of_the_box = 0;
  for (const TanglePair& pair : tangle.pairs) {
    EXPECT_EQ(moves_along(*simulation, pair, 1), 1) << "the cloth is taken, not the box";
    const bool of_box = object_of(*simulation, pair.edge.x) == 0;
    edges_of_the_box += of_box;
    EXPECT_GT(glm::dot(pair.way, pair.place - 0.5f * (low + high)), 0);
    if (of_box) continue;
    const float along = std::max(std::abs(pair.way.x), std::abs(pair.way.z));
    EXPECT_NEAR(along, 1, 1e-5f) << "across the side that the edge pierces";
    EXPECT_GT(pair.depth, 0);
  }
  EXPECT_GE(edges_of_the_box, 4);
}

TEST(ShownTangle, HasRoomForWhateverCrosses) {
  const auto sheet = [](unsigned seed) { return cloth(crumple(make_sheet({0.3f, 0.3f}, {14, 14}), 0.06f, seed)); };
  Settings settings = empty_space();
  settings.untangling = false;  // so that nobody has made room
  const auto simulation = simulate({sheet(1), sheet(2), sheet(3)}, settings);
  const Tangle tangle = simulation->tangle();
  EXPECT_GT(tangle.pairs.size(), 1500u);
  EXPECT_EQ(tangle.pairs.size(), count_crossings(*simulation));
  const auto places = [](const Tangle& of) {
    std::vector<float> numbers;
    for (const TanglePair& pair : of.pairs)
      for (const float number : {static_cast<float>(pair.contour), pair.place.x, pair.way.y, pair.depth, pair.moving})
        numbers.push_back(number);
    return numbers;
  };
  EXPECT_EQ(places(simulate({sheet(1), sheet(2), sheet(3)}, settings, 4)->tangle()), places(tangle));
}

TEST(ShownTangle, IsEmptyWhereNothingCrosses) {
  Settings settings = empty_space();
  const auto simulation = strip_through_sheet(settings);
  run(*simulation, 60);
  ASSERT_EQ(count_crossings(*simulation), 0u);
  EXPECT_TRUE(simulation->tangle().empty()) << "the net knows";
  settings.safety_net = false;
  simulation->change(settings);
  EXPECT_TRUE(simulation->tangle().empty()) << "nobody knows, and it is looked for";
}

/// What is told of the present state is what the next step then does.
TEST(ShownTangle, TellsWhichWayTheNextStepTakesAVertex) {
  Settings settings = empty_space();
  settings.detections = 1;
  const auto simulation = strip_through_sheet(settings);
  const Tangle tangle = simulation->tangle();
  simulation->step();
  EXPECT_EQ(simulation->counters().of("untangled_contours"), static_cast<long long>(tangle.contours.size()));
  EXPECT_EQ(simulation->counters().of("untangled_pairs"), static_cast<long long>(tangle.pairs.size()));
  std::set<int> of_pairs;
  for (const TanglePair& pair : tangle.pairs)
    of_pairs.insert({pair.edge.x, pair.edge.y, pair.triangle.x, pair.triangle.y, pair.triangle.z});
  int taken = 0;
  for (int v = 0; v < static_cast<int>(simulation->positions().size()); ++v) {
    const VertexTangle told = at_vertex(tangle, v);
    EXPECT_EQ(told.contours.size(), of_pairs.count(v)) << v;
    EXPECT_EQ(told.region.value().number, tangle.region_of[v]);
    const Vec3 moved = simulation->inspect(v).value().untangling_of_step;
    EXPECT_EQ(moved != Vec3(0), of_pairs.count(v) == 1) << v;
    if (moved == Vec3(0)) continue;
    ++taken;
    EXPECT_GT(glm::dot(told.way, moved), 0.99f * glm::length(moved)) << v;
  }
  EXPECT_GT(taken, 20);
}

/// Two sheets that fly at each other, and nothing but the net between them.
std::unique_ptr<Simulation> flying_sheets(Settings settings = empty_space()) {
  settings.edge_contacts = settings.predictions = false;
  auto simulation = simulate({cloth(sheets::jittered_sheet({0.2f, 0.2f}, {8, 8}, 0.2f, 3)),
                              cloth(move(sheets::jittered_sheet({0.2f, 0.2f}, {8, 8}, 0.2f, 4), {0.01f, 0.03f, 0}))},
                             settings);
  throw_object(*simulation, 1, Vec3(0, -4, 0));
  return simulation;
}

TEST(ShownNet, TellsHowFarItMovedEveryVertex) {
  const auto simulation = flying_sheets();
  EXPECT_TRUE(simulation->net_moves().empty()) << "before the first step";
  while (simulation->counters().of("net_met") == 0 && simulation->frame() < 20) simulation->step();
  const std::vector<Vec3> moves = simulation->net_moves();
  ASSERT_EQ(moves.size(), simulation->positions().size());
  glm::dvec3 sum(0);
  double all = 0;
  for (size_t v = 0; v < moves.size(); ++v) {
    const double mass = 1 / double(simulation->positions()[v].w);
    sum += mass * glm::dvec3(moves[v]);
    all += mass * glm::length(glm::dvec3(moves[v]));
    if (v % 5 != 0) continue;  // each does the step again
    EXPECT_EQ(simulation->inspect(static_cast<int>(v)).value().net_of_step, moves[v]) << v;
  }
  EXPECT_GT(all, 1e-6);  // kg m
  EXPECT_LT(glm::length(sum), 1e-3 * all) << "impulses are opposite";
}

TEST(ShownNet, TellsNothingWhereItDidNothing) {
  Settings settings = empty_space();
  settings.safety_net = settings.untangling = false;
  const auto unguarded = flying_sheets(settings);
  run(*unguarded, 3);
  EXPECT_TRUE(unguarded->net_moves().empty());
  const auto far = simulate({cloth(make_sheet({0.2f, 0.2f}, {8, 8}))}, Settings());
  run(*far, 3);
  EXPECT_TRUE(far->net_moves().empty());
}

/// A sheet at rest on a board: the board bears its weight.
TEST(ShownImpulses, BearTheWeightOfWhatRests) {
  const auto simulation = simulate({solid(box_mesh({-0.5f, -0.2f, -0.5f}, {0.5f, 0, 0.5f})),
                                    cloth(move(sheets::jittered_sheet({0.3f, 0.3f}, {9, 9}, 0.2f, 3), {0, 0.006f, 0}))},
                                   Settings());
  EXPECT_TRUE(simulation->contact_impulses().empty());
  run(*simulation, 150);
  const std::vector<Vec3> impulses = simulation->contact_impulses();
  ASSERT_EQ(impulses.size(), simulation->positions().size());
  glm::dvec3 on_cloth(0), on_all(0);
  double mass = 0;
  for (size_t v = 0; v < impulses.size(); ++v) {
    on_all += impulses[v];
    if (object_of(*simulation, static_cast<int>(v)) != 1) continue;
    on_cloth += impulses[v];
    mass += 1 / double(simulation->positions()[v].w);
  }
  const Settings& settings = simulation->settings();
  const double wanted = mass * 9.81 * settings.time_step / settings.substeps;  // N s
  EXPECT_NEAR(on_cloth.y, wanted, 0.03 * wanted);
  EXPECT_LT(glm::length(on_all), 1e-4 * wanted) << "what presses is pressed as much";
}

TEST(ShownImpulses, OfAHandlerWithoutContactsAreNone) {
  Settings settings;
  settings.handler = HandlerKind::none;
  const auto simulation = simulate({cloth(make_sheet({0.2f, 0.2f}, {8, 8}))}, settings);
  run(*simulation, 2);
  for (const Vec3& impulse : simulation->contact_impulses()) EXPECT_EQ(impulse, Vec3(0));
}

TEST(Shown, WhoLooksChangesNothing) {
  const auto hash_of = [](bool looks) {
    const auto simulation = strip_through_sheet(Settings(), 2);
    for (int i = 0; i < 12; ++i) {
      if (looks) {
        simulation->tangle();
        simulation->net_moves();
        simulation->contact_impulses();
      }
      simulation->step();
    }
    return simulation->state_hash();
  };
  EXPECT_EQ(hash_of(true), hash_of(false));
}

}  // namespace
}  // namespace raycloth
