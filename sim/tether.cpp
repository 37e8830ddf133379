#include "device/parallel.h"
#include "sim/step.h"

namespace raycloth::RAYCLOTH_DEVICE {

/// Brings every vertex that is farther from a pin than the cloth reaches back to that distance. Constraints between
/// neighbours alone would need as many passes as there are edges between the two.
void tether(Queue& queue, World& world) {
  Vec4* x = world.state.positions.data();
  const Tether* tethers = world.state.tethers.data();
  parallel_for(queue, "tether", static_cast<int>(world.state.tethers.size()), RAYCLOTH_KERNEL(int i) {
    const Tether& t = tethers[i];
    Vec3 p = xyz(x[t.vertex]);
    for (int k = 0; k < 4 && t.pins[k] >= 0; ++k) {
      const Vec3 pin = xyz(x[t.pins[k]]);
      const float distance = sqrtf(glm::dot(p - pin, p - pin));
      if (distance > t.lengths[k]) p = pin + (p - pin) * (t.lengths[k] / distance);
    }
    x[t.vertex] = Vec4(p, x[t.vertex].w);
  });
}

}  // namespace raycloth::RAYCLOTH_DEVICE
