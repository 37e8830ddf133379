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

/// A contact C = normal . sum_i weights_i x_i - rest >= 0 and what it has done so far.
struct Row {
  Int4 vertices;
  Vec4 weights;
  Vec3 normal;
  float rest, distance, static_friction, kinetic_friction;
  float target = 0, pressed = 0;
  Vec3 grip{0};
  bool acts = false, near = false;

  Vec3 sum(const std::vector<Vec4>& x) const {
    Vec3 total = point(x[vertices[0]]) * weights[0];
    for (int k = 1; k < 4; ++k) total = total + point(x[vertices[k]]) * weights[k];
    return total;
  }
  float mobility(const std::vector<float>& parts) const {
    float total = parts[vertices[0]] * weights[0] * weights[0];
    for (int k = 1; k < 4; ++k) total += parts[vertices[k]] * weights[k] * weights[k];
    return total;
  }
};

/// The rows and the vertices that they move, in one substep.
struct Rows {
  std::vector<Row>& rows;
  std::vector<float> parts;  // inverse masses times the rows near to acting
  std::vector<int> listed, unlisted;

  /// What the rows must reach, the parts of the vertices, and a first push by what is kept of the last substep.
  void begin(const Settings& settings, float h, std::vector<Vec4>& x, const std::vector<Vec4>& old) {
    listed.assign(x.size(), 0);
    unlisted.assign(x.size(), 0);
    std::vector<Vec3> corrections;
    for (Row& row : rows) {
      const float gap = glm::dot(row.normal, row.sum(old)) - row.rest, overlap = -gap;
      const float undone = std::fmax(overlap * (2 * h), overlap - row.rest * settings.overlap_tolerance);
      row.target = std::fmin(0.0f, gap + std::fmin(settings.push_out_speed * h, undone));
      row.grip = row.grip * settings.warm_start;
      row.pressed = row.pressed * settings.warm_start;
      row.acts = row.pressed > 0;
      row.near = row.acts || row.target - (glm::dot(row.normal, row.sum(x)) - row.rest) >= -1e-4f;
      for (int k = 0; k < 4; ++k) listed[row.vertices[k]] += row.near;
      corrections.push_back(row.normal * row.pressed + row.grip);
    }
    parts.clear();
    for (size_t v = 0; v < x.size(); ++v) parts.push_back(x[v].w * std::fmax(static_cast<float>(listed[v]), 1.0f));
    push(corrections, x);
  }

  /// One Jacobi pass: every row by the same positions, then every vertex by the sum of what acting rows ask.
  void pass(std::vector<Vec4>& x, const std::vector<Vec4>& old) {
    std::vector<Vec3> corrections;
    for (Row& row : rows) {
      const Vec3 now = row.sum(x);
      const float violation = row.target - (glm::dot(row.normal, now) - row.rest);
      row.acts = violation > 0 || row.pressed > 0;
      corrections.push_back(Vec3(0));
      if (!row.acts) continue;
      for (int k = 0; k < 4; ++k) unlisted[row.vertices[k]] += !row.near;
      const float mobility = row.mobility(parts), pressed = std::fmax(row.pressed + violation / mobility, 0.0f);
      const Vec3 moved = now - row.sum(old);
      Vec3 grip = row.grip - (moved - row.normal * glm::dot(row.normal, moved)) / mobility;
      const float size = std::sqrt(glm::dot(grip, grip));
      if (size > row.static_friction * pressed) grip = grip * (row.kinetic_friction * pressed / size);
      corrections.back() = row.normal * (pressed - row.pressed) + grip - row.grip;
      row.pressed = pressed;
      row.grip = grip;
    }
    push(corrections, x);
  }

  /// A vertex that more rows move than its parts were made for takes that much less of each.
  void push(const std::vector<Vec3>& corrections, std::vector<Vec4>& x) const {
    std::vector<Vec3> asked(x.size(), Vec3(0));
    for (size_t i = 0; i < rows.size(); ++i) {
      for (int k = 0; k < 4 && rows[i].acts; ++k) asked[rows[i].vertices[k]] += corrections[i] * rows[i].weights[k];
    }
    for (size_t v = 0; v < x.size(); ++v) {
      if (x[v].w == 0) continue;
      const float share = std::fmax(static_cast<float>(listed[v]), 1.0f) / static_cast<float>(listed[v] + unlisted[v]);
      const Vec3 impulse = unlisted[v] == 0 ? asked[v] : asked[v] * share;
      x[v] = Vec4(point(x[v]) + impulse * x[v].w, x[v].w);
    }
  }
};

}  // namespace raycloth::formulas
