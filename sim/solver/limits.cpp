// What stretch, contacts and load leave in an edge beyond what its fabric would stretch by under a tension limit is
// undone at a step's end: one-sided, edge by edge, so that fabric that is folded or pushed together, where triangles
// lock, is free to give way. What moves is positions, and what of that contacts leave is no velocity (strain limiting:
// Provot 1995, "Deformation constraints in a mass-spring model to describe rigid cloth behavior").
#include "device/atomic.h"
#include "device/parallel.h"
#include "sim/solver/pair.h"
#include "sim/solver/step.h"
#include "sim/solver/world.h"

namespace raycloth::RAYCLOTH_DEVICE {

/// Strain that is never limited: what solvers leave, and nobody sees.
constexpr float kUnseen = 0.03f;
/// Before the last response, and after it.
constexpr int kPasses = 20, kLastPasses = 4;

void prepare_limits(Queue& queue, World& world) {
  EdgeArrays& edges = world.state.edges;
  const Material* materials = world.state.materials.data();
  const int* objects = edges.objects.data();
  const Vec3* give = edges.give.data();
  const float* lengths = edges.lengths.data();
  float* longest = edges.longest.data();
  parallel_for(queue, "prepare_limits", static_cast<int>(edges.pairs.size()), bytes<int, Vec3> + 6 * bytes<float>,
               [=] RAYCLOTH_KERNEL(int i) {
                 const Material& m = materials[objects[i]];
                 const float strain = m.tension_limit * compliance_of(give[i], m);
                 longest[i] = lengths[i] * (1 + larger(strain, kUnseen));
               });
}

namespace {

/// What is this near to its limit has reached it.
constexpr float kReached = 1e-3f;

/// With velocities, if any: what has reached its limit goes no farther apart.
struct ShortenEdges {
  Vec4 *x, *velocities;
  const Int2* pairs;
  const float* longest;
  int* acted;

  template <class Real>
  RAYCLOTH_HD void operator()(Lanes<Real> at) const {
    const auto pair = pair_of(x, pairs, at);
    const Real most = load(longest, at);
    const auto moves = pair.a.w + pair.b.w > Real(0), reached = both(pair.length > most * Real(1 - kReached), moves);
    if (!any(reached)) return;
    if (velocities) brake(pair, reached);
    const auto acts = both(pair.length > most, moves);
    if (!any(acts)) return;
    pair.shorten(x, pair.length - most, Real(0), acts);
    atomic_add(acted, 1);
  }

  template <class Real, class Index, class Mask>
  RAYCLOTH_HD void brake(const Pair<Real, Index>& pair, Mask reached) const {
    const Vector4<Real> a = gather(velocities, pair.first), b = gather(velocities, pair.second);
    const Vector3<Real> direction = pair.along * select(reached, Real(1) / pair.length, Real(0));
    const Real apart = dot(xyz(a) - xyz(b), direction), mobility = pair.a.w + pair.b.w;
    const Vector3<Real> impulse = direction * select(both(reached, apart > Real(0)), apart / mobility, Real(0));
    scatter(velocities, pair.first, with_w(xyz(a) - impulse * pair.a.w, a.w));
    scatter(velocities, pair.second, with_w(xyz(b) + impulse * pair.b.w, b.w));
  }
};

/// Edges of one colour share no vertex. Passes end where nothing is too long any more.
void limit_strain(Queue& queue, World& world, int passes, Vec4* velocities) {
  State& state = world.state;
  EdgeArrays& edges = state.edges;
  int *acted = edges.acted.data(), *left = edges.left.data();
  const int count = static_cast<int>(edges.pairs.size());
  for (int pass = 0; pass < passes; ++pass) {
    parallel_for(queue, "count_limits", 1, 2 * bytes<int>, [=] RAYCLOTH_KERNEL(int) {
      *left = pass == 0 || *acted ? count : 0;
      *acted = 0;
    });
    for (const Range& color : world.model.edges.colors) {
      const int i = color.begin;
      parallel_for_lanes(
          queue, "limit_strain", DeviceCount{color.size(), left}, bytes<Int2, float> + 2 * bytes<Vec4>,
          ShortenEdges{state.positions.data(), velocities, edges.pairs.data() + i, edges.longest.data() + i, acted});
    }
  }
}

}  // namespace

void limit_before_contacts(Queue& queue, World& world) {
  EdgeArrays& edges = world.state.edges;
  const Vec4* x = world.state.positions.data();
  queue.copy(edges.before.data(), x, edges.before.size() * sizeof(Vec4));
  limit_strain(queue, world, kPasses, nullptr);
  queue.copy(edges.after.data(), x, edges.after.size() * sizeof(Vec4));
}

void forget_limits(Queue& queue, World& world) {
  const Vec4 *x = world.state.positions.data(), *before = world.state.edges.before.data();
  const Vec4* after = world.state.edges.after.data();
  Vec4* previous = world.state.previous.data();
  parallel_for(queue, "forget_limits", world.state.vertices_count, 5 * bytes<Vec4>, [=] RAYCLOTH_KERNEL(int v) {
    const Vec3 by = xyz(after[v]) - xyz(before[v]);
    const float squared = glm::dot(by, by);
    if (squared == 0) return;
    const float left = glm::dot(xyz(x[v]) - xyz(before[v]), by) / squared;
    previous[v] += Vec4(by * smaller(larger(left, 0.0f), 1.0f), 0);
  });
}

void limit_after_contacts(Queue& queue, World& world) {
  limit_strain(queue, world, kLastPasses, world.state.velocities.data());
}

}  // namespace raycloth::RAYCLOTH_DEVICE
