// Bending: isometric energy of the quads (Bergou et al. 2006, "A Quadratic Bending Model for Inextensible Surfaces",
// eq. 5), E = (3 B / 2 A) |r|^2 with r = sum_i K_i x_i, as the constraint C = |r| - |r at rest|. No angle, no arc
// cosine; for cloth that is flat at rest C is the length of a vector that is linear in the positions.
//
//        c
//       / \      a-b: the shared edge, c and d opposite; K are cotangents of the rest shape
//      a---b
//       \ /
//        d
#include "device/parallel.h"
#include "sim/step.h"

namespace raycloth::RAYCLOTH_DEVICE {

/// Quads of one colour share no vertex: each writes its own four.
void bend(Queue& queue, World& world, float h) {
  State& state = world.state;
  Vec4* x = state.positions.data();
  const Vec4* previous = state.previous.data();
  const Int4* quads = state.quads.data();
  const Vec4* weights = state.quad_weights.data();
  const float* rest = state.quad_rest.data();
  const float* areas = state.quad_areas.data();
  const int* objects = state.quad_objects.data();
  const Material* materials = state.materials.data();
  for (const Range& color : world.model.quad_colors) {
    const int first = color.begin;
    parallel_for(queue, "bend", color.size(), RAYCLOTH_KERNEL(int i) {
      const int q = first + i;
      const Int4 c = quads[q];
      const Vec4 k = weights[q];
      const Vec4 a = x[c.x], b = x[c.y], d = x[c.z], e = x[c.w];
      const Vec3 r = xyz(a) * k.x + xyz(b) * k.y + xyz(d) * k.z + xyz(e) * k.w;
      const float length = sqrtf(glm::dot(r, r));
      const float mobility = a.w * k.x * k.x + b.w * k.y * k.y + d.w * k.z * k.z + e.w * k.w * k.w;
      const Material& material = materials[objects[q]];
      if (length == 0 || mobility == 0 || material.bend_stiffness == 0) return;
      const Vec3 n = r / length;
      const Vec3 r_before = xyz(previous[c.x]) * k.x + xyz(previous[c.y]) * k.y + xyz(previous[c.z]) * k.z +
                            xyz(previous[c.w]) * k.w;
      const float gamma = material.bend_damping / h;
      const float compliance = areas[q] / (3.0f * material.bend_stiffness);
      const float lambda = -(length - rest[q] + gamma * glm::dot(n, r - r_before)) /
                           ((1.0f + gamma) * mobility + compliance / (h * h));
      const Vec3 push = n * lambda;
      x[c.x] = Vec4(xyz(a) + push * (a.w * k.x), a.w);
      x[c.y] = Vec4(xyz(b) + push * (b.w * k.y), b.w);
      x[c.z] = Vec4(xyz(d) + push * (d.w * k.z), d.w);
      x[c.w] = Vec4(xyz(e) + push * (e.w * k.w), e.w);
    });
  }
}

}  // namespace raycloth::RAYCLOTH_DEVICE
