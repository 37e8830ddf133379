// One substep of cloth against the same formulas written down once more, edge by edge and quad by quad in the model's
// order, with glm: equal to the bit, whatever is left over of a colour after whole groups of lanes.
#include <gtest/gtest.h>

#include "tests/collision/scenes.h"

namespace raycloth {
namespace {

using namespace scenes;

// Sums from left to right, as glm and the kernels make them.
Vec3 point(const Vec4& v) { return Vec3(v); }

void stretch_edges(const Model& model, const Material& m, float h, std::vector<Vec4>& x, const std::vector<Vec4>& old) {
  for (size_t e = 0; e < model.edges.size(); ++e) {
    Vec4 &a = x[model.edges[e].x], &b = x[model.edges[e].y];
    const Vec3 along = point(a) - point(b);
    const float length = std::sqrt(glm::dot(along, along));
    if (length == 0 || a.w + b.w == 0) continue;
    const float compliance = model.edge_kinds[e] == EdgeKind::warp   ? m.warp_compliance
                             : model.edge_kinds[e] == EdgeKind::weft ? m.weft_compliance
                                                                     : m.shear_compliance;
    const Vec3 n = along / length;
    const float gamma = m.stretch_damping / h;
    const float rate = glm::dot(n, along - (point(old[model.edges[e].x]) - point(old[model.edges[e].y])));
    const float lambda = -(length - model.edge_lengths[e] + gamma * rate) /
                         ((1 + gamma) * (a.w + b.w) + compliance / (h * h));
    a = Vec4(point(a) + n * (lambda * a.w), a.w);
    b = Vec4(point(b) - n * (lambda * b.w), b.w);
  }
}

void bend_quads(const Model& model, const Material& m, float h, std::vector<Vec4>& x, const std::vector<Vec4>& old) {
  for (size_t q = 0; q < model.quads.size(); ++q) {
    const Vec4 k = model.quad_weights[q];
    Vec3 r(0), before(0);
    float mobility = 0;
    for (int i = 0; i < 4; ++i) {
      const int v = model.quads[q][i];
      r = i == 0 ? point(x[v]) * k[i] : r + point(x[v]) * k[i];
      before = i == 0 ? point(old[v]) * k[i] : before + point(old[v]) * k[i];
      mobility = i == 0 ? x[v].w * k[i] * k[i] : mobility + x[v].w * k[i] * k[i];
    }
    const float length = std::sqrt(glm::dot(r, r));
    if (length == 0 || mobility == 0 || m.bend_stiffness == 0) continue;
    const Vec3 n = r / length;
    const float gamma = m.bend_damping / h, compliance = model.quad_areas[q] / (3.0f * m.bend_stiffness);
    const float lambda = -(length - model.quad_rest[q] + gamma * glm::dot(n, r - before)) /
                         ((1 + gamma) * mobility + compliance / (h * h));
    for (int i = 0; i < 4; ++i) {
      Vec4& v = x[model.quads[q][i]];
      v = Vec4(point(v) + n * lambda * (v.w * k[i]), v.w);
    }
  }
}

void shorten_tethers(const Model& model, const Material& m, Vec3 gravity, std::vector<Vec4>& x) {
  const float give = std::fmax(m.warp_compliance, m.weft_compliance) * m.areal_density * std::sqrt(glm::dot(gravity, gravity));
  for (const Tether& tether : model.tethers) {
    for (int k = 0; k < 4 && tether.pins[k] >= 0; ++k) {
      const Vec3 pin = point(x[tether.pins[k]]), reach = point(x[tether.vertex]) - pin;
      const float distance = std::sqrt(glm::dot(reach, reach));
      const float longest = tether.lengths[k] * (1 + give * tether.lengths[k]);
      if (distance > longest) x[tether.vertex] = Vec4(pin + reach * (longest / distance), x[tether.vertex].w);
    }
  }
}

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

void expect_like_reference(const Model& model) {
  constexpr int kSubsteps = 3;
  const Settings settings = fabric_alone(kSubsteps);
  const Material& material = model.objects[0].material;
  auto simulation = create(model, settings, DeviceChoice::cpu, 1);
  std::vector<Vec4> x = model.positions, v(x.size(), Vec4(0));
  std::mt19937 random(5);
  std::uniform_real_distribution<float> offset(-0.01f, 0.01f);
  for (Vec4& p : x)
    if (p.w > 0) p += Vec4(offset(random), offset(random), offset(random), 0);
  simulation->set_state(x, v);
  simulation->step();

  const float h = settings.time_step / kSubsteps;
  for (int s = 0; s < kSubsteps; ++s) {
    const std::vector<Vec4> old = x;
    for (size_t i = 0; i < x.size(); ++i) {
      if (x[i].w > 0) x[i] = Vec4(point(x[i]) + (point(v[i]) + settings.gravity * h) * h, x[i].w);
    }
    stretch_edges(model, material, h, x, old);
    shorten_tethers(model, material, settings.gravity, x);
    bend_quads(model, material, h, x, old);
    for (size_t i = 0; i < x.size(); ++i) v[i] = Vec4((point(x[i]) - point(old[i])) * (1.0f / h), 0);
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

TEST(Fabric, ThatDoesNotResistBendingIsNotBent) { expect_like_reference(pinned_sheet({9, 7}, 0)); }

}  // namespace
}  // namespace raycloth
