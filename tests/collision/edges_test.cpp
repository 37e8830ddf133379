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
    const int found = edge_contacts(*simulation);
    const Pairs wanted = all_pairs(*simulation);
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

/// A solid of spikes about the origin, and flakes of cloth strewn over it, inside and outside.
std::unique_ptr<Simulation> spikes_and_flakes(unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<float> part(-1, 1);
  const auto draw = [&](float most) { return most * Vec3(part(random), part(random), part(random)); };
  Mesh spikes = ball(2);
  for (Vec3& p : spikes.positions) p *= 0.2f + 0.15f * part(random);
  std::vector<Vec3> corners;
  std::vector<Int3> flakes;
  for (int i = 0; i < 1000; ++i) {
    const Vec3 middle = draw(0.25f);
    for (int k = 0; k < 3; ++k) corners.push_back(middle + draw(0.03f));
    flakes.push_back(Int3(0, 1, 2) + 3 * i);
  }
  return simulate({solid(spikes), cloth(mesh_of(corners, flakes), 0.006f)}, empty_space());
}

/// Whether a point lies in a solid whose every point is seen from the origin.
bool is_inside(Simulation& simulation, const ModelObject& solid, glm::dvec3 p) {
  const auto x = simulation.positions();
  for (int t = solid.triangles.begin; t < solid.triangles.end; ++t) {
    const Int3 v = simulation.model().triangles[t];
    const glm::dvec3 a(x[v.x]), b(x[v.y]), c(x[v.z]);
    const double volume = glm::dot(glm::cross(a, b), c);
    const double u = glm::dot(glm::cross(p, b), c), w = glm::dot(glm::cross(a, p), c),
                 q = glm::dot(glm::cross(a, b), p);
    if (u >= 0 && w >= 0 && q >= 0) return u + w + q < volume;
  }
  return false;
}

/// By its triangles, however sharp its edges are.
TEST(Edges, OfASolidKnowItsOutside) {
  int edges = 0, wrong = 0;
  for (unsigned seed = 1; seed <= 4; ++seed) {
    auto simulation = spikes_and_flakes(seed);
    simulation->detect_only();
    const ModelObject& solid = simulation->model().objects[0];
    for (const ContactView& contact : simulation->contacts()) {
      if (!contact.edges || contact.vertices.w >= solid.vertices.end) continue;
      const ContactPoints points = points_of(contact, simulation->positions());
      ++edges;
      wrong += (contact.distance < 0) != is_inside(*simulation, solid, points.first);
    }
  }
  EXPECT_GT(edges, 200);
  EXPECT_LE(wrong, edges / 50) << "where the solid is thinner than edges reach";
}

/// An edge of cloth over the top of a box, beside a corner from which edges go down over its sides: nearer to their
/// ends than it is high, on neither side of what lies flat.
TEST(Edges, OverACornerAreNotHeldByThoseOfItsSides) {
  constexpr float kHigh = 0.0011f, kBeside = 0.0015f;
  const Mesh flap =
      mesh_of({{0.08f, 0.2f + kHigh, 0.1f - kBeside}, {0.12f, 0.2f + kHigh, 0.1f - kBeside}, {0.1f, 0.25f, 0.09f}},
              {{0, 1, 2}});
  auto simulation = simulate({solid(box_mesh({-0.1f, 0, -0.1f}, {0.1f, 0.2f, 0.1f})), cloth(flap)}, empty_space());
  simulation->detect_only();
  int edges = 0;
  for (const ContactView& contact : simulation->contacts()) {
    if (!contact.edges) continue;
    ++edges;
    EXPECT_GT(contact.normal.y, 0.5f);
    EXPECT_GT(contact.distance, 0);
  }
  EXPECT_GT(edges, 0);
}

}  // namespace
}  // namespace raycloth
