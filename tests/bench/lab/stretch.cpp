#include "lab/stretch.h"

#include <cmath>

namespace raycloth::lab {
namespace {

constexpr Real kSize = 1.546875, kDensity = 0.2, kGravity = 9.81;  // m, kg/m2, m/s2
constexpr Real kDampingTime = 2e-4;                         // s, of the strain rate along an edge, as in the product
constexpr Real kSlack = 1.0005;                             // of attachments
constexpr double kEdgeBytes = 6 * kBytesPosition + 8 + 12;  // two ends, before and now, written once

class HangingSheet {
 public:
  HangingSheet(const StretchMethod& method, int cells)
      : method_(method),
        mesh_(make_hung(cells)),
        x_(mesh_.x),
        v_(x_.size(), Vec(0)),
        coarse_(mesh_, method.coarse),
        dt_(kFrame / method.substeps),
        multipliers_(mesh_.edges.size(), 0) {
    for (int pin : {0, cells}) {
      pins_.push_back(pin);
      for (const Vec& p : mesh_.x) reaches_.push_back(kSlack * glm::length(p - mesh_.x[pin]));
    }
    if (method.stiffness > 0) list_neighbours();
  }

  void step() {
    for (int s = 0; s < method_.substeps; ++s) {
      predict();
      if (method_.coarse.levels && s % method_.coarse.every == 0) coarse_.correct(x_, dt_, work);
      if (method_.stiffness > 0)
        descend();
      else
        project_edges();
      if (method_.attachments) attach();
      update_velocities();
    }
  }

  StretchResult measure() const;
  Work work;

 private:
  struct Neighbour {
    int v;
    Real length;
  };

  static Mesh make_hung(int cells) {
    Mesh mesh = make_sheet(cells, cells, kSize / cells, kDensity);
    mesh.pin(0);
    mesh.pin(cells);
    return mesh;
  }

  /// Gravity, and a drag that takes the swing out within some seconds.
  void predict() {
    previous_ = x_;
    for (size_t i = 0; i < x_.size(); ++i) {
      if (mesh_.w[i] == 0) continue;
      const Vec a = Vec(0, -kGravity, 0) - v_[i] * (Real(1.155) * glm::length(v_[i]) + Real(0.1));
      x_[i] += dt_ * (v_[i] + dt_ * a);
    }
    work.add(x_.size(), 4 * kBytesPosition, 1);
  }

  void update_velocities() {
    for (size_t i = 0; i < x_.size(); ++i) v_[i] = (x_[i] - previous_[i]) / dt_;
    work.add(x_.size(), 3 * kBytesPosition, 1);
  }

  /// Macklin, Mueller, Chentanez 2016, "XPBD", eq. 18 and 26, with total multipliers, so that passes add up; several
  /// substeps of one pass are Macklin et al. 2019, "Small Steps in Physics Simulation".
  void project_edges() {
    if (method_.kept > 0)
      warm_start();
    else
      std::fill(multipliers_.begin(), multipliers_.end(), 0);
    Accelerated acceleration{x_, multipliers_, x_, multipliers_};
    for (int pass = 0; pass < method_.passes; ++pass) {
      if (method_.radius > 0) acceleration.before_pass(x_, multipliers_);
      const bool backwards = method_.alternate && (passes_done_++ & 1);
      const size_t n = mesh_.edges.size();
      for (size_t e = 0; e < n; ++e) project(backwards ? n - 1 - e : e);
      const bool totals = method_.passes > 1 || method_.kept > 0;
      work.add(n, kEdgeBytes + (totals ? 8 : 0), mesh_.edge_colours);
      if (method_.radius > 0) accelerate(acceleration, pass);
    }
  }

  void project(size_t at) {
    const Edge& e = mesh_.edges[at];
    const Real w = mesh_.w[e.a] + mesh_.w[e.b];
    if (w == 0) return;
    const Vec d = x_[e.a] - x_[e.b], d_before = previous_[e.a] - previous_[e.b];
    const Real length = glm::length(d), softness = e.compliance / (dt_ * dt_), gamma = kDampingTime / dt_;
    const Vec n = d / length;
    const Real tolerated = (1 - method_.correction) * (glm::length(d_before) - e.length);
    const Real violation =
        length - e.length - tolerated + softness * multipliers_[at] + gamma * glm::dot(n, d - d_before);
    const Real step = -method_.relaxation * violation / ((1 + gamma) * w + softness);
    multipliers_[at] += step;
    x_[e.a] += n * (step * mesh_.w[e.a]);
    x_[e.b] -= n * (step * mesh_.w[e.b]);
  }

  /// Begins with what the last substep ended with, as contact solvers do (Catto 2005, "Iterative Dynamics with Temporal
  /// Coherence").
  void warm_start() {
    for (size_t at = 0; at < mesh_.edges.size(); ++at) {
      const Edge& e = mesh_.edges[at];
      const Vec push = glm::normalize(previous_[e.a] - previous_[e.b]) * (multipliers_[at] *= method_.kept);
      x_[e.a] += push * mesh_.w[e.a];
      x_[e.b] -= push * mesh_.w[e.b];
    }
    work.add(mesh_.edges.size(), kEdgeBytes, mesh_.edge_colours);
  }

  /// Wang 2015, "A Chebyshev Semi-Iterative Approach for Accelerating Projective and Position-Based Dynamics", eq. 9,
  /// on positions and multipliers, which stay consistent since both are extrapolated alike.
  struct Accelerated {
    std::vector<Vec> x1;
    std::vector<Real> m1;
    std::vector<Vec> x2;
    std::vector<Real> m2;
    Real omega = 1;
    void before_pass(const std::vector<Vec>& x, const std::vector<Real>& m) {
      std::swap(x1, x2), std::swap(m1, m2);
      x1 = x, m1 = m;  // x1: before this pass; x2: before the last
    }
  };
  void accelerate(Accelerated& a, int pass) {
    const Real r2 = method_.radius * method_.radius;
    a.omega = pass == 0 ? 1 : pass == 1 ? 2 / (2 - r2) : 4 / (4 - r2 * a.omega);
    if (pass == 0) return;
    for (size_t i = 0; i < x_.size(); ++i) x_[i] = a.x2[i] + a.omega * (x_[i] - a.x2[i]);
    for (size_t e = 0; e < a.m2.size(); ++e) multipliers_[e] = a.m2[e] + a.omega * (multipliers_[e] - a.m2[e]);
    work.add(x_.size(), 4 * kBytesPosition, 1);
    work.add(a.m2.size(), 4 * 4, 0);
  }

  /// Kim, Chentanez, Mueller-Fischer 2012, "Long Range Attachments": no vertex is farther from a pin than its rest
  /// shape.
  void attach() {
    const size_t n = x_.size();
    for (size_t p = 0; p < pins_.size(); ++p)
      for (size_t i = 0; i < n; ++i) {
        const Vec d = x_[i] - x_[pins_[p]];
        const Real length = glm::length(d), reach = reaches_[p * n + i];
        if (mesh_.w[i] > 0 && length > reach) x_[i] = x_[pins_[p]] + d * (reach / length);
      }
    work.add(n, 2 * kBytesPosition + 8.0 * pins_.size(), 1);
  }

  /// Chen et al. 2024, "Vertex Block Descent": for each vertex, colour after colour, one Newton step of 3 x 3.
  void descend() {
    const std::vector<Vec> target = x_;
    Accelerated acceleration{x_, {}, x_, {}};
    for (int pass = 0; pass < method_.passes; ++pass) {
      if (method_.radius > 0) acceleration.before_pass(x_, {});
      for (int i : order_) descend_at(i, target[i]);
      work.add(x_.size(), 3 * kBytesPosition + 4, vertex_colours_);
      work.add(2.0 * mesh_.edges.size(), kBytesPosition + 8, 0);
      if (method_.radius > 0) accelerate(acceleration, pass);
    }
  }

  void descend_at(int i, const Vec& target) {
    if (mesh_.w[i] == 0) return;
    const Real inertia = mesh_.mass[i] / (dt_ * dt_), k = method_.stiffness;
    Vec force = (target - x_[i]) * inertia;
    glm::mat<3, 3, Real> hessian(inertia);
    for (auto [v, rest] : neighbours_[i]) {
      const Vec d = x_[i] - x_[v];
      const Real length = glm::length(d), across = std::max<Real>(0, 1 - rest / length);
      const Vec n = d / length;
      force -= n * (k * (length - rest));
      hessian += glm::mat<3, 3, Real>(k * across) + glm::outerProduct(n, n) * (k * (1 - across));
    }
    x_[i] += glm::inverse(hessian) * force;
  }

  void list_neighbours() {
    neighbours_.resize(x_.size());
    for (const Edge& e : mesh_.edges) {
      neighbours_[e.a].push_back({e.b, e.length});
      neighbours_[e.b].push_back({e.a, e.length});
    }
    std::vector<std::pair<int, int>> coloured;
    std::vector<int> colour(x_.size(), -1);
    for (int i = 0; i < int(x_.size()); ++i) {
      uint64_t taken = 0;
      for (auto [v, length] : neighbours_[i])
        if (colour[v] >= 0) taken |= uint64_t{1} << colour[v];
      colour[i] = std::countr_one(taken);
      vertex_colours_ = std::max(vertex_colours_, colour[i] + 1);
      coloured.push_back({colour[i], i});
    }
    std::sort(coloured.begin(), coloured.end());
    for (auto [c, i] : coloured) order_.push_back(i);
  }

  StretchMethod method_;
  Mesh mesh_;
  std::vector<Vec> x_, v_, previous_;
  Hierarchy coarse_;
  Real dt_;
  std::vector<Real> multipliers_;
  int passes_done_ = 0;
  std::vector<int> pins_;
  std::vector<Real> reaches_;
  std::vector<std::vector<Neighbour>> neighbours_;
  std::vector<int> order_;
  int vertex_colours_ = 0;
};

StretchResult HangingSheet::measure() const {
  std::vector<double> strains;
  for (const Edge& e : mesh_.edges) strains.push_back(glm::length(x_[e.a] - x_[e.b]) / e.length - 1);
  std::sort(strains.begin(), strains.end());
  StretchResult result{strains[strains.size() / 2], strains[strains.size() * 99 / 100], strains.back(), 0, 0, 0, {}};
  for (size_t i = 0; i < x_.size(); ++i) {
    result.lowest = std::max(result.lowest, -double(x_[i].y));
    result.kinetic += mesh_.w[i] == 0 ? 0 : 0.5 * mesh_.mass[i] * glm::dot(v_[i], v_[i]);
  }
  return result;
}

}  // namespace

StretchResult hang_sheet(const StretchMethod& method, int cells, int frames) {
  HangingSheet sheet(method, cells);
  const Stopwatch watch;
  for (int f = 0; f < frames; ++f) sheet.step();
  const double ms = watch.ms() / frames;
  StretchResult result = sheet.measure();
  result.ms = ms;
  result.work = {sheet.work.bytes / frames, sheet.work.launches / frames};
  return result;
}

}  // namespace raycloth::lab
