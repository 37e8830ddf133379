// Stretch: every cloth edge is a distance constraint C = |a - b| - rest with a compliance by its direction in the
// weave and a Kelvin-Voigt damping time.
#include "device/parallel.h"
#include "sim/solver/step.h"
#include "sim/solver/world.h"

namespace raycloth::RAYCLOTH_DEVICE {

void prepare_stretch(Queue& queue, World& world, float h) {
  const int* kinds = world.state.edge_kinds.data();
  const int* objects = world.state.edge_objects.data();
  const Material* materials = world.state.materials.data();
  float* softness = world.state.edge_softness.data();
  float* damping = world.state.edge_damping.data();
  parallel_for(queue, "prepare_stretch", static_cast<int>(world.state.edges.size()), bytes<int, int> + 3 * bytes<float>,
               [=] RAYCLOTH_KERNEL(int e) {
                 const Material& material = materials[objects[e]];
                 const int kind = kinds[e];
                 const float compliance = kind == static_cast<int>(EdgeKind::warp)   ? material.warp_compliance
                                          : kind == static_cast<int>(EdgeKind::weft) ? material.weft_compliance
                                                                                     : material.shear_compliance;
                 softness[e] = compliance / (h * h);
                 damping[e] = material.stretch_damping / h;
               });
}

/// Macklin et al. 2016, eq. 26, with the damping time tau = beta * alpha: gamma = tau / h.
struct StretchEdges {
  Vec4* x;
  const Vec4* previous;
  const Int2* edges;
  const float *lengths, *softness, *damping;

  template <class Real>
  RAYCLOTH_HD void operator()(Lanes<Real> at) const {
    const auto first = indices(edges, 0, at), second = indices(edges, 1, at);
    const Vector4<Real> a = gather(x, first), b = gather(x, second);
    const Vector3<Real> along = xyz(a) - xyz(b);
    const Real length = square_root(dot(along, along));
    const auto acts = both(a.w + b.w != Real(0), length != Real(0));
    if (!any(acts)) return;
    const Vector3<Real> n = along / length;
    const Vector3<Real> before = xyz(gather(previous, first)) - xyz(gather(previous, second));
    const Real gamma = load(damping, at);
    const Real lengthening = dot(n, along - before);
    const Real lambda =
        -(length - load(lengths, at) + gamma * lengthening) / ((Real(1) + gamma) * (a.w + b.w) + load(softness, at));
    scatter(x, first, with_w(select(acts, xyz(a) + n * (lambda * a.w), xyz(a)), a.w));
    scatter(x, second, with_w(select(acts, xyz(b) - n * (lambda * b.w), xyz(b)), b.w));
  }
};

/// Edges of one colour share no vertex: each writes its own two.
void stretch(Queue& queue, World& world) {
  State& state = world.state;
  for (const Range& color : world.model.edge_colors) {
    const int e = color.begin;
    parallel_for_lanes(
        queue, "stretch", color.size(), bytes<Int2> + 6 * bytes<Vec4> + 3 * bytes<float>,
        StretchEdges{state.positions.data(), state.previous.data(), state.edges.data() + e,
                     state.edge_lengths.data() + e, state.edge_softness.data() + e, state.edge_damping.data() + e});
  }
}

}  // namespace raycloth::RAYCLOTH_DEVICE
