// What the passes over rows have in common (response.cpp, push_out.cpp): views of the rows, the short list of each
// vertex of those that act or may, and how they move it.
#pragma once

#include <cstdint>
#include <cstring>

#include "device/lanes.h"
#include "device/weighted_sum.h"
#include "sim/response/rows.h"

namespace raycloth::RAYCLOTH_DEVICE {

/// Views of Response's arrays of the same names.
struct ContactRows {
  const Int4* vertices;
  const Vec4 *weights, *normals;
  const Vec2* friction;
  float *targets, *violations;
  Vec4 *befores, *impulses, *corrections;
  unsigned char* flags;
};

inline constexpr unsigned char kActs = 1, kListed = 2;

/// The body of a loop over rows, for those on the lists, of which what sleeps has none: likely ones are neighbours, so
/// most eights hold none or many.
template <class F>
struct WhereListed {
  F f;
  const unsigned char* flags;

  RAYCLOTH_HD bool any_listed(Lanes<float> at) const { return flags[at.first] != 0; }
#if !RAYCLOTH_ON_CUDA
  bool any_listed(Lanes<Float8> at) const {
    uint64_t eight;
    std::memcpy(&eight, flags + at.first, sizeof eight);
    return eight != 0;
  }
#endif
  template <class Real>
  RAYCLOTH_HD void operator()(Lanes<Real> at) const {
    if (any_listed(at)) f(at);
  }
};
template <class F>
WhereListed(F, const unsigned char*) -> WhereListed<F>;

/// sum_i weights_i x_i
template <class Real>
RAYCLOTH_HD Vector3<Real> weighted_sum(const Vec4* x, const ContactRows& rows, const Vector4<Real>& w, Lanes<Real> at) {
  return xyz(gather(x, indices(rows.vertices, 0, at))) * w.x + xyz(gather(x, indices(rows.vertices, 1, at))) * w.y +
         xyz(gather(x, indices(rows.vertices, 2, at))) * w.z + xyz(gather(x, indices(rows.vertices, 3, at))) * w.w;
}

/// Rows move no vertex by more than the inverse of this times what they lack: nearly all of a row's weight may lie on
/// what is pinned. Of vertices that weigh alike and are free, the greatest weight is a third or more, and it is no
/// bound.
constexpr float kLeastShare = 0.25f;

/// Of vertices (1/kg): how far an impulse of 1 moves the part of one that each of its rows would have if all had as
/// much of it, and if each had as much as its weight is of the sum of all of theirs, per weight.
struct VertexParts {
  float *even, *weighted;
};

/// How far an impulse of 1 moves sum_i weights_i x_i: sum_i weights_i^2 / m_i of the parts of vertices that rows leave
/// each other; at least kLeastShare of how far it moves any vertex. Of rows that are on the lists.
template <class Real>
RAYCLOTH_HD Real mobility(const VertexParts& parts, const ContactRows& rows, const Vector4<Real>& w, Lanes<Real> at) {
  const auto length = [](Real a) { return larger(a, -a); };
  Real weighted(0), farthest(0);
  const auto add = [&](Real weight, int k) {
    const auto v = indices(rows.vertices, k, at);
    weighted = weighted + gather(parts.weighted, v) * weight;
    farthest = larger(farthest, gather(parts.even, v) * weight);
  };
  add(length(w.x), 0);
  add(length(w.y), 1);
  add(length(w.z), 2);
  add(length(w.w), 3);
  return larger(weighted, farthest * Real(kLeastShare));
}

inline ContactRows rows_of(Response& r) {
  return {r.vertices.data(),   r.weights.data(), r.normals.data(),  r.friction.data(),    r.targets.data(),
          r.violations.data(), r.befores.data(), r.impulses.data(), r.corrections.data(), r.flags.data()};
}

inline VertexParts parts_of(Response& r) { return {r.even_parts.data(), r.weighted_parts.data()}; }

/// The ground under vertices; without levels there is none.
struct GroundUnder {
  const float* levels;
  float* lifts;  // m in this substep

  RAYCLOTH_HD float lift(int v, float y) const {
    const float by = levels[v] - y;
    if (!(by > 0)) return y;
    lifts[v] += by;
    return y + by;
  }
};

/// The rows of each vertex, and what those of them that act give it.
struct RowsOfVertices {
  const Vec4 *weights, *corrections;  // of row r
  const unsigned char* flags;
  const int *offsets, *incidence;  // all rows of a vertex: entries 4 r + corner
  NearRow* near;                   // those that nearly act, from offsets[v] on
  int* near_ends;

  struct Entry {
    int at;
    unsigned char flags;  // of its row
  };
  struct Part {
    float weight;
    Vec4 correction;
  };

  /// Makes the short list of a vertex; returns the sum of its weights.
  RAYCLOTH_HD float list(int v) const {
    int end = offsets[v];
    const auto load = [this](int k) { return Entry{incidence[k], flags[incidence[k] / 4]}; };
    load_ahead(offsets[v], offsets[v + 1], load, [&](const Entry& entry) {
      near[end].at = entry.at;
      end += entry.flags / kListed;  // 1 or 0: no branch, which nobody could foresee
    });
    near_ends[v] = end;
    float sum = 0;
    int k = offsets[v];
    const auto weight_of = [this](int k) { return component(weights, near[k].at); };
    load_ahead(offsets[v], end, weight_of, [&](float weight) {
      near[k++].weight = weight;
      sum += fabsf(weight);
    });
    return sum;
  }

  RAYCLOTH_HD bool any_near(int v) const { return offsets[v] != near_ends[v]; }

  /// The impulse on a vertex, in kg m.
  RAYCLOTH_HD Vec3 impulse_on(int v) const {
    WeightedSum sum;
    const auto part = [this](int k) {
      return Part{near[k].weight, corrections[static_cast<unsigned>(near[k].at) / 4]};
    };
    load_ahead(offsets[v], near_ends[v], part, [&](const Part& part) { sum.add(part.correction, part.weight); });
    return sum.value();
  }
};

/// A vertex goes where its acting contacts ask it to, but not below the ground: what rests on it would sink in.
struct MoveVertex {
  Vec4* x;
  const Vec4* rest;  // w: inverse masses, also of what sleeps
  GroundUnder ground;
  RowsOfVertices rows;

  RAYCLOTH_HD void operator()(int v) const {
    const Vec4 here = x[v];
    if (here.w == 0) return;
    Vec3 there = xyz(here);
    if (rows.any_near(v)) there += rows.impulse_on(v) * here.w;
    if (ground.levels) there.y = ground.lift(v, there.y);
    if (there != xyz(here)) x[v] = Vec4(there, here.w);  // what others read stays with them
  }
};

/// Of vertices that rows may move, once they are listed.
struct ApplyContacts {
  MoveVertex move;

  RAYCLOTH_HD void operator()(int v) const {
    if (move.rows.any_near(v)) move(v);  // else nothing moves it after the start
  }
};

/// Lists the rows of a vertex that nearly act, and finds the parts of it that each of them moves. What sleeps yields as
/// if it were awake: as a wall behind a triangle of which one corner is awake it would throw that corner.
RAYCLOTH_HD inline void part_among_rows(const MoveVertex& move, int v, const VertexParts& parts) {
  const RowsOfVertices& rows = move.rows;
  const float weights = rows.list(v);
  const int listed = rows.near_ends[v] - rows.offsets[v];
  parts.even[v] = move.rest[v].w * larger(static_cast<float>(listed), 1.0f);
  parts.weighted[v] = move.rest[v].w * (listed > 0 ? weights : 1.0f);
}

inline MoveVertex move_of(World& world) {
  State& state = world.state;
  Response& r = world.response;
  return {.x = state.positions.data(),
          .rest = state.rest.data(),
          .ground = {state.ground_levels.data(), state.ground_lifts.data()},
          .rows = {.weights = r.weights.data(),
                   .corrections = r.corrections.data(),
                   .flags = r.flags.data(),
                   .offsets = r.incidence_offsets.data(),
                   .incidence = r.incidence.data(),
                   .near = r.near.data(),
                   .near_ends = r.near_ends.data()}};
}

}  // namespace raycloth::RAYCLOTH_DEVICE
