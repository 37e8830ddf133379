// The response to contacts against its formulas, to the bit: rows that act from the first pass, rows that begin to act
// because a neighbour's pass pushed something into them, rows that let go again, rows that go on from the last substep.
#include <gtest/gtest.h>

#include "tests/collision/scenes.h"
#include "tests/solver/formulas.h"

namespace raycloth {
namespace {

using namespace scenes;
using namespace formulas;

constexpr int kSubsteps = 4, kPasses = 6;

Settings contacts_alone() {
  Settings settings = empty_space();
  settings.substeps = kSubsteps;
  settings.detections = 1;
  settings.contact_iterations = kPasses;
  settings.speed_limit = 1000;
  settings.warm_start = 0.9f;
  settings.overlap_tolerance = 0.3f;
  return settings;
}

/// Three crumpled sheets thrown at one that is pinned, too close for their thickness.
std::vector<SceneObject> pile() {
  std::vector<SceneObject> objects;
  for (unsigned i = 0; i < 4; ++i) {
    const Vec3 place(0.01f * static_cast<float>(i), 0.009f * static_cast<float>(i), 0);
    objects.push_back(cloth(crumple(move(make_sheet({0.2f, 0.2f}, {9, 9}), place), 0.002f, i)));
    objects.back().name = "sheet " + std::to_string(i);
    objects.back().material.areal_density = 0.15f + 0.1f * static_cast<float>(i);
    objects.back().material.static_friction = 0.3f + 0.1f * static_cast<float>(i);
  }
  objects[0] = pinned(objects[0]);
  return objects;
}

/// The contacts that can act before the next detection: twice their relative speed, and 3 mm, close the gap.
std::vector<Row> rows_of(Simulation& simulation, const std::vector<Vec4>& v) {
  const Model& model = simulation.model();
  std::vector<Row> rows;
  for (const ContactView& contact : simulation.contacts()) {
    const Material& a = model.objects[model.vertex_object[contact.vertices.x]].material;
    const Material& b = model.objects[model.vertex_object[contact.vertices.w]].material;
    Row row{contact.vertices,
            contact.weights,
            contact.normal,
            contact.rest_distance,
            contact.distance,
            std::sqrt(a.static_friction * b.static_friction),
            std::sqrt(a.kinetic_friction * b.kinetic_friction)};
    const Vec3 speed = row.sum(v);
    const float closing = 2 * std::sqrt(glm::dot(speed, speed)) * simulation.settings().time_step + 0.003f;
    if (row.distance - row.rest < closing) rows.push_back(row);
  }
  return rows;
}

TEST(ContactPasses, AreTheFormulas) {
  const Settings settings = contacts_alone();
  auto simulation = simulate(pile(), settings);
  const Model& model = simulation->model();
  std::vector<Vec4> x = model.positions, v(x.size());
  for (size_t i = 0; i < v.size(); ++i) {
    const float sheet = static_cast<float>(model.vertex_object[i]);
    v[i] = x[i].w > 0 ? Vec4(0.1f * sheet, -0.4f * sheet, 0.05f, 0) : Vec4(0);
  }
  simulation->set_state(x, v);
  simulation->step();

  const float h = settings.time_step / kSubsteps;
  std::vector<Row> rows = rows_of(*simulation, v);
  int late = 0, released = 0, idle = 0, kept = 0;
  for (int s = 0; s < kSubsteps; ++s) {
    const std::vector<Vec4> old = x;
    integrate(settings.gravity, h, x, v);
    stretch_edges(model, model.objects[0].material, h, x, old);
    bend_quads(model, model.objects[0].material, h, x, old);
    std::vector<float> gaps;
    Rows substep{rows, {}, {}, {}};
    substep.begin(settings, h, x, old);
    for (const Row& row : rows) {
      kept += row.pressed > 0;
      gaps.push_back(glm::dot(row.normal, row.sum(x)) - row.rest - row.target);
    }
    for (int pass = 0; pass < kPasses; ++pass) {
      substep.pass(x, old);
      for (size_t i = 0; i < rows.size(); ++i) {
        late += rows[i].acts && gaps[i] > 2e-4f;
        idle += !rows[i].acts;
        released += rows[i].acts && rows[i].pressed == 0;
      }
    }
    find_velocities(h, x, old, v);
  }
  EXPECT_GT(late, 0) << "no row began to act late";
  EXPECT_GT(released, 0) << "no row let go";
  EXPECT_GT(kept, 0) << "no row began with an impulse";
  EXPECT_GT(idle, 0) << "every row acts";
  for (size_t i = 0; i < x.size(); ++i) {
    ASSERT_EQ(simulation->positions()[i], x[i]) << i << " of " << x.size();
    ASSERT_EQ(simulation->velocities()[i], v[i]) << i << " of " << x.size();
  }
}

}  // namespace
}  // namespace raycloth
