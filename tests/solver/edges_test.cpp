// Edges that come near each other, as a simulation finds them, held against all pairs in double precision; and what
// they keep apart that vertex rays do not see.
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <tuple>

#include "tests/collision/edge_rule.h"
#include "tests/solver/bodies.h"
#include "tests/solver/shipped_scenes.h"

namespace raycloth {
namespace {

using namespace scenes;
using Pair = std::tuple<int, int, int, int>;  // ends of the one, ascending, and of the other; the lower one first

Pair pair_of(Int2 e, Int2 f) {
  const auto a = std::minmax(e.x, e.y), b = std::minmax(f.x, f.y);
  return a < b ? Pair(a.first, a.second, b.first, b.second) : Pair(b.first, b.second, a.first, a.second);
}

struct Near {
  std::map<Pair, double> sure;  // with their distances
  std::set<Pair> doubtful;      // that rounding may put on either side
};

void judge(Simulation& simulation, Int2 e, Int2 f, double touching, Near& near) {
  const auto rule = judge_edges(simulation, e, f, touching);
  if (!rule) return;
  if (rule->inside > 1e-5) near.sure[pair_of(e, f)] = rule->distance;
  if (std::abs(rule->inside) <= 1e-5) near.doubtful.insert(pair_of(e, f));
}

std::set<std::pair<int, int>> edges_of(const Model& model, int object) {
  std::set<std::pair<int, int>> edges;
  const Range triangles = model.objects[object].triangles;
  for (int t = triangles.begin; t < triangles.end; ++t)
    for (int k = 0; k < 3; ++k) edges.insert(std::minmax(model.triangles[t][k], model.triangles[t][(k + 1) % 3]));
  return edges;
}

/// All pairs of an edge of object a and one of object b.
Near all_near(Simulation& simulation, int a, int b) {
  Near near;
  const double touching = simulation.material(a).half_thickness + simulation.material(b).half_thickness;
  for (const auto& e : edges_of(simulation.model(), a))
    for (const auto& f : edges_of(simulation.model(), b))
      judge(simulation, {e.first, e.second}, {f.first, f.second}, touching, near);
  return near;
}

/// The contacts of edges are those of `near`, each once, at its distance.
void expect_found(Simulation& simulation, const Near& near) {
  simulation.detect_only();
  std::set<Pair> found;
  for (const ContactView& contact : simulation.contacts()) {
    if (!contact.edges) continue;
    const Int4 v = contact.vertices;
    const Pair pair = pair_of({v.x, v.y}, {v.z, v.w});
    EXPECT_TRUE(found.insert(pair).second) << "twice: " << v.x << "-" << v.y << " and " << v.z << "-" << v.w;
    const auto wanted = near.sure.find(pair);
    if (wanted == near.sure.end())
      EXPECT_TRUE(near.doubtful.count(pair)) << "not near: " << v.x << "-" << v.y << " and " << v.z << "-" << v.w;
    else
      EXPECT_NEAR(std::abs(contact.distance), wanted->second, 1e-6);
  }
  for (const auto& [pair, distance] : near.sure) {
    const auto [a, b, c, d] = pair;
    EXPECT_TRUE(found.count(pair)) << "missed: " << a << "-" << b << " and " << c << "-" << d << ", " << distance;
  }
}

constexpr int kKept = 8;  // pairs that an edge remembers between counting and writing them (collision/edges)

/// The pairs of the edge that has most.
int most_of_an_edge(const Near& near) {
  std::map<std::pair<int, int>, int> counts;
  for (const auto& [pair, distance] : near.sure) {
    ++counts[{std::get<0>(pair), std::get<1>(pair)}];
    ++counts[{std::get<2>(pair), std::get<3>(pair)}];
  }
  int most = 0;
  for (const auto& [edge, count] : counts) most = std::max(most, count);
  return most;
}

/// One long edge across the 32 narrow cells of a ribbon, `height` above it, its triangle standing upright.
SceneObject needle(float height) {
  return cloth(mesh_of({{-0.41f, height, 0.004f}, {0.41f, height, -0.003f}, {0, height + 0.3f, 0.01f}}, {{0, 1, 2}}),
               0.003f);
}
SceneObject ribbon() { return cloth(crumple(make_sheet({0.8f, 0.05f}, {32, 1}), 0.0005f, 7), 0.003f); }

TEST(EdgeContacts, OfAnEdgeNearMoreThanItRemembersAreAllFound) {
  for (const bool needle_first : {true, false}) {
    auto simulation = needle_first ? simulate({needle(0.0025f), ribbon()}, empty_space())
                                   : simulate({ribbon(), needle(0.0025f)}, empty_space());
    const Near near = all_near(*simulation, 0, 1);
    EXPECT_GT(most_of_an_edge(near), 4 * kKept);
    EXPECT_LE(near.doubtful.size(), near.sure.size() / 10);
    expect_found(*simulation, near);
  }
}

/// Some edges have fewer pairs than they remember, some exactly as many, some one more.
TEST(EdgeContacts, AboutAsManyAsAnEdgeRemembersAreAllFound) {
  for (int crossed = kKept - 2; crossed <= kKept + 2; ++crossed) {
    std::vector<SceneObject> objects{ribbon()};
    for (int i = 0; i < 3; ++i) {
      const float length = 0.0125f * static_cast<float>(crossed + i), z = 0.008f * static_cast<float>(i - 1);
      objects.push_back(
          cloth(mesh_of({{0.001f, 0.0025f, z}, {0.001f + length, 0.0025f, z}, {0, 0.3f, z}}, {{0, 1, 2}}), 0.003f));
      objects.back().name = "needle " + std::to_string(i);
    }
    auto simulation = simulate(objects, empty_space());
    Near near;
    for (int a = 0; a < 4; ++a)
      for (int b = 0; b < a; ++b) {
        const Near more = all_near(*simulation, a, b);
        near.sure.insert(more.sure.begin(), more.sure.end());
        near.doubtful.insert(more.doubtful.begin(), more.doubtful.end());
      }
    expect_found(*simulation, near);
  }
}

// ---- edges against solids

/// A sheet of two by two cells that leans over the upper edge of a box, at x = 0.1, y = 0, `height` away from it: the
/// vertices of both are far from where they meet.
std::vector<SceneObject> over_an_edge(float height, bool moves = false) {
  const float diagonal = std::sqrt(0.5f);
  const Mesh sheet = move(tilt(move(make_sheet({0.5f, 0.5f}, {2, 2}), {0.06f, 0, 0.03f}), -0.7853982f),
                          Vec3(0.1f, 0, 0) + height * Vec3(diagonal, diagonal, 0));
  const Mesh box = mesh_of({{-0.1f, -0.2f, -0.2f},
                            {0.1f, -0.2f, -0.2f},
                            {-0.1f, 0, -0.2f},
                            {0.1f, 0, -0.2f},
                            {-0.1f, -0.2f, 0.2f},
                            {0.1f, -0.2f, 0.2f},
                            {-0.1f, 0, 0.2f},
                            {0.1f, 0, 0.2f}},
                           {{0, 4, 6},
                            {0, 6, 2},
                            {1, 3, 7},
                            {1, 7, 5},
                            {0, 1, 5},
                            {0, 5, 4},
                            {2, 6, 7},
                            {2, 7, 3},
                            {0, 2, 3},
                            {0, 3, 1},
                            {4, 5, 7},
                            {4, 7, 6}});
  SceneObject obstacle = moves ? body(MotionKind::rigid, box) : solid(box);
  obstacle.name = "box";
  return {cloth(sheet, 0.004f), obstacle};
}

TEST(EdgeContacts, WithASolidAreFoundOutsideOfIt) {
  for (const bool moves : {false, true}) {
    auto simulation = simulate(over_an_edge(0.0015f, moves), empty_space());
    const Near near = all_near(*simulation, 0, 1);
    EXPECT_GE(near.sure.size(), 3u);
    expect_found(*simulation, near);
    int held = 0;
    for (const ContactView& contact : simulation->contacts()) {
      if (!contact.edges) continue;
      ++held;
      EXPECT_GT(contact.normal.x + contact.normal.y, 0.5f);  // away from the box
      EXPECT_NEAR(contact.rest_distance, 0.002f, 1e-6f);     // half of the cloth's; the solid has no thickness
    }
    EXPECT_GE(held, 3);
  }
}

/// Inside of the box it is the same edge, and the way out.
TEST(EdgeContacts, WithASolidLeadOutOfIt) {
  auto simulation = simulate(over_an_edge(-0.0012f), empty_space());
  const Near near = all_near(*simulation, 0, 1);
  EXPECT_GE(near.sure.size(), 3u);
  expect_found(*simulation, near);
  for (const ContactView& contact : simulation->contacts()) {
    if (!contact.edges) continue;
    EXPECT_GT(contact.normal.x + contact.normal.y, 0.5f);
    EXPECT_LT(contact.distance, 0);
  }
}

/// How deep points of the sheet's edges are in the box, in m.
float depth_in_box(Simulation& simulation) {
  float deepest = 0;
  const auto x = simulation.positions();
  for (const auto& [a, b] : edges_of(simulation.model(), 0)) {
    for (int i = 0; i <= 100; ++i) {
      const Vec3 p = glm::mix(Vec3(x[a]), Vec3(x[b]), static_cast<float>(i) / 100);
      if (std::abs(p.z) < 0.2f) deepest = std::max(deepest, std::min(0.1f - p.x, -p.y));
    }
  }
  return deepest;
}

TEST(EdgeContacts, KeepClothOffTheEdgeOfASolid) {
  for (const bool with_edges : {true, false}) {
    Settings settings = empty_space();
    settings.edge_contacts = with_edges;
    settings.safety_net = settings.untangling = false;
    auto simulation = simulate(over_an_edge(0.01f), settings);
    throw_object(*simulation, 0, Vec3(-0.5f, -0.5f, 0));
    float deepest = 0;
    for (int i = 0; i < 6; ++i) {
      simulation->step();
      deepest = std::max(deepest, depth_in_box(*simulation));
    }
    if (with_edges)
      EXPECT_EQ(deepest, 0);
    else
      EXPECT_GT(deepest, 0.01f);  // or the test would see nothing
  }
}

}  // namespace
}  // namespace raycloth
