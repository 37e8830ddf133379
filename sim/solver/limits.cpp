// What stretch, contacts and load leave in an edge beyond what its fabric would stretch by under a tension limit is
// undone at a step's end: one-sided, edge by edge, so that fabric that is folded or pushed together, where triangles
// lock, is free to give way. What moves is positions, and what of that contacts leave is no velocity (strain limiting:
// Provot 1995, "Deformation constraints in a mass-spring model to describe rigid cloth behavior").
#include "device/atomic.h"
#include "device/parallel.h"
#include "sim/solver/step.h"
#include "sim/solver/world.h"

namespace raycloth::RAYCLOTH_DEVICE {

/// Strain that is never limited: what solvers leave, and nobody sees.
constexpr float kUnseen = 0.03f;

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
                 const float strain = m.tension_limit * (give[i].x / m.warp_stiffness + give[i].y / m.weft_stiffness +
                                                         give[i].z / m.shear_stiffness);
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
    const auto first = indices(pairs, 0, at), second = indices(pairs, 1, at);
    const Vector4<Real> a = gather(x, first), b = gather(x, second);
    const Vector3<Real> along = xyz(a) - xyz(b);
    const Real length = square_root(dot(along, along)), most = load(longest, at);
    const auto moves = a.w + b.w > Real(0), reached = both(length > most * Real(1 - kReached), moves);
    if (!any(reached)) return;
    if (velocities) brake(first, second, along * select(reached, Real(1) / length, Real(0)), a.w, b.w, reached);
    const auto acts = both(length > most, moves);
    if (!any(acts)) return;
    const Vector3<Real> push = along * select(acts, (length - most) / (length * (a.w + b.w)), Real(0));
    scatter(x, first, with_w(xyz(a) - push * a.w, a.w));
    scatter(x, second, with_w(xyz(b) + push * b.w, b.w));
    atomic_add(acted, 1);
  }

  template <class Index, class Real>
  RAYCLOTH_HD void brake(const Index& first, const Index& second, const Vector3<Real>& direction, Real a, Real b,
                         decltype(a > b) reached) const {
    const Vector4<Real> va = gather(velocities, first), vb = gather(velocities, second);
    const Real apart = dot(xyz(va) - xyz(vb), direction);
    const Vector3<Real> impulse = direction * select(both(reached, apart > Real(0)), apart / (a + b), Real(0));
    scatter(velocities, first, with_w(xyz(va) - impulse * a, va.w));
    scatter(velocities, second, with_w(xyz(vb) + impulse * b, vb.w));
  }
};

}  // namespace

/// Edges of one colour share no vertex. Passes end where nothing is too long any more.
void limit_strain(Queue& queue, World& world, int passes, bool brakes) {
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
      parallel_for_lanes(queue, "limit_strain", DeviceCount{color.size(), left}, bytes<Int2, float> + 2 * bytes<Vec4>,
                         ShortenEdges{state.positions.data(), brakes ? state.velocities.data() : nullptr,
                                      edges.pairs.data() + i, edges.longest.data() + i, acted});
    }
  }
}

void limit_before_contacts(Queue& queue, World& world, int passes) {
  EdgeArrays& edges = world.state.edges;
  const Vec4* x = world.state.positions.data();
  queue.copy(edges.before.data(), x, edges.before.size() * sizeof(Vec4));
  limit_strain(queue, world, passes, false);
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

}  // namespace raycloth::RAYCLOTH_DEVICE
