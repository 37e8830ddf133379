// Edges against edges: every pair that must become a contact is found, held against all pairs in double
// precision.
#include <gtest/gtest.h>

#include <set>
#include <utility>

#include "tests/collision/edge_rule.h"

namespace raycloth {
namespace {

using namespace scenes;

struct Pairs {
  int sure = 0;      // pairs that come near
  int doubtful = 0;  // pairs that rounding may put on either side
};

std::vector<Int2> edges_of(const Model& model, int object) {
  std::set<std::pair<int, int>> edges;
  const Range triangles = model.objects[object].triangles;
  for (int t = triangles.begin; t < triangles.end; ++t) {
    for (int k = 0; k < 3; ++k) edges.insert(std::minmax(model.triangles[t][k], model.triangles[t][(k + 1) % 3]));
  }
  std::vector<Int2> list;
  for (const auto& [a, b] : edges) list.emplace_back(a, b);
  return list;
}

/// What rounding may decide, in the rule's units.
constexpr double kDoubt = 2e-5;

void judge(Simulation& simulation, Int2 e, Int2 f, double touching, Pairs& pairs) {
  const auto rule = judge_edges(simulation, e, f, touching);
  if (!rule) return;
  if (rule->inside > kDoubt) ++pairs.sure;
  if (std::fabs(rule->inside) <= kDoubt) ++pairs.doubtful;
}

Pairs all_pairs(Simulation& simulation) {
  const Model& model = simulation.model();
  Pairs pairs;
  for (int a = 0; a < static_cast<int>(model.objects.size()); ++a) {
    const std::vector<Int2> own = edges_of(model, a);
    for (int b = 0; b <= a; ++b) {
      const std::vector<Int2> others = edges_of(model, b);
      const double touching = simulation.material(a).half_thickness + simulation.material(b).half_thickness;
      for (size_t i = 0; i < own.size(); ++i) {
        for (size_t k = 0; k < (a == b ? i : others.size()); ++k) judge(simulation, own[i], others[k], touching, pairs);
      }
    }
  }
  return pairs;
}

int edge_contacts(Simulation& simulation) {
  Settings settings = simulation.settings();
  simulation.detect_only();
  const auto with = simulation.contacts().size();
  settings.edge_contacts = false;
  simulation.change(settings);
  simulation.detect_only();
  return static_cast<int>(with - simulation.contacts().size());
}

TEST(Edges, EveryPairThatComesNearIsFoundWhateverMoves) {
  for (unsigned seed = 0; seed < 8; ++seed) {
    const float speed = static_cast<float>(seed) * 0.7f;
    const Mesh sheet = crumple(make_sheet({0.3f, 0.3f}, {9, 8}), 0.03f, seed);
    const Mesh other = crumple(tilt(make_sheet({0.3f, 0.2f}, {8, 7}), 0.7f), 0.02f, seed + 100);
    auto simulation = simulate({cloth(sheet), cloth(other, 0.006f)}, empty_space());
    throw_object(*simulation, 0, {speed, -2 * speed, 0.3f});
    throw_object(*simulation, 1, {0.5f * speed, speed, -speed});
    const Pairs wanted = all_pairs(*simulation);
    const int found = edge_contacts(*simulation);
    EXPECT_GT(wanted.sure, 20) << seed;
    EXPECT_GE(found, wanted.sure) << seed;
    EXPECT_LE(found, wanted.sure + wanted.doubtful) << seed;
    EXPECT_LE(wanted.doubtful, wanted.sure / 20) << seed;
  }
}

TEST(Edges, ThoseOfObstaclesAreMetFromTheClothAlone) {
  const Mesh sheet = crumple(make_sheet({0.3f, 0.3f}, {9, 8}), 0.02f, 1);
  auto with_cloth = simulate({cloth(sheet), cloth(tilt(sheet, 0.5f))}, empty_space());
  auto with_shell = simulate({cloth(sheet), shell(tilt(sheet, 0.5f))}, empty_space());
  Settings no_self = empty_space();
  no_self.self_collision = false;
  with_cloth->change(no_self);
  with_shell->change(no_self);
  const int wanted = edge_contacts(*with_cloth);
  EXPECT_GT(wanted, 20);
  EXPECT_EQ(edge_contacts(*with_shell), wanted);
}

}  // namespace
}  // namespace raycloth
