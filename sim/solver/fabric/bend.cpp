// Bending: the energy B / 2 sum |r|^2 / area with r the rows of sim/model/parts/curvature.cpp (|r| less its length at
// rest where the cloth is not flat). The forces are linear in what may be stiff, so a polynomial takes the place of an
// implicit solve: with Z the part of itself that a curvature would undo in a substep by an explicit force, positions go
// to P(Z) of where they were going, P(z) = 1 - z + ..., between 0 and 1 for all z up to about the square of its degree:
// slow modes feel the whole stiffness on any mesh, fast ones are damped, none is thrown. P = (1 + T_s(w0 - w1 z) /
// T_s(w0)) / 2 with Chebyshev's T_s, s products a substep (stabilised explicit methods: P. J. van der Houwen,
// B. P. Sommeijer, "On the Internal Stability of Explicit, m-Stage Runge-Kutta Methods for Large m-Values", 1980).
// Z is symmetric in the masses and a function of |r|: linear and angular momentum are kept.
//
// Friction between yarns (E. Miguel et al., "Modeling and Estimation of Internal Friction in Cloth", 2013, who take
// Dahl's): beside the plate's B a spring of stiffness bend_friction / kSlips, from a curvature that it is set to, which
// goes along as soon as they are farther apart than kSlips. So what is bent resists by bend_friction in either
// direction, as Kawabata's 2HB measures, and unloaded keeps a curvature of up to bend_friction / B.
#include <algorithm>

#include "device/parallel.h"
#include "sim/solver/fabric/bend_stages.h"
#include "sim/solver/step.h"
#include "sim/solver/world.h"

namespace raycloth::RAYCLOTH_DEVICE {

namespace {

/// 1/m, by how much a curvature changes before yarns slip.
constexpr float kSlips = 10;

/// N m, of a plate whose yarns do not slip.
RAYCLOTH_HD float stiffness_of(const Material& m) { return m.bend_stiffness + m.bend_friction / kSlips; }

std::vector<bending::Share> find_shares(const World& world, const std::vector<Material>& materials, float h) {
  std::vector<bending::Share> shares;
  for (size_t i = 0; i < materials.size(); ++i) {
    const Material& m = materials[i];
    const double damped = 1 + m.bend_damping / h, per_steepness = double(h) * h * stiffness_of(m) / m.areal_density;
    std::array<double, kBendLevels> z;
    for (int k = 0; k < kBendLevels; ++k) z[k] = per_steepness * damped * world.model.curvature.typical[i][k];
    shares.push_back(bending::Share(z));
  }
  return shares;
}

/// For the objects together: the stages of the steepest, and for each object and level the part of the stiffness and
/// the most that a row's z may be.
void share_stiffness(BendArrays& bend, const std::vector<bending::Share>& shares) {
  double z = 0;
  bend.coarsest = 0;
  for (const bending::Share& share : shares) {
    z = std::max(z, share.all);
    for (int k = 0; k < kBendLevels; ++k)
      if (share.parts[k] > 0) bend.coarsest = std::max(bend.coarsest, k);
  }
  bend.stages = bending::stages_for(z);
  std::vector<Vec2> parts;
  for (const bending::Share& share : shares)
    for (int k = 0; k < kBendLevels; ++k) {
      const double of_all = share.all > 0 ? share.z[k] / share.all : 1;
      parts.push_back(
          Vec2(static_cast<float>(share.parts[k]), static_cast<float>(bending::reach(bend.stages) * of_all)));
    }
  bend.parts.upload(parts);
}

}  // namespace

/// What is steeper than the polynomial reaches is made as soft as that.
void prepare_bend(Queue& queue, World& world, float h) {
  BendArrays& bend = world.state.bend;
  const std::vector<Material> all = world.state.materials.download();
  share_stiffness(bend, find_shares(world, all, h));
  bend.rubs = std::any_of(all.begin(), all.end(), [](const Material& m) { return m.bend_friction > 0; });
  const int *vertices = bend.vertices.data(), *objects = world.state.vertex_object.data();
  const Material* materials = world.state.materials.data();
  const Vec2* parts = bend.parts.data();
  const int second = bend.levels[1].begin, third = bend.levels[2].begin;
  const float *areas = bend.areas.data(), *steepness = bend.steepness.data();
  float *stiffness = bend.stiffness.data(), *damping = bend.damping.data();
  float *friction = bend.friction.data(), *slips = bend.slips.data();
  parallel_for(queue, "prepare_rows", bend.rows.rows(), bytes<int, int, Vec2> + 8 * bytes<float>,
               [=] RAYCLOTH_KERNEL(int i) {
                 const int object = objects[vertices[i]];
                 const Material& material = materials[object];
                 const Vec2 part = parts[kBendLevels * object + (i < second ? 0 : i < third ? 1 : 2)];
                 const float damped = 1 + material.bend_damping / h, most = part.y;
                 const float z = h * h * stiffness_of(material) / material.areal_density * damped * steepness[i];
                 const float kept = part.x * (z > most ? most / z : 1);
                 stiffness[i] = kept * h * h * material.bend_stiffness / areas[i];
                 friction[i] = kept * h * h * (material.bend_friction / kSlips) / areas[i];
                 slips[i] = kSlips * areas[i];
               });
  parallel_for(queue, "prepare_bend", world.state.vertices_count, bytes<int> + 2 * bytes<float>,
               [=] RAYCLOTH_KERNEL(int v) { damping[v] = materials[objects[v]].bend_damping / h; });
}

namespace {

/// What bends: positions, with what damping adds of the substep's displacement.
template <class Real>
RAYCLOTH_HD Vector3<Real> damped(const Vector3<Real>& x, const Vector3<Real>& previous, Real damping) {
  return x + (x - previous) * damping;
}

struct BeginBend {
  const Vec4 *x, *previous;
  const float* damping;
  Vec4* bent;

  template <class Real>
  RAYCLOTH_HD void operator()(Lanes<Real> at) const {
    store(bent, at, with_w(damped(xyz(load(x, at)), xyz(load(previous, at)), load(damping, at)), Real(0)));
  }
};

/// The moment of every row times h^2.
struct FindMoments {
  RowsView rows;
  const Vec4* bent;
  const float *stiffness, *rest;
  Vec4* moments;

  /// Over its row.
  template <class Real>
  RAYCLOTH_HD Real elastic(const Vector3<Real>& r, Lanes<Real> at) const {
    const Real length = square_root(dot(r, r)), at_rest = load(rest, at);
    const Real excess = select(length > Real(0), Real(1) - at_rest / length, Real(0));
    return load(stiffness, at) * excess;
  }

  template <class Real>
  RAYCLOTH_HD void operator()(Lanes<Real> at) const {
    const Vector3<Real> r = rows.times(bent, at);
    store(moments, at, with_w(r * elastic(r, at), Real(0)));
  }
};

/// The same with friction: a row is set to a length along the normal of its vertex, in a substep always the same, and
/// pulls there along itself, so that it turns nothing.
struct RubRows {
  FindMoments moments;
  const Vec4 *x, *normals;
  const int* vertices;
  const float *friction, *slips;  // slips: the most by which a row is longer or shorter than it is set to
  float* set;
  bool first;

  template <class Real>
  RAYCLOTH_HD void operator()(Lanes<Real> at) const {
    const Vector3<Real> normal = xyz(gather(normals, indices(vertices, at)));
    if (first) slip(dot(moments.rows.times(x, at), normal), at);
    const Vector3<Real> r = moments.rows.times(moments.bent, at);
    const Real squared = dot(r, r), along = dot(r, normal) / squared;
    const Real rubs = select(squared > Real(0), Real(1) - load(set, at) * along, Real(0));
    store(moments.moments, at, with_w(r * (moments.elastic(r, at) + load(friction, at) * rubs), Real(0)));
  }

  template <class Real>
  RAYCLOTH_HD void slip(Real length, Lanes<Real> at) const {
    const Real most = load(slips, at), so_far = load(set, at);
    const Real moved = larger(smaller(so_far, length + most), length - most);
    store(set, at, select(so_far < Real(kNotSet), moved, length));
  }
};

/// A stage's end, told by displacements from where it all began, which keep the digits that positions lack. `x` stays
/// there until the final stage, which takes the mean of both ends.
struct ApplyMoments {
  RowsView columns;
  const Vec4 *moments, *previous;
  const float* damping;
  const Vec4* so_far;
  Vec4 *x, *moved, *bent;  // moved: takes the place of what the stage before the last one moved
  bending::Stage stage;
  bool first, final;

  template <class Real>
  RAYCLOTH_HD void operator()(Lanes<Real> at) const {
    const Vector4<Real> start = load(x, at);
    Vector3<Real> by = columns.times(moments, at) * -(Real(stage.step) * start.w);
    if (!first) {
      by = (xyz(load(so_far, at)) + by) * Real(stage.grow);
      if (!stage.from_start) by = by - xyz(load(moved, at)) * Real(stage.drop);
    }
    if (final) {
      by = first ? by : by * Real(0.5f);
      return store(x, at, with_w(select(start.w != Real(0), xyz(start) + by, xyz(start)), start.w));
    }
    store(moved, at, with_w(by, Real(0)));
    store(bent, at, with_w(damped(xyz(start) + by, xyz(load(previous, at)), load(damping, at)), Real(0)));
  }
};

}  // namespace

void forget_bends(Queue& queue, World& world) {
  float* set = world.state.bend.set.data();
  parallel_for(queue, "forget_bends", world.state.bend.rows.rows(), bytes<float>,
               [=] RAYCLOTH_KERNEL(int row) { set[row] = kNotSet; });
}

void bend(Queue& queue, World& world) {
  State& s = world.state;
  BendArrays& b = s.bend;
  const int n = s.vertices_count, rows = b.levels[b.coarsest].end;
  if (rows == 0) return;
  parallel_for_lanes(queue, "begin_bend", n, 3 * bytes<Vec4> + bytes<float>,
                     WhereBusy{BeginBend{s.positions.data(), s.previous.data(), b.damping.data(), b.bent.data()},
                               vertices_to_move(world)});
  const FindMoments find{b.rows.view(), b.bent.data(), b.stiffness.data(), b.rest.data(), b.moments.data()};
  Vec4* const moved[] = {b.moved.data(), b.last.data()};  // by turns
  const SparseRows& columns = b.columns[b.coarsest];
  const long long bytes_of_row = b.rows.bytes_of_row() + bytes<float, float, Vec4>;
  for (int k = 1; k <= b.stages; ++k) {
    if (b.rubs) {
      const RubRows rub{find,
                        s.positions.data(),
                        s.normals.data(),
                        b.vertices.data(),
                        b.friction.data(),
                        b.slips.data(),
                        b.set.data(),
                        k == 1};
      parallel_for_lanes(queue, "rub_rows", rows, 2 * bytes_of_row + bytes<int, float, float, float, Vec4>,
                         WhereBusy{rub, busy(world, b.busy)});
    } else {
      parallel_for_lanes(queue, "find_moments", rows, bytes_of_row, WhereBusy{find, busy(world, b.busy)});
    }
    parallel_for_lanes(queue, "apply_moments", n, columns.bytes_of_row() + 6 * bytes<Vec4> + bytes<float>,
                       WhereBusy{ApplyMoments{columns.view(), b.moments.data(), s.previous.data(), b.damping.data(),
                                              moved[(k + 1) % 2], s.positions.data(), moved[k % 2], b.bent.data(),
                                              bending::stage_of(k, b.stages), k == 1, k == b.stages},
                                 free_vertices(world)});
  }
}

}  // namespace raycloth::RAYCLOTH_DEVICE
