// A substep's formulas written down once more, from the comments of sim/solver and sim/model/fabric.h, in doubles, one
// constraint after the other and with full matrices: what the kernels must give but for the rounding of floats.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "collision/contacts/contacts.h"
#include "sim/model/model.h"
#include "sim/simulation.h"

namespace raycloth::formulas {

using Point = glm::dvec3;

/// Positions and, fixed, inverse masses. Of one object.
struct Points {
  std::vector<Point> x;
  std::vector<double> w;

  explicit Points(const std::vector<Vec4>& from) {
    for (const Vec4& p : from) x.push_back(Point(p)), w.push_back(p.w);
  }
};

// ---- membrane

/// One XPBD constraint of three vertices: moves them along the gradients, the lambda of a compliance over h^2 and of a
/// damping time over h for what the constraint has grown in the substep.
inline void project(Points& p, const Int3& t, double c, double grown, const std::array<Point, 3>& gradients,
                    double soft, double damping) {
  double mobility = 0;
  for (int k = 0; k < 3; ++k) mobility += p.w[t[k]] * glm::dot(gradients[k], gradients[k]);
  const double resists = (1 + damping) * mobility + soft;
  if (mobility == 0 || resists == 0) return;
  const double lambda = -(c + damping * grown) / resists;
  for (int k = 0; k < 3; ++k) p.x[t[k]] += lambda * p.w[t[k]] * gradients[k];
}

/// The warp and the weft of a triangle as they are, of length 1 at rest.
struct Drawn {
  Point u, v;

  Drawn(const std::vector<Point>& x, const Int3& t, const Vec4& shape) {
    const Point p = x[t.y] - x[t.x], q = x[t.z] - x[t.x];
    u = p * double(shape.x) + q * double(shape.z);
    v = p * double(shape.y) + q * double(shape.w);
  }
};

inline std::array<Point, 3> gradients(const Point& by_u, const Point& by_v, const Vec4& s) {
  const Point b = by_u * double(s.x) + by_v * double(s.y), c = by_u * double(s.z) + by_v * double(s.w);
  return {-b - c, b, c};
}

inline void stretch(const Model& model, const Material& m, double h, Points& p, const std::vector<Point>& old) {
  const double damping = m.stretch_damping / h;
  for (size_t i = 0; i < model.membrane.triangles.size(); ++i) {
    const Int3 t = model.membrane.triangles[i];
    const Vec4 shape = model.membrane.shapes[i];
    const double unit = 1 / (model.membrane.areas[i] * h * h);
    const Drawn before(old, t, shape);
    const auto draw = [&](bool warp) {
      const Drawn now(p.x, t, shape);
      const Point u = warp ? now.u : now.v, u_before = warp ? before.u : before.v;
      const double length = glm::length(u);
      if (length == 0) return;
      const Point n = u / length;
      project(p, t, length - 1, glm::dot(n, u - u_before), gradients(warp ? n : Point(0), warp ? Point(0) : n, shape),
              unit / (warp ? m.warp_stiffness : m.weft_stiffness), damping);
    };
    draw(true);
    draw(false);
    const Drawn now(p.x, t, shape);
    const double angle = glm::dot(now.u, now.v);
    project(p, t, angle, angle - glm::dot(before.u, before.v), gradients(now.v, now.u, shape), unit / m.shear_stiffness,
            damping);
  }
}

// ---- bending

/// P(z) = (1 + T_s(w0 - w1 z) / T_s(w0)) / 2 with w0 = 1 + 0.05 / s^2 and P'(0) = -1; of one stage, 1 - z.
struct Polynomial {
  explicit Polynomial(int stages) : s(stages), w0(1 + 0.05 / (double(s) * s)) {
    const double a = std::acosh(w0);
    w1 = 2 * std::cosh(s * a) / (s * std::sinh(s * a) / std::sinh(a));
  }
  double chebyshev(int k) const { return std::cosh(k * std::acosh(w0)); }  // T_k(w0)
  double reach() const { return s == 1 ? 1 : (w0 + 1) / w1; }

  int s;
  double w0, w1;
};

/// As few stages as reach z, at most 60.
inline Polynomial polynomial_for(double z) {
  int stages = 1;
  while (stages < 60 && Polynomial(stages).reach() < z) ++stages;
  return Polynomial(stages);
}

/// A matrix in full.
struct Matrix {
  Matrix(const SparseMatrix& sparse, size_t columns)
      : n(static_cast<int>(columns)), rows(sparse.rows()), values(size_t(rows) * n, 0.0) {
    for (int row = 0; row < rows; ++row)
      for (int k = sparse.offsets[row]; k < sparse.offsets[row + 1]; ++k)
        values[size_t(row) * n + sparse.columns[k]] += sparse.weights[k];
  }
  double at(int row, int column) const { return values[size_t(row) * n + column]; }

  int n, rows;  // n: columns
  std::vector<double> values;
};

/// The levels of curvature: the part of the stiffness that each has, and the most that a row's z may be of what is
/// typical of its level. No level needs more than 30 stages but the last one that has any; finer ones have a quarter of
/// its z besides, or what is left up to that of 8 stages, each half as much as the next but the finest.
struct BendShares {
  explicit BendShares(const std::array<double, kBendLevels>& z) : all(z[0]) {
    const double many = Polynomial(30).reach(), few = Polynomial(8).reach();
    if (z[0] <= many || z[1] == 0) return;
    const bool two = z[1] > many && z[2] > 0;
    const double last = two ? z[2] : z[1], spare = std::max(few - last, last / 4);
    all = last + spare;
    parts = {(two ? spare / 2 : spare) / (z[0] - last), two ? spare / 2 / (z[1] - last) : 0, 0};
    parts[two ? 2 : 1] = 1 - parts[0] - parts[1];
  }
  std::array<double, kBendLevels> parts{1};
  double all;  // what all have together
};

inline std::array<double, kBendLevels> typical_z(const Model& model, const Material& m, double h) {
  std::array<double, kBendLevels> z;
  for (int level = 0; level < kBendLevels; ++level)
    z[level] =
        h * h * m.bend_stiffness / m.areal_density * (1 + m.bend_damping / h) * model.curvature.typical[0][level];
  return z;
}

/// What an explicit force would undo of x in a substep, h^2 M^-1 K^T B / area K x, of x with what damping adds; with a
/// length at rest the rows' excess over it.
inline std::vector<Point> undone(const Model& model, const Material& m, double h, double reach, const Matrix& rows,
                                 const Points& p, const std::vector<Point>& old) {
  const Curvature& c = model.curvature;
  const double damping = m.bend_damping / h;
  const auto typical = typical_z(model, m, h);
  const BendShares shares(typical);
  std::vector<Point> result(rows.n, Point(0));
  for (int row = 0; row < rows.rows; ++row) {
    const int level = row < c.levels[0].end ? 0 : row < c.levels[1].end ? 1 : 2;
    Point r(0);
    for (int i = 0; i < rows.n; ++i) r += rows.at(row, i) * (p.x[i] + damping * (p.x[i] - old[i]));
    const double z = h * h * m.bend_stiffness / m.areal_density * (1 + damping) * c.steepness[row];
    const double most = reach * typical[level] / shares.all;
    const double stiffness = shares.parts[level] * h * h * m.bend_stiffness / c.areas[row] * (z > most ? most / z : 1);
    const double length = glm::length(r);
    if (length == 0) continue;
    const Point moment = stiffness * (length - c.rest[row]) / length * r;
    for (int i = 0; i < rows.n; ++i) result[i] += p.w[i] * rows.at(row, i) * moment;
  }
  return result;
}

/// t_k = T_k(w0 - w1 Z) x by Chebyshev's recurrence, Z taken of t_k / T_k(w0), where the rows may not be linear.
inline void bend(const Model& model, const Material& m, double h, const Matrix& rows, Points& p,
                 const std::vector<Point>& old) {
  const Polynomial poly = polynomial_for(BendShares(typical_z(model, m, h)).all);
  const auto z_of = [&](const Points& q) { return undone(model, m, h, poly.reach(), rows, q, old); };
  const std::vector<Point> start = p.x;
  const size_t n = start.size();
  if (poly.s == 1) {
    const std::vector<Point> z = z_of(p);
    for (size_t i = 0; i < n; ++i) p.x[i] -= z[i];
    return;
  }
  std::vector<Point> last = start, now(n);
  const std::vector<Point> first = z_of(p);
  for (size_t i = 0; i < n; ++i) now[i] = poly.w0 * start[i] - poly.w1 * first[i];
  for (int k = 2; k <= poly.s; ++k) {
    const double t = poly.chebyshev(k - 1);
    for (size_t i = 0; i < n; ++i) p.x[i] = now[i] / t;
    const std::vector<Point> z = z_of(p);
    for (size_t i = 0; i < n; ++i) {
      const Point next = 2.0 * (poly.w0 * now[i] - poly.w1 * t * z[i]) - last[i];
      last[i] = now[i];
      now[i] = next;
    }
  }
  for (size_t i = 0; i < n; ++i) p.x[i] = p.w[i] == 0 ? start[i] : 0.5 * (start[i] + now[i] / poly.chebyshev(poly.s));
}

// ---- coarse levels

/// m/N, of level `l`, of a fabric that gives so much: what the triangles and the finer levels leave of the fabric's
/// stiffness, but for what its own passes leave of it; three quarters of that again at least, and a hundredth of the
/// fabric's. `on`: how much of the slacks along the warp and the weft.
inline double compliance_of_level(size_t l, double fabric, const Slack& slack, const glm::dvec2& on, double unit) {
  double held = 0, compliance = fabric;
  for (size_t k = 0; k <= l + 1; ++k) {
    const double left = glm::dot(glm::dvec2(slack.of[k].x, slack.of[k].y), on) * unit;
    if (k > 0) {
      const double missing = std::max(1 / fabric - held, 0.01 / fabric);
      compliance = std::max(1 / missing - left, 0.01 * fabric + 0.75 * left);
    }
    held += 1 / (compliance + left);
  }
  return compliance;
}

inline double edge_softness(const CoarseLevel& level, size_t l, size_t e, const Material& m, double h) {
  const Vec3 give = level.give[e];
  const double fabric = give.x / m.warp_stiffness + give.y / m.weft_stiffness + give.z / m.shear_stiffness;
  const double unit = h * h / m.areal_density;
  return compliance_of_level(l, fabric, level.slack[e], {1, 0}, unit) * level.springs[e] / (h * h);
}

/// Tensions, none negative, that take back such strains, or more where there is none.
inline glm::dvec3 pulling_back(const glm::dmat3& straining, const glm::dvec3& strain) {
  glm::dvec3 by(0);
  for (int round = 0; round < 3000; ++round)
    for (int k = 0; k < 3; ++k) {
      by[k] += (strain[k] - glm::dot(straining[k], by)) / straining[k][k];
      by[k] = std::max(by[k], 0.0);
    }
  return by;
}

/// Nothing where no side is longer than at rest. The tensions of its sides are those of a membrane that has a hundredth
/// of its stiffness along a thread that is shorter by half a percent, or of a tension field of twice the stiffness, in
/// which none is negative, where those do less work.
inline void shorten(const CoarseTriangles& triangles, size_t l, size_t i, const Material& m, double h, Points& nodes) {
  const Int3 t = triangles.nodes[i];
  const Vec4 shape = triangles.shapes[i];
  const double unit = h * h / m.areal_density, per = 1 / (triangles.areas[i] * h * h);
  const glm::dvec3 soft(compliance_of_level(l, 1 / m.warp_stiffness, triangles.slack[i], {1, 0}, unit) * per,
                        compliance_of_level(l, 1 / m.weft_stiffness, triangles.slack[i], {0, 1}, unit) * per,
                        compliance_of_level(l, 1 / m.shear_stiffness, triangles.slack[i], {1, 1}, unit) * per);
  const glm::dmat2 sides = glm::inverse(glm::dmat2(shape.x, shape.y, shape.z, shape.w));  // in (warp, weft) by rows
  const glm::dvec2 p(sides[0].x, sides[1].x), q(sides[0].y, sides[1].y);
  const glm::dvec2 ways[3] = {p, q - p, -q};
  glm::dvec3 strain, threads[3];  // threads: by strain of the warp, of the weft, by shear
  Point gradients[3][3] = {};     // of a strain by a corner
  for (int k = 0; k < 3; ++k) {
    const int from = k, to = (k + 1) % 3;
    const Point way = nodes.x[t[to]] - nodes.x[t[from]];
    const double rest = glm::length(ways[k]), c = ways[k].x / rest, s = ways[k].y / rest;
    strain[k] = glm::length(way) / rest - 1;
    threads[k] = {c * c, s * s, c * s};
    gradients[k][to] = way / (glm::length(way) * rest);
    gradients[k][from] = -gradients[k][to];
  }
  if (std::max({strain.x, strain.y, strain.z}) <= 0) return;
  const Drawn drawn(nodes.x, t, shape);
  const glm::dvec3 buckled =
      soft * glm::dvec3(glm::length(drawn.u) > 0.995 ? 1 : 100, glm::length(drawn.v) > 0.995 ? 1 : 100, 1);
  glm::dmat3 moves(0), gives(0), gives_buckled(0);
  for (int k = 0; k < 3; ++k)
    for (int j = 0; j < 3; ++j) {
      for (int c = 0; c < 3; ++c) moves[k][j] += nodes.w[t[c]] * glm::dot(gradients[k][c], gradients[j][c]);
      gives[k][j] = glm::dot(threads[k] * soft, threads[j]);
      gives_buckled[k][j] = glm::dot(threads[k] * buckled, threads[j]);
    }
  const glm::dvec3 membrane = glm::inverse(moves + gives_buckled) * strain,
                   field = pulling_back(moves + gives / 2.0, strain);
  const glm::dvec3 by = glm::dot(membrane, strain) < glm::dot(field, strain) ? membrane : field;
  for (int k = 0; k < 3; ++k)
    for (int c = 0; c < 3; ++c) nodes.x[t[c]] -= nodes.w[t[c]] * by[k] * gradients[k][c];
}

/// Two passes over triangles of centres and one-sided distances between them, and the finer nodes follow: the coarsest
/// level first.
inline void carry_load(const Model& model, const Material& m, double h, Points& p) {
  std::vector<std::vector<Point>> before, now;  // of every level's centres
  for (size_t l = 0; l < model.levels.size(); ++l) {
    const SparseMatrix& sums = model.levels[l].restriction;
    const std::vector<Point>& finer = l == 0 ? p.x : now[l - 1];
    std::vector<Point> centres(sums.rows(), Point(0));
    for (int row = 0; row < sums.rows(); ++row)
      for (int k = sums.offsets[row]; k < sums.offsets[row + 1]; ++k)
        centres[row] += double(sums.weights[k]) * finer[sums.columns[k]];
    before.push_back(centres);
    now.push_back(centres);
  }
  for (size_t l = model.levels.size(); l-- > 0;) {
    const CoarseLevel& level = model.levels[l];
    std::vector<Point>& x = now[l];
    const auto w = [&](int node) { return level.inverse_masses[node] / double(m.areal_density); };
    Points nodes({});
    nodes.x = x;
    for (size_t node = 0; node < x.size(); ++node) nodes.w.push_back(w(static_cast<int>(node)));
    for (int pass = 0; pass < 2; ++pass) {
      for (size_t i = 0; i < level.triangles.nodes.size(); ++i) shorten(level.triangles, l, i, m, h, nodes);
      x = nodes.x;
      for (size_t e = 0; e < level.edges.size(); ++e) {
        const int a = level.edges[e].x, b = level.edges[e].y;
        const double length = glm::distance(x[a], x[b]), excess = length - level.lengths[e];
        if (excess <= 0) continue;
        const double soft = edge_softness(level, l, e, m, h);
        const Point push = (x[a] - x[b]) / length * (excess / (w(a) + w(b) + soft));
        x[a] -= w(a) * push;
        x[b] += w(b) * push;
      }
      nodes.x = x;
    }
    std::vector<Point>& finer = l == 0 ? p.x : now[l - 1];
    for (size_t i = 0; i < finer.size(); ++i) {
      const bool moves = l == 0 ? p.w[i] != 0 : model.levels[l - 1].inverse_masses[i] != 0;
      for (int k = 0; moves && k < 4; ++k) {
        const int node = level.followed[i][k];
        finer[i] += double(level.shares[i][k]) * (x[node] - before[l][node]);
      }
    }
  }
}

// ---- creases

inline void open_creases(const Model& model, const Material& m, Points& p) {
  for (size_t i = 0; i < model.creases.pairs.size(); ++i) {
    const int a = model.creases.pairs[i].x, b = model.creases.pairs[i].y;
    const double thick = double(m.half_thickness) * (model.thickness_factors[a] + model.thickness_factors[b]);
    const double least = std::min<double>(thick, double(cpu::kOwnRest) * model.creases.openings[i]);
    const double apart = glm::distance(p.x[a], p.x[b]);
    if (apart >= least || apart == 0 || p.w[a] + p.w[b] == 0) continue;
    const Point push = (p.x[a] - p.x[b]) / apart * ((least - apart) / (p.w[a] + p.w[b]));
    p.x[a] += p.w[a] * push;
    p.x[b] -= p.w[b] * push;
  }
}

// ---- limits

/// Edges beyond what they may measure, `passes` times all of them: what is too long is taken back, and
/// `part_of_much` of what is too long by more than 7 %, but for the last two times. Where they come from moves along,
/// or, with velocities, those that have reached it go no farther apart, and the very last time half of what is too long
/// is taken back.
inline void limit_strain(const Model& model, const Material& m, int passes, double part_of_much, Points& p,
                         std::vector<Point>* old, std::vector<Point>* v = nullptr) {
  const FabricEdges& edges = model.edges;
  for (int pass = 0; pass < passes; ++pass) {
    for (size_t i = 0; i < edges.pairs.size(); ++i) {
      const int a = edges.pairs[i].x, b = edges.pairs[i].y;
      const double give = edges.give[i].x / double(m.warp_stiffness) + edges.give[i].y / double(m.weft_stiffness) +
                          edges.give[i].z / double(m.shear_stiffness);
      const double longest = edges.lengths[i] * (1 + std::max(0.03, give * m.tension_limit));
      const double length = glm::distance(p.x[a], p.x[b]);
      if (length <= longest * (1 - double(1e-3f)) || p.w[a] + p.w[b] == 0) continue;
      const Point direction = (p.x[a] - p.x[b]) / length;
      const double apart = v ? glm::dot((*v)[a] - (*v)[b], direction) : 0;
      if (apart > 0) {
        (*v)[a] -= direction * (apart * p.w[a] / (p.w[a] + p.w[b]));
        (*v)[b] += direction * (apart * p.w[b] / (p.w[a] + p.w[b]));
      }
      if (length <= longest) continue;
      const bool much = length > longest * (1 + double(0.07f));
      const double part = pass < passes - 2 && much ? part_of_much : v && pass == passes - 1 ? 0.5 : 1;
      const Point push = (p.x[a] - p.x[b]) / length * (part * (length - longest) / (p.w[a] + p.w[b]));
      for (std::vector<Point>* x : {&p.x, old}) {
        if (!x) continue;
        (*x)[a] -= p.w[a] * push;
        (*x)[b] += p.w[b] * push;
      }
    }
  }
}

// ---- the substep around them

inline void integrate(Vec3 gravity, double h, Points& p, const std::vector<Point>& v) {
  for (size_t i = 0; i < p.x.size(); ++i)
    if (p.w[i] > 0) p.x[i] += (v[i] + Point(gravity) * h) * h;
}

/// A step of fabric alone, without damping of velocities. In: where it is and how fast; out: likewise.
inline void step(const Model& model, const Material& m, Vec3 gravity, double h, int substeps, double part_of_much,
                 const Matrix& rows, Points& p, std::vector<Point>& v) {
  for (int s = 1; s <= substeps; ++s) {
    std::vector<Point> old = p.x;
    integrate(gravity, h, p, v);
    if (s % 2 == 1) carry_load(model, m, h, p);
    stretch(model, m, h, p, old);
    bend(model, m, h, rows, p, old);
    if (s % 2 == 1) open_creases(model, m, p);
    if (s == substeps) limit_strain(model, m, 20, part_of_much, p, &old);
    for (size_t i = 0; i < v.size(); ++i) v[i] = (p.x[i] - old[i]) / h;
    if (s == substeps) limit_strain(model, m, 4, part_of_much, p, nullptr, &v);
  }
}

}  // namespace raycloth::formulas
