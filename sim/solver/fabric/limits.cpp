// What stretch, contacts and load leave in an edge beyond what its fabric would stretch by under a tension limit is
// undone at a step's end: one-sided, edge by edge, so that fabric that is folded or pushed together, where triangles
// lock, is free to give way. What moves is positions, and what of that contacts leave is no velocity (strain limiting:
// Provot 1995, "Deformation constraints in a mass-spring model to describe rigid cloth behavior").
#include "device/atomic.h"
#include "device/loops.h"
#include "sim/solver/pair.h"
#include "sim/solver/step.h"
#include "sim/solver/world.h"

namespace raycloth::RAYCLOTH_DEVICE {

/// Before the last response, and after it.
constexpr int kMostPasses = kMostLimitPasses, kLastPasses = 4;

/// What a pass takes back of what is too long. Of what is much too long more than all of it, which reaches farther
/// along what is drawn (successive over-relaxation); but in the end no more, never where fabric only leans on its
/// limit, which would be narrower then, and not while something may cross, which is pulled tighter by it (as by finer
/// substeps). The very last pass after the response: along a border that is drawn, every colour leaves its edges to the
/// next ones, and the last colour is right at the cost of the others. By half, both end between.
constexpr float kPart = 1.5f, kLastPart = 0.5f;
constexpr float kMuchTooLong = 0.07f;  // as a part of what an edge may measure
constexpr int kWholePasses = 2;        // that come last

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
                 longest[i] = lengths[i] * (1 + larger(strain, kUnseenStrain));
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
  const int* objects;
  const float* goes_on;              // per object
  int* acted;                        // likewise
  float part = 1, part_of_much = 1;  // of what is too long, or much too long

  template <class Real>
  RAYCLOTH_HD auto constants(Lanes<Real> at) const {
    return bound_of(pairs, longest, at);
  }
  template <class Real>
  RAYCLOTH_HD void operator()(Lanes<Real> at) const {
    (*this)(at, constants(at));
  }
  template <class Real, class Index>
  RAYCLOTH_HD void operator()(Lanes<Real> at, const Bound<Real, Index>& bound) const {
    const auto pair = pair_of(x, bound);
    const Real most = bound.length;
    const auto moves = pair.a.w + pair.b.w > Real(0);
    auto reached = both(pair.length > most * Real(1 - kReached), moves);
    if (!any(reached)) return;
    reached = both(reached, gather(goes_on, indices(objects, at)) > Real(0));
    if (velocities) brake(pair, reached);
    const auto acts = both(pair.length > most, reached);
    if (!any(acts)) return;
    const auto much = pair.length > most * Real(1 + kMuchTooLong);
    pair.shorten(x, (pair.length - most) * select(much, Real(part_of_much), Real(part)), Real(0), acts);
    int edge = at.first;
    for (unsigned bits = lane_bits(acts); bits != 0; ++edge, bits >>= 1)
      if (bits & 1) atomic_add(&acted[objects[edge]], 1);
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

/// How much longer than they may be edges have to be for it, as a part of that; and for far.
constexpr float kOverstretched = 0.01f, kFar = 0.1f;

struct CountOverstretched {
  const Vec4* x;
  const Int2* pairs;
  const float* longest;
  Overstretched* found;

  template <class Real>
  RAYCLOTH_HD void operator()(Lanes<Real> at) const {
    const auto bound = bound_of(pairs, longest, at);
    const Real length = pair_of(x, bound).length;
    const auto over = length > bound.length * Real(1 + kOverstretched);
    if (!any(over)) return;
    atomic_add(&found->edges, count_of(lane_bits(over)));
    const auto far = length > bound.length * Real(1 + kFar);
    if (any(far)) atomic_add(&found->far, count_of(lane_bits(far)));
  }
};

/// A pass begins for the objects of which anything was too long in the one before.
struct BeginPass {
  int *acted, *left;
  float* goes_on;
  int edges;
  bool first;

  template <class Real>
  RAYCLOTH_HD void operator()(Lanes<Real> at) const {
    for (int object = at.first; object < at.first + static_cast<int>(sizeof(Real) / sizeof(float)); ++object) {
      goes_on[object] = first || acted[object] > 0 ? 1.0f : 0.0f;
      acted[object] = 0;
      if (goes_on[object] > 0) atomic_add(left, edges);
    }
  }
};

/// Colour after colour, until nothing of an object is too long any more.
struct LimitStrain {
  RangesView objects, colors;
  BeginPass begin;
  WhereBusy<ShortenEdges> shorten;
  int passes;
  float part_of_much, last_part;

  RAYCLOTH_CALLS_HOST
  template <class Loops>
  RAYCLOTH_HD void operator()(const Loops& loops) const {
    for (int pass = 0; pass < passes; ++pass) {
      int* left = begin.left + pass;
      loops.over(objects, 0, "count_limits", 4 * bytes<int> + bytes<float>,
                 BeginPass{begin.acted, left, begin.goes_on, begin.edges, pass == 0});
      if (!loops.goes_on(begin.goes_on)) return;
      WhereBusy<ShortenEdges> in_pass = shorten;
      if (pass < passes - kWholePasses) in_pass.f.part_of_much = part_of_much;
      if (pass == passes - 1) in_pass.f.part = in_pass.f.part_of_much = last_part;
      over_all(loops, colors, "limit_strain", bytes<Int2, float> + 2 * bytes<Vec4>, in_pass, left);
    }
  }
};

void limit_strain(Queue& queue, World& world, int passes, float last_part, Vec4* velocities) {
  EdgeArrays& e = world.state.edges;
  queue.zero(e.left.data(), e.left.size() * sizeof(int));
  const BeginPass begin{e.acted.data(), e.left.data(), e.goes_on.data(), static_cast<int>(e.pairs.size()), true};
  const ShortenEdges shorten{world.state.positions.data(),
                             velocities,
                             e.pairs.data(),
                             e.longest.data(),
                             e.objects.data(),
                             e.goes_on.data(),
                             e.acted.data()};
  const float part_of_much = world.pace.crosses ? 1 : kPart;
  run_loops(
      queue, "limit_strain", e.colors.parts(), e.colors.longest(),
      LimitStrain{
          e.parts.view(), e.colors.view(), begin, {shorten, busy(world, e.busy)}, passes, part_of_much, last_part});
}

}  // namespace

void limit_before_contacts(Queue& queue, World& world) {
  EdgeArrays& edges = world.state.edges;
  const Vec4* x = world.state.positions.data();
  queue.copy(edges.before.data(), x, edges.before.size() * sizeof(Vec4));
  limit_strain(queue, world, kMostPasses, 1, nullptr);
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

/// For the pace of the next step.
static void count_overstretched(Queue& queue, World& world) {
  EdgeArrays& e = world.state.edges;
  Overstretched* found = e.overstretched.data();
  queue.zero(found, sizeof(Overstretched));
  parallel_for_lanes(
      queue, "count_overstretched", static_cast<int>(e.pairs.size()), bytes<Int2, float> + 2 * bytes<Vec4>,
      WhereBusy{CountOverstretched{world.state.positions.data(), e.pairs.data(), e.longest.data(), found},
                busy(world, e.busy)});
}

void limit_after_contacts(Queue& queue, World& world) {
  limit_strain(queue, world, kLastPasses, kLastPart, world.state.velocities.data());
  count_overstretched(queue, world);
}

}  // namespace raycloth::RAYCLOTH_DEVICE
