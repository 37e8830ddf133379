// What stretch, contacts and load leave in an edge beyond what its fabric would stretch by under a tension limit is
// undone at a step's end: one-sided, edge by edge, so that fabric that is folded or pushed together, where triangles
// lock, is free to give way. Positions alone move, and where they come from with them: no velocity comes of it (strain
// limiting: Provot 1995, "Deformation constraints in a mass-spring model to describe rigid cloth behavior").
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

struct ShortenEdges {
  Vec4 *x, *previous;
  const Int2* pairs;
  const float* longest;
  int* acted;

  template <class Index, class Real>
  RAYCLOTH_HD static void move(Vec4* at_vertices, const Index& v, const Vector3<Real>& by) {
    const Vector4<Real> here = gather(at_vertices, v);
    scatter(at_vertices, v, with_w(xyz(here) + by, here.w));
  }

  template <class Real>
  RAYCLOTH_HD void operator()(Lanes<Real> at) const {
    const auto first = indices(pairs, 0, at), second = indices(pairs, 1, at);
    const Vector4<Real> a = gather(x, first), b = gather(x, second);
    const Vector3<Real> along = xyz(a) - xyz(b);
    const Real length = square_root(dot(along, along)), most = load(longest, at);
    const auto acts = both(length > most, a.w + b.w > Real(0));
    if (!any(acts)) return;
    const Vector3<Real> push = along * select(acts, (length - most) / (length * (a.w + b.w)), Real(0));
    for (Vec4* vertices : {x, previous}) {
      move(vertices, first, push * -a.w);
      move(vertices, second, push * b.w);
    }
    atomic_add(acted, 1);
  }
};

}  // namespace

/// Edges of one colour share no vertex. Passes end where nothing is too long any more.
void limit_strain(Queue& queue, World& world, int passes) {
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
                         ShortenEdges{state.positions.data(), state.previous.data(), edges.pairs.data() + i,
                                      edges.longest.data() + i, acted});
    }
  }
}

}  // namespace raycloth::RAYCLOTH_DEVICE
