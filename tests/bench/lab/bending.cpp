#include "lab/bending.h"

#include <cmath>
#include <map>

#include "lab/hierarchy.h"
#include "lab/laplacian.h"

namespace raycloth::lab {
namespace {

constexpr Real kLength = 0.25, kDensity = 0.2;  // m, kg/m2
constexpr int kStretchPasses = 8;               // not counted, as the coarse levels: the strip is to keep its length
constexpr Real kTimes = 10;                     // sqrt(length / gravity), until the strip is taken to be at rest

class Strip {
 public:
  Strip(const BendMethod& method, Real h, Real stiffness, Real load)
      : method_(method),
        stiffness_(stiffness),
        columns_(int(std::lround(kLength / h)) + 1),
        rows_(int(std::lround(method.width / h))),
        mesh_(make_clamped(columns_, rows_, h)),
        coarse_(mesh_, coarse_plan()),
        energy_(mesh_, stiffness),
        x_(mesh_.x),
        v_(x_.size(), Vec(0)),
        dt_(kFrame / method.substeps),
        peak_(dt_ * dt_ * energy_.largest_eigenvalue()),
        free_length_((columns_ - Real(0.5)) * h) {
    gravity_ = load * stiffness / (kDensity * free_length_ * free_length_ * free_length_);
    if (method.kind == BendKind::hinge) make_quads();
    if (method.kind == BendKind::explicit_stages) choose_stages();
  }

  int frames() const { return int(kTimes * std::sqrt(free_length_ / gravity_) / kFrame) + 1; }

  void step() {
    for (int s = 0; s < method_.substeps; ++s) {
      predict();
      const Stopwatch watch;
      bend();
      ms += watch.ms();
      ++solves_;
      coarse_.correct(x_, dt_, ignored_);
      for (int pass = 0; pass < kStretchPasses; ++pass) stretch();
      for (size_t i = 0; i < x_.size(); ++i) v_[i] = (x_[i] - previous_[i]) / dt_;
    }
  }

  BendResult measure() const;
  Work work;
  double ms = 0;

 private:
  static Mesh make_clamped(int columns, int rows, Real h) {
    Mesh mesh = make_sheet(columns, rows, h, kDensity);
    for (int j = 0; j <= rows; ++j)
      for (int i : {0, 1}) mesh.pin(j * (columns + 1) + i);
    return mesh;
  }

  static HierarchyPlan coarse_plan() {
    return {.levels = 5, .spacing = 2, .ratio = 2, .passes = 4, .every = 1, .dropped_compliance = true};
  }

  /// Gravity, and a drag that is about critical.
  void predict() {
    previous_ = x_;
    const Real drag = 2 * std::sqrt(gravity_ / free_length_);
    for (size_t i = 0; i < x_.size(); ++i)
      if (mesh_.w[i] > 0) x_[i] += dt_ * (v_[i] + dt_ * (Vec(0, -gravity_, 0) - v_[i] * drag));
  }

  void stretch() {
    for (const Edge& e : mesh_.edges) {
      const Real w = mesh_.w[e.a] + mesh_.w[e.b];
      if (w == 0) continue;
      const Vec d = x_[e.a] - x_[e.b];
      const Real length = glm::length(d);
      const Vec push = d * ((e.length - length) / (length * w));
      x_[e.a] += push * mesh_.w[e.a];
      x_[e.b] -= push * mesh_.w[e.b];
    }
  }

  void bend() {
    switch (method_.kind) {
      case BendKind::hinge:
        return project_quads();
      case BendKind::explicit_stages:
        return take_stages();
      case BendKind::conjugate_gradients:
        return solve_by_conjugate_gradients();
      case BendKind::chebyshev:
        return solve_by_chebyshev();
    }
  }

  /// Bergou et al. 2006, "A Quadratic Bending Model for Inextensible Surfaces", eq. 5, as an XPBD constraint: today's.
  void project_quads() {
    std::vector<Real> multipliers(quads_.size(), 0);
    for (int pass = 0; pass < method_.amount; ++pass)
      for (size_t at = 0; at < quads_.size(); ++at) {
        const Quad& q = quads_[at];
        Vec r(0);
        Real mobility = 0;
        for (int i = 0; i < 4; ++i) r += x_[q.v[i]] * q.k[i], mobility += mesh_.w[q.v[i]] * q.k[i] * q.k[i];
        const Real length = glm::length(r), softness = q.area / (3 * stiffness_ * dt_ * dt_);
        if (length < 1e-12 || mobility == 0) continue;
        const Real step = -(length + softness * multipliers[at]) / (mobility + softness);
        multipliers[at] += step;
        for (int i = 0; i < 4; ++i) x_[q.v[i]] += r * (step * mesh_.w[q.v[i]] * q.k[i] / length);
      }
    work.add(1.0 * method_.amount * quads_.size(), 8 * kBytesPosition + 36, method_.amount * quad_colours_);
    iterations_ += method_.amount;
  }

  /// x = P(dt^2 W K) x with P(z) = (1 + T_s(w0 - w1 z)) / (1 + T_s(w0)): P'(0) = -1 and 0 <= P < 1 up to about s^2.
  /// The recursion is that of Runge-Kutta-Chebyshev (Verwer, Hundsdorfer, Sommeijer 1990); the constant keeps P
  /// positive, since with velocities from positions P below -1/3 grows, and P = 1 anywhere would leave a mode without
  /// any force.
  void choose_stages() {
    int s = std::max(1, method_.amount);
    while (true) {
      const Real angle = std::acosh(1 + Real(method_.damping)) / s;
      w0_ = std::cosh(angle);
      w1_ = (2 + Real(method_.damping)) * std::sinh(angle) / (s * std::sinh(s * angle));
      if (method_.amount > 0 || (w0_ + 1) / w1_ >= peak_) break;
      ++s;
    }
    stages_ = s;
    w1_ = std::min(w1_, (w0_ + 1) / peak_);
  }

  void take_stages() {
    std::vector<Vec> before = x_, now = x_, next;
    for (int s = 0; s < stages_; ++s) {
      energy_.apply(now, w1_ * dt_ * dt_, next, work);
      const Real twice = s ? 2 : 1;
      for (size_t i = 0; i < x_.size(); ++i) next[i] = twice * (w0_ * now[i] - next[i]) - (s ? before[i] : Vec(0));
      std::swap(before, now), std::swap(now, next);
    }
    const Real total = 2 + Real(method_.damping);
    for (size_t i = 0; i < x_.size(); ++i)
      if (mesh_.w[i] > 0) x_[i] = (x_[i] + now[i]) / total;
    work.add(x_.size(), stages_ * 3 * kBytesPosition, 0);
    iterations_ += stages_;
  }

  /// (1 + A) x = prediction, A = dt^2 W K, in the inner product of the masses.
  void solve_by_conjugate_gradients() {
    std::vector<Vec> r, p, q;
    energy_.apply(x_, -dt_ * dt_, r, work);
    p = r;
    Real rr = dot(r, r);
    const Real least = rr * Real(method_.tolerance * method_.tolerance);
    for (int i = 0; i < 500 && rr > least && rr > 1e-40; ++i) {
      energy_.apply(p, dt_ * dt_, q, work);
      for (size_t k = 0; k < q.size(); ++k) q[k] += p[k];
      const Real step = rr / dot(p, q);
      for (size_t k = 0; k < q.size(); ++k) x_[k] += step * p[k], r[k] -= step * q[k];
      const Real rr_next = dot(r, r);
      for (size_t k = 0; k < q.size(); ++k) p[k] = r[k] + p[k] * (rr_next / rr);
      rr = rr_next;
      work.add(x_.size(), 13 * kBytesPosition, 3 + 4);  // three updates, two sums of two launches each
      ++iterations_;
    }
  }

  /// The same by Chebyshev semi-iteration on [1, 1 + peak] (Golub, Varga 1961): no sums over all vertices.
  void solve_by_chebyshev() {
    const Real centre = 1 + peak_ / 2, half = peak_ / 2;
    std::vector<Vec> r, p(x_.size(), Vec(0)), q;
    energy_.apply(x_, -dt_ * dt_, r, work);
    Real alpha = 0;
    for (int i = 0; i < method_.amount; ++i) {
      const Real beta = i == 0 ? 0 : (i == 1 ? Real(0.5) : Real(0.25)) * half * half * alpha * alpha;
      alpha = i == 0 ? 1 / centre : 1 / (centre - beta / alpha);
      for (size_t k = 0; k < p.size(); ++k) p[k] = r[k] + beta * p[k], x_[k] += alpha * p[k];
      energy_.apply(p, dt_ * dt_, q, work);
      for (size_t k = 0; k < p.size(); ++k) r[k] -= alpha * (p[k] + q[k]);
      work.add(x_.size(), 8 * kBytesPosition, 1);
      ++iterations_;
    }
  }

  Real dot(const std::vector<Vec>& a, const std::vector<Vec>& b) const {
    Real sum = 0;
    for (size_t i = 0; i < a.size(); ++i) sum += mesh_.w[i] == 0 ? 0 : mesh_.mass[i] * glm::dot(a[i], b[i]);
    return sum;
  }

  void make_quads();

  BendMethod method_;
  Real stiffness_;
  int columns_, rows_;
  Mesh mesh_;
  Hierarchy coarse_;
  BendEnergy energy_;
  std::vector<Vec> x_, v_, previous_;
  Work ignored_;
  Real dt_, peak_, free_length_, gravity_ = 0;
  std::vector<Quad> quads_;
  int quad_colours_ = 0, stages_ = 0;
  Real w0_ = 0, w1_ = 0;
  double iterations_ = 0, solves_ = 0;
};

/// Cotangents at a and b on both sides; c lies opposite a-b in one triangle, d in the other.
void Strip::make_quads() {
  std::map<std::pair<int, int>, int> opposite;
  for (const auto& t : mesh_.triangles)
    for (int k = 0; k < 3; ++k) {
      const int a = t[k], b = t[(k + 1) % 3], o = t[(k + 2) % 3];
      const auto [other, first] = opposite.insert({std::minmax(a, b), o});
      if (first) continue;
      const int c = other->second, d = o;
      const Vec pa = mesh_.x[a], pb = mesh_.x[b], pc = mesh_.x[c], pd = mesh_.x[d];
      const Real ac = cotangent(pb - pa, pc - pa), ad = cotangent(pb - pa, pd - pa);
      const Real bc = cotangent(pa - pb, pc - pb), bd = cotangent(pa - pb, pd - pb);
      const Real area = (glm::length(glm::cross(pb - pa, pc - pa)) + glm::length(glm::cross(pb - pa, pd - pa))) / 2;
      quads_.push_back({{a, b, c, d}, {bc + bd, ac + ad, -ac - bc, -ad - bd}, area});
    }
  quad_colours_ = sort_by_colour(quads_, mesh_.x.size(), [](const Quad& q) { return q.v; });
}

/// The strip is clamped midway between its two pinned columns: the cell between them can't turn, and half of it
/// counts for the bend at the second column.
BendResult Strip::measure() const {
  const double drop = -x_[rows_ / 2 * (columns_ + 1) + columns_].y;
  double low = 1e-3, high = 1e5;  // of load, on a scale of ratios
  for (int i = 0; i < 40; ++i) {
    const double middle = std::sqrt(low * high);
    (elastica_drop(middle) * free_length_ < drop ? low : high) = middle;
  }
  const double weight = kDensity * gravity_ * free_length_ * free_length_ * free_length_;
  Real longer = 0;
  for (int i = 1; i < columns_; ++i)
    longer += glm::length(x_[rows_ / 2 * (columns_ + 1) + i + 1] - x_[rows_ / 2 * (columns_ + 1) + i]);
  const Real strain = longer / (free_length_ - free_length_ / (2 * columns_ - 1)) - 1;
  BendResult result{weight / low / stiffness_, drop, strain, 0, iterations_ / solves_, peak_, 0, {}, int(x_.size())};
  for (size_t i = 0; i < x_.size(); ++i)
    result.kinetic += mesh_.w[i] == 0 ? 0 : 0.5 * mesh_.mass[i] * glm::dot(v_[i], v_[i]);
  return result;
}

}  // namespace

BendResult bend_strip(const BendMethod& method, double h, double stiffness, double load) {
  Strip strip(method, h, stiffness, load);
  const int frames = strip.frames();
  for (int f = 0; f < frames; ++f) strip.step();
  BendResult result = strip.measure();
  result.ms = strip.ms / frames;
  result.work = {strip.work.bytes / frames, strip.work.launches / frames};
  return result;
}

}  // namespace raycloth::lab
