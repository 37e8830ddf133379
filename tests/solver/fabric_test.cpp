// One substep of cloth against the same formulas written down once more, edge by edge and quad by quad in the model's
// order, with glm: equal to the bit, whatever is left over of a colour after whole groups of lanes.
#include <gtest/gtest.h>

#include "tests/collision/scenes.h"
#include "tests/solver/formulas.h"

namespace raycloth {
namespace {

using namespace scenes;
using namespace formulas;

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

/// Pinned at two corners, so that lanes that do nothing stand among others, and crumpled from its flat rest shape.
Model pinned_sheet(Int2 cells, float bend_stiffness) {
  SceneObject sheet = cloth(make_sheet({0.3f, 0.2f}, cells));
  sheet.pins.nearest = {{-0.15f, 0, -0.1f}, {0.15f, 0, -0.1f}};
  sheet.material.bend_stiffness = bend_stiffness;
  Scene scene;
  scene.path = "test";
  scene.objects = {sheet};
  return build_model(scene);
}

/// `offsets` m from flat. One edge begins with both of its ends in one place: it has no direction, and must not act.
void expect_like_reference(const Model& model, float offsets = 0.01f) {
  constexpr int kSubsteps = 3;
  const Settings settings = fabric_alone(kSubsteps);
  const Material& material = model.objects[0].material;
  auto simulation = create(model, settings, DeviceChoice::cpu, 1);
  std::vector<Vec4> x = model.positions, v(x.size(), Vec4(0));
  std::mt19937 random(5);
  std::uniform_real_distribution<float> offset(-offsets, offsets);
  for (Vec4& p : x)
    if (p.w > 0) p += Vec4(offset(random), offset(random), offset(random), 0);
  const Int2 edge = model.edges[0];
  x[edge.x] = Vec4(point(x[edge.y]), x[edge.x].w);
  simulation->set_state(x, v);
  simulation->step();

  const float h = settings.time_step / kSubsteps;
  for (int s = 0; s < kSubsteps; ++s) {
    const std::vector<Vec4> old = x;
    integrate(settings.gravity, h, x, v);
    stretch_edges(model, material, h, x, old);
    shorten_tethers(model, material, settings.gravity, x);
    bend_quads(model, material, h, x, old);
    find_velocities(h, x, old, v);
  }
  for (size_t i = 0; i < x.size(); ++i) {
    ASSERT_EQ(simulation->positions()[i], x[i]) << i << " of " << x.size();
    ASSERT_EQ(simulation->velocities()[i], v[i]) << i << " of " << x.size();
  }
}

TEST(Fabric, ASubstepIsTheFormulasForEveryRestOfAGroup) {
  std::vector<bool> edge_rests(8), quad_rests(8), tether_rests(8);
  for (int columns = 2; columns <= 12; ++columns) {
    for (const int rows : {5, 6}) {
      const Model model = pinned_sheet({columns, rows}, 5e-5f);
      expect_like_reference(model);
      for (const Range& color : model.edge_colors) edge_rests[color.size() % 8] = true;
      for (const Range& color : model.quad_colors) quad_rests[color.size() % 8] = true;
      tether_rests[model.tethers.size() % 8] = true;
    }
  }
  for (int rest = 0; rest < 8; ++rest) {
    EXPECT_TRUE(edge_rests[rest] && quad_rests[rest] && tether_rests[rest]) << "nothing leaves " << rest;
  }
}

/// Quads that are flat have nothing to bend along, among others that are not.
TEST(Fabric, ThatIsFlatHereAndThereIsNotBentThere) { expect_like_reference(pinned_sheet({12, 9}, 5e-5f), 0); }

TEST(Fabric, ThatDoesNotResistBendingIsNotBent) { expect_like_reference(pinned_sheet({9, 7}, 0)); }

}  // namespace
}  // namespace raycloth
