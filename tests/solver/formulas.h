// A substep's formulas written down once more with glm, one constraint at a time in the model's order: what the kernels
// must give to the bit.
#pragma once

#include <cmath>
#include <vector>

#include "sim/model/model.h"
#include "sim/simulation.h"

namespace raycloth::formulas {

// Sums from left to right, as glm and the kernels make them.
inline Vec3 point(const Vec4& v) { return Vec3(v); }

inline void stretch_edges(const Model& model, const Material& m, float h, std::vector<Vec4>& x,
                          const std::vector<Vec4>& old) {
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
    const float lambda =
        -(length - model.edge_lengths[e] + gamma * rate) / ((1 + gamma) * (a.w + b.w) + compliance / (h * h));
    a = Vec4(point(a) + n * (lambda * a.w), a.w);
    b = Vec4(point(b) - n * (lambda * b.w), b.w);
  }
}

inline void bend_quads(const Model& model, const Material& m, float h, std::vector<Vec4>& x,
                       const std::vector<Vec4>& old) {
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

inline void shorten_tethers(const Model& model, const Material& m, Vec3 gravity, std::vector<Vec4>& x) {
  const float give =
      std::fmax(m.warp_compliance, m.weft_compliance) * m.areal_density * std::sqrt(glm::dot(gravity, gravity));
  for (const Tether& tether : model.tethers) {
    for (int k = 0; k < 4 && tether.pins[k] >= 0; ++k) {
      const Vec3 pin = point(x[tether.pins[k]]), reach = point(x[tether.vertex]) - pin;
      const float distance = std::sqrt(glm::dot(reach, reach));
      const float longest = tether.lengths[k] * (1 + give * tether.lengths[k]);
      if (distance > longest) x[tether.vertex] = Vec4(pin + reach * (longest / distance), x[tether.vertex].w);
    }
  }
}

inline void integrate(Vec3 gravity, float h, std::vector<Vec4>& x, const std::vector<Vec4>& v) {
  for (size_t i = 0; i < x.size(); ++i)
    if (x[i].w > 0) x[i] = Vec4(point(x[i]) + (point(v[i]) + gravity * h) * h, x[i].w);
}

/// Without damping.
inline void find_velocities(float h, const std::vector<Vec4>& x, const std::vector<Vec4>& old, std::vector<Vec4>& v) {
  for (size_t i = 0; i < x.size(); ++i) v[i] = Vec4((point(x[i]) - point(old[i])) * (1.0f / h), 0);
}

}  // namespace raycloth::formulas
