// Stretch: every cloth edge is a distance constraint C = |a - b| - rest with a compliance by its direction in the
// weave and a Kelvin-Voigt damping time.
#include "device/parallel.h"
#include "sim/step.h"

namespace raycloth::RAYCLOTH_DEVICE {

/// Edges of one colour share no vertex: each writes its own two.
void stretch(Queue& queue, World& world, float h) {
  State& state = world.state;
  Vec4* x = state.positions.data();
  const Vec4* previous = state.previous.data();
  const Int2* edges = state.edges.data();
  const float* lengths = state.edge_lengths.data();
  const int* kinds = state.edge_kinds.data();
  const int* objects = state.edge_objects.data();
  const Material* materials = state.materials.data();
  for (const Range& color : world.model.edge_colors) {
    const int first = color.begin;
    parallel_for(queue, "stretch", color.size(), RAYCLOTH_KERNEL(int i) {
      const int e = first + i;
      const Int2 ends = edges[e];
      const Vec4 a = x[ends.x], b = x[ends.y];
      const Vec3 along = xyz(a) - xyz(b);
      const float length = sqrtf(glm::dot(along, along));
      if (a.w + b.w == 0 || length == 0) return;
      const Material& material = materials[objects[e]];
      const int kind = kinds[e];
      const float compliance = kind == static_cast<int>(EdgeKind::warp)   ? material.warp_compliance
                               : kind == static_cast<int>(EdgeKind::weft) ? material.weft_compliance
                                                                          : material.shear_compliance;
      // Macklin et al. 2016, eq. 26, with the damping time tau = beta * alpha: gamma = tau / h.
      const Vec3 n = along / length;
      const Vec3 before = xyz(previous[ends.x]) - xyz(previous[ends.y]);
      const float gamma = material.stretch_damping / h;
      const float lengthening = glm::dot(n, along - before);
      const float lambda = -(length - lengths[e] + gamma * lengthening) /
                           ((1.0f + gamma) * (a.w + b.w) + compliance / (h * h));
      x[ends.x] = Vec4(xyz(a) + n * (lambda * a.w), a.w);
      x[ends.y] = Vec4(xyz(b) - n * (lambda * b.w), b.w);
    });
  }
}

}  // namespace raycloth::RAYCLOTH_DEVICE
