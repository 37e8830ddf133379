#include "device/parallel.h"
#include "sim/step.h"

namespace raycloth::RAYCLOTH_DEVICE {

/// Brings every vertex that is farther from a pin than the cloth reaches back to that distance. Constraints between
/// neighbours alone would need as many passes as there are edges between the two.
void tether(Queue& queue, World& world) {
  Vec4* x = world.state.positions.data();
  const Tether* tethers = world.state.tethers.data();
  const int* objects = world.state.vertex_object.data();
  const Material* materials = world.state.materials.data();
  const float gravity = sqrtf(glm::dot(world.settings.gravity, world.settings.gravity));
  parallel_for(queue, "tether", static_cast<int>(world.state.tethers.size()), RAYCLOTH_KERNEL(int i) {
    const Tether& t = tethers[i];
    const Material& material = materials[objects[t.vertex]];
    // What the fabric gives under its own weight, per length of it: compliance * density * gravity is its strain per
    // metre that hangs below.
    const float give = fmaxf(material.warp_compliance, material.weft_compliance) * material.areal_density * gravity;
    Vec3 p = xyz(x[t.vertex]);
    for (int k = 0; k < 4 && t.pins[k] >= 0; ++k) {
      const Vec3 pin = xyz(x[t.pins[k]]);
      const float distance = sqrtf(glm::dot(p - pin, p - pin));
      const float longest = t.lengths[k] * (1 + give * t.lengths[k]);
      if (distance > longest) p = pin + (p - pin) * (longest / distance);
    }
    x[t.vertex] = Vec4(p, x[t.vertex].w);
  });
}

}  // namespace raycloth::RAYCLOTH_DEVICE
